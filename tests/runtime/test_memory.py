"""Arrays on the device."""

import numpy as np
import pytest

from tik.runtime import download, empty, poison, upload
from tik.runtime.memory import allocated, poisoned
from tik.types.dtypes import bf16, f16, f32, i8, i16, i32
from tik.types.dtypes import dtype as named


def test_every_array_has_slack_behind_it() -> None:
    """The vendor's rule: rounded up to 32 bytes, and 32 more."""
    assert [allocated(n) for n in (0, 1, 32, 33, 64)] == [32, 64, 64, 96, 96]
    tensor = empty((3, 5), f16)
    assert (tensor.nbytes, len(tensor.data)) == (30, 64) and tensor.space.logical == 30


@pytest.mark.parametrize("dtype", [f16, f32, bf16])
def test_poisoned_floats_are_nan(dtype: object) -> None:
    tensor = poison(empty((5,), dtype))  # type: ignore[arg-type]
    assert np.isnan(tensor.numpy().astype(np.float32)).all() and (tensor.data[tensor.nbytes :] == 0xFF).all()


def test_poisoned_integers_are_no_likely_result() -> None:
    assert poison(empty((2,), i8)).numpy().tolist() == [-91, -91]
    assert poison(empty((1,), i16)).numpy().tolist() == [-23131]  # 0xA5A5
    tensor = poison(empty((1,), i32))
    assert tensor.numpy().tolist() == [-1515870811] and (tensor.data[4:] == 0xFF).all()


def test_upload_copies_any_strides_and_poisons_the_slack() -> None:
    host = np.arange(24, dtype=np.float32).reshape(4, 6)
    tensor = upload(host[::2, 1::2], f32)
    assert tensor.shape == (2, 3) and tensor.numpy().tolist() == [[1, 3, 5], [13, 15, 17]]
    assert (tensor.data[24:] == 0xFF).all()
    host[:] = 0
    assert tensor.numpy()[0, 0] == 1


@pytest.mark.parametrize("shape", [(), (0,), (3, 0, 2), (1,)])
def test_odd_shapes(shape: tuple[int, ...]) -> None:
    host = np.ones(shape, np.float16)
    assert np.array_equal(download(upload(host, f16)), host)


def test_upload_refuses_another_dtype() -> None:
    with pytest.raises(TypeError):
        upload(np.zeros(4, np.float32), f16)


def test_download() -> None:
    tensor = upload(np.arange(6, dtype=np.int32).reshape(2, 3), i32)
    out = np.zeros((3, 2), np.int32).T
    assert download(tensor, out) is out and out.tolist() == [[0, 1, 2], [3, 4, 5]]
    shared = download(tensor)
    tensor.data[:4] = [9, 0, 0, 0]
    assert shared[0, 0] == 9 and out[0, 0] == 0
    with pytest.raises(TypeError):
        download(tensor, np.zeros((2, 3), np.float32))


@pytest.mark.parametrize("dtype", ["f16", "f32", "bf16", "i8", "u16", "i64"])
def test_poison_is_found(dtype: str) -> None:
    t = named(dtype)
    array = download(poison(empty((3, 64), t)))
    assert poisoned(array, t) == 192
    array[0] = 0
    assert poisoned(array, t) == 128
    array[1:] = np.nan if t.is_float else array[1, 0] + 1
    assert poisoned(array, t) == 0 == poisoned(array[:0], t)
