"""Working side by side: an interruption ends everything, whenever it comes."""

from __future__ import annotations

import threading
import time

import pytest

from pycheck.lean.parallel import interrupted, side_by_side


def wait_for_interruption(ended: list[bool]) -> None:
    while not interrupted.is_set():
        time.sleep(0.01)
    ended.append(True)


def test_an_interruption_while_a_thread_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pool has not noted the thread yet, which has its work already."""
    ended: list[bool] = []
    begun = threading.Event()

    def second() -> None:
        begun.set()
        wait_for_interruption(ended)

    def cut(event: threading.Event, timeout: float | None = None) -> bool:
        monkeypatch.undo()
        begun.wait(10)
        raise KeyboardInterrupt

    def work() -> None:
        with side_by_side(2) as pool:
            pool.submit(wait_for_interruption, ended)
            monkeypatch.setattr(threading.Event, "wait", cut)
            pool.submit(second)

    with pytest.raises(KeyboardInterrupt):
        work()
    assert ended == [True, True]
    assert not interrupted.is_set()


def test_an_error_ends_what_others_wait_for() -> None:
    ended: list[bool] = []

    def work() -> None:
        with side_by_side(1) as pool:
            pool.submit(wait_for_interruption, ended)
            raise ValueError("wrong")

    with pytest.raises(ValueError, match="wrong"):
        work()
    assert ended in ([], [True])
    assert not interrupted.is_set()
