"""Making foreign text harmless in each format.

Labels, titles and notes come from a mechanism file, statements from Lean. Everywhere a character that
a terminal or a browser would act on instead of showing (control, bidirectional and other format
characters, line separators, lone surrogates) is shown as its code point first; then each format escapes
what is special to it.
"""

from __future__ import annotations

import html as _html
import re

from pycheck.visible import visible

_MARKDOWN = re.compile(r"[\\`*_\[\]<>|~&$]")
_MARKDOWN_START = re.compile(r"^(?:([#+=-])|(\d+)([.)]))")


def html(text: str) -> str:
    """``text`` as HTML text or as a quoted attribute value."""
    return _html.escape(visible(text), quote=True)


def html_lines(text: str) -> str:
    """Like :func:`html`, keeping line ends (for ``<pre>``)."""
    return "\n".join(html(line) for line in text.split("\n"))


xml = html
xml_lines = html_lines


def markdown(text: str) -> str:
    """``text`` as Markdown prose or a table cell."""
    escaped = _MARKDOWN.sub(lambda match: "\\" + match.group(), visible(text).strip())
    return _MARKDOWN_START.sub(
        lambda m: f"\\{m.group(1)}" if m.group(1) else f"{m.group(2)}\\{m.group(3)}", escaped
    )


def markdown_code(text: str) -> str:
    """``text`` as Markdown code in a line, also inside a table.

    A code span has no escapes, but a table takes ``\\|`` for one before it knows of code spans; text with a
    bar or a backslash is therefore prose in a ``<code>`` element.
    """
    shown = visible(text)
    if not shown.strip():
        return ""
    if "|" in shown or "\\" in shown:
        return f"<code>{markdown(shown)}</code>"
    longest = max((len(run) for run in re.findall(r"`+", shown)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if shown.startswith("`") or shown.endswith("`") else ""
    return f"{fence}{pad}{shown}{pad}{fence}"


def markdown_block(text: str) -> tuple[str, ...]:
    """``text`` as the lines of a fenced Markdown code block."""
    lines = [visible(line) for line in text.split("\n")]
    longest = max((len(run) for line in lines for run in re.findall(r"`+", line)), default=0)
    fence = "`" * max(3, longest + 1)
    return (f"{fence}lean", *lines, fence)
