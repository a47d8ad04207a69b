"""Whose mistake an exception is."""

from pathlib import Path

import pytest

from tik.cli.failures import UserCodeError
from tik.cli.userfile import blame, is_argument_mistake, load_module, user_code
from tik.types.dtypes import dtype


def test_the_kits_exceptions_pass() -> None:
    with pytest.raises(KeyError), user_code():
        dtype("nothing")
    with pytest.raises(UserCodeError, match=r"ValueError: mine\n  --> .*test_userfile\.py:"), user_code():
        raise ValueError("mine")


def test_blame_skips_libraries() -> None:
    import json

    try:
        json.loads("{")
    except ValueError as error:
        place = blame(error)
    assert place is not None and place.text.strip() == 'json.loads("{")'


def test_arguments_are_refused_at_the_doors() -> None:
    import numpy as np

    import opsnn

    for call in (lambda: opsnn.softmax(np.ones(3)), lambda: opsnn.softmax(np.ones(3, np.float32), axis=5)):
        with pytest.raises((TypeError, ValueError)) as caught:
            call()
        assert is_argument_mistake(caught.value)
    with pytest.raises(KeyError) as other:
        dtype("nothing")
    assert not is_argument_mistake(other.value)


def test_a_files_folder_is_importable(tmp_path: Path) -> None:
    (tmp_path / "beside_it.py").write_text("value = 3\n", encoding="utf-8")
    (tmp_path / "main_file.py").write_text("from beside_it import value\n", encoding="utf-8")
    assert load_module(tmp_path / "main_file.py").value == 3
