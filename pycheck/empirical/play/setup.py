"""The setup of games as data: who plays, by which rules, what calls may take."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from pycheck.empirical.protocol import Budgets, Family, Name, Network, Part, Prose, Sampling, Seed

Trait = Annotated[int, Field(ge=0, le=100)]
#: A name that is one word: answers end with it, and logs are joined by it.
PlayerName = Annotated[str, Field(pattern=r"^[^\W\d_][\w-]{0,31}$")]


class Personality(Part):
    """The Big Five (Goldberg, 1990), each from 0 to 100."""

    O: Trait  # noqa: E741
    C: Trait
    E: Trait
    A: Trait
    N: Trait


class PlayerSetup(Part):
    """A player: its role, and who answers for it: a family of models or a script.

    ``language`` replaces that of the setup.
    """

    name: PlayerName
    role: Name
    family: Name | None = None
    script: Literal["reactive", "first", "silent"] | None = None
    language: Name | None = None
    personality: Personality | None = None


class Rules(Part):
    """What can be chosen about a game. ``deal``: roles stay with the names, or are dealt anew by the seed."""

    max_rounds: Annotated[int, Field(ge=1, le=15)] = 15
    introductions: bool = True
    deal: Literal["as_written", "seeded"] = "as_written"


class Probing(Part):
    """How players are asked in private. ``definitions`` is a YAML file beside the setup, or the default.

    ``most_tokens`` limits every answer, whatever its definition says. The probes in ``retests`` are put once
    more at the same moment, with another seed. With ``keep_prompts`` a local model may keep a prompt that it
    has read for its next probe: faster, and its answers to probes then depend on the order in which they are
    asked. Moves never do.
    """

    definitions: Annotated[str, Field(pattern=r"^[\w.-]+\.ya?ml$")] | None = None
    most_tokens: Annotated[int, Field(ge=1, le=100_000)] | None = None
    retests: tuple[Name, ...] = ()
    keep_prompts: bool = False


class Setup(Part):
    """A whole setup. One game is played for each seed."""

    format: Literal[1]
    name: Name
    title: Prose
    game: Name
    seeds: Annotated[tuple[Seed, ...], Field(min_length=1, max_length=10_000)]
    language: Name = "en"
    rules: Rules = Rules()
    probing: Probing = Probing()
    sampling: Sampling
    network: Network
    budgets: Budgets
    families: tuple[Family, ...] = ()
    players: Annotated[tuple[PlayerSetup, ...], Field(min_length=3, max_length=32)]


def languages_of(setup: Setup) -> frozenset[str]:
    """The languages in which somebody is told something."""
    return frozenset(player.language or setup.language for player in setup.players)
