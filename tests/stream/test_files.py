"""Stream files: chosen by suffix, whole or not at all."""

import os

import pytest

from tests.stream.test_printer import small
from tik.stream import encode, format_stream, load, save
from tik.types.errors import TikError


@pytest.mark.parametrize("name", ["k.tikasm", "k.tikbin", "K.TIKBIN"])
def test_round_trip(tmp_path, name):
    path = tmp_path / name
    save(small(), path)
    assert load(path) == load(str(path)) == small()
    assert [entry.name for entry in tmp_path.iterdir()] == [name]


def test_what_is_written(tmp_path):
    save(small(), tmp_path / "k.tikasm")
    save(small(), tmp_path / "k.tikbin")
    assert (tmp_path / "k.tikasm").read_bytes() == format_stream(small()).encode()
    assert (tmp_path / "k.tikbin").read_bytes() == encode(small())


def test_a_failed_save_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "k.tikbin"
    path.write_bytes(b"old")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(TikError) as caught:
        save(small(), path)
    assert (caught.value.code, caught.value.message) == ("TIK-ARTIFACT02", f"{path} cannot be written: No space left on device")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_missing_folder_and_file(tmp_path):
    for action in (lambda: save(small(), tmp_path / "no" / "k.tikasm"), lambda: load(tmp_path / "k.tikbin")):
        with pytest.raises(TikError) as caught:
            action()
        assert caught.value.code == "TIK-ARTIFACT02"
        assert "No such file or directory" in caught.value.message


def test_another_suffix(tmp_path):
    with pytest.raises(TikError) as caught:
        save(small(), tmp_path / "k.txt")
    assert caught.value.message == f"{tmp_path / 'k.txt'} has neither of the suffixes .tikasm and .tikbin"
    assert not list(tmp_path.iterdir())


def test_text_that_is_not_utf8(tmp_path):
    path = tmp_path / "k.tikasm"
    path.write_bytes(b"tikasm 1 ; \xff")
    with pytest.raises(TikError) as caught:
        load(path)
    assert (caught.value.code, caught.value.message) == ("TIK-ARTIFACT01", f"{path} is not UTF-8 text: byte 11 is 0xff")


def test_errors_name_the_file(tmp_path):
    path = tmp_path / "k.tikasm"
    path.write_bytes(b"\xef\xbb\xbftikasm 1\nchp")  # with a byte order mark
    with pytest.raises(TikError) as caught:
        load(path)
    assert (caught.value.location.file, caught.value.location.line) == (str(path), 2)


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")
def test_others_may_read_what_the_umask_lets_them(tmp_path):
    before = os.umask(0o027)
    try:
        save(small(), tmp_path / "k.tikasm")
    finally:
        os.umask(before)
    assert (tmp_path / "k.tikasm").stat().st_mode & 0o777 == 0o640
