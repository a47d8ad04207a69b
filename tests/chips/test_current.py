"""Which chip is meant when none is named."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from tik.chips import as_chip, chip, chip_names, current_chip, load_chip
from tik.chips.current import _first_generation, select_chip
from tik.types.errors import TikError


@pytest.fixture(autouse=True)
def no_environment(monkeypatch):
    monkeypatch.delenv("TIK_CHIP", raising=False)


def test_default():
    assert current_chip().name == "Ascend910B1"


def test_environment(monkeypatch):
    monkeypatch.setenv("TIK_CHIP", "310p3")
    assert current_chip().name == "Ascend310P3"
    with chip("910A"):
        assert current_chip().name == "Ascend910A"
    monkeypatch.setenv("TIK_CHIP", "")
    assert current_chip().name == "Ascend910B1"


def test_a_wrong_environment_is_named(monkeypatch):
    monkeypatch.setenv("TIK_CHIP", "Ascend910C1")
    with pytest.raises(TikError) as caught:
        current_chip()
    assert str(caught.value) == (
        "TIK-CHIP02: TIK_CHIP in the environment: unknown chip 'Ascend910C1'; there are Ascend310, Ascend310P3,"
        " Ascend910A, Ascend910B, Ascend910B1..B4\n  hint: did you mean Ascend910B1?"
    )


def test_nests_and_gives_the_chip():
    with chip("Ascend910A") as outer:
        assert outer is current_chip() is load_chip("Ascend910A")
        with chip(load_chip("310P")) as inner:
            assert inner is current_chip()
        assert current_chip() is outer
    assert current_chip().name == "Ascend910B1"


def test_an_error_inside_restores():
    with pytest.raises(ZeroDivisionError), chip("Ascend910A"):
        1 / 0  # noqa: B018
    assert current_chip().name == "Ascend910B1"


def test_an_unknown_name_changes_nothing():
    with chip("Ascend910A"):
        with pytest.raises(TikError, match="unknown chip 'nothing'"), chip("nothing"):
            pass
        assert current_chip().name == "Ascend910A"


def test_a_name_must_be_text():
    with pytest.raises(TikError, match="a chip is given by its name, not as 910"):
        as_chip(910)
    assert as_chip(None) is current_chip()


def test_other_threads_see_nothing_of_it():
    seen = []
    with chip("Ascend910A"):
        thread = threading.Thread(target=lambda: seen.append(current_chip().name))
        thread.start()
        thread.join()
    assert seen == ["Ascend910B1"]


def test_threads_choose_independently():
    names = chip_names()
    all_inside = threading.Barrier(len(names))

    def work(name: str) -> str:
        with chip(name):
            all_inside.wait(timeout=10)
            found = current_chip().name
            all_inside.wait(timeout=10)
        return found

    with ThreadPoolExecutor(len(names)) as pool:
        assert tuple(pool.map(work, names)) == names


def test_a_chip_selected_for_good():
    with chip("Ascend310P3"):
        assert select_chip("910A").name == "Ascend910A" == current_chip().name
        assert select_chip(None).name == "Ascend910B1"
    assert current_chip().name == "Ascend910B1"


def test_the_first_generation_is_told_once(caplog):
    _first_generation.cache_clear()
    for _ in range(3):
        as_chip("Ascend910B")
    assert caplog.text.count("first generation") == 1
