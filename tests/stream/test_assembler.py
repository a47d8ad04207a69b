"""Text to streams: the language, and what is said about text that is not in it."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.stream.streams import streams
from tik.isa import INSTRUCTIONS, Mask
from tik.stream import (
    BLOCK,
    Arg,
    Buffer,
    Constant,
    Exit,
    If,
    Instr,
    Loop,
    Mem,
    Reg,
    Section,
    Stream,
    TextLocation,
    format_stream,
    parse,
)
from tik.stream.syntax import WORDS, line_parser, stream_parser
from tik.types.dtypes import bf16, f16, f32, i32
from tik.types.errors import TikError, TikErrors
from tik.types.positions import Location
from tik.types.scopes import Scope

ROOT = Path(__file__).resolve().parents[2]
HEAD = """tikasm 1
chip Ascend910B1
kernel k
blocks 1
arg x gm input f16
buffer t UB f16 0x0 1024
section vector {
"""  # the first statement is on line 8


def failed(text: str) -> TikError:
    with pytest.raises(TikError) as caught:
        parse(text, "k.tikasm")
    return caught.value


def op(mnemonic, types, *operands):
    return Instr(INSTRUCTIONS[mnemonic], types, operands)


# ------------------------------------------------------------------------------------------------------- what it says


def test_a_mixed_kernel():
    stream = parse("""
        tikasm 1 kit "0.2"  chip Ascend910B1 kernel "my kernel"
        blocks r9                             ; the scalar argument
        file 3 "mm.py"
        arg a gm input bf16 bytes=0x200
        arg ws gm workspace f32 bytes=64 zero
        arg n scalar input i32 reg=r9
        const c f32 base64 "AACA" "Pw=="
        buffer l1 L1 bf16 0x200 512 @3:4
        buffer "ub 1" UB f32 0 256
        section cube {
          mov_gm_l1.bf16 l1[0], a[%block], nburst=r9, burst=16 @3:7:4-30
          cross_core_set mode=2, pipe=MTE2, id=10
          block_barrier
        }
        section vector ratio=2 {
          cross_core_wait id=10
          smov.f32 r10, -1.5e-3
          loop r11 = 0, r9, 2 @3:8 { if r11 { continue } else { break @3:9:1 } }
          vadds.f32.f32 "ub 1"[0x20 + r11], "ub 1"[r11], r10, repeat = 2, mask=bits(0, r11)
          vconv.f32.f16 "ub 1"[0x0], "ub 1"[0x0], mask=counter(100), round_mode=none, src_rep=4
          return
        }
    """)
    loop = Loop(Reg(11), 0, Reg(9), 2, (If(Reg(11), (Exit("continue"),), (Exit("break"),)),))
    cube = (
        op("mov_gm_l1", (bf16,), Mem("l1"), Mem("a", 0, BLOCK), Reg(9), 16, 0, 0),
        op("cross_core_set", (), 2, "MTE2", 10),
        op("block_barrier", ()),
    )
    vector = (
        op("cross_core_wait", (), 10),
        op("smov", (f32,), Reg(10), -0.0015),
        loop,
        op(
            "vadds",
            (f32, f32),
            Mask.bits(0, Reg(11)),
            Mem("ub 1", 32, Reg(11)),
            Mem("ub 1", 0, Reg(11)),
            Reg(10),
            2,
            1,
            1,
            8,
            8,
        ),
        op("vconv", (f32, f16), Mask.counter(100), Mem("ub 1"), Mem("ub 1"), "none", 1, 1, 1, 8, 4),
        Exit("return"),
    )
    assert stream == Stream(
        "my kernel",
        "Ascend910B1",
        (
            Arg("a", "gm", bf16, "input", 512),
            Arg("ws", "gm", f32, "workspace", 64, None, True),
            Arg("n", "scalar", i32, "input", None, Reg(9)),
        ),
        (Buffer("l1", Scope.L1, bf16, 512, 512), Buffer("ub 1", Scope.UB, f32, 0, 256)),
        (Section("cube", cube), Section("vector", vector, 2)),
        Reg(9),
        (Constant("c", f32, b"\x00\x00\x80\x3f"),),
        "0.2",
    )
    assert stream.buffers[0].position == Location("mm.py", 4)
    assert stream.sections[0].body[0].position == Location("mm.py", 7, 4, 30)
    found = stream.sections[1].body[2]
    assert found.position == Location("mm.py", 8)
    assert found.body[0].orelse[0].position == Location("mm.py", 9, 1)


def test_a_statement_without_a_place_stands_for_its_line():
    stream = parse(HEAD + "  pipe_barrier pipe=V ; wait\n  loop r2 = 0, 4, 1 { return }\n}\n", "dir/k.tikasm")
    barrier, loop = stream.sections[0].body
    assert barrier.position == TextLocation("dir/k.tikasm", 8, 2, None, "  pipe_barrier pipe=V ; wait")
    assert loop.position == TextLocation("dir/k.tikasm", 9, 2, None, "  loop r2 = 0, 4, 1 { return }")
    assert loop.body[0].position.column == 22
    assert stream.buffers[0].position.line == 6


def test_the_text_of_source_lines_comes_from_comments():
    text = HEAD.replace("arg x", 'file 0 "a.py"\narg x') + "; a.py:3 |   x = 1  \n  return @0:3\n  return @0:4\n}\n"
    first, second = parse(text).sections[0].body
    assert first.position == Location("a.py", 3, text="  x = 1")
    assert second.position == Location("a.py", 4)


def test_windows_line_ends():
    assert parse((HEAD + "return\n}\n").replace("\n", "\r\n")) == parse(HEAD + "return\n}\n")


def test_every_instruction_has_a_written_form():
    """Mnemonics, keys and words are words of the grammar, and no mnemonic is a keyword."""
    keywords = {"loop", "if", "else", "break", "continue", "return", "section"}
    for each in INSTRUCTIONS.values():
        assert re.fullmatch(r"[a-z]\w*", each.mnemonic) and each.mnemonic not in keywords
        for field in each.fields:
            assert re.fullmatch(r"[a-z]\w*", getattr(field, "key", field.name))
            assert all(re.fullmatch(r"[A-Za-z][\w-]*", word) for word in getattr(field, "options", ()))


def test_every_terminal_has_words():
    for parser in (stream_parser(), line_parser()):
        for terminal in parser.terminals:
            if terminal.name not in WORDS and not terminal.name.startswith("__IGNORE"):
                assert terminal.pattern.type == "str", f"{terminal.name} needs words in syntax.WORDS"


def test_lark_is_imported_late():
    code = "import sys, tik.stream; print('lark' in sys.modules, 'numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]


def test_the_example_of_the_docs():
    page = (ROOT / "docs" / "stream.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```tikasm\n(.*?)```", page, re.DOTALL)
    stream = parse(example)
    assert [node.op.mnemonic for node in stream.sections[0].body[0].body] == [
        "smul",
        "mov_gm_ub",
        "set_flag",
        "wait_flag",
        "vadd",
        "set_flag",
        "wait_flag",
        "mov_ub_gm",
        "pipe_barrier",
    ]
    assert parse(format_stream(stream)) == stream


# ----------------------------------------------------------------------------------------------------- what it refuses


@pytest.mark.parametrize(
    ("line", "code", "message", "hint", "caret"),
    [
        ("vadd.f16 t[0x0, t[0x0], t[0x0], mask=128", "SYNTAX01", "unexpected ','; expected '+' or ']'", None, ","),
        (
            "vadd.f16 t[0x0], t[0x0], mask=128",
            "SYNTAX01",
            "vadd needs src1",
            "src1 is memory, like name[0x40 + r5]",
            "vadd.f16",
        ),
        (
            "vadd.f16 t[0x0], t[0x0], t[0x0]",
            "SYNTAX01",
            "vadd needs mask",
            "mask is a number of lanes, bits(high, low) or counter(lanes)",
            "vadd.f16",
        ),
        (
            "vadd.f16 t[0], t[0], t[0], t[0], mask=1",
            "SYNTAX01",
            "vadd has no operand here; it is written vadd "
            "dst[…], src0[…], src1[…], mask=…, repeat=1, dst_blk=1, src0_blk=1, src1_blk=1, dst_rep=8, src0_rep=8, src1_rep=8",
            None,
            "t[0]",
        ),
        (
            "vadd.f16 t[0], t[0], mask=1, t[0]",
            "SYNTAX01",
            "an operand without a key stands behind one with a key",
            None,
            "t[0]",
        ),
        (
            "vadd.f16 t[0], t[0], 5, mask=1",
            "SYNTAX01",
            "this does not fit: vadd's src1 is memory, like name[0x40 + r5]",
            None,
            "5",
        ),
        ("vadd.f16 t[0], t[0], t[0], mask=1, mask=1", "SYNTAX01", "mask is given twice", None, "mask=1"),
        (
            "vadd.f16 t[0], t[0], t[0], mask=1, repet=1",
            "SYNTAX02",
            "vadd has no field 'repet'",
            "did you mean repeat?",
            "repet",
        ),
        (
            "vadd.f16 t[0], t[0], t[0], mask=bits(1)",
            "SYNTAX01",
            "this does not fit: vadd's mask is a number of lanes, bits(high, low) or counter(lanes)",
            None,
            "mask=bits(1)",
        ),
        (
            "vadd.f16 t[0], t[0], t[0], mask=1, repeat=1.5",
            "SYNTAX01",
            "this does not fit: vadd's repeat is an integer or a register",
            None,
            "repeat=1.5",
        ),
        (
            "set_flag src_pipe=V, dst_pipe=MTE4, id=0",
            "SYNTAX01",
            "this does not fit: set_flag's dst_pipe is one of S, V, M, MTE1, MTE2, MTE3, FIX",
            "did you mean MTE3 or MTE2 or MTE1?",
            "dst_pipe=MTE4",
        ),
        ("vad.f16 t[0]", "SYNTAX02", "there is no instruction 'vad'", "did you mean vand or vadd or vmadd?", "vad"),
        ("vadd.f61 t[0]", "TYPE01", "there is no dtype 'f61'", "did you mean f16?", "f61"),
        (
            "smov.i32 r2,",
            "SYNTAX01",
            'the text ends here; expected a register (r5, %block), a number, an integer, a name or text in quotes ("…")',
            None,
            "",
        ),
        ("smov.i32 r2, 5 @0:3", "SYNTAX02", "file 0 is not in the header", None, "@0:3"),
        (
            'vadd.f16 "\\q"[0], t[0], t[0], mask=1',
            "SYNTAX01",
            "the text in quotes has a wrong escape",
            "escapes are those of JSON, like \\n and \\u00e9",
            '"\\q"[0]',
        ),
        ("lop r3 = 0, 4, 1 {", "SYNTAX02", "there is no statement 'lop'", "did you mean loop?", "lop"),
        ("loop r3 = 0, 4 {", "SYNTAX01", "unexpected '{'; expected ','", None, "{"),
        ("if r2 { } esle { }", "SYNTAX02", "there is no statement 'esle'", "did you mean else?", "esle"),
        (
            "break 5",
            "SYNTAX01",
            "unexpected '5'; expected 'loop', 'if', 'break', 'continue', 'return', an instruction, "
            "a source place (@file:line) or '}'",
            None,
            "5",
        ),
    ],
)
def test_mistakes_in_a_statement(line, code, message, hint, caret):
    error = failed(f"{HEAD}  smov.i32 r2, 0\n  {line}  ; a comment\n}}\n")
    assert (error.code, error.message, error.hint) == (f"TIK-{code}", message, hint)
    place = error.location
    assert (place.file, place.line) == ("k.tikasm", 9)
    assert place.text[place.column : place.end_column] == caret or (not caret and place.column == 2 + len(line))


@pytest.mark.parametrize(
    ("old", "new", "code", "message", "line"),
    [
        ("kernel k\n", "", "SYNTAX01", "unexpected 'blocks'; expected 'kernel'", 3),
        ("tikasm 1", "tikasm 2", "ARTIFACT01", "this text is of format 2, and this kit reads format 1", 1),
        ("gm input f16", "gm input f61", "TYPE01", "there is no dtype 'f61'", 5),
        ("UB f16", "UBB f16", "SYNTAX02", "there is no buffer 'UBB' in a core", 6),
        ("0x0 1024", "0x0", "SYNTAX01", "unexpected 'section'; expected an integer", 7),
        ("buffer t", 'const c f16 hex "0g"\nbuffer t', "SYNTAX01", "this is not hex data", 6),
        ("buffer t", 'const c f16 base64 "a"\nbuffer t', "SYNTAX01", "this is not base64 data", 6),
        ("arg x", 'file 0 "a"\nfile 0 "b"\narg x', "SYNTAX02", "file 0 is named twice", 6),
        (
            "blocks 1",
            "blocks 123456789012345678901",
            "SYNTAX01",
            "unexpected '123456789012345678901'; expected a register (r5, %block) or an integer",
            4,
        ),
        (
            "section vector {",
            "",
            "SYNTAX01",
            "unexpected 'return'; expected 'section', a source place (@file:line) or 'buffer'",
            8,
        ),
    ],
)
def test_mistakes_in_the_header(old, new, code, message, line):
    assert old in HEAD
    error = failed(HEAD.replace(old, new) + "return\n}\n")
    assert error.code == f"TIK-{code}"
    assert error.message.startswith(message)
    assert error.location.line == line


def test_the_text_ends_early():
    error = failed(HEAD + "  return\n\n\n")
    assert error.message == (
        "the text ends here; expected 'loop', 'if', 'break', 'continue', 'return', an instruction, "
        "a source place (@file:line) or '}'"
    )
    assert (error.location.line, error.location.column) == (8, 8)
    assert failed("").message == "the text ends here; expected 'tikasm'"


def test_mistakes_are_collected():
    error = failed(HEAD + "  vad.f16 t[0]\n  return\n  vadd.f61 t[0]\n" + "  vad\n" * 3 + "}\n")
    assert isinstance(error, TikErrors)
    assert [e.location.line for e in error.errors] == [8, 10, 11, 12, 13]
    assert len(failed(HEAD + "vad\n" * 50 + "}").errors) == 20


def test_nesting_has_a_limit():
    deep = "loop r2 = 0, 1, 1 { " * 100 + "} " * 100
    parse(HEAD + deep + "}")
    error = failed(HEAD + "if r2 { " + deep + "} }")
    assert (error.code, error.message) == ("TIK-SYNTAX03", "loops and branches are nested deeper than 100")


@given(st.text(max_size=60))
def test_any_text_gives_a_tik_error(text):
    with pytest.raises(TikError):
        parse(text)


@given(streams(), st.data())
@settings(max_examples=40)
def test_damaged_text_gives_a_tik_error_or_a_stream(stream, data):
    text = format_stream(stream)
    at = data.draw(st.integers(0, len(text)))
    size = data.draw(st.integers(0, 8))
    piece = data.draw(st.sampled_from(["", "{", "}", "[", "]", '"', ",", "@", "=", ";", " ", "\n", "x", "0x", "-", "r5"]))
    try:
        parse(text[:at] + piece + text[at + size :])
    except TikError as error:
        assert str(error)
