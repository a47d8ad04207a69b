"""What is told to be wrong about a stream before it runs."""

import dataclasses

import pytest

from tik.chips import load_chip
from tik.isa import INSTRUCTIONS, Instruction, Mask
from tik.stream import Arg, Buffer, Exit, Instr, Loop, Mem, Reg, Section, Stream, check_stream, parse
from tik.types.dtypes import f16, f32, i32
from tik.types.errors import TikError, TikErrors
from tik.types.positions import Location, here
from tik.types.scopes import Scope

HEAD = """tikasm 1
chip {chip}
kernel k
blocks 1
arg x gm input f16 bytes=4096
arg y gm output f16
arg n scalar input i32 reg=r2
const c f16 hex "003c"
buffer t UB f16 0x0 1024
buffer s UB f16 0x420 64
buffer l L1 f16 0x0 1024
section {kind} {{
"""


def failed(body: str, chip: str = "Ascend910B1", kind: str = "vector", **changes: tuple[str, str]) -> TikError:
    head = HEAD.format(chip=chip, kind=kind)
    for old, new in changes.values():
        assert old in head
        head = head.replace(old, new)
    with pytest.raises(TikError) as caught:
        parse(f"{head}  {body}\n}}\n", "k.tikasm")
    return caught.value


# code, the statement, what is under the caret, message, hint
STATEMENTS = [
    (
        "SYNTAX02",
        "vadd.f16 t[0], tt[0], t[0], mask=128",
        "tt[0]",
        "vadd: there is no argument, constant or buffer tt",
        "did you mean t?",
    ),
    (
        "SYNTAX02",
        "smov.i32 r3, r4",
        "r4",
        "r4 has no value: nothing in this section writes it",
        "a register is written by an instruction, a loop or a scalar argument",
    ),
    (
        "SYNTAX02",
        "if r4 { }",
        "if r4",
        "r4 has no value: nothing in this section writes it",
        "a register is written by an instruction, a loop or a scalar argument",
    ),
    (
        "SYNTAX02",
        "vadd.f16 t[0], t[r8], t[0], mask=128",
        "t[r8]",
        "r8 has no value: nothing in this section writes it",
        "a register is written by an instruction, a loop or a scalar argument",
    ),
    ("SYNTAX03", "break", "break", "break stands outside a loop", None),
    ("SYNTAX03", "if r2 { continue }", "continue", "continue stands outside a loop", None),
    (
        "TYPE01",
        "vadd.bf16 t[0], t[0], t[0], mask=128",
        "vadd.bf16",
        "there is no vadd.bf16",
        "Ascend910B1 has vadd.f16, vadd.f32, vadd.i32, vadd.i16",
    ),
    (
        "TYPE01",
        "vadd t[0], t[0], t[0], mask=128",
        "vadd",
        "there is no vadd",
        "Ascend910B1 has vadd.f16, vadd.f32, vadd.i32, vadd.i16",
    ),
    ("TYPE01", "smov.i32 r3, 1.5", "1.5", "smov: a is of i32, not the fraction 1.5", None),
    ("TYPE03", "vadd.f16 t[0], x[0], t[0], mask=128", "x[0]", "vadd: src0 is in UB, and x is in GM", None),
    ("TYPE03", "vadd.f16 l[0], t[0], t[0], mask=128", "l[0]", "vadd: dst is in UB, and l is in L1", None),
    (
        "TYPE03",
        "mov_gm_ub.f16 t[0], n[0]",
        "n[0]",
        "mov_gm_ub: n is a scalar argument: it is in a register, not in memory",
        None,
    ),
    ("TYPE03", "mov_ub_gm.f16 c[0], t[0]", "c[0]", "mov_ub_gm: c is a constant and cannot be written", None),
    ("TYPE03", "mov_gm_l1.f16 l[0], x[0]", "l[0]", "mov_gm_l1: l is in L1, which a vector core does not have", None),
    (
        "REPEAT01",
        "vadd.f16 t[0], t[0], t[0], mask=128, repeat=256",
        "repeat=256",
        "vadd: repeat is 256, allowed 0..255",
        "how many repeats of 256 bytes",
    ),
    (
        "REPEAT01",
        "vadd.f16 t[0], t[0], t[0], mask=128, dst_rep=-1",
        "dst_rep=-1",
        "vadd: dst_rep is -1, allowed 0..255",
        "blocks (32 B) between the starts of two repeats",
    ),
    ("REPEAT01", "smov.i8 r3, 256", "256", "smov: a is 256, which i8 cannot hold", None),
    ("REPEAT01", "loop r3 = 0, 4, 0 { }", "loop r3 = 0, 4, 0", "the step of a loop is not 0", None),
    (
        "REPEAT01",
        "cross_core_set mode=0, pipe=V, id=11",
        "id=11",
        "cross_core_set: id is 11, allowed 0..10",
        "number of the counter",
    ),
    (
        "REPEAT02",
        "vadd.f16 t[0], t[0], t[0], mask=129",
        "mask=129",
        "vadd: the mask is 129 lanes, allowed 0..128",
        "a repeat has 128 lanes of f16",
    ),
    (
        "REPEAT02",
        "vadd.f32 t[0], t[0], t[0], mask=65",
        "mask=65",
        "vadd: the mask is 65 lanes, allowed 0..64",
        "a repeat has 64 lanes of f32",
    ),
    (
        "REPEAT02",
        "vconv.f32.f16 t[0], t[0], mask=65, src_rep=4",
        "mask=65",
        "vconv: the mask is 65 lanes, allowed 0..64",
        "a repeat has 64 lanes of f32",
    ),
    (
        "REPEAT02",
        "vadd.f32 t[0], t[0], t[0], mask=bits(1, 0)",
        "mask=bits(1, 0)",
        "vadd: the mask has bits above lane 63",
        "a repeat has 64 lanes of f32",
    ),
    (
        "SYNC07",
        "set_flag src_pipe=V, dst_pipe=MTE3, id=8",
        "id=8",
        "set_flag: id is 8, allowed 0..7",  # O08
        "event id, 0..7 for each pair of pipes",
    ),
    (
        "SYNC07",
        "wait_flag src_pipe=V, dst_pipe=MTE3, id=-1",
        "id=-1",
        "wait_flag: id is -1, allowed 0..7",
        "event id, 0..7 for each pair of pipes",
    ),
    (
        "SYNC08",
        "pipe_barrier pipe=S",
        "pipe_barrier pipe=S",
        "pipe_barrier(S): the scalar pipe is ordered by hardware",
        "leave it out",
    ),
    (
        "ALIGN01",
        "vadd.f16 t[0x10], t[0], t[0], mask=128",
        "t[0x10]",
        "vadd: dst is at byte 0x10 of UB, not on a 32-byte boundary",
        None,
    ),
    (
        "ALIGN01",
        "vadd.f16 s[0x10], s[0], s[0], mask=16",
        "s[0x10]",
        "vadd: dst is at byte 0x430 of UB, not on a 32-byte boundary",
        None,
    ),
    ("ALIGN01", "sload.f16 r3, t[3]", "t[3]", "sload: src is at byte 0x3 of UB, not on a 2-byte boundary", None),
    (
        "BOUNDS01",
        "vadd.f16 t[0x400], t[0], t[0], mask=128",
        "t[0x400]",
        "vadd: byte 1024 is outside t: it has 1024 bytes",
        None,
    ),
    ("BOUNDS01", "mov_gm_ub.f16 t[0], x[4096]", "x[4096]", "mov_gm_ub: byte 4096 is outside x: it has 4096 bytes", None),
    ("BOUNDS01", "mov_ub_gm.f16 y[-2], t[0]", "y[-2]", "mov_ub_gm: byte -2 is outside y", None),
    ("BOUNDS01", "mov_gm_ub.f16 t[0], c[2]", "c[2]", "mov_gm_ub: byte 2 is outside c: it has 2 bytes", None),
]


