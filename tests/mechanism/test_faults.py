"""Every way in which a good file can be broken is named by its key, with what to do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pycheck.mechanism.fields import MAX_FAULTS

from .example import ABSENT, complaints, edited, lunch, read

Case = tuple[str, Any, str]

BEGINNING: list[Case] = [
    ("format", ABSENT, "format: found nothing; expected the integer 1"),
    ("format", "1", 'format: found the string "1"; expected the integer 1'),
    ("format", True, "format: found the boolean true; expected the integer 1"),
    ("format", 1.0, "format: found the float 1.0; expected the integer 1"),
    (
        "format",
        2,
        "format: found the integer 2; expected the integer 1 "
        "(the file is for another version of pycheck; nothing else in it was looked at)",
    ),
    ("name", ABSENT, "name: found nothing; expected the mechanism's name, which is its folder's"),
    (
        "name",
        "Lunch",
        'name: found the string "Lunch"; expected a name: a to z, then a to z, digits and underscores, '
        "at most 64 characters",
    ),
    (
        "name",
        "dinner",
        'name: found the string "dinner"; expected the name of the folder that the file is in, "lunch"',
    ),
    ("title", ABSENT, "title: found nothing; expected a title"),
    (
        "title",
        " ",
        'title: found the string " "; expected a title, not blank and without control characters',
    ),
    (
        "title",
        "a\u001b[31m",
        'title: found the string "a\\u001b[31m"; expected a title, not blank and without control characters',
    ),
    (
        "title",
        "a\nb",
        'title: found the string "a\\u000ab"; expected a title, not blank and without control characters',
    ),
    ("description", 3, "description: found the integer 3; expected a text"),
    (
        "outcome_maps",
        {},
        'outcome_maps: found the unknown key "outcome_maps"; expected one of "format", "name", "title", '
        '"outcomes", "agents", "utilities", "outcome_map", "description", "sources", "maps", "claims", '
        '"lean" (did you mean "outcome_map"?)',
    ),
]

_LABEL = "expected a label: 1 to 64 characters, no blank at either end, no invisible ones, in NFC"

SETS: list[Case] = [
    ("outcomes", ABSENT, "outcomes: found nothing; expected an array of the outcomes"),
    ("outcomes", "grill", 'outcomes: found the string "grill"; expected a non-empty array of outcomes'),
    ("outcomes", [], "outcomes: found an empty array; expected at least one outcome"),
    ("agents", ABSENT, "agents: found nothing; expected one [[agents]] table for each agent"),
    ("agents", [], "agents: found an empty array; expected at least one agent"),
    (
        "agents",
        {"ann": {}},
        'agents: found a table with "ann"; expected one [[agents]] table for each agent',
    ),
    (
        "agents/0",
        "ann",
        'agents[0]: found the string "ann"; expected a table with "name", "types", "reports", "truthful"',
    ),
    ("agents/0/name", ABSENT, "agents[0].name: found nothing; expected the agent's name"),
    ("agents/0/name", 7, f"agents[0].name: found the integer 7; {_LABEL}"),
    (
        "agents/0/name",
        "every",
        'agents[0].name: found the string "every"; expected an agent\'s name other than all, every, one, '
        "some, outcome (these words mean something in claims)",
    ),
    (
        "agents/0/name",
        "bob",
        'agents[1].name: found "bob"; expected a name no other agent has ("bob" is also agents[0])',
    ),
    ("agents/0/types", [], "agents[0].types: found an empty array; expected at least one type"),
    ("agents/0/types/0", "", f'agents[0].types[0]: found the string ""; {_LABEL}'),
    ("agents/0/types/0", "hungry ", f'agents[0].types[0]: found the string "hungry "; {_LABEL}'),
    ("agents/0/types/0", "hun\u0007gry", f'agents[0].types[0]: found the string "hun\\u0007gry"; {_LABEL}'),
    ("agents/0/types/0", "hungry\u200b", f'agents[0].types[0]: found the string "hungry\\u200b"; {_LABEL}'),
    ("agents/0/types/0", "e\u0301", f'agents[0].types[0]: found the string "e\u0301"; {_LABEL}'),
    ("agents/0/types/0", "h" * 65, f'agents[0].types[0]: found the string "{"h" * 65}"; {_LABEL}'),
    (
        "agents/0/types/1",
        "hungry",
        'agents[0].types[1]: found the string "hungry"; expected a type not named before '
        '("hungry" is also agents[0].types[0])',
    ),
    (
        "agents/0/reports/1",
        "eat",
        'agents[0].reports[1]: found the string "eat"; expected a report not named before '
        '("eat" is also agents[0].reports[0])',
    ),
]

TRUTHFUL: list[Case] = [
    (
        "agents/0/report",
        [],
        'agents[0].report: found the unknown key "report"; expected one of "name", "types", "reports", '
        '"truthful" (did you mean "reports"?)',
    ),
    (
        "agents/0/truthful",
        True,
        "agents[0].truthful: found the boolean true; expected false (no report is true), or a table with "
        "the true report of each type",
    ),
    (
        "agents/0/truthful/full",
        ABSENT,
        "agents[0].truthful.full: found nothing; expected the true report of this type",
    ),
    (
        "agents/0/truthful/full",
        "wiat",
        'agents[0].truthful.full: found the unknown report "wiat"; expected one of "eat", "wait" '
        '(did you mean "wait"?)',
    ),
    (
        "agents/0/truthful/fuller",
        "wait",
        'agents[0].truthful.fuller: found the unknown type "fuller"; expected one of "hungry", "full" '
        '(did you mean "full"?)',
    ),
]

_NUMBER = 'expected an integer or a fraction in quotes such as "1/3", at most 100 digits each'

UTILITIES: list[Case] = [
    (
        "utilities",
        ABSENT,
        "utilities: found nothing; expected a table with a table for each agent, or false (nobody values "
        "outcomes)",
    ),
    ("utilities", True, 'utilities: found the boolean true; expected a table with "ann", "bob"'),
    ("utilities", [], 'utilities: found an empty array; expected a table with "ann", "bob"'),
    (
        "utilities/bob",
        ABSENT,
        "utilities.bob: found nothing; expected a table with a table for each outcome",
    ),
    (
        "utilities/bobby",
        {},
        'utilities.bobby: found the unknown agent "bobby"; expected one of "ann", "bob" '
        '(did you mean "bob"?)',
    ),
    (
        "utilities/ann/salad bar",
        ABSENT,
        'utilities.ann."salad bar": found nothing; expected a table with a number for each type of "ann"',
    ),
    (
        "utilities/ann/gril",
        {},
        'utilities.ann.gril: found the unknown outcome "gril"; expected one of "grill", "salad bar", '
        '"nowhere" (did you mean "grill"?)',
    ),
    (
        "utilities/ann/grill/full",
        ABSENT,
        "utilities.ann.grill.full: found nothing; expected an integer or a fraction in quotes",
    ),
    (
        "utilities/ann/grill/FULL",
        1,
        'utilities.ann.grill.FULL: found the unknown type "FULL"; expected one of "hungry", "full" '
        '(did you mean "full"?)',
    ),
    (
        "utilities/ann/grill",
        [2, -1],
        'utilities.ann.grill: found an array of 2; expected a table with "hungry", "full"',
    ),
    ("utilities/ann/grill/full", True, f"utilities.ann.grill.full: found the boolean true; {_NUMBER}"),
    (
        "utilities/ann/grill/full",
        -0.25,
        f'utilities.ann.grill.full: found the float -0.25; {_NUMBER} (floats are inexact; write "-1/4")',
    ),
    (
        "utilities/ann/grill/full",
        float("nan"),
        f"utilities.ann.grill.full: found the float nan; {_NUMBER} "
        '(floats are inexact; write a fraction in quotes, such as "1/3")',
    ),
    (
        "utilities/ann/grill/full",
        "0.5",
        f'utilities.ann.grill.full: found the string "0.5"; {_NUMBER} (write "1/2")',
    ),
    ("utilities/ann/grill/full", "1/-3", f'utilities.ann.grill.full: found the string "1/-3"; {_NUMBER}'),
    ("utilities/ann/grill/full", "٣", f'utilities.ann.grill.full: found the string "٣"; {_NUMBER}'),
    (
        "utilities/ann/grill/full",
        "1/00",
        'utilities.ann.grill.full: found the string "1/00"; expected a fraction with a denominator that is '
        "not zero",
    ),
    (
        "utilities/ann/grill/full",
        10**100,
        f"utilities.ann.grill.full: found an integer of more than 100 digits; {_NUMBER}",
    ),
    (
        "utilities/ann/grill/full",
        f"1/{10**100}",
        f'utilities.ann.grill.full: found the string "1/1{"0" * 74}..."; {_NUMBER}',
    ),
]

MAPS: list[Case] = [
    ("outcome_map", ABSENT, "outcome_map: found nothing; expected a table with rows, grid or constant"),
    (
        "outcome_map",
        "grill",
        'outcome_map: found the string "grill"; expected a table with "rows", "grid", "constant"',
    ),
    ("outcome_map", {}, "outcome_map: found an empty table; expected exactly one of rows, grid and constant"),
    (
        "outcome_map/constant",
        "grill",
        "outcome_map: found grid and constant at once; expected exactly one of rows, grid and constant",
    ),
    (
        "outcome_map/grids",
        [],
        'outcome_map.grids: found the unknown key "grids"; expected one of "rows", "grid", "constant" '
        '(did you mean "grid"?)',
    ),
    (
        "outcome_map/grid/1",
        ABSENT,
        'outcome_map.grid: found an array of 1; expected an array of 2, one item for each report of "ann"',
    ),
    (
        "outcome_map/grid/1/2",
        "grill",
        'outcome_map.grid[1]: found an array of 3; expected an array of 2, one item for each report of "bob"',
    ),
    (
        "outcome_map/grid/1",
        "grill",
        'outcome_map.grid[1]: found the string "grill"; expected an array of 2, one item for each report of '
        '"bob"',
    ),
    (
        "outcome_map/grid/1/0",
        ["grill"],
        'outcome_map.grid[1][0]: found an array of 1; expected one of "grill", "salad bar", "nowhere"',
    ),
    (
        "outcome_map/grid/0/1",
        "salad",
        'outcome_map.grid[0][1]: found the unknown outcome "salad"; expected one of "grill", "salad bar", '
        '"nowhere" (did you mean "salad bar"?)',
    ),
    (
        "maps/stay/constant",
        "here",
        'maps.stay.constant: found the unknown outcome "here"; expected one of "grill", "salad bar", '
        '"nowhere" (did you mean "nowhere"?)',
    ),
    (
        "maps/bob_decides/rows/2",
        ABSENT,
        'maps.bob_decides.rows: found no row for (ann: "wait", bob: "meat"); expected one row for each of '
        "the 4 report profiles",
    ),
    (
        "maps/bob_decides/rows/4",
        {"ann": "eat", "bob": "meat", "outcome": "grill"},
        'maps.bob_decides.rows[4]: found a second row for (ann: "eat", bob: "meat"); expected one row for '
        "each report profile (the first is maps.bob_decides.rows[0])",
    ),
    (
        "maps/bob_decides/rows/2/outcome",
        "grille",
        'maps.bob_decides.rows[2].outcome: found the unknown outcome "grille"; expected one of "grill", '
        '"salad bar", "nowhere" (did you mean "grill"?)',
    ),
    (
        "maps/bob_decides/rows/2/outcome",
        ABSENT,
        "maps.bob_decides.rows[2].outcome: found nothing; expected an outcome",
    ),
    (
        "maps/bob_decides/rows/2/bob",
        "meet",
        'maps.bob_decides.rows[2].bob: found the unknown report of "bob" "meet"; expected one of "meat", '
        '"no-meat" (did you mean "meat"?)',
    ),
    (
        "maps/bob_decides/rows/2/bob",
        ABSENT,
        'maps.bob_decides.rows[2].bob: found nothing; expected a report of "bob"',
    ),
    (
        "maps/bob_decides/rows/2/carol",
        "meat",
        'maps.bob_decides.rows[2].carol: found the unknown key "carol"; expected one of "ann", "bob", '
        '"outcome"',
    ),
    (
        "maps/bob_decides/rows",
        {},
        "maps.bob_decides.rows: found an empty table; expected an array of rows, one for each report profile",
    ),
]

_SOURCE_ID = "an id: 1 to 100 letters, digits, underscores, dots and hyphens"

ENTRIES: list[Case] = [
    ("sources/0/citation", ABSENT, "sources[0].citation: found nothing; expected a full citation"),
    (
        "sources/0/url",
        "x",
        'sources[0].url: found the unknown key "url"; expected one of "id", "citation"',
    ),
    (
        "sources/1",
        {"id": "docs", "citation": "Twice."},
        'sources[1].id: found the string "docs"; expected an id that no other entry has '
        '("docs" is also sources[0].id)',
    ),
    ("claims", {}, "claims: found an empty table; expected one [[claims]] table for each claim"),
    ("claims/0", 1, "claims[0]: found the integer 1; expected a [[claims]] table"),
    ("claims/0/id", ABSENT, f"claims[0].id: found nothing; expected {_SOURCE_ID}"),
    ("claims/0/id", "a b", f'claims[0].id: found the string "a b"; expected {_SOURCE_ID}'),
    (
        "claims/1/id",
        "truthful",
        'claims[1].id: found the string "truthful"; expected an id that no other entry has '
        '("truthful" is also claims[0].id)',
    ),
    ("claims/1/kind", ABSENT, "claims[1].kind: found nothing; expected a kind of claim"),
    (
        "claims/1/kind",
        False,
        'claims[1] (id "eating_dominant").kind: found the boolean false; expected a kind of claim',
    ),
    (
        "claims/1/expect",
        "fail",
        'claims[1] (id "eating_dominant").expect: found the unknown expectation "fail"; expected one of '
        '"holds", "fails" (did you mean "fails"?)',
    ),
    (
        "claims/1/expect",
        False,
        'claims[1] (id "eating_dominant").expect: found the boolean false; expected one of "holds", "fails"',
    ),
    (
        "claims/1/source",
        "dogs, p. 3",
        'claims[1] (id "eating_dominant").source: found the unknown source "dogs"; expected one of "docs" '
        '(did you mean "docs"?)',
    ),
    (
        "claims/1/source",
        3,
        'claims[1] (id "eating_dominant").source: found the integer 3; expected the id of a source, then '
        "where in it after a comma",
    ),
    (
        "claims/1/note",
        "",
        'claims[1] (id "eating_dominant").note: found the string ""; expected a note, not blank and without '
        "control characters",
    ),
    (
        "claims/1/theorem",
        "two words",
        'claims[1] (id "eating_dominant").theorem: found the string "two words"; expected a Lean name: '
        "letters, digits, _, ' and subscripts, parts joined by dots",
    ),
    (
        "claims/1/theorem",
        "_root_.Mechanisms.Lunch.truthful_dominant",
        'claims[1] (id "eating_dominant").theorem: found the string '
        '"_root_.Mechanisms.Lunch.truthful_dominant"; expected a theorem that no other claim has '
        '("_root_.Mechanisms.Lunch.truthful_dominant" is also claims[0] (id "truthful").theorem)',
    ),
    (
        "claims/1/count",
        {"at": [16**5000]},
        'claims[1] (id "eating_dominant").count.at[0]: found an integer of more than 100 digits; expected an '
        "integer of at most 100 digits",
    ),
    (
        "lean",
        ABSENT,
        'claims[0] (id "truthful").theorem: found the string "truthful_dominant"; expected no theorem '
        "without a [lean] section (say in [lean] where the theorem is)",
    ),
]


@pytest.mark.parametrize(("place", "value", "complaint"), BEGINNING + TRUTHFUL + UTILITIES + MAPS + ENTRIES)
def test_one_fault_is_named_and_nothing_else(tmp_path: Path, place: str, value: Any, complaint: str) -> None:
    reading = read(tmp_path, edited((place, value)))
    assert complaints(reading) == [complaint]
    assert reading.mechanism is None


@pytest.mark.parametrize(("place", "value", "complaint"), SETS)
def test_faulty_sets_are_named_before_what_depends_on_them(
    tmp_path: Path, place: str, value: Any, complaint: str
) -> None:
    reading = read(tmp_path, edited((place, value)))
    assert complaints(reading)[0] == complaint
    assert reading.mechanism is None
    assert reading.signature is None or reading.signature.partial


def test_all_faults_are_reported_at_once(tmp_path: Path) -> None:
    broken = edited(
        ("title", 1),
        ("colour", "red"),
        ("agents/0/truthful/full", "x"),
        ("utilities/ann/grill/full", 0.5),
        ("utilities/bob/nowhere", ABSENT),
        ("outcome_map/grid/0/0", "x"),
        ("maps/stay/constant", "x"),
        ("claims/0/expect", "x"),
        ("claims/1/source", "x"),
        ("lean/number", "Real"),
        ("lean/outcome", "1"),
    )
    reading = read(tmp_path, broken)
    assert {fault.key for fault in reading.faults} == {
        "title",
        "colour",
        "agents[0].truthful.full",
        "utilities.ann.grill.full",
        "utilities.bob.nowhere",
        "outcome_map.grid[0][0]",
        "maps.stay.constant",
        'claims[0] (id "truthful").expect',
        'claims[1] (id "eating_dominant").source',
        "lean.number",
        "lean.outcome",
    }
    assert len(reading.faults) == 11
    # Agents and outcomes are readable, so claims can be interpreted all the same.
    assert reading.signature is not None
    assert reading.signature.map_names == ("outcome_map", "bob_decides", "stay")
    assert [claim.id for claim in reading.claims] == ["truthful", "eating_dominant"]
    assert [claim.expect for claim in reading.claims] == ["holds", "fails"]


def test_an_unreadable_agent_does_not_hide_the_others_faults(tmp_path: Path) -> None:
    broken = edited(
        ("agents/0/types/1", "hungry"), ("utilities/bob/grill/meat", True), ("claims/0/expect", 1)
    )
    reading = read(tmp_path, broken)
    assert [fault.key for fault in reading.faults] == [
        "agents[0].types[1]",
        "utilities.bob.grill.meat",
        'claims[0] (id "truthful").expect',
    ]
    assert reading.signature is None or reading.signature.partial


def test_a_row_that_cannot_be_read_is_not_reported_missing_as_well(tmp_path: Path) -> None:
    broken = edited(("maps/bob_decides/rows/2/bob", "x"), ("maps/bob_decides/rows/3", ABSENT))
    found = [fault.found for fault in read(tmp_path, broken).faults]
    assert found == [
        'the unknown report of "bob" "x"',
        'no row for (ann: "wait", bob: "meat"), (ann: "wait", bob: "no-meat")',
    ]


def test_tables_are_read_as_far_as_possible_without_outcomes_or_reports(tmp_path: Path) -> None:
    broken = edited(
        ("outcomes", []),
        ("agents/1/types", []),
        ("agents/1/truthful", 4),
        ("utilities/ann/grill/full", 0.5),
        ("utilities/bob/grill/meat", 0.5),
        ("outcome_map/grid/0/0", 1),
        ("maps/stay/constant", 2),
        ("maps/bob_decides/rows/0/bob", 3),
        ("maps/bob_decides/rows/0/ann", "x"),
    )
    assert [fault.key for fault in read(tmp_path, broken).faults] == [
        "outcomes",
        "agents[1].types",
        "agents[1].truthful",
        "utilities.ann.grill.full",
        "utilities.bob.grill.meat",
        "outcome_map.grid[0][0]",
        "maps.bob_decides.rows[0].ann",
        "maps.bob_decides.rows[0].bob",
        "maps.stay.constant",
    ]


def test_many_missing_rows_are_counted(tmp_path: Path) -> None:
    reports = [f"r{i}" for i in range(6)]
    broken = edited(
        ("agents/0/reports", ["eat", "wait", *reports]),
        ("outcome_map", {"constant": "grill"}),
        ("maps/bob_decides/rows/3", ABSENT),
        ("lean", ABSENT),
        ("claims", []),
    )
    (fault,) = read(tmp_path, broken).faults
    assert fault.key == "maps.bob_decides.rows"
    assert fault.found.startswith('no row for (ann: "wait", bob: "no-meat"), (ann: "r0", bob: "meat"), ')
    assert fault.found.endswith('(ann: "r3", bob: "meat") and 5 more')
    assert fault.expected == "one row for each of the 16 report profiles"


@pytest.mark.parametrize(
    ("agent_count", "size", "complaint"),
    [
        (20, 2, "agents: found 1,048,576 report profiles; expected at most 1,000,000 report profiles"),
        (20, 2, "agents: found 1,048,576 type profiles; expected at most 1,000,000 type profiles"),
        (60, 9, "agents: found more than 10^15 report profiles; expected at most 1,000,000 report profiles"),
    ],
)
def test_tables_too_large_to_handle(tmp_path: Path, agent_count: int, size: int, complaint: str) -> None:
    types = [f"t{i}" for i in range(size)]
    agents = [{"name": f"a{i}", "types": types} for i in range(agent_count)]
    utilities = {f"a{i}": {"x": dict.fromkeys(types, 0)} for i in range(agent_count)}
    document = {
        "format": 1,
        "name": "lunch",
        "title": "Many agents",
        "outcomes": ["x"],
        "agents": agents,
        "utilities": utilities,
        "outcome_map": {"constant": "x"},
    }
    reading = read(tmp_path, document)
    assert complaint in complaints(reading)
    assert len(reading.faults) == 2
    assert reading.signature is None or reading.signature.partial


def test_a_source_where_there_are_none(tmp_path: Path) -> None:
    assert complaints(read(tmp_path, edited(("sources", ABSENT), ("claims/0/source", ABSENT)))) == [
        'claims[1] (id "eating_dominant").source: found the string "docs"; expected the id of one of the '
        "[[sources]] (there are none)"
    ]


def test_too_many_cells_in_all_maps_together(tmp_path: Path) -> None:
    types = [f"t{i}" for i in range(1000)]
    document = {
        "format": 1,
        "name": "lunch",
        "title": "Many maps",
        "outcomes": ["x"],
        "agents": [{"name": "a", "types": types}],
        "utilities": {"a": {"x": dict.fromkeys(types, 0)}},
        "outcome_map": {"constant": "x"},
        "maps": {f"m{i}": {"constant": "x"} for i in range(1000)},
    }
    assert complaints(read(tmp_path, document)) == [
        "maps: found 1,001,000 cells; expected at most 1,000,000 cells in all outcome maps"
    ]


def test_denominators_that_have_no_common_multiple_of_reasonable_size(tmp_path: Path) -> None:
    large = ("utilities/ann/grill/full", f"1/{10**99}")
    fits = read(tmp_path, edited(large, ("utilities/ann/grill/hungry", "1/3")))
    assert complaints(fits) == []
    assert fits.require().denominator == 3 * 10**99
    assert complaints(read(tmp_path, edited(large, ("utilities/ann/grill/hungry", "1/11")))) == [
        "utilities: found utilities whose least common denominator has more than 100 digits; "
        "expected a least common denominator of at most 100 digits"
    ]


def test_a_flood_of_faults_ends_with_how_many_more(tmp_path: Path) -> None:
    document = lunch() | {f"stray{i}": 0 for i in range(MAX_FAULTS + 20)}
    reading = read(tmp_path, document)
    assert len(reading.faults) == MAX_FAULTS + 1
    assert (
        str(reading.faults[-1]) == "(more): found 20 further faults; expected none (mend those above first)"
    )


@pytest.mark.parametrize("name", ["outcome_map", " x"])
def test_names_of_further_maps(tmp_path: Path, name: str) -> None:
    document = lunch()
    del document["lean"], document["claims"]
    document["maps"][name] = {"constant": "grill"}
    (complaint,) = complaints(read(tmp_path, document))
    assert complaint.startswith(("maps.outcome_map: ", 'maps." x": '))
