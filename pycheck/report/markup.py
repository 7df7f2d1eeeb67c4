"""HTML that is escaped by construction: text is escaped, only :class:`Markup` is not."""

from __future__ import annotations

from collections.abc import Iterable

from pycheck.report.escape import html

#: Elements whose inner white space means nothing: their children get lines of their own.
_CONTAINERS = {"article", "body", "details", "div", "dl", "figure", "head", "header", "html", "main"}
_CONTAINERS |= {"nav", "section", "table", "tbody", "thead", "tr", "ul"}


class Markup(str):
    """HTML made by this module, not to be escaped again."""

    __slots__ = ()


def text(value: str) -> Markup:
    """``value`` escaped."""
    return value if isinstance(value, Markup) else Markup(html(value))


def element(name: str, *children: str, **attributes: str | None) -> Markup:
    """An element; children and attribute values are escaped unless they are markup.

    In attribute names a trailing ``_`` is dropped and other underscores become hyphens; an attribute that
    is ``None`` is left out.
    """
    opening = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{html(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    parts = [text(child) for child in children if child]
    inner = "\n".join(["", *parts, ""]) if name in _CONTAINERS and parts else "".join(parts)
    return Markup(f"<{name}{opening}>{inner}</{name}>")


def join(parts: Iterable[str], separator: str = "\n") -> Markup:
    """Several pieces of markup or text as one."""
    return Markup(separator.join(text(part) for part in parts if part))
