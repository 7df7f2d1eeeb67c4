"""How far suspicion moves where nothing has happened: the same question put again at the same moment.

Sampling alone moves answers, so that a volatility means something only above this floor. Rounds differ in
it: the floor that volatility is held against weighs each round's by how many of the consecutive pairs are
of it, as the published one does (Karpov, *MafiaScope*, 2026). Public logs have no question twice, and no
floor.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from itertools import combinations

from pycheck.empirical.probing.answers import SuspicionReport
from pycheck.empirical.probing.estimate import Cell
from pycheck.empirical.probing.records import Place
from pycheck.empirical.probing.suspicion import distance, top_of

#: What a cell holds: pairs with a distance, their summed distance, pairs, those whose top suspects differ.
PAIRS, MOVED, TOPS, SWITCHES = range(4)


def cells_by_round(reports: Iterable[SuspicionReport]) -> dict[int, Cell]:
    """For each round, its sums over all pairs of answers of one player to one question at one moment."""
    moments: dict[tuple[str, Place], list[Mapping[str, float]]] = {}
    for report in reports:
        if report.vector is not None:
            moments.setdefault((report.asked.observer, report.asked.place), []).append(report.vector)
    pairs: dict[int, list[tuple[float | None, bool]]] = {}
    for (_, moment), vectors in moments.items():
        for first, second in combinations(vectors, 2):
            differ = top_of(first) != top_of(second)
            pairs.setdefault(moment.round, []).append((distance(first, second), differ))
    cells: dict[int, Cell] = {}
    for round_, found in sorted(pairs.items()):
        distances = [apart for apart, _ in found if apart is not None]
        differing = sum(differ for _, differ in found)
        cells[round_] = (len(distances), math.fsum(distances), len(found), differing)
    return cells


def weighted(floors: Mapping[int, Cell], weights: Mapping[int, float], over: int, under: int) -> float | None:
    """Each round's ``cell[over] / cell[under]``, weighed.

    ``None`` without a weight, or where a round that weighs anything has no floor: another round's is none
    of it.
    """
    rounds = [round_ for round_, weight in weights.items() if weight]
    if not rounds or not all(round_ in floors and floors[round_][under] for round_ in rounds):
        return None
    whole = math.fsum(weights[round_] for round_ in rounds)
    parts = (weights[round_] * floors[round_][over] / floors[round_][under] for round_ in rounds)
    return math.fsum(parts) / whole
