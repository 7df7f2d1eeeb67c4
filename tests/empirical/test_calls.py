"""Calls and the run's time, on a clock that only calls move."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from pycheck.empirical.budget import Charge, Ledger
from pycheck.empirical.calls import Calls, Stopped
from pycheck.empirical.freeze import Freeze, freeze
from pycheck.empirical.journal import Journal
from pycheck.empirical.players import NoReply, Reply, Request
from pycheck.empirical.record import ActKey
from pycheck.empirical.trace import JOURNAL
from pycheck.mechanism import Mechanism

from .conftest import endpoint_pilot, protocol_of

TIMEOUT, WALL = 5.0, 30.0


class Slow:
    """A player whose calls take all of their time, and a moment to be ended in."""

    def __init__(self, moment: float, retry_after: float | None = None) -> None:
        self.now, self.asked, self._moment, self._retry_after = 0.0, 0, moment, retry_after

    def ask(self, request: Request) -> Reply | NoReply:
        self.asked += 1
        self.now += request.sampling.timeout_s + self._moment
        what = NoReply("timeout", latency_s=request.sampling.timeout_s)
        return what if self._retry_after is None else NoReply("http_status", 429, self._retry_after, 0.1)

    def close(self) -> None:
        """Nothing to close."""


@pytest.fixture
def frozen(mechanism: Mechanism, tmp_path: Path) -> Freeze:
    network = {"retry_waits_s": [0, 0], "longest_wait_s": 20, "concurrency": 1}
    protocol = protocol_of(endpoint_pilot(budgets={"wall_s": 2000}, network=network), mechanism)
    return freeze(protocol, mechanism, tmp_path / "freeze.json")


def asked_until_stopped(frozen: Freeze, folder: Path, player: Slow) -> Stopped:
    """Ask for one act after the other; what ended it."""
    protocol = frozen.protocol
    budgets = protocol.budgets.model_copy(update={"wall_s": WALL})
    journal = Journal(folder / JOURNAL, frozen.digest, TIMEOUT, lambda: player.now, ActKey)
    ledger = Ledger(budgets, Charge(), lambda: player.now)
    calls = Calls(protocol.network, {"far": player}, journal, ledger, threading.Event())
    try:
        for key in frozen.plan.asked:
            request = Request(frozen.plan.questions(key)[0], protocol.sampling, key.turn.seed)
            calls.ask(key, protocol.family("far"), request, [], lambda attempt: attempt)
    except Stopped as stopped:
        return stopped
    finally:
        journal.close()
    raise AssertionError("every act was asked for")


@pytest.mark.parametrize("moment", [0.0, 0.003, 0.9])
@pytest.mark.parametrize(("left", "made"), [(TIMEOUT, 0), (TIMEOUT + 0.999, 0), (TIMEOUT + 1, 1), (WALL, 5)])
def test_a_call_that_takes_all_its_time_ends_within_the_budget(
    frozen: Freeze, tmp_path: Path, left: float, made: int, moment: float
) -> None:
    """Also the moment in which it is ended and written down is counted before it is made."""
    player = Slow(moment)
    player.now = WALL - left
    assert asked_until_stopped(frozen, tmp_path, player).reason == "wall_s"
    assert player.now <= WALL
    assert player.asked == made


def test_no_wait_is_begun_after_which_no_call_is_in_time(frozen: Freeze, tmp_path: Path) -> None:
    """An endpoint that asks for more patience than is left does not make a run pass its time."""
    player = Slow(0.0, retry_after=19.5)
    stopped = asked_until_stopped(frozen, tmp_path, player)
    assert (stopped.reason, player.asked) == ("wall_s", 1)
    assert "could reach 30.5 s; limit 30" in str(stopped)
