"""What the figures of an instruction depend on."""

from tik.isa import INSTRUCTIONS
from tik.npu.figures import ALIGNMENT, key_modulus
from tik.npu.trace import FIRST_GM


def test_only_what_regions_or_cost_ask_for_is_a_key() -> None:
    """Not a scalar, a pad value or a base address; repeats and masks; of an address in GM its place within 512 bytes."""
    vmuls, gather, move = (INSTRUCTIONS[name] for name in ("vmuls", "vgather", "mov_gm_ub"))
    assert key_modulus(vmuls, vmuls.slot_of["scalar"], 0) == 1
    assert key_modulus(vmuls, vmuls.slot_of["repeat_times"], 0) == key_modulus(vmuls, vmuls.slot_of["mask_low"], 0) == 0
    assert key_modulus(gather, gather.slot_of["base_addr"], 0) == key_modulus(gather, gather.slot_of["src"], 1) == 1
    assert key_modulus(move, move.slot_of["src"], FIRST_GM) == ALIGNMENT
