"""What is too large is refused before it is begun; what is long goes on after it was killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pycheck.cache import Cache
from pycheck.census import CensusTooLarge, run_census
from pycheck.census.ahead import NOTICEABLE
from pycheck.census.frontier import Frontier
from pycheck.census.network import TICK
from pycheck.cli.keeping import CacheKeeper
from pycheck.loading import load

from .voting import voting

#: The count of 60 rules in parts: tables of the last agents' constraints, lists, values.
VOTERS, ALTERNATIVES, RULES = 3, 3, 60


@pytest.mark.parametrize(
    ("mechanism", "predicates", "reason"),
    [
        ("boston", ["truthful:weak"], "layer 2 has about"),
        ("boston", ["truthful:weak", "onto"], "layer 2 has about"),
        ("serial_dictatorship", ["truthful:weak"], "layer 2 has about"),
        ((6, 3), ["truthful:weak"], "layer 5 has about"),
        ((2, 6), ["truthful:weak"], "the constraints alone"),
    ],
)
def test_too_large_is_said_before_it_is_tried(
    mechanism: str | tuple[int, int], predicates: list[str], reason: str
) -> None:
    steps = 0

    def tick(_: int) -> None:
        nonlocal steps
        steps += TICK

    chosen = load(mechanism).mechanism if isinstance(mechanism, str) else voting(*mechanism)
    with pytest.raises(CensusTooLarge, match="too large to count here") as refused:
        run_census(chosen, predicates, tick=tick)
    assert reason in str(refused.value)
    # Of the 2,000,000 that are allowed.
    assert steps <= 100_000


def test_any_work_is_done_where_it_is_allowed() -> None:
    mechanism = load("boston").mechanism
    with pytest.raises(Stopped):
        run_census(mechanism, ["truthful:weak"], method="layers", budget=None, tick=stop_after(200_000))


class Stopped(Exception):
    pass


def stop_after(steps: int) -> Callable[[int], None]:
    left = steps

    def tick(_: int) -> None:
        nonlocal left
        left -= TICK
        if left < 0:
            raise Stopped

    return tick


class Saving(CacheKeeper):
    """Saves at every point where the count could go on; kills its process after some of them."""

    def __init__(self, cache: Cache, kill_after: int | None = None) -> None:
        super().__init__(cache, resume=True, every=0)
        self.offers = 0
        self.loaded: list[Frontier] = []
        self.kill_after = kill_after

    def load(self, problem: str) -> Frontier | None:
        found = super().load(problem)
        if found is not None:
            self.loaded.append(found)
        return found

    def offer(self, problem: str, make: Callable[[], Frontier]) -> None:
        super().offer(problem, make)
        self.offers += 1
        if self.offers == self.kill_after:
            os.kill(os.getpid(), signal.SIGKILL)


def count(keeper: CacheKeeper, method: str = "layers") -> int:
    # So few steps are quick that the last network is counted in parts.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pycheck.census.layers.QUICK", 50)
        patch.setattr("pycheck.census.run.QUICK", 50)
        chosen = voting(VOTERS, ALTERNATIVES)
        return run_census(chosen, ["truthful:weak"], keeper=keeper, method=method).count


if __name__ == "__main__":
    count(Saving(Cache(Path(sys.argv[1])), int(sys.argv[2])), sys.argv[3])


@pytest.mark.parametrize("method", ["layers", "orbits"])
def test_a_killed_count_goes_on_and_comes_out_the_same(tmp_path: Path, method: str) -> None:
    whole = Saving(Cache(tmp_path / "whole"))
    assert count(whole, method) == RULES
    assert whole.offers > 2
    for kill_after in sorted({1, whole.offers // 2, whole.offers - 1}):
        cache = tmp_path / f"killed{kill_after}"
        run = subprocess.run(
            [sys.executable, "-m", "tests.census.test_long_counts", str(cache), str(kill_after), method],
            cwd=Path(__file__).parents[2],
            check=False,
        )
        assert run.returncode == -signal.SIGKILL
        resumed = Saving(Cache(cache))
        assert count(resumed, method) == RULES
        assert len(resumed.loaded) == 1
        # Nothing that was done is done again.
        assert resumed.offers == whole.offers - kill_after


def test_a_frontier_of_another_problem_or_a_damaged_one_is_not_used(tmp_path: Path) -> None:
    assert count(Saving(Cache(tmp_path))) == RULES
    other = Saving(Cache(tmp_path))
    assert run_census(voting(2, ALTERNATIVES), ["truthful:weak"], keeper=other).count == 17
    assert run_census(voting(VOTERS, ALTERNATIVES), ["truthful:strict"], keeper=other).count == 0
    assert other.loaded == []
    for entry in tmp_path.rglob("*"):
        if entry.is_file():
            entry.write_bytes(entry.read_bytes()[:-1])
    damaged = Saving(Cache(tmp_path))
    assert count(damaged) == RULES
    assert damaged.loaded == []


def test_a_wrong_frontier_would_be_believed(tmp_path: Path) -> None:
    """That is why only content whose digest fits is read: the total kept is the total that comes out."""
    keeper = Saving(Cache(tmp_path))
    count(keeper)

    class Lying(Saving):
        def load(self, problem: str) -> Frontier | None:
            found = super().load(problem)
            return found and Frontier(**{**vars(found), "total": found.total + 1})

    assert count(Lying(Cache(tmp_path))) == RULES + 1


def test_frontiers_are_read_back_as_they_were() -> None:
    packed = Frontier((1, 0), (b"\0\1", b"\2\0"), (3, 2), {(1, 3): (5, 1 << 70)}, 4, 10**40)
    plain = Frontier((0,), ((300, 1), (2, 3)), (2,))
    assert [Frontier.from_bytes(f.to_bytes()) for f in (packed, plain)] == [packed, plain]


def test_working_out_constraints_gives_signs_of_life() -> None:
    """Of a large census that is most of the time; the search afterwards is short."""
    seen: list[int] = []
    run_census(voting(3, 4), ["truthful:weak"], method="layers", tick=seen.append)
    assert max(seen) > NOTICEABLE
