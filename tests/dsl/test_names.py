"""Names the builder does not have."""

from tik.dsl import Builder
from tik.dsl.names import GUESSES, NOT_YET


def test_nothing_there_is_listed_as_missing() -> None:
    assert not [name for name in (*NOT_YET, *GUESSES) if name in vars(Builder)]
    assert not NOT_YET & set(GUESSES)
