"""A small SVG writer: what the drawings of graphs are made of.

Everything is drawn in ``currentColor``, so that a drawing inside a page has the page's text colour, light
or dark; ``--card`` (the page's surface) is used behind nodes and labels where the page defines it, and
nothing is where it does not. No style sheet, no script, no font is needed. Coordinates are in pixels and
written with one decimal, so that the same graph gives the same bytes.
"""

from __future__ import annotations

import hashlib
import math
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from pycheck.graphs.text import xml_text

SURFACE = "var(--card, transparent)"
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif"
#: Height of a line of text, in font sizes.
LEADING = 1.3

Point = tuple[float, float]


@dataclass(frozen=True)
class Box:
    """A rectangle by its centre and size."""

    x: float
    y: float
    width: float
    height: float

    def border(self, towards: Point, gap: float = 0.0) -> Point:
        """Where the line from the centre ``towards`` a point leaves the box, ``gap`` beyond its border."""
        dx, dy = towards[0] - self.x, towards[1] - self.y
        reach = min(
            (self.width / 2 + gap) / abs(dx) if dx else math.inf,
            (self.height / 2 + gap) / abs(dy) if dy else math.inf,
        )
        return self.x + dx * reach, self.y + dy * reach


class Canvas:
    """Collects shapes and renders them; later shapes lie above earlier ones."""

    def __init__(self) -> None:
        self._shapes: list[str] = []

    def add(self, shape: str, hint: str = "") -> None:
        """A shape as SVG, with a tooltip."""
        self._shapes.append(f"<g><title>{xml(hint)}</title>{shape}</g>" if hint else shape)

    def render(self, width: float, height: float, title: str, description: str) -> str:
        """The drawing as an ``<svg>`` element for HTML or a file; title and description are read out."""
        body = "\n".join(self._shapes)
        # Two different drawings on one page must not share the ids that name their titles.
        ident = "graph-" + hashlib.sha256(f"{title}\n{description}\n{body}".encode()).hexdigest()[:12]
        w, h = number(width), number(height)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="{ident}-t {ident}-d" '
            f'width="{w}" height="{h}" viewBox="0 0 {w} {h}" font-family="{FONT}" fill="currentColor">\n'
            f'<title id="{ident}-t">{xml(title)}</title>\n<desc id="{ident}-d">{xml(description)}</desc>\n'
            f"{body}\n</svg>\n"
        )


def box(area: Box, *, double: bool = False, dashed: bool = False, strong: bool = False) -> str:
    """A rectangle; a double border or a dashed one says something without colour."""
    shape = _rectangle(area, 1.8 if strong else 1.0, ' stroke-dasharray="4 3"' if dashed else "")
    if double:
        shape += _rectangle(Box(area.x, area.y, area.width - 7, area.height - 7), 1.0, "")
    return shape


def _rectangle(area: Box, stroke: float, more: str) -> str:
    x, y = number(area.x - area.width / 2), number(area.y - area.height / 2)
    size = f'width="{number(area.width)}" height="{number(area.height)}"'
    return (
        f'<rect x="{x}" y="{y}" {size} rx="4" fill="{SURFACE}" stroke="currentColor" '
        f'stroke-width="{number(stroke)}"{more}/>'
    )


def text(
    at: Point,
    content: str,
    *,
    size: float = 13.0,
    anchor: str = "middle",
    bold: bool = False,
    faint: bool = False,
    halo: bool = False,
    turned: float = 0.0,
) -> str:
    """A line of text, its vertical middle at ``at``; ``turned`` degrees about that point."""
    x, y = number(at[0]), number(at[1] + size * 0.35)
    more = ' font-weight="700"' if bold else ""
    more += ' fill-opacity="0.75"' if faint else ""
    if halo:
        more += f' paint-order="stroke" stroke="{SURFACE}" stroke-width="4" stroke-linejoin="round"'
    if turned:
        more += f' transform="rotate({number(turned)} {number(at[0])} {number(at[1])})"'
    shown = xml(content)
    return f'<text x="{x}" y="{y}" font-size="{number(size)}" text-anchor="{anchor}"{more}>{shown}</text>'


def line(points: Sequence[Point], *, width: float = 1.0, opacity: float = 1.0, dashes: str = "") -> str:
    """A line from the first point to the last; three points are a curve with the middle one its control."""
    start, *way = (f"{number(x)} {number(y)}" for x, y in points)
    path = f"M{start} {'Q' if len(way) == 2 else 'L'}{' '.join(way)}"
    more = f' stroke-opacity="{number(opacity, 2)}"' if opacity < 1 else ""
    more += f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<path d="{path}" fill="none" stroke="currentColor" stroke-width="{number(width)}"{more}/>'


def arrow(points: Sequence[Point], *, width: float = 1.3, dashes: str = "") -> str:
    """A line with a head at its last point, pointing away from the point before."""
    (x0, y0), (x, y) = points[-2], points[-1]
    length = math.hypot(x - x0, y - y0) or 1.0
    ux, uy = (x - x0) / length, (y - y0) / length
    neck = (x - 7 * ux, y - 7 * uy)
    left, right = ((x - 9 * ux + side * 4.5 * -uy, y - 9 * uy + side * 4.5 * ux) for side in (1, -1))
    head = " ".join(f"{number(a)},{number(b)}" for a, b in ((x, y), left, neck, right))
    return line([*points[:-1], neck], width=width, dashes=dashes) + f'<polygon points="{head}"/>'


def disc(at: Point, radius: float) -> str:
    """A filled circle."""
    return f'<circle cx="{number(at[0])}" cy="{number(at[1])}" r="{number(radius)}"/>'


def text_width(content: str, size: float = 13.0) -> float:
    """An estimate of the width of a line of text, on the wide side."""
    units = sum(1.0 if unicodedata.east_asian_width(c) in "WF" else 0.58 for c in content)
    return units * size


def shortened(content: str, most: int = 24) -> str:
    """``content`` cut to at most ``most`` characters; the whole text belongs in a tooltip."""
    return content if len(content) <= most else content[: most - 1] + "…"


def number(value: float, digits: int = 1) -> str:
    """A coordinate: rounded, without a sign or a point that says nothing."""
    shown = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if shown == "-0" else shown


def xml(content: str) -> str:
    """Text for XML and HTML: markup escaped, characters that XML cannot hold replaced by U+FFFD."""
    return escape(xml_text(content), quote=True)
