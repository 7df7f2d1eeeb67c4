"""Plots of measured results as SVG: estimates with their intervals, one below the other.

Shape says everything, colour nothing: a disc is an estimate, the line through it its interval, a bar a count
or a gain. What was not measured is written out in its place. Same input, same bytes.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from pycheck.empirical.gate import Mark, Plot
from pycheck.graphs.svg import Box, Canvas, disc, line, number, shortened, text, text_width

_ROW, _HEAD, _PAD, _AXIS = 20.0, 24.0, 10.0, 320.0
_SIZE = 12.0
_LONGEST = 40


@dataclass(frozen=True)
class _Scale:
    """From values to pixels: ``low`` to ``high`` over the axis, which begins at ``left``."""

    low: float
    high: float
    left: float

    def at(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return self.left + _AXIS * min(1.0, max(0.0, share))

    @property
    def ticks(self) -> tuple[float, ...]:
        """Round values, about five."""
        step = 10 ** math.floor(math.log10((self.high - self.low) / 5))
        for factor in (1, 2, 5, 10):
            if (self.high - self.low) / (step * factor) <= 6:
                step *= factor
                break
        first = math.ceil(self.low / step - 1e-9)
        return tuple(k * step for k in range(first, math.floor(self.high / step + 1e-9) + 1))


def draw(plot: Plot) -> str:
    """The plot as an ``<svg>`` element."""
    groups = tuple(dict.fromkeys(mark.group for mark in plot.marks))
    names = [shortened(name, _LONGEST) for mark in plot.marks for name in (mark.group, mark.label)]
    left = _PAD + max((text_width(name, _SIZE) for name in names), default=0.0) + 2 * _PAD
    scale = _scale(plot, left)
    canvas = Canvas()
    bottom = _PAD + sum(_HEAD + _ROW * sum(m.group == g for m in plot.marks) for g in groups) + 4
    for tick in scale.ticks:
        x = scale.at(tick)
        zero = plot.kind == "gain" and abs(tick) < 1e-9
        canvas.add(line([(x, _PAD), (x, bottom)], opacity=0.55 if zero else 0.18))
        canvas.add(text((x, bottom + 12), _tick(tick), size=11, faint=True))
    y = _PAD
    for group in groups:
        canvas.add(
            text((_PAD, y + _HEAD / 2), shortened(group, _LONGEST), size=_SIZE, anchor="start", bold=True)
        )
        y += _HEAD
        for mark in plot.marks:
            if mark.group == group:
                for shape in _mark(plot, mark, scale, y + _ROW / 2):
                    canvas.add(shape, f"{group}, {mark.label}: {shown(plot, mark)}")
                y += _ROW
    canvas.add(text((left + _AXIS / 2, bottom + 28), plot.unit, size=11, faint=True))
    width = left + _AXIS + text_width("no measure (n = 00000)", 11) + _PAD
    return canvas.render(width, bottom + 40, plot.title, describe(plot))


def shown(plot: Plot, mark: Mark) -> str:
    """A mark in words: ``0.594 [0.423, 0.745], n = 32``."""
    if mark.value is None:
        return f"no measure (n = {mark.n})"
    if plot.kind == "count":
        return f"{mark.value:g} of {mark.n}"
    value = f"{mark.value:+.3f}" if plot.kind == "gain" else f"{mark.value:.3f}"
    ends = "" if mark.low is None or mark.high is None else f" [{mark.low:.3f}, {mark.high:.3f}]"
    return f"{value}{ends}, n = {mark.n}"


def describe(plot: Plot) -> str:
    """The whole plot in words, for who does not see it."""
    return "; ".join(f"{mark.group}, {mark.label}: {shown(plot, mark)}" for mark in plot.marks)


def _scale(plot: Plot, left: float) -> _Scale:
    values = [v for m in plot.marks for v in (m.value, m.low, m.high) if v is not None]
    if plot.kind == "rate":
        return _Scale(0.0, 1.0, left)
    low, high = min([0.0, *values]), max([0.0, *values])
    if plot.kind == "count":
        return _Scale(0.0, max(1.0, high), left)
    reach = (high - low) * 0.06 or 1.0
    return _Scale(low - reach, high + reach, left)


def _mark(plot: Plot, mark: Mark, scale: _Scale, y: float) -> Iterator[str]:
    yield text((scale.left - _PAD, y), shortened(mark.label, _LONGEST), size=_SIZE, anchor="end")
    if mark.value is None:
        yield text((scale.left + 6, y), shown(plot, mark), size=11, anchor="start", faint=True)
        return
    if plot.kind == "rate":
        if mark.low is not None and mark.high is not None:
            low, high = scale.at(mark.low), scale.at(mark.high)
            yield line([(low, y), (high, y)], width=1.6)
            yield from (line([(x, y - 4), (x, y + 4)], width=1.6) for x in (low, high))
        yield disc((scale.at(mark.value), y), 4.0)
    else:
        start, end = sorted((scale.at(0.0), scale.at(mark.value)))
        yield _bar(Box((start + end) / 2, y, max(1.5, end - start), 10.0))
    words = f"{mark.value:g} of {mark.n}" if plot.kind == "count" else f"n = {mark.n}"
    yield text((scale.left + _AXIS + 8, y), words, size=11, anchor="start", faint=True)


def _bar(area: Box) -> str:
    x, y = number(area.x - area.width / 2), number(area.y - area.height / 2)
    size = f'width="{number(area.width)}" height="{number(area.height)}"'
    return f'<rect x="{x}" y="{y}" {size} fill="currentColor" fill-opacity="0.6"/>'


def _tick(value: float) -> str:
    return f"{value:g}" if abs(value) > 1e-9 else "0"
