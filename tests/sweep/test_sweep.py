"""Sweeps: the right answers, the same on every engine, and not again what was done before an interruption."""

from __future__ import annotations

import csv
import importlib.util
import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

from pycheck.cache import Cache
from pycheck.cli import cli
from pycheck.errors import EnvironmentUnusable
from pycheck.lean._descendants import descendants
from pycheck.loading import load
from pycheck.mechanism import Mechanism
from pycheck.sweep import ENGINES, Found, Job, SweepError, grid, parse_axis, parse_distance, shaken, sweep
from pycheck.sweep.engines import Rows
from pycheck.sweep.points import at_point
from pycheck.sweep.work import Piece, decide

FLAGSHIP = "othman_sandholm"
INTERRUPTED = "pycheck: interrupted; nothing half-written is left behind, and what was finished is kept"
ROOT = Path(__file__).parents[2]


def flagship() -> Mechanism:
    return load(FLAGSHIP).mechanism


def job(*axes: str, claims: tuple[str, ...] = ()) -> Job:
    mechanism = flagship()
    entries = tuple(e for e in mechanism.claims if e.id in claims or not claims)
    return Job(mechanism, entries, tuple(grid([parse_axis(mechanism, axis) for axis in axes])))


def test_for_which_utilities_an_action_is_strictly_dominant() -> None:
    """row's a' against a at true type a with col at a: 4 from o2 against 3 from o4 in the file."""
    varied = job("row.o2.a=0..6", claims=("a_prime_strictly_dominant",))
    (found,) = sweep([varied])
    expected = [value > flagship().utilities[0][3][0] for value in range(7)]
    assert [row[0] for row in found.rows] == expected
    assert {True, False} == set(expected)


def test_the_files_own_numbers_give_the_files_verdicts() -> None:
    loaded = load(FLAGSHIP)
    stated = tuple(claim for claim in loaded.claims if claim.formula is not None)
    (found,) = sweep([Job(loaded.mechanism, tuple(c.entry for c in stated), ((),))])
    assert found.rows == (tuple(claim.expected for claim in stated),)


def test_what_is_not_formalised_is_not_decided() -> None:
    entries = tuple(e for e in flagship().claims if e.kind == "not_formalised")
    assert entries
    (found,) = sweep([Job(flagship(), entries, ((),))])
    assert found.rows == ((None,) * len(entries),)


def test_random_tables_are_near_and_the_same_again() -> None:
    mechanism = flagship()
    points = list(shaken(mechanism, 20, Fraction(1, 2), 7))
    assert points == list(shaken(mechanism, 20, Fraction(1, 2), 7))
    assert points != list(shaken(mechanism, 20, Fraction(1, 2), 8))
    for point in points:
        moved = at_point(mechanism, point).utilities
        for i, table in enumerate(mechanism.utilities):
            for o, row in enumerate(table):
                for t, value in enumerate(row):
                    assert abs(moved[i][o][t] - value) <= Fraction(1, 2)


@pytest.mark.parametrize(
    "axis",
    ["row.o2.a", "row.o2.a=", "row.o2.a=x", "row.o2=1", "nobody.o2.a=1", "row.o2.a=3..1", "row.o2.a=1,"],
)
def test_an_axis_that_is_none(axis: str) -> None:
    with pytest.raises(SweepError, match="--vary"):
        parse_axis(flagship(), axis)


@pytest.mark.parametrize("text", ["0", "-1", "x", ""])
def test_a_distance_that_is_none(text: str) -> None:
    with pytest.raises(SweepError, match="--by"):
        parse_distance(text)


def test_axes_that_do_not_go_together() -> None:
    axis = parse_axis(flagship(), "row.o2.a=1,2")
    with pytest.raises(SweepError, match="twice"):
        list(grid([axis, axis]))
    long = parse_axis(flagship(), "row.o1.a=0..2000")
    with pytest.raises(SweepError, match="more than"):
        list(grid([long, parse_axis(flagship(), "row.o2.a=0..2000")]))


WIDE = ("row.o2.a=0..6", "col.o3.a=0,1/2,1,3,5,6,7", "row.o1.a'=5..7")
CLAIMS = ("a_prime_strictly_dominant", "not_truthful_dominant", "eight_truthful_dominant")


def wide() -> Job:
    return job(*WIDE, claims=CLAIMS)


@pytest.fixture(scope="module")
def alone() -> list[Found]:
    return sweep([wide()], workers=1)


def test_a_pool_gives_the_same(alone: list[Found]) -> None:
    assert sweep([wide()], workers=2) == alone
    assert len(alone[0].rows) == 147
    assert {truth for row in alone[0].rows for truth in row} >= {True, False}