@pytest.mark.parametrize(("code", "line", "caret", "message", "hint"), STATEMENTS, ids=[row[1] for row in STATEMENTS])
def test_statements(code, line, caret, message, hint):
    error = failed(line)
    assert (error.code, error.message, error.hint) == (f"TIK-{code}", message, hint)
    place = error.location
    assert (place.file, place.line) == ("k.tikasm", 13)
    assert place.text[place.column : place.end_column] == caret


@pytest.mark.parametrize(
    "line",
    [
        "vadd.f16 t[0x3e0], t[0], t[0], mask=128",  # where it ends is the sanitizer's to say
        "vadd.f16 t[0], t[0x7fff + r2], t[0], mask=0",  # known when it runs
        "mov_gm_ub.f16 t[0], x[3]",
        "movpad_ub_gm.f16 y[5], t[0], bytes=6",
        "sload.f16 r3, t[2]",
        "loop r3 = 0, r2, 2 { if r3 { break } else { continue } }",
        "return",
        "print.f16 y[1]",
        "set_flag src_pipe=V, dst_pipe=MTE3, id=7",
        "pipe_barrier pipe=ALL",
        "vadd.f32 t[0], t[0], t[0], mask=bits(0, -1)",
        "smov.i8 r3, 255",
        "smov.u8 r3, -128",
        "loop r3 = 0, 4, 1 {\n smov.i32 r4, r5\n smov.i32 r5, r3\n }",  # a later round reads what an earlier one wrote
    ],
)
def test_right_statements(line):
    parse(HEAD.format(chip="Ascend910B1", kind="vector") + line + "\n}\n")


