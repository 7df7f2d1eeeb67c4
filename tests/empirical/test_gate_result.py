"""What the gate wrote down of a run says what the run gives, or the run is refused."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pycheck.empirical.gate import RESULT, gate
from pycheck.empirical.gate_result import edited
from pycheck.empirical.refusals import Code

from .published import CONTENT as PUBLISHED
from .published import mechanism, protocol
from .runs import write_run

GAME = mechanism()
Place = tuple[str | int, ...]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that passes; every test writes its own result beside it."""
    conditions = [c | {"seeds": c["seeds"][:1]} for c in PUBLISHED["conditions"]]  # type: ignore[attr-defined]
    return write_run(tmp_path_factory.mktemp("gate") / "run", protocol(conditions=conditions), GAME)


@pytest.fixture
def written(run: Path) -> dict[str, Any]:
    """What the gate says of the run, as it would be written down."""
    (run / RESULT).unlink(missing_ok=True)
    found: dict[str, Any] = json.loads(json.dumps(gate(run, GAME).to_json()))
    assert found["passed"]
    return found


def said_of(run: Path, text: str) -> list[tuple[Code, str, str]]:
    """The gate's refusals when its result says ``text``."""
    (run / RESULT).write_text(text)
    found = gate(run, GAME)
    assert found.passed == (found.evidence is not None) == (not found.refusals)
    return [(refusal.code, refusal.where, refusal.what) for refusal in found.refusals]


def leaves(value: Any, place: Place = ()) -> Iterator[Place]:
    """The place of everything in a JSON value that has no parts."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in parts:
        yield from leaves(part, (*place, name))
    if not isinstance(value, dict | list):
        yield place


def put(value: Any, place: Place, new: Callable[[Any], Any]) -> Any:
    """A copy in which what is at ``place`` is another."""
    if not place:
        return new(value)
    copy: Any = dict(value) if isinstance(value, dict) else list(value)
    copy[place[0]] = put(copy[place[0]], place[1:], new)
    return copy


def another(value: Any) -> Any:
    return value + 1 if isinstance(value, int | float) else "x"


def test_how_it_is_laid_out_makes_no_difference(run: Path, written: dict[str, Any]) -> None:
    assert said_of(run, json.dumps(written)) == []
    assert said_of(run, json.dumps(dict(reversed(written.items())), indent=8)) == []


def test_no_value_of_it_can_be_another(run: Path, written: dict[str, Any]) -> None:
    places = list(leaves(written))
    assert len(places) > 500
    for place in places:
        (refusal,) = edited(put(written, place, another), written)
        assert refusal.what.startswith(".".join(map(str, place)) + " is not what follows from the run"), place
    for place in places[:: len(places) // 8]:
        ((code, where, _),) = said_of(run, json.dumps(put(written, place, another)))
        assert (code, where) == (Code.CHANGED, RESULT), place


@pytest.mark.parametrize(
    "forge",
    [
        lambda d: json.dumps(d | {"more": 1}),
        lambda d: json.dumps({name: part for name, part in d.items() if name != "results"}),
        lambda d: json.dumps(d | {"results": None}),
        lambda d: json.dumps(put(d, ("results", "verdicts"), lambda old: {})),
        lambda d: json.dumps(put(d, ("results", "groups"), lambda old: old[:-1])),
        lambda d: json.dumps(put(d, ("refusals",), lambda old: [{}])),
        lambda d: json.dumps(d)[:-1] + ', "results": {}}',
        lambda d: json.dumps({"passed": False, "results": {}})[:-1] + "," + json.dumps(d)[1:],
        lambda d: json.dumps(d).replace("true", "1", 1),
        lambda d: json.dumps(d).replace(": 1.0", ": 1", 1),
        lambda d: json.dumps(d).replace(": 1.0", ": NaN", 1),
        lambda d: json.dumps(d).replace(": 1.0", ": true", 1),
        lambda d: json.dumps(d).replace('"passed"', '"Passed"', 1),
        lambda d: "null",
        lambda d: "",
    ],
)
def test_no_other_file_stands_in_for_it(
    run: Path, written: dict[str, Any], forge: Callable[[dict[str, Any]], str]
) -> None:
    assert forge(written) != json.dumps(written)
    ((code, where, what),) = said_of(run, forge(written))
    assert (code, where) == (Code.CHANGED, RESULT)
    assert "the gate writes another" in what


def test_a_name_that_was_put_there_is_not_repeated(run: Path, written: dict[str, Any]) -> None:
    ((code, _, what),) = said_of(run, json.dumps(put(written, ("results",), lambda old: old | {"mine": 1})))
    assert code is Code.CHANGED
    assert what.startswith("results is not what follows")
    assert "mine" not in what


def test_which_digest_is_another_is_said(run: Path, written: dict[str, Any]) -> None:
    for name in ("freeze", "trace"):
        ((code, _, what),) = said_of(run, json.dumps(written | {f"{name}_sha256": "0" * 64}))
        assert code is Code.CHANGED
        assert what.startswith(
            f"passed with the {name} 0000000000000000…, which is {written[f'{name}_sha256'][:16]}…"
        )
