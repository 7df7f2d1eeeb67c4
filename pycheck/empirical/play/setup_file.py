"""From a setup file (or the setup inside a freeze) to a :class:`Setup`, or to all its faults."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from pycheck.empirical.fit import family_faults, twice
from pycheck.empirical.play.asking import MOVE
from pycheck.empirical.play.games import GAMES
from pycheck.empirical.play.setup import Setup
from pycheck.empirical.probing.definitions import Probes, default_probes, read_probes
from pycheck.empirical.protocol_file import fault_of, read_toml
from pycheck.errors import Fault, InputFileError

FILE_NAME = "setup.toml"
_DOCS = "one of the keys in docs/play.md"


def read_setup(path: Path) -> tuple[Setup, Probes]:
    """The setup in the file at ``path`` (or in that folder), and the probes that it names.

    Raises :class:`~pycheck.errors.InputFileError` with every fault of a file at once.
    """
    path = path / FILE_NAME if path.is_dir() else path
    content = read_toml(path, "a setup (TOML)")
    setup, faults = validate_setup(content)
    if faults or setup is None:
        raise InputFileError(str(path), faults)
    named = setup.probing.definitions
    probes = read_probes(path.parent / named) if named else default_probes()
    faults = tuple(probe_faults(setup, probes))
    if faults:
        raise InputFileError(str(path), faults)
    return setup, probes


def validate_setup(content: Mapping[str, Any]) -> tuple[Setup | None, tuple[Fault, ...]]:
    """The setup that plain data amounts to, and what is wrong with it."""
    try:
        # By way of JSON, where an array can be a tuple and nothing else is converted.
        setup = Setup.model_validate_json(json.dumps(content, default=_no_json))
    except ValidationError as error:
        faults = (fault_of(entry["loc"], entry["msg"], entry["input"], _DOCS) for entry in error.errors())
        return None, tuple(faults)
    except ValueError as error:
        return None, (Fault("(file)", str(error), "strings, numbers, booleans, arrays and tables"),)
    return setup, tuple(_faults(setup))


def as_data(setup: Setup) -> dict[str, Any]:
    """The setup as plain JSON data, defaults spelled out, absent values left out."""
    data: dict[str, Any] = setup.model_dump(mode="json", exclude_none=True)
    return data


def probe_faults(setup: Setup, probes: Probes) -> Iterator[Fault]:
    """Retests of probes that there are not, and a probe that is called what moves are."""
    known = [probe.id for probe in probes.probes]
    if MOVE in known:
        expected = "another id: a trace has the players' moves under that name"
        yield Fault("probing.definitions", f"a probe with the id {MOVE}", expected)
    for index, name in enumerate(setup.probing.retests):
        if name not in known:
            yield Fault(f"probing.retests[{index}]", repr(name), f"a probe: {', '.join(known)}")


def _faults(setup: Setup) -> Iterator[Fault]:
    yield from twice("seeds", setup.seeds)
    yield from twice("players", [player.name for player in setup.players])
    yield from twice("families", [family.name for family in setup.families])
    yield from twice("probing.retests", setup.probing.retests)
    for index, family in enumerate(setup.families):
        yield from family_faults(f"families[{index}]", family)
    names = [family.name for family in setup.families]
    for index, player in enumerate(setup.players):
        key = f"players[{index}]"
        if (player.family is None) == (player.script is None):
            found = "neither" if player.family is None else "both"
            yield Fault(key, f"{found} of family and script", "exactly one: who answers for the player")
        if player.family is not None and player.family not in names:
            yield Fault(
                f"{key}.family", repr(player.family), f"a family: {', '.join(names) or 'there is none'}"
            )
    if setup.budgets.money is None and any(family.price for family in setup.families):
        yield Fault("budgets.money", "nothing", "a limit: families have prices")
    if (setup.budgets.money is None) != (setup.budgets.currency is None):
        yield Fault("budgets.currency", "one of money and currency", "both or neither")
    if setup.game not in GAMES:
        yield Fault("game", repr(setup.game), f"one of {', '.join(GAMES)}")
        return
    yield from GAMES[setup.game].faults(setup)


def _no_json(value: object) -> Any:
    raise ValueError(f"a {type(value).__name__} ({value})")
