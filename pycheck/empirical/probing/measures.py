"""Every measure of a game as cells, and every row that the cells of several games amount to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pycheck.empirical.probing import (
    calibration,
    coupling,
    crowd,
    first_order,
    retest,
    second_order,
    volatility,
)
from pycheck.empirical.probing.estimate import (
    Cell,
    Estimate,
    Resampling,
    Statistic,
    estimate,
    part,
    ratio,
    total,
)
from pycheck.empirical.probing.game_log import Game
from pycheck.empirical.probing.order import Order
from pycheck.empirical.probing.reading import Reports
from pycheck.empirical.probing.sides import Side

#: What a cell of a game is about: a family of measures, and what it is split by.
Key = tuple[str, str]
Cells = Mapping[Key, Cell]


@dataclass(frozen=True)
class Row:
    """One measure: its name, what it is split by, its estimate, and counts that belong to it."""

    measure: str
    split: str
    estimate: Estimate
    counts: Mapping[str, int] = field(default_factory=dict)


def cells_of(game: Game, reports: Reports) -> Cells:
    """All cells of a game under one reading of the answers."""
    roles = game.roles
    cells: dict[Key, Cell] = {
        ("calibration", ""): calibration.cell_of(calibration.pairs_of(reports.roles, roles))
    }
    for round_, cell in first_order.cells_by_round(reports.roles, roles).items():
        cells["first_order", f"round {round_}"] = cell
    for round_, cell in crowd.cells_by_round(reports.roles, roles).items():
        cells["crowd", f"round {round_}"] = cell
    for order in Order:
        expected = second_order.expectations(reports.attitudes, reports.roles, roles, order)
        found = list(volatility.moves(reports.suspicion, order))
        for side, cell in second_order.cells_of(expected, roles).items():
            cells["second_order", _split(side, order)] = cell
        for side in Side:
            cells["volatility", _split(side, order)] = volatility.cell_of(found, roles, side)
        if order is Order.CHRONOLOGICAL:
            for side, cell in second_order.cells_of(expected, roles, before=True).items():
                cells["second_order", f"{side}, earlier steps"] = cell
            for round_ in {move.round for move in found}:
                of_round = [move for move in found if move.round == round_]
                cells["moves", f"round {round_}"] = volatility.cell_of(of_round, roles)
    for round_, cell in retest.cells_by_round(reports.suspicion).items():
        cells["retest", f"round {round_}"] = cell
    for top in coupling.Top:
        ballots = coupling.ballots(reports.suspicion, game, top)
        for side in Side:
            cells["coupling", f"{side}, {top}"] = coupling.cell_of(ballots, roles, side)
    return cells


def _split(side: Side, order: Order) -> str:
    return side.value if order is Order.CHRONOLOGICAL else f"{side}, {order} order"


def rows_of(games: Sequence[Cells], resampling: Resampling) -> tuple[Row, ...]:
    """Every measure over several games, each game's cells in one mapping."""
    return tuple(_rows(games, resampling))


def bins_of(games: Sequence[Cells]) -> tuple[calibration.Bin, ...]:
    """The calibration bins over several games."""
    cells = [game["calibration", ""] for game in games]
    return calibration.bins_of(total(cells)) if cells else ()


def _rows(games: Sequence[Cells], resampling: Resampling) -> Iterator[Row]:
    for family, measures in _MEASURES.items():
        for split in _splits(games, family):
            cells = _column(games, (family, split))
            for measure, statistic, count in measures:
                yield Row(measure, split or "all", estimate(cells, statistic, count, resampling))
    for split in _splits(games, "second_order"):
        cells = _column(games, ("second_order", split))
        summed = total(cells) if cells else (0.0,) * 9
        expected = second_order.expected_suspicion(summed)
        counts = {"expected": int(expected), "reported": int(second_order.reported_suspicion(summed))}
        found = estimate(cells, second_order.spotlight, second_order.count, resampling)
        yield Row("spotlight_ratio", split, found, counts)
    yield from _floor(games, resampling)