@pytest.mark.parametrize(
    ("code", "chip", "kind", "line", "message", "hint"),
    [
        (
            "CHIP01",
            "Ascend910A",
            "unified",
            "movpad_gm_ub.f16 t[0], x[0], bytes=2",
            "Ascend910A has no movpad_gm_ub.f16",
            "chips that have it: Ascend910B1..B4",
        ),
        (
            "CHIP01",
            "Ascend910B1",
            "cube",
            "mov_l0c_ub.f32 t[0], l[0]",
            "Ascend910B1 has no mov_l0c_ub.f32",
            "chips that have it: Ascend310, Ascend310P3, Ascend910A, Ascend910B",
        ),
        ("CHIP01", "Ascend910B1", "unified", "return", "Ascend910B1 has no unified cores", "its sections are cube and vector"),
        ("CHIP01", "Ascend910A", "vector", "return", "Ascend910A has no vector cores", "its sections are unified"),
        ("SYNTAX02", "Ascend910A", "vectr", "return", "Ascend910A has no vectr cores", "its sections are unified"),
        ("REPEAT01", "Ascend910B1", "vector ratio=3", "return", "a block has 1..2 vector cores on Ascend910B1, not 3", None),
        ("REPEAT01", "Ascend910B1", "cube ratio=2", "return", "a block has 1..1 cube cores on Ascend910B1, not 2", None),
        (
            "CHIP02",
            "Ascend910Z",
            "vector",
            "return",
            "unknown chip 'Ascend910Z'; there are Ascend310, Ascend310P3, Ascend910A, Ascend910B, Ascend910B1..B4",
            "did you mean Ascend910A?",
        ),
    ],
)
def test_chips(code, chip, kind, line, message, hint):
    error = failed(line, chip, kind)
    assert (error.code, error.message, error.hint) == (f"TIK-{code}", message, hint)
    assert error.location is not None


@pytest.mark.parametrize(
    ("old", "new", "code", "message", "line"),
    [
        ("arg y", "arg x", "SYNTAX01", "the name x is used twice in the header", 6),
        ("arg y gm", "arg y mg", "SYNTAX02", "there is no kind of argument 'mg'", 6),
        ("gm output", "gm outptu", "SYNTAX02", "there is no role of argument 'outptu'", 6),
        (" reg=r2", "", "SYNTAX01", "the scalar argument n has no register", 7),
        ("output f16", "output f16 reg=r3", "SYNTAX01", "the gm argument y is memory, not a register", 6),
        ("blocks 1", "blocks 0", "REPEAT01", "a launch has 1..65535 blocks, not 0", 4),
        ("blocks 1", "blocks r3", "SYNTAX02", "the block count is in r3, which holds no scalar argument", 4),
        ("0x420 64", "0x2ffe0 64", "MEM01", "the buffer s does not fit into UB", 10),
        (
            "chip Ascend910B1",
            "chip Ascend910C1",
            "CHIP02",
            "unknown chip 'Ascend910C1'; there are Ascend310, Ascend310P3, Ascend910A, Ascend910B, Ascend910B1..B4",
            2,
        ),
        ("section vector", "section vector { }\nsection vector", "SYNTAX01", "there are 2 sections for vector cores", 13),
    ],
)
def test_headers(old, new, code, message, line):
    error = failed("return", change=(old, new))
    assert (error.code, error.message) == (f"TIK-{code}", message)
    assert error.location.line == line


def test_a_full_buffer_shows_its_numbers():
    assert failed("return", change=("0x420 64", "0x2ffe0 64")).details == (
        "bytes 0x2ffe0..0x30020; UB of Ascend910B1 ends at 0x30000",
    )


def test_a_scope_the_chip_does_not_have():
    error = failed("return", "Ascend910A", "unified", change=("L1 f16", "BT f16"))
    assert (error.code, error.message) == ("TIK-CHIP01", "Ascend910A has no BT")


def test_mistakes_are_collected_up_to_20():
    error = failed("break\n" * 3)
    assert isinstance(error, TikErrors)
    assert [e.location.line for e in error.errors] == [13, 14, 15]
    assert len(failed("break\n" * 30).errors) == 20


def test_without_check():
    text = HEAD.format(chip="Ascend910B1", kind="vector") + "break\n}\n"
    assert parse(text, check=False).sections[0].body == (Exit("break"),)


# ------------------------------------------------------------------------------------------------ streams without text


def one(*body, kind="unified", chip="Ascend910A"):
    args = (Arg("x", "gm", f16, "input", 64), Arg("n", "scalar", i32, "input", None, Reg(2)))
    return Stream("k", chip, args, (Buffer("t", Scope.UB, f16, 0, 1024),), (Section(kind, body),))


