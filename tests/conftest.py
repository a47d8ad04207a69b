"""What every test may use: the `golden` fixture, and settings that must hold before numpy loads."""

import difflib
import os
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # two test workers share two cores

import hypothesis
import pytest

GOLDEN = Path(__file__).parent / "golden"

# The first example may compile native code, so no deadline; CI must not fail by the luck of a draw.
hypothesis.settings.register_profile("tik", deadline=None, derandomize="CI" in os.environ)
hypothesis.settings.load_profile("tik")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="rewrite the files in tests/golden that differ")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """`golden("add.tikasm", text)`: text equals the file tests/golden/add.tikasm, or the test fails with the diff.

    With --update-golden a file that differs or is missing is written instead.
    """
    update = request.config.getoption("--update-golden")

    def compare(name: str, text: str) -> None:
        path = GOLDEN / name
        kept = path.read_bytes().decode("utf-8") if path.exists() else None
        if kept == text:
            return
        if update:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode("utf-8"))
            return
        if kept is None:
            pytest.fail(f"tests/golden/{name} does not exist; --update-golden writes it", pytrace=False)
        diff = "\n".join(
            difflib.unified_diff(kept.split("\n"), text.split("\n"), f"tests/golden/{name}", "this run", n=3, lineterm="")
        )
        pytest.fail(f"{diff}\n\nIf this change is intended: pytest --update-golden, then read the diff.", pytrace=False)

    return compare