def _splits(games: Sequence[Cells], family: str) -> list[str]:
    """What a family is split by, sides and orders as they were made, rounds by their number."""
    splits = dict.fromkeys(split for game in games for name, split in game if name == family)
    return sorted(splits, key=lambda split: int(split[6:]) if split.startswith("round ") else 0)


def _column(games: Sequence[Cells], key: Key) -> list[Cell]:
    """One cell a game, of zeros where a game has none; they are drawn together."""
    width = next((len(game[key]) for game in games if key in game), 0)
    return [game.get(key, (0.0,) * width) for game in games]


def _floor(games: Sequence[Cells], resampling: Resampling) -> Iterator[Row]:
    """The floor of volatility and switches: each round's, weighed by the consecutive pairs of that round."""
    rounds = list(dict.fromkeys([*_splits(games, "moves"), *_splits(games, "retest")]))
    empty = (0.0,) * 4
    cells = [
        tuple(
            number
            for split in rounds
            for name in ("retest", "moves")
            for number in game.get((name, split), empty)
        )
        for game in games
    ]
    for measure, over, under in (
        ("volatility_floor", retest.MOVED, retest.PAIRS),
        ("top_switch_floor", retest.SWITCHES, retest.TOPS),
    ):

        def weighed(cell: Cell, over: int = over, under: int = under) -> float | None:
            parts = {k: cell[8 * k : 8 * k + 8] for k in range(len(cell) // 8)}
            floors = {k: one[:4] for k, one in parts.items()}
            # Pairs of consecutive answers stand in the same places as pairs of repeated ones.
            weights = {k: one[4 + under] for k, one in parts.items()}
            return retest.weighted(floors, weights, over, under)

        def repeated(cell: Cell, under: int = under) -> float:
            return sum(cell[under::8])

        yield Row(measure, "weighed by round", estimate(cells, weighed, repeated, resampling))


_F, _V, _R, _C = first_order, volatility, retest, coupling
#: For each family of cells its measures: name, statistic, and what is counted as a case.
_MEASURES: dict[str, tuple[tuple[str, Statistic, Statistic], ...]] = {
    "calibration": (
        ("expected_calibration_error", calibration.expected_calibration_error, calibration.count),
        ("brier", calibration.brier, calibration.count),
    ),
    "first_order": (
        ("accuracy", ratio(_F.RIGHT, _F.GUESSES), part(_F.GUESSES)),
        ("unknown", ratio(_F.UNKNOWNS, _F.ANSWERS), part(_F.ANSWERS)),
        ("recall", ratio(_F.CALLED_MAFIA, _F.ABOUT_MAFIA), part(_F.ABOUT_MAFIA)),
        ("recall_by_chance", ratio(_F.CHANCE, _F.WITH_CHANCE), part(_F.WITH_CHANCE)),
    ),
    "crowd": (("crowd_recall", ratio(crowd.FOUND, crowd.ASKED), part(crowd.ASKED)),),
    "second_order": (
        ("second_order_agreement", second_order.agreement, second_order.count),
        ("second_order_majority", second_order.majority, second_order.count),
    ),
    "volatility": (
        ("volatility", ratio(_V.MOVED, _V.MOVES), part(_V.MOVES)),
        ("top_switches", ratio(_V.SWITCHES, _V.TOPS), part(_V.TOPS)),
    ),
    "retest": (
        ("volatility_floor", ratio(_R.MOVED, _R.PAIRS), part(_R.PAIRS)),
        ("top_switch_floor", ratio(_R.SWITCHES, _R.TOPS), part(_R.TOPS)),
    ),
    "coupling": (
        ("vote_coupling", ratio(_C.FOR_TOP, _C.VOTES), part(_C.VOTES)),
        ("vote_coupling_by_chance", ratio(_C.CHANCE, _C.VOTES), part(_C.VOTES)),
    ),
}
