"""The [lean] section: defaults, resolution of names, and faults in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pycheck.mechanism import LeanLink
from pycheck.mechanism.lean_names import absolute_name

from .example import ABSENT, complaints, edited, read

_NAME = "expected a Lean name: letters, digits, _, ' and subscripts, parts joined by dots"


def link(folder: Path, *edits: tuple[str, Any]) -> LeanLink:
    reading = read(folder, edited(*edits))
    assert complaints(reading) == []
    lean = reading.require().lean
    assert lean is not None
    return lean


def test_defaults(tmp_path: Path) -> None:
    lean = link(tmp_path)
    assert lean.namespace == lean.module == "Mechanisms.Lunch"
    assert (lean.number, lean.scale) == ("Int", 6)
    assert lean.types == ("Mechanisms.Lunch.Appetite", "Mechanisms.Lunch.Diet")
    assert lean.reports == ("Mechanisms.Lunch.Answer", "Mechanisms.Lunch.Diet")
    assert lean.truthful == ("Mechanisms.Lunch.honest", None)
    assert list(lean.maps) == ["outcome_map", "bob_decides", "stay"]
    assert lean.constructors["Mechanisms.Lunch.Place", "salad bar"] == "Mechanisms.Lunch.Place.saladBar"
    assert lean.constructors["Mechanisms.Lunch.Place", "grill"] == "Mechanisms.Lunch.Place.grill"
    assert len(lean.constructors) == 9
    assert lean.map_type is lean.map_constructor is lean.map_apply is None


def test_names_are_relative_to_the_namespace_unless_rooted(tmp_path: Path) -> None:
    lean = link(
        tmp_path,
        ("lean/namespace", "Food"),
        ("lean/outcome", "_root_.Lean.Place"),
        ("lean/constructors/_root_.Lean.Place", {"salad bar": "saladBar"}),
        ("lean/constructors/Place", ABSENT),
    )
    assert lean.module == "Mechanisms.Lunch"
    assert lean.outcome == "Lean.Place"
    assert lean.constructors["Lean.Place", "salad bar"] == "Lean.Place.saladBar"
    assert lean.utilities == ("Food.uAnn", "Food.uBob")
    assert absolute_name("Food", "a.b") == "Food.a.b"
    assert absolute_name("Food", "_root_.a.b") == "a.b"


def test_project(tmp_path: Path) -> None:
    assert link(tmp_path).project is None
    assert link(tmp_path, ("lean/project", "../their lean/")).project == "../their lean"
    assert link(tmp_path, ("lean/project", "/")).project == "/"


def test_one_name_for_all_agents(tmp_path: Path) -> None:
    two_alike = ("agents/0", {"name": "ann", "types": ["meat", "no-meat"]})
    bob = {"grill": {"meat": 0, "no-meat": 0}}
    lean = link(
        tmp_path,
        two_alike,
        ("utilities/ann", {**bob, "salad bar": bob["grill"], "nowhere": bob["grill"]}),
        ("outcome_map", {"constant": "grill"}),
        ("maps/bob_decides", {"constant": "grill"}),
        ("lean/types", "Diet"),
        ("lean/reports", ABSENT),
        ("lean/truthful", ABSENT),
        ("lean/utilities", "u"),
    )
    assert lean.types == lean.reports == ("Mechanisms.Lunch.Diet",) * 2
    assert lean.truthful == (None, None)
    assert lean.utilities == ("Mechanisms.Lunch.u",) * 2


def test_natural_numbers_where_nothing_is_negative(tmp_path: Path) -> None:
    edits = [
        (f"utilities/{agent}/grill/{type_}", 1) for agent, type_ in (("ann", "full"), ("bob", "no-meat"))
    ]
    edits.append(("utilities/ann/salad bar/full", 0))
    assert link(tmp_path, *edits).number == "Nat"
    assert link(tmp_path, *edits, ("lean/number", "Int")).number == "Int"
    assert link(tmp_path, *edits, ("lean/number", "Nat"), ("lean/scale", 12)).scale == 12


def test_naturals_beside_a_negative_utility_are_for_lean_to_refuse(tmp_path: Path) -> None:
    assert link(tmp_path, ("lean/number", "Nat")).number == "Nat"


def test_no_functions_of_further_maps_where_there_are_none(tmp_path: Path) -> None:
    lean = link(tmp_path, ("maps", ABSENT), ("lean/maps", ABSENT))
    assert list(lean.maps) == ["outcome_map"]


def test_the_type_of_all_maps(tmp_path: Path) -> None:
    names = {"type": "Maps", "constructor": "Maps.mk", "apply": "Maps.at"}
    lean = link(tmp_path, ("lean/outcome_maps", names))
    assert (lean.map_type, lean.map_constructor, lean.map_apply) == (
        "Mechanisms.Lunch.Maps",
        "Mechanisms.Lunch.Maps.mk",
        "Mechanisms.Lunch.Maps.at",
    )


def test_no_truthful_function_without_truthful_reports(tmp_path: Path) -> None:
    assert link(tmp_path, ("agents/0/truthful", False), ("lean/truthful", ABSENT)).truthful == (None, None)
    for_all = link(tmp_path, ("agents/0/truthful", False), ("lean/truthful", "honest"))
    assert for_all.truthful == (None, "Mechanisms.Lunch.honest")


@pytest.mark.parametrize(
    ("place", "value", "complaint"),
    [
        (
            "lean",
            "Mechanisms.Lunch",
            'lean: found the string "Mechanisms.Lunch"; expected a table with "module", "outcome", "types", '
            '"utilities", "outcome_map", "maps", "namespace", "number", "scale", "reports", "truthful", '
            '"outcome_maps" and 2 more',
        ),
        (
            "lean/modul",
            "X",
            'lean.modul: found the unknown key "modul"; expected one of "module", "outcome", "types", '
            '"utilities", "outcome_map", "maps", "namespace", "number", "scale", "reports", "truthful", '
            '"outcome_maps" and 2 more (did you mean "module"?)',
        ),
        (
            "lean/module",
            ABSENT,
            f"lean.module: found nothing; {_NAME}",
        ),
        ("lean/module", "Mechanisms.1", f'lean.module: found the string "Mechanisms.1"; {_NAME}'),
        (
            "lean/namespace",
            "_root_.Food",
            'lean.namespace: found the string "_root_.Food"; expected a name without _root_ '
            "(it is absolute as it stands)",
        ),
        (
            "lean/project",
            " ",
            'lean.project: found the string " "; expected the folder of a Lake project, relative to this '
            "file, not blank and without control characters",
        ),
        (
            "lean/project",
            ["..", "lean"],
            "lean.project: found an array of 2; expected the folder of a Lake project, relative to this file",
        ),
        (
            "lean/number",
            "Rat",
            'lean.number: found the unknown number type "Rat"; expected one of "Nat", "Int" '
            '(did you mean "Nat"?)',
        ),
        (
            "lean/scale",
            4,
            "lean.scale: found the integer 4; expected a positive multiple of 6, the least common "
            "denominator of the utilities",
        ),
        (
            "lean/scale",
            -6,
            "lean.scale: found the integer -6; expected a positive multiple of 6, the least common "
            "denominator of the utilities",
        ),
        (
            "lean/scale",
            "6",
            'lean.scale: found the string "6"; expected a positive multiple of 6, the least common '
            "denominator of the utilities",
        ),
        ("lean/outcome", "«Place»", f'lean.outcome: found the string "«Place»"; {_NAME}'),
        ("lean/outcome", 1, f"lean.outcome: found the integer 1; {_NAME}"),
        (
            "lean/types/bob",
            ABSENT,
            f"lean.types.bob: found nothing; {_NAME}",
        ),
        (
            "lean/types/carol",
            "T",
            'lean.types.carol: found the unknown agent "carol"; expected one of "ann", "bob"',
        ),
        (
            "lean/reports/ann",
            ABSENT,
            "lean.reports.ann: found nothing; expected the Lean type of reports that are not the types",
        ),
        ("lean/reports", ABSENT, 'lean.reports: found nothing; expected a Lean name for "ann"'),
        (
            "lean/reports/ann",
            "Appetite",
            'lean.reports.ann: found Mechanisms.Lunch.Appetite for "eat", "wait"; expected one Lean '
            'inductive type for one set of labels (lean.types.ann uses it for "hungry", "full")',
        ),
        (
            "lean/truthful",
            ABSENT,
            "lean.truthful.ann: found nothing; expected the Lean function from the types of ann to its true "
            "reports",
        ),
        (
            "agents/0/truthful",
            False,
            'lean.truthful.ann: found the string "honest"; expected nothing '
            '(agent "ann" has no truthful reports)',
        ),
        (
            "agents/1/truthful",
            {"meat": "no-meat", "no-meat": "meat"},
            "lean.truthful.bob: found nothing; expected the Lean function from the types of bob to its true "
            "reports",
        ),
        ("lean/utilities/ann", "u x", f'lean.utilities.ann: found the string "u x"; {_NAME}'),
        (
            "lean/maps/stay",
            ABSENT,
            'lean.maps.stay: found nothing; expected the Lean function of outcome map "stay"',
        ),
        (
            "lean/maps",
            ABSENT,
            "lean.maps: found nothing; expected a Lean function for each of the further outcome maps",
        ),
        (
            "lean/maps/stays",
            "x",
            'lean.maps.stays: found the unknown outcome map "stays"; expected one of "bob_decides", "stay" '
            '(did you mean "stay"?)',
        ),
        (
            "lean/maps/stay",
            "choose",
            'lean.maps.stay: found Mechanisms.Lunch.choose for the outcome map "stay"; expected a Lean '
            "name of its own (the name claimed twice: lean.outcome_map has it for the outcome map "
            '"outcome_map")',
        ),
        (
            "lean/outcome_map",
            "uAnn",
            'lean.outcome_map: found Mechanisms.Lunch.uAnn for the outcome map "outcome_map"; expected a '
            "Lean name of its own (the name claimed twice: lean.utilities.ann has it for a utility function)",
        ),
        (
            "lean/outcome_maps",
            {"type": "Maps", "apply": "Maps.at"},
            "lean.outcome_maps.constructor: found nothing; expected the constructor of that type",
        ),
        (
            "lean/constructors/Place",
            ABSENT,
            'lean.constructors.Place."salad bar": found nothing; expected a constructor for the label '
            '"salad bar", which is no Lean identifier (give one in [lean.constructors.Place])',
        ),
        (
            "lean/constructors/Plaice",
            {},
            'lean.constructors.Plaice: found the unknown inductive type "Plaice"; expected one of '
            '"Appetite", "Diet", "Answer", "Place" (did you mean "Place"?)',
        ),
        (
            "lean/constructors/Place/salad",
            "x",
            'lean.constructors.Place.salad: found the unknown label "salad"; expected one of "grill", '
            '"salad bar", "nowhere" (did you mean "salad bar"?)',
        ),
        (
            "lean/constructors/Place/salad bar",
            "Place.saladBar",
            'lean.constructors.Place."salad bar": found the string "Place.saladBar"; expected a Lean '
            "identifier without dots (Mechanisms.Lunch.Place is put before it)",
        ),
        (
            "lean/constructors/Place/salad bar",
            "grill",
            'lean.constructors.Place."salad bar": found Mechanisms.Lunch.Place.grill for the constructor '
            '"salad bar" of Mechanisms.Lunch.Place; expected a Lean name of its own (the name claimed twice: '
            'lean.outcome has it for the constructor "grill" of Mechanisms.Lunch.Place)',
        ),
    ],
)
def test_faults(tmp_path: Path, place: str, value: Any, complaint: str) -> None:
    reading = read(tmp_path, edited((place, value)))
    # Without its module the section has no namespace; its other names are then judged by form alone.
    assert complaints(reading) == [complaint]
    assert reading.mechanism is None
    assert reading.signature is not None


def test_constructors_may_name_the_type_in_any_way_but_once(tmp_path: Path) -> None:
    full_name = "_root_.Mechanisms.Lunch.Place"
    rooted = (f"lean/constructors/{full_name}", {"salad bar": "saladBar"})
    assert link(tmp_path, rooted, ("lean/constructors/Place", ABSENT)) == link(tmp_path)
    assert complaints(read(tmp_path, edited(rooted))) == [
        f'lean.constructors."{full_name}": found Mechanisms.Lunch.Place; expected one table for each '
        "inductive type (lean.constructors.Place is the same one)"
    ]
