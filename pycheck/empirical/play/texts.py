"""What players of Mafia are told, by language, and how an answer names a player.

A language is a file of texts in ``texts/``. Nothing that a player said is ever read as a template.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from string import Template
from typing import Any

from pycheck.empirical.play.game import Said, Seat

#: The languages that there are texts for.
LANGUAGES = ("en", "fr")


@cache
def texts(language: str) -> dict[str, Any]:
    """The texts of a language, by table and name."""
    return tomllib.loads((files(__package__) / "texts" / f"{language}.toml").read_text("utf-8"))


def fill(language: str, table: str, name: str, /, **values: object) -> str:
    """The text called ``name`` with its placeholders filled in."""
    return Template(texts(language)[table][name]).substitute({k: str(v) for k, v in values.items()})


def system_text(seat: Seat, seats: Sequence[Seat], team: Sequence[str]) -> str:
    """What a player knows before the game: its name, its role, its team if it has one, its personality."""
    language = seat.language
    traits = ", ".join(f"{texts(language)['personality'][trait]} {n}" for trait, n in seat.personality)
    return fill(
        language,
        "system",
        "player",
        name=seat.name,
        others=listed([other.name for other in seats if other.name != seat.name]),
        role=texts(language)["roles"][seat.role],
        goal=fill(language, "system", seat.role, team=listed(team)),
        personality=fill(language, "personality", "text", traits=traits) if traits else "",
    ).rstrip()


def form_of(language: str, action: str) -> str:
    """How an answer names a player, as it is shown to players: ``VOTE: <name>``."""
    return fill(language, "form", action, name="<name>")


def named(language: str, action: str, said: Said, targets: Sequence[str]) -> str | None:
    """The player that an answer names: after the last of the action's words, which stand before the name.

    ``None`` if it names none of ``targets``. Upper and lower case do not matter to the action's words, nor
    asterisks or brackets around the name. A name that the text is cut off after may be a part of another
    one, so it names nobody.
    """
    before, _, _ = texts(language)["form"][action].partition("$name")
    words = r"\s*".join(re.escape(word) for word in re.findall(r"\w+|[^\w\s]", before))
    # A name with a hyphen is one word: of Al-Bert, who may have died, Al is not named.
    pattern = rf"(?i:{words})[\s*<\[\"«:]*((?:{_any(targets)})(?!\w|-\w)|)"
    found = list(re.finditer(pattern, said.text))
    if not found or (said.cut_off and not said.text[found[-1].end() :].strip("\n")):
        return None
    return found[-1][1] or None


def listed(names: Sequence[str]) -> str:
    """Names with commas between them."""
    return ", ".join(names)


def _any(names: Sequence[str]) -> str:
    return "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True)) or "(?!)"