def vexp(**changes):
    values = {
        "mask": Mask.count(64),
        "dst": Mem("t"),
        "src": Mem("t"),
        "repeat_times": 1,
        "dst_blk_stride": 1,
        "src_blk_stride": 1,
        "dst_rep_stride": 8,
        "src_rep_stride": 8,
    }
    assert set(changes) <= set(values)
    return Instr(INSTRUCTIONS["vexp"], (f32, f32), tuple((values | changes).values()), here())


def complaint(stream, **how):
    with pytest.raises(TikError) as caught:
        check_stream(stream, **how)
    return caught.value


def test_a_statement_tells_its_place_itself():
    error = complaint(one(vexp(dst=Mem("tt"))))
    assert error.code == "TIK-SYNTAX02"
    assert error.location.file == __file__
    place = Location("a.py", 3)
    assert complaint(one(Exit("break", place))).location == place


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"dst": 5}, "vexp: dst is memory, like name[0x40 + r5], not 5"),
        ({"repeat_times": 1.0}, "vexp: repeat is an integer or a register, not 1.0"),
        ({"mask": 64}, "vexp: mask is a number of lanes, bits(high, low) or counter(lanes), not 64"),
        (
            {"mask": Mask(7, 0, 0)},
            "vexp: mask is a number of lanes, bits(high, low) or counter(lanes), not Mask(mode=7, high=0, low=0)",
        ),
        (
            {"mask": Mask.count("n")},
            "vexp: mask is a number of lanes, bits(high, low) or counter(lanes), not Mask(mode=2, high=0, low='n')",
        ),
    ],
)
def test_operands_of_a_wrong_kind(changes, message):
    error = complaint(one(vexp(**changes)))
    assert (error.code, error.message) == ("TIK-TYPE02", message)


def test_a_wrong_number_of_operands():
    error = complaint(one(dataclasses.replace(vexp(), operands=(Mask.count(64),))))
    assert (error.code, error.message) == ("TIK-TYPE02", "vexp has 8 operands, not 1")


def test_the_same_mistake_is_reported_wherever_it_stands():
    wrong = Mem("t", 16)
    error = complaint(one(vexp(src=wrong), vexp(), vexp(src=wrong)))
    assert [e.code for e in error.errors] == ["TIK-ALIGN01"] * 2


def test_registers_belong_to_their_section():
    writes = Instr(INSTRUCTIONS["smov"], (i32,), (Reg(5), 1))
    reads = Instr(INSTRUCTIONS["smov"], (i32,), (Reg(6), Reg(5)))
    cube, vector = Section("cube", (writes,)), Section("vector", (reads,))
    error = complaint(dataclasses.replace(one(chip="Ascend910B1"), sections=(cube, vector)))
    assert error.message == "r5 has no value: nothing in this section writes it"


def test_the_rule_of_an_instruction_of_its_own():
    load = Instr(INSTRUCTIONS["load2d_l1_l0a"], (i32,), (Mem("a"), Mem("l"), 0, 1, 1, 0, "true"))
    buffers = (Buffer("a", Scope.L0A, i32, 0, 512), Buffer("l", Scope.L1, i32, 0, 512))
    error = complaint(dataclasses.replace(one(load), buffers=buffers))
    assert (error.code, error.message) == ("TIK-TYPE01", "only 16-bit fractals are transposed by this load, not i32")


def test_an_instruction_nobody_registered():
    class VExq(Instruction):
        mnemonic = "vexq"
        pipe = INSTRUCTIONS["vexp"].pipe
        fields = INSTRUCTIONS["vexp"].fields

    error = complaint(one(dataclasses.replace(vexp(), op=VExq)))
    assert (error.message, error.hint) == ("there is no instruction 'vexq'", "did you mean vexp?")


def test_no_section_and_a_buffer_in_gm():
    stream = dataclasses.replace(one(), sections=(), buffers=(Buffer("g", Scope.GM, f16, 0, 64),))
    assert [e.message for e in complaint(stream).errors] == [
        "the buffer g is in GM: global memory is an argument or a constant",
        "the stream has no section",
    ]


def test_nesting_has_a_limit():
    def nested(depth):
        body = ()
        for _ in range(depth):
            body = (Loop(Reg(3), 0, 1, 1, body),)
        return one(*body)

    check_stream(nested(100))
    assert complaint(nested(101)).message == "loops and branches are nested deeper than 100"


def test_a_chip_of_ones_own():
    stream = dataclasses.replace(one(vexp()), chip="MyChip")
    assert complaint(stream).code == "TIK-CHIP02"
    check_stream(stream, chip=load_chip("Ascend910A"))
