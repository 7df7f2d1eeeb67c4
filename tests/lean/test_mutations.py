"""Every cell of the tables and the map, changed on one side: found, named, with both values, exit code 1."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import pytest

from ._mutants import LIBRARY, flagship, library, place, replaced, run

TYPES = ("a", "a'")
OUTCOMES = ("o1", "o2", "o3", "o4")
UTILITIES = {
    "row": {"o1": (1, 3), "o2": (4, 5), "o3": (0, 0), "o4": (3, 0)},
    "col": {"o1": (1, 4), "o2": (0, 0), "o3": (3, 6), "o4": (0, 0)},
}
M = {("a", "a"): "o4", ("a", "a'"): "o3", ("a'", "a"): "o2", ("a'", "a'"): "o1"}


@dataclass(frozen=True)
class Mutant:
    """One cell with another value on one side. ``old`` and ``new`` are as that side writes them."""

    side: Literal["python", "lean"]
    key: str
    table: str
    place: tuple[str, str]
    old: str
    new: str

    def __str__(self) -> str:
        return f"{self.side}: {self.key} = {self.new}"


def cell_mutants(side: Literal["python", "lean"]) -> list[Mutant]:
    found = []
    for agent, table in UTILITIES.items():
        for outcome, row in table.items():
            for type_, value in zip(TYPES, row, strict=True):
                # Natural numbers have no 0 - 1 (it is 0 again, a mutant that changes nothing), so the
                # second mutant of a 0 on the Lean side is 2. On the Python side it is -1.
                less = 2 if side == "lean" and value == 0 else value - 1
                key = f"utilities.{agent}.{outcome}.{type_}"
                where = (outcome, type_)
                found += [Mutant(side, key, agent, where, str(value), str(new)) for new in (value + 1, less)]
    for reports, outcome in M.items():
        key = f"outcome_map.({', '.join(reports)})"
        found += [Mutant(side, key, "map", reports, outcome, other) for other in OUTCOMES if other != outcome]
    return found


PYTHON, LEAN = cell_mutants("python"), cell_mutants("lean")


#: Some of each side: on the whole library, and all the way through the program.
BY_HAND = [PYTHON[0], PYTHON[5], PYTHON[9], PYTHON[-1], LEAN[0], LEAN[-1]]


def mechanism_file(mutant: Mutant) -> str:
    if mutant.table == "map":
        row, col = mutant.place
        text = f'\n    {{ row = "{row}", col = "{col}", outcome = '
        return replaced(flagship(), (f'{text}"{mutant.old}"', f'{text}"{mutant.new}"'))
    outcome, type_ = mutant.place
    before, header, after = flagship().partition(f"[utilities.{mutant.table}]\n")
    values = [str(value) for value in UTILITIES[mutant.table][outcome]]
    old = toml_row(outcome, values)
    values[TYPES.index(type_)] = mutant.new
    assert old in after
    return before + header + after.replace(old, toml_row(outcome, values), 1)


def toml_row(outcome: str, values: list[str]) -> str:
    return f"""{outcome} = {{ a = {values[0]}, "a'" = {values[1]} }}"""


def lean_rows(mutant: Mutant) -> tuple[str, str, int]:
    """The row of the shipped module before and after, and its number."""
    definition = {"row": "def uRow ", "col": "def uCol ", "map": "def outcome "}[mutant.table]
    new = f".{mutant.new}" if mutant.table == "map" else mutant.new
    left = ", ".join(f".{name}" for name in mutant.place)
    rows = library().splitlines()
    start = next(k for k, row in enumerate(rows) if row.startswith(definition))
    number = next(k for k in range(start, len(rows)) if rows[k].startswith(f"  | {left} =>"))
    return rows[number], f"  | {left} => {new}", number + 1


def lean_module(mutant: Mutant) -> str:
    before, after, number = lean_rows(mutant)
    rows = library().splitlines()
    assert rows[number - 1] == before != after
    rows[number - 1] = after
    return "\n".join(rows) + "\n"


def files(mutant: Mutant, *, whole: bool = True) -> dict[str, str]:
    if mutant.side == "python":
        return {"mechanism.toml": mechanism_file(mutant)}
    source = lean_module(mutant)
    return {LIBRARY: source if whole else without_census(source)}


def without_census(source: str) -> str:
    """The module without its theorems on all 256 maps: they take the kernel most of the time."""
    before, start, rest = source.partition("/-- Eight outcome maps are truthful")
    _, end, after = rest.partition("/-! ### Summary -/")
    assert start
    assert end
    return before + end + after


def test_there_are_88_mutants() -> None:
    assert (len(set(PYTHON)), len(set(LEAN))) == (44, 44)
    assert len({tuple(files(m).items()) for m in (*PYTHON, *LEAN)}) == 88


@pytest.mark.parametrize("mutant", [*PYTHON, *LEAN], ids=str)
@pytest.mark.sample(every=22)
def test_mutant_is_found(tmp_path: Path, lean_cache: Path, mutant: Mutant) -> None:
    found = run(place(tmp_path, sources=files(mutant, whole=mutant in BY_HAND)), lean_cache)
    values = (mutant.new, mutant.old) if mutant.side == "python" else (mutant.old, mutant.new)
    assert found.code == 1
    assert found.verification.non_divergence.verdict == "diverges"
    assert found.divergences == {mutant.key: values}
    assert found.formal == set()
    # The line of the cell, so that a person can go there.
    _, _, row = lean_rows(mutant)
    assert [d.where for d in found.verification.non_divergence.divergences] == [f"{LIBRARY}:{row}"]


@pytest.mark.parametrize("mutant", BY_HAND, ids=str)
@pytest.mark.sample(every=3)
def test_mutant_is_found_by_the_program(tmp_path: Path, lean_cache: Path, mutant: Mutant) -> None:
    home = place(tmp_path, sources=files(mutant))
    command = [sys.executable, "-m", "pycheck", "verify", str(home), "--lean", "embedded"]
    ran = subprocess.run(
        [*command, "--format", "json"],
        env={**os.environ, "PYCHECK_CACHE": str(lean_cache)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 1, ran.stderr
    report = json.loads(ran.stdout)
    assert report["non_divergence"]["verdict"] == "diverges"
    (divergence,) = report["non_divergence"]["divergences"]
    assert divergence["key"] == mutant.key
    assert not [claim["id"] for claim in report["claims"] if "formal" in claim["evidence"]]


def test_without_a_mutation_everything_agrees(tmp_path: Path, lean_cache: Path) -> None:
    found = run(place(tmp_path, sources={LIBRARY: library()}), lean_cache)
    assert found.code == 0
    assert found.verification.non_divergence.verdict == "agrees"
    assert len(found.formal) == 23
    assert found.codes == {""}


def test_without_the_census_everything_else_agrees(tmp_path: Path, lean_cache: Path) -> None:
    found = run(place(tmp_path, sources={LIBRARY: without_census(library())}), lean_cache)
    assert found.verification.non_divergence.verdict == "agrees"
    assert len(found.formal) == 23 - 4
    assert found.codes == {"", "theorem_missing"}


@pytest.mark.parametrize("other", OUTCOMES[1:])
@pytest.mark.sample(every=3)
def test_another_constant_map_differs_in_every_cell(tmp_path: Path, lean_cache: Path, other: str) -> None:
    source = replaced(library(), ("  | _, _ => .o1", f"  | _, _ => .{other}"))
    found = run(place(tmp_path, sources={LIBRARY: source}), lean_cache)
    assert found.code == 1
    assert found.divergences == {f"maps.M1.({', '.join(reports)})": ("o1", other) for reports in M}


def test_several_mutations_are_all_named(tmp_path: Path, lean_cache: Path) -> None:
    one, two = LEAN[0], next(m for m in LEAN if m.table == "map")
    _, changed, number = lean_rows(two)
    rows = lean_module(one).splitlines()
    rows[number - 1] = changed
    found = run(place(tmp_path, sources={LIBRARY: "\n".join(rows) + "\n"}), lean_cache)
    assert found.code == 1
    assert found.divergent == {one.key, two.key}