@pytest.mark.parametrize(
    "how", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.exhaustive), signal.SIGKILL]
)
def test_an_interrupted_sweep_ends_with_its_workers(how: signal.Signals, tmp_path: Path) -> None:
    """Ctrl-C and being told to end, which leave with their code; and being killed, which leaves nobody."""
    command = [
        sys.executable, "-m", "pycheck", "sweep", "othman_sandholm", "--shake", "10000", "--by", "1/2",
        "--jobs", "2", "--claim", CLAIMS[2], "-q", "--cache", str(tmp_path),
    ]  # fmt: skip
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while not list(tmp_path.rglob("sweep/*/*")):
        assert process.poll() is None, process.communicate()
        time.sleep(0.05)
    workers = descendants(process.pid)
    assert len(workers) >= 2
    process.send_signal(how)
    _, errors = process.communicate(timeout=60)
    if how == signal.SIGKILL:
        assert process.returncode == -how
    else:
        assert process.returncode == 128 + how
        assert errors.strip() == INTERRUPTED
    while any(Path(f"/proc/{worker}").exists() for worker in workers):
        time.sleep(0.05)


@pytest.mark.skipif(
    importlib.util.find_spec("ray") is None, reason="ray is not installed: pip install 'pycheck[ray]'"
)
@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning", "ignore::FutureWarning")
@pytest.mark.exhaustive
def test_a_local_ray_gives_the_same(alone: list[Found], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    assert sweep([wide()], engine="ray", workers=2) == alone


def test_without_ray_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(EnvironmentUnusable, match=r"pip install 'pycheck\[ray\]'"):
        sweep([job("row.o2.a=1,2")], engine="ray")


def killed_after(pieces: int) -> None:
    """Kill this process when so many pieces are done."""

    def progress(done: int, _: int) -> None:
        if done == pieces:
            os.kill(os.getpid(), signal.SIGKILL)

    sweep([wide()], workers=1, cache=Cache(Path(sys.argv[1])), progress=progress)


if __name__ == "__main__":
    killed_after(int(sys.argv[2]))


def test_a_killed_sweep_goes_on(tmp_path: Path, alone: list[Found], monkeypatch: pytest.MonkeyPatch) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "tests.sweep.test_sweep", str(tmp_path), "3"], cwd=ROOT, check=False
    )
    assert run.returncode == -signal.SIGKILL
    worked: list[int] = []

    def counting(pieces: list[tuple[int, Piece]], _: int | None) -> Iterator[tuple[int, Rows]]:
        for number, piece in pieces:
            worked.append(number)
            yield number, decide(piece)

    monkeypatch.setattr("pycheck.sweep.run.ENGINES", {"processes": counting})
    assert sweep([wide()], cache=Cache(tmp_path)) == alone
    # Five pieces, three of them done before.
    assert worked == [3, 4]
    assert sweep([wide()], cache=Cache(tmp_path)) == alone
    assert worked == [3, 4]
    # Other numbers are other pieces.
    sweep([job("row.o2.a=0..5", claims=CLAIMS)], cache=Cache(tmp_path))
    assert worked == [3, 4, 0]


def test_the_engines_of_the_command_are_those_there_are() -> None:
    (option,) = [p for p in cli.commands["sweep"].params if p.name == "engine"]
    assert list(getattr(option.type, "choices", ())) == list(ENGINES)


def command(*arguments: str) -> str:
    result = CliRunner().invoke(cli, ["sweep", *arguments], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def test_the_command(tmp_path: Path) -> None:
    common = (FLAGSHIP, "--claim", "a_prime_strictly_dominant", "--vary", "row.o2.a=0..6")
    cached = ("--cache", str(tmp_path), "--jobs", "1")
    assert command(*common, *cached) == (
        f"{FLAGSHIP}: 7 points\n  a_prime_strictly_dominant  holds at 3: row.o2.a = 4, 5, 6\n"
    )
    table = list(csv.DictReader(io.StringIO(command(*common, *cached, "--format", "csv"))))
    assert [row["verdict"] for row in table] == ["fails"] * 4 + ["holds"] * 3
    points = json.loads(command(*common, *cached, "--format", "json"))["points"]
    assert points[4] == {
        "mechanism": FLAGSHIP,
        "utilities": {"row.o2.a": "4"},
        "verdicts": {"a_prime_strictly_dominant": "holds"},
    }


def test_many_mechanisms(tmp_path: Path) -> None:
    text = command(FLAGSHIP, "majority", "--cache", str(tmp_path), "--jobs", "1", "-q")
    assert f"{FLAGSHIP}: 1 point\n" in text
    assert "majority: 1 point\n" in text
