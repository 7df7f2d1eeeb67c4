"""Normal forms, one for each type profile, and Gambit's file format for them (``.nfg``).

At true types t the mechanism is a game in normal form: agent i's strategies are its reports, its payoff at a
report profile s is u_i(g(s), t_i).

Format: Gambit's documentation, "Game representation formats", strategic games with payoffs or with outcomes;
payoffs are written and read as exact rationals.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod

from pycheck.errors import PycheckError
from pycheck.mechanism import MAIN_MAP, Mechanism


class GameFileError(PycheckError):
    """Text that is no strategic game as Gambit writes them."""


@dataclass(frozen=True)
class NormalForm:
    """A finite game: ``payoffs[k][i]`` is player i's at the k-th profile (the last player fastest)."""

    title: str
    players: tuple[str, ...]
    strategies: tuple[tuple[str, ...], ...]
    payoffs: tuple[tuple[Fraction, ...], ...]

    def profiles(self) -> Iterator[tuple[int, ...]]:
        """All strategy profiles as index tuples, in the order of ``payoffs``."""
        return product(*(range(len(own)) for own in self.strategies))

    def payoff(self, profile: Sequence[int], player: int) -> Fraction:
        """One player's payoff at a strategy profile."""
        position = 0
        for own, chosen in zip(self.strategies, profile, strict=True):
            position = position * len(own) + chosen
        return self.payoffs[position][player]


def normal_form(mechanism: Mechanism, types: Sequence[int], map_name: str = MAIN_MAP) -> NormalForm:
    """The game that the agents play at true types ``types`` (indices), under one of the outcome maps.

    Raises :class:`~pycheck.mechanism.NoUtilities` where there are none.
    """
    mechanism.require_utilities("a game")
    signature = mechanism.signature
    labels = ", ".join(signature.type_labels(tuple(types)))
    payoffs = tuple(
        tuple(table[outcome][t] for table, t in zip(mechanism.utilities, types, strict=True))
        for outcome in mechanism.maps[map_name].cells
    )
    names = tuple(agent.name for agent in signature.agents)
    reports = tuple(agent.reports for agent in signature.agents)
    return NormalForm(f"{mechanism.name} at ({labels})", names, reports, payoffs)


def write_nfg(form: NormalForm) -> str:
    """The game as an ``.nfg`` file, which lists payoffs with the first player's strategy fastest."""
    players = " ".join(quoted(name) for name in form.players)
    strategies = " ".join("{ " + " ".join(map(quoted, own)) + " }" for own in form.strategies)
    sizes = [len(own) for own in form.strategies]
    values = [
        str(form.payoff(tuple(reversed(profile)), player))
        for profile in product(*(range(size) for size in reversed(sizes)))
        for player in range(len(sizes))
    ]
    return f'NFG 1 R {quoted(form.title)} {{ {players} }}\n\n{{ {strategies} }}\n""\n\n{" ".join(values)}\n'


def read_nfg(text: str) -> NormalForm:
    """The game in an ``.nfg`` file, of either kind. Raises :class:`GameFileError`."""
    tokens = _Tokens(text)
    for expected in ("NFG", "1"):
        tokens.expect(expected)
    tokens.next()  # R or D: either way the numbers are read exactly
    title = tokens.text()
    players = tuple(tokens.texts())
    tokens.expect("{")
    strategies: list[tuple[str, ...]] = []
    while tokens.peek() != "}":
        if tokens.peek() == "{":
            strategies.append(tuple(tokens.texts()))
        else:
            # Numbers of strategies stand where they have no labels.
            strategies.append(tuple(str(k + 1) for k in range(tokens.integer())))
    tokens.expect("}")
    if tokens.peek().startswith('"'):
        tokens.next()
    if len(strategies) != len(players):
        raise GameFileError(f"{len(players)} players, but strategies of {len(strategies)}")
    count = prod(len(own) for own in strategies)
    rows = _outcomes(tokens, count, len(players)) if tokens.peek() == "{" else None
    if rows is None:
        rows = [tuple(tokens.number() for _ in players) for _ in range(count)]
    tokens.end()
    sizes = [len(own) for own in strategies]
    listed = dict(zip(product(*(range(size) for size in reversed(sizes))), rows, strict=True))
    payoffs = tuple(listed[tuple(reversed(p))] for p in product(*(range(size) for size in sizes)))
    return NormalForm(title, players, tuple(strategies), payoffs)


def _outcomes(tokens: _Tokens, count: int, players: int) -> list[tuple[Fraction, ...]]:
    """The payoffs of outcomes, then the outcome at each profile; 0 is the one where all get nothing."""
    tokens.expect("{")
    outcomes = [(Fraction(0),) * players]
    while tokens.peek() == "{":
        tokens.next()
        tokens.text()
        outcomes.append(tuple(tokens.number() for _ in range(players)))
        tokens.expect("}")
    tokens.expect("}")
    chosen = [tokens.integer() for _ in range(count)]
    if any(not 0 <= number < len(outcomes) for number in chosen):
        raise GameFileError(f"an outcome that is none of the {len(outcomes) - 1}")
    return [outcomes[number] for number in chosen]


def quoted(label: str) -> str:
    """A label as Gambit's files have it."""
    return '"' + label.replace("\\", "\\\\").replace('"', '\\"') + '"'


class _Tokens:
    def __init__(self, text: str) -> None:
        self.found: list[str] = re.findall(r'"(?:\\.|[^"\\])*"|[{}]|[^\s{},"]+', text)
        self.position = 0

    def peek(self) -> str:
        return self.found[self.position] if self.position < len(self.found) else ""

    def next(self) -> str:
        token = self.peek()
        if not token:
            raise GameFileError("the file ends too early")
        self.position += 1
        return token

    def expect(self, wanted: str) -> None:
        token = self.next()
        if token != wanted:
            raise GameFileError(f"found {token}; expected {wanted}")

    def text(self) -> str:
        token = self.next()
        if not token.startswith('"'):
            raise GameFileError(f"found {token}; expected a label in quotes")
        return re.sub(r"\\(.)", r"\1", token[1:-1])

    def texts(self) -> Iterator[str]:
        self.expect("{")
        while self.peek() != "}":
            yield self.text()
        self.expect("}")

    def number(self) -> Fraction:
        token = self.next()
        try:
            return Fraction(token)
        except (ValueError, ZeroDivisionError):
            raise GameFileError(f"found {token}; expected a number") from None

    def integer(self) -> int:
        number = self.number()
        if number.denominator != 1 or number < 0:
            raise GameFileError(f"found {number}; expected a number of something")
        return int(number)

    def end(self) -> None:
        if self.peek():
            raise GameFileError(f"found {self.peek()} after the game")
