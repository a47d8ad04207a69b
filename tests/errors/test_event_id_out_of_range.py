"""A ninth event id (case O08)."""

from tik.dsl import Builder


def test_message(mistakes):
    t = Builder("Ascend910B1")
    t.set_flag("PIPE_V", "PIPE_MTE3", event_id=8)
    assert (
        mistakes(t)
        == """\
TIK-SYNC07: event_id is 8, at most 7
  --> test_event_id_out_of_range.py:8
      t.set_flag("PIPE_V", "PIPE_MTE3", event_id=8)
      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  set_flag: event_id can be 0..7"""
    )
