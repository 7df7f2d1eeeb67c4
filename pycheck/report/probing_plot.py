"""The calibration curve as SVG: how often guesses are right, against how sure whoever guesses is.

A disc is a bin, with its n beside it; the dashed line is where both are equal. A bin without a guess is
written out as no measure, in its place. Same input, same bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from pycheck.empirical.probing.calibration import Bin
from pycheck.empirical.probing.show import NO_MEASURE
from pycheck.graphs.svg import Canvas, disc, line, text

_LEFT, _TOP, _SIZE = 56.0, 16.0, 320.0


def draw_calibration(bins: Sequence[Bin]) -> str:
    """The curve as an ``<svg>`` element, said in words as well."""
    canvas = Canvas()
    for percent in range(0, 101, 20):
        x, y = _at(percent, 0)[0], _at(0, percent / 100)[1]
        canvas.add(line([(x, _TOP), (x, _TOP + _SIZE)], opacity=0.18))
        canvas.add(line([(_LEFT, y), (_LEFT + _SIZE, y)], opacity=0.18))
        canvas.add(text((x, _TOP + _SIZE + 14), f"{percent}", size=11, faint=True))
        canvas.add(text((_LEFT - 8, y), f"{percent / 100:.1f}", size=11, anchor="end", faint=True))
    canvas.add(line([_at(0, 0), _at(100, 1)], opacity=0.6, dashes="6 5"))
    measured = [one for one in bins if one.n]
    for one, following in pairwise(measured):
        canvas.add(line([_at(*_point(one)), _at(*_point(following))], width=1.6))
    for one in bins:
        if one.n:
            at = _at(*_point(one))
            canvas.add(disc(at, 5.0), words_of(one))
            above = at[1] > _TOP + 26
            canvas.add(text((at[0], at[1] + (-14 if above else 16)), f"n = {one.n:,}", size=11, halo=True))
        else:
            middle = _at((one.low + one.high) / 2, 0)[0]
            canvas.add(text((middle, _TOP + _SIZE / 2), NO_MEASURE, size=11, faint=True, turned=-90))
    canvas.add(text((_LEFT + _SIZE / 2, _TOP + _SIZE + 32), "mean confidence, percent", size=11, faint=True))
    canvas.add(text((14, _TOP + _SIZE / 2), "share that is right", size=11, faint=True, turned=-90))
    words = "; ".join(map(words_of, bins)) or NO_MEASURE
    return canvas.render(_LEFT + _SIZE + 24, _TOP + _SIZE + 44, "Calibration of guessed roles", words)


def words_of(one: Bin) -> str:
    """A bin in words: ``60 to 80: right 0.412 at a mean confidence of 71.3, n = 17``."""
    if one.accuracy is None or one.confidence is None:
        return f"{one.low} to {one.high}: {NO_MEASURE}, n = 0"
    said = f"right {one.accuracy:.3f} at a mean confidence of {one.confidence:.1f}"
    return f"{one.low} to {one.high}: {said}, n = {one.n:,}"


def _point(one: Bin) -> tuple[float, float]:
    return one.confidence or 0.0, one.accuracy or 0.0


def _at(confidence: float, accuracy: float) -> tuple[float, float]:
    return _LEFT + _SIZE * confidence / 100, _TOP + _SIZE * (1 - accuracy)
