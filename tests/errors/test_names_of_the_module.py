"""Names asked of the module that are not there, and what they were meant to be."""

import pytest

import tik


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("scope_ub", "; did you mean scope_ubuf"),
        ("Dprofil", "; did you mean Dprofile"),
        ("float16", "; a dtype is 'float16', as text, or tik.f16"),
        ("int32", "; a dtype is 'int32', as text, or tik.i32"),
        ("zzz", ""),
        ("__path_", ""),
    ],
)
def test_message(name, hint):
    with pytest.raises(AttributeError) as caught:
        getattr(tik, name)
    assert str(caught.value).startswith(f"module 'tik' has no attribute {name!r}{hint}")
    assert hint or str(caught.value).endswith("'")
