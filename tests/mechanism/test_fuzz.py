"""Whatever is in a file: faults or the mechanism that the file says, never an exception."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from datetime import date, datetime, time
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pycheck.mechanism import MAIN_MAP, Mechanism, Reading, read_mechanism

from .example import LUNCH_TEXT, OTHMAN_SANDHOLM, lunch, read, toml_text

FLAGSHIP_TEXT = (OTHMAN_SANDHOLM / "mechanism.toml").read_text(encoding="utf-8")

SECTIONS = tuple(lunch())
NAMES = ("ann", "bob", "eat", "wait", "meat", "no-meat", "grill", "salad bar", "nowhere", "hungry", "full")
KEYS = ("name", "types", "reports", "truthful", "rows", "grid", "constant", "outcome", "id", "kind", "lean")

scalars = (
    st.sampled_from([*NAMES, "1/3", "-2/4", "1/0", "holds", "docs", "_root_.x", "Place", "false"])
    | st.text(max_size=8)
    | st.integers(-3, 3)
    | st.sampled_from([10**99, 10**100, 10**1000])
    | st.booleans()
    | st.floats()
    | st.dates()
    | st.datetimes().map(lambda moment: moment.replace(fold=0))
    | st.times().map(lambda moment: moment.replace(fold=0))
)
keys = st.sampled_from([*SECTIONS, *NAMES, *KEYS]) | st.text(max_size=4)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4),
    max_leaves=12,
)
documents = st.dictionaries(keys, values, max_size=6)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzz")


def check(reading: Reading) -> None:
    """A reading is either faults or a mechanism; its faults have a key, a finding and one line each."""
    assert (reading.mechanism is None) == bool(reading.faults)
    for fault in reading.faults:
        assert fault.key
        assert fault.found
        assert fault.expected
        assert str(fault).isprintable()


def assert_says(document: Mapping[str, Any], mechanism: Mechanism) -> None:
    """The mechanism is the document's, cell by cell, looked up by label in the raw document."""
    assert document["format"] == 1
    assert (mechanism.name, mechanism.title) == (document["name"], document["title"])
    assert list(mechanism.outcomes) == document["outcomes"]
    assert [agent.name for agent in mechanism.agents] == [raw["name"] for raw in document["agents"]]
    for index, (agent, raw) in enumerate(zip(mechanism.agents, document["agents"], strict=True)):
        assert list(agent.types) == raw["types"]
        assert list(agent.reports) == raw.get("reports", raw["types"])
        true_reports = agent.truthful and {
            type_: agent.reports[k] for type_, k in zip(agent.types, agent.truthful, strict=True)
        }
        same = {t: t for t in agent.types} if set(agent.types) <= set(agent.reports) else None
        assert true_reports == (raw.get("truthful", same) or None)
        for (o, outcome), (t, type_) in product(enumerate(mechanism.outcomes), enumerate(agent.types)):
            cell = document["utilities"][agent.name][outcome][type_]
            assert type(cell) in (int, str)
            assert mechanism.utilities[index][o][t] == Fraction(cell)
    raw_maps = {MAIN_MAP: document["outcome_map"], **document.get("maps", {})}
    assert list(mechanism.maps) == list(mechanism.signature.map_names) == list(raw_maps)
    for (name, raw_map), reports in product(raw_maps.items(), mechanism.signature.report_profiles()):
        outcome = mechanism.outcomes[mechanism.outcome(reports, name)]
        assert outcome == outcome_in(raw_map, mechanism, reports)
    assert [(source.id, source.citation) for source in mechanism.sources] == [
        (raw["id"], raw["citation"]) for raw in document.get("sources", [])
    ]
    for claim, raw in zip(mechanism.claims, document.get("claims", []), strict=True):
        common = {"id": claim.id, "kind": claim.kind, "expect": claim.expect}
        optional = {"theorem": claim.theorem, "source": claim.source, "note": claim.note}
        said = {**common, **{k: v for k, v in optional.items() if v is not None}, **claim.params}
        assert said == {"expect": "holds", **raw}
    assert (mechanism.lean is None) == ("lean" not in document)


def outcome_in(raw_map: Mapping[str, Any], mechanism: Mechanism, reports: tuple[int, ...]) -> object:
    """The outcome that a raw table has for a report profile."""
    (form,) = raw_map
    if form == "constant":
        return raw_map["constant"]
    if form == "grid":
        cell = raw_map["grid"]
        for report in reports:
            cell = cell[report]
        return cell
    labels = dict(
        zip([a.name for a in mechanism.agents], mechanism.signature.report_labels(reports), strict=True)
    )
    (row,) = [row for row in raw_map["rows"] if {k: v for k, v in row.items() if k != "outcome"} == labels]
    return row["outcome"]


FUZZ = settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@given(document=documents)
@FUZZ
def test_any_document(folder: Path, document: dict[str, Any]) -> None:
    check(read(folder, document))


@given(section=st.sampled_from(SECTIONS), value=values)
@FUZZ
def test_a_good_document_with_any_section(folder: Path, section: str, value: Any) -> None:
    document = lunch() | {section: value}
    reading = read(folder, document)
    check(reading)
    if reading.mechanism is not None:
        assert_says(document, reading.mechanism)


@given(content=st.binary(max_size=200))
@FUZZ
def test_any_bytes(folder: Path, content: bytes) -> None:
    check(read(folder, content))


