"""Which lines of a log stand in the wrong place: the fewest whose removal puts the others in order."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Sequence


def out_of_order(times: Sequence[int]) -> frozenset[int]:
    """Positions in ``times`` to be left out so that what remains never goes back, as few as possible.

    The complement of a longest non-decreasing subsequence, found by patience sorting in ``O(n log n)``
    (C. Schensted, 1961): ``tails[k]`` is the smallest last time of such a subsequence of length ``k + 1``. Of
    several equally long ones it is the one with the earlier times.
    """
    tails: list[int] = []
    places = array("q")
    before = array("q", [-1]) * len(times)
    for place, time in enumerate(times):
        length = bisect_right(tails, time)
        if length == len(tails):
            tails.append(time)
            places.append(place)
        else:
            tails[length] = time
            places[length] = place
        if length:
            before[place] = places[length - 1]
    kept = set()
    place = places[-1] if places else -1
    while place >= 0:
        kept.add(place)
        place = before[place]
    return frozenset(range(len(times))) - kept