@given(data=st.data(), text=st.sampled_from([LUNCH_TEXT, FLAGSHIP_TEXT]))
@FUZZ
def test_a_good_file_with_bytes_replaced(folder: Path, data: st.DataObject, text: str) -> None:
    content = bytearray(text.encode())
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(content)))
        end = start + data.draw(st.integers(0, 3))
        content[start:end] = data.draw(
            st.binary(max_size=3) | st.sampled_from([b"\n", b"'", b"[[", b"0", b"="])
        )
    reading = read(folder, bytes(content))
    check(reading)
    if reading.mechanism is not None:
        assert_says(tomllib.loads(content.decode()), reading.mechanism)


def places(node: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to every entry and item of a document."""
    inner = list(node.items()) if isinstance(node, dict) else list(enumerate(node))
    below = [places(child, (*way, step)) for step, child in inner if isinstance(child, dict | list)]
    return [(*way, step) for step, _ in inner] + [place for part in below for place in part]


def mutate(document: dict[str, Any], data: st.DataObject) -> None:
    """Delete, retype, duplicate or exchange random nodes of the document."""
    for _ in range(data.draw(st.integers(1, 3))):
        ways = places(document)
        if not ways:
            return
        *way, last = data.draw(st.sampled_from(ways))
        target: Any = document
        for step in way:
            target = target[step]
        match data.draw(st.sampled_from(["delete", "retype", "duplicate", "exchange", "rename"])):
            case "delete":
                del target[last]
            case "retype":
                target[last] = data.draw(values)
            case "duplicate" if isinstance(target, list):
                target.insert(last, target[last])
            case "exchange":
                source: Any = document
                for step in data.draw(st.sampled_from(places(document))):
                    source = source[step]
                if not isinstance(source, dict | list):
                    target[last] = source
            case "rename" if isinstance(target, dict):
                target[data.draw(keys)] = target.pop(last)


@given(data=st.data())
@FUZZ
def test_a_good_document_mutated(folder: Path, data: st.DataObject) -> None:
    document = lunch()
    mutate(document, data)
    reading = read(folder, document)
    check(reading)
    if reading.mechanism is not None:
        assert_says(document, reading.mechanism)


labels = st.text("abcdefgh'_- é₁", min_size=1, max_size=5).filter(lambda s: s == s.strip())


@st.composite
def good_documents(draw: st.DrawFn) -> dict[str, Any]:
    """Any small mechanism without faults: its maps in a random form."""

    def some(limit: int) -> list[str]:
        return draw(st.lists(labels, min_size=1, max_size=limit, unique=True))

    reserved = ("all", "every", "one", "some", "outcome")
    names = [name for name in some(3) if name not in reserved] or ["solo"]
    outcomes = some(4)
    agents = []
    for name in names:
        agent: dict[str, Any] = {"name": name, "types": some(3)}
        if draw(st.booleans()):
            agent["reports"] = some(3)
            agent["truthful"] = draw(
                st.just(False)
                | st.fixed_dictionaries({t: st.sampled_from(agent["reports"]) for t in agent["types"]})
            )
        agents.append(agent)
    number = st.integers(-9, 9) | st.fractions(max_denominator=20).map(str)
    utilities = {
        agent["name"]: {o: {t: draw(number) for t in agent["types"]} for o in outcomes} for agent in agents
    }
    reports = [agent.get("reports", agent["types"]) for agent in agents]
    profiles = list(product(*reports))
    cells = {profile: draw(st.sampled_from(outcomes)) for profile in profiles}
    rows = [dict(zip(names, profile, strict=True)) | {"outcome": o} for profile, o in cells.items()]

    def grid(prefix: tuple[str, ...]) -> Any:
        depth = len(prefix)
        return cells[prefix] if depth == len(names) else [grid((*prefix, r)) for r in reports[depth]]

    return {
        "format": 1,
        "name": "lunch",
        "title": "Any mechanism",
        "outcomes": outcomes,
        "agents": agents,
        "utilities": utilities,
        "outcome_map": {"rows": draw(st.permutations(rows))},
        "maps": {"same": {"grid": grid(())}, "still": {"constant": outcomes[0]}},
    }


@given(document=good_documents())
@FUZZ
def test_every_good_document_is_read_as_it_says(folder: Path, document: dict[str, Any]) -> None:
    reading = read(folder, document)
    assert [str(fault) for fault in reading.faults] == []
    mechanism = reading.require()
    assert_says(document, mechanism)
    assert mechanism.maps["same"] == mechanism.outcome_map


def test_the_shipped_files_say_what_they_say() -> None:
    """The oracle itself, on files that are known to be good, and on one that differs."""
    mechanism = read_mechanism(OTHMAN_SANDHOLM).require()
    document = tomllib.loads(FLAGSHIP_TEXT)
    assert_says(document, mechanism)
    document["utilities"]["row"]["o4"]["a"] = 2
    with pytest.raises(AssertionError):
        assert_says(document, mechanism)


@given(document=documents)
def test_the_toml_writer_of_these_tests(document: dict[str, Any]) -> None:
    written = tomllib.loads(toml_text(document))
    assert repr(written) == repr(document)  # repr, because nan is not equal to itself


def test_dates_are_described(folder: Path) -> None:
    for value in (date(2026, 1, 2), time(3, 4), datetime(2026, 1, 2, 3, 4)):
        check(read(folder, lunch() | {"title": value, "outcomes": value, "claims": [value]}))
