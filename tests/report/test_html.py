"""The page: self-contained, accessible, with sections that look different."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from html.parser import HTMLParser

import pytest

from pycheck.report import Section, render_html
from pycheck.report.html_claims import ICONS
from pycheck.report.html_style import STYLE
from pycheck.verdict import Verification

from .conftest import States

VOID = {"meta", "br", "img", "link", "input", "hr"}


class Page(HTMLParser):
    """Every element with its attributes, ancestors and own text; raises on wrong nesting."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.stack: list[int] = []
        self.tags: list[str] = []
        self.attributes: list[dict[str, str | None]] = []
        self.parents: list[tuple[int, ...]] = []
        self.texts: list[str] = []
        self.feed(text)
        self.close()
        assert not self.stack, "unclosed elements"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names))
        self.tags.append(tag)
        self.attributes.append(dict(attrs))
        self.parents.append(tuple(self.stack))
        self.texts.append("")
        if tag not in VOID:
            self.stack.append(len(self.tags) - 1)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.stack.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.tags[self.stack.pop()] == tag

    def handle_data(self, data: str) -> None:
        for element in self.stack:
            self.texts[element] += data

    def every(self, tag: str) -> list[int]:
        return [k for k, name in enumerate(self.tags) if name == tag]

    def inside(self, element: int, tag: str) -> list[int]:
        return [k for k in self.every(tag) if element in self.parents[k]]


@pytest.fixture(scope="module")
def page(verified: Verification) -> Page:
    return Page(render_html(verified))


def test_nests_properly_in_every_state(states: States) -> None:
    for verification in states.values():
        Page(render_html(verification))


def test_is_self_contained_and_runs_nothing(states: States) -> None:
    for verification in states.values():
        text = render_html(verification)
        page = Page(text)
        assert not {"script", "link", "iframe", "object", "img"} & set(page.tags)
        assert not [name for a in page.attributes for name in a if name.startswith("on") or name == "src"]
        assert all((a.get("href") or "#").startswith("#") for a in page.attributes)
        assert not re.search(r"url\(|@import", text)


def test_has_a_language_a_title_and_a_viewport(page: Page, verified: Verification) -> None:
    assert page.attributes[page.every("html")[0]]["lang"] == "en"
    assert verified.mechanism.name in page.texts[page.every("title")[0]]
    assert any(a.get("name") == "viewport" for a in page.attributes)


def test_headings_descend_without_gaps(page: Page) -> None:
    levels = [int(tag[1]) for tag in page.tags if re.fullmatch(r"h[1-6]", tag)]
    assert levels.count(1) == 1
    assert levels[0] == 1
    assert all(after - before <= 1 for before, after in itertools.pairwise(levels))


def test_tables_have_captions_and_scopes(states: States) -> None:
    for verification in states.values():
        page = Page(render_html(verification))
        assert page.every("table")
        for table in page.every("table"):
            assert len(page.inside(table, "caption")) == 1
            assert page.texts[page.inside(table, "caption")[0]].strip()
            headers = page.inside(table, "th")
            assert headers
            assert all(
                page.attributes[h].get("scope") in {"row", "col", "colgroup", "rowgroup"} for h in headers
            )
            for row in page.inside(table, "tr"):
                assert page.inside(row, "th"), "every row has a header"


def test_ids_are_unique_and_references_resolve(states: States) -> None:
    for verification in states.values():
        page = Page(render_html(verification))
        ids = Counter(a["id"] for a in page.attributes if "id" in a)
        assert set(ids.values()) <= {1}
        for attributes in page.attributes:
            for name in ("aria-labelledby", "aria-describedby"):
                assert set((attributes.get(name) or "").split()) <= set(ids)
            href = attributes.get("href")
            assert href is None or href[1:] in ids


def test_sections_differ_in_border_label_and_icon(page: Page) -> None:
    styles, labels, icons = {}, set(), set()
    for section in Section:
        rule = re.search(rf"^\.{section.value} {{ (.*?) }}", STYLE, re.MULTILINE)
        assert rule is not None
        styles[section] = rule[1]
        element = next(k for k in page.every("section") if page.attributes[k].get("id") == section.value)
        heading = page.texts[page.inside(element, "h2")[0]].split()
        icons.add(heading[0])
        labels.add(" ".join(heading[1:-1]))
    assert len(labels) == len(icons) == len(Section)
    borders = {style.rsplit("--style:", 1)[1] for style in styles.values()}
    assert len({styles[s] for s in Section}) == len(Section)
    # Proved, enumerated and not formalised are told apart without colour.
    told_apart = [Section.FORMAL, Section.ENUMERATED, Section.NOT_FORMALISED]
    assert len({styles[s].rsplit("--style:", 1)[1] for s in told_apart}) == 3
    assert len(borders) >= 4


def test_icons_are_not_read_out(page: Page) -> None:
    icons = [a for a in page.attributes if a.get("class") == "icon"]
    assert icons
    assert all(a.get("aria-hidden") == "true" for a in icons)


def test_a_tile_says_how_many_of_what(page: Page) -> None:
    """The number stands alone: a sign before it would change it (``≤ 0``, ``— 1``)."""
    (tally,) = [k for k in page.every("ul") if page.attributes[k].get("class") == "tally"]
    tiles = [page.texts[k].split(maxsplit=2) for k in page.inside(tally, "li")]
    assert [(number, words) for number, _, words in tiles] == [
        ("23", "Proved in Lean"),
        ("3", "Enumerated"),
        ("0", "By condition only"),
        ("1", "Not formalised"),
        ("0", "Not checked"),
    ]
    assert [sign for _, sign, _ in tiles] == [ICONS[section] for section in Section]


def test_each_state_has_its_banner(states: States) -> None:
    banners = {
        "verified": "good",
        "no Lean": "incomplete",
        "too large to enumerate": "incomplete",
        "falsified by enumeration": "bad",
        "theorem rejected": "bad",
        "diverges": "bad",
        "canary accepted": "bad",
    }
    for state, kind in banners.items():
        page = Page(render_html(states[state]))
        summary = [a for a in page.attributes if (a.get("class") or "").startswith("summary ")]
        assert [a["class"] for a in summary] == [f"summary {kind}"], state


def test_badges_look_as_good_as_they_read(states: States) -> None:
    reads = {
        "formal": {"holds", "fails, as expected"},
        "decided": {"holds", "fails, as expected"},
        "not_checked": {"not checked"},
        "not_formalised": {"not formalised"},
        "problem": {"CHECKERS DISAGREE", "THEOREM NOT ACCEPTED", "FALSIFIED: fails, expected: holds"},
    }
    seen = set()
    for verification in states.values():
        page = Page(render_html(verification))
        for element in page.every("span"):
            kind, _, look = (page.attributes[element].get("class") or "").partition(" ")
            if kind == "badge":
                assert page.texts[element] in reads[look]
                seen.add(look)
    assert seen == set(reads)


def test_problems_come_before_the_claims(states: States) -> None:
    text = render_html(states["diverges"])
    assert "utilities.row.o2.a is 4 here, 5 in Lean (Mechanisms/OthmanSandholm.lean:31)" in text
    assert text.index('<section class="problems"') < text.index('id="overview"')
    assert '<section class="problems"' not in render_html(states["verified"])


def test_lean_statements_are_folded(page: Page, verified: Verification) -> None:
    folded = page.every("details")
    assert len(folded) == 2 * sum(c.lean_statement is not None for c in verified.claims)
    assert all(page.inside(d, "summary") and page.inside(d, "pre") for d in folded)


def test_tables_graphs_and_map_are_there(page: Page) -> None:
    captions = [page.texts[c] for c in page.every("caption")]
    assert {"Utilities of row", "Utilities of col", "The mechanism's outcome map", "Outcome map M1"} <= set(
        captions
    )
    assert len(page.every("svg")) == 4
    table = next(
        t
        for t in page.every("table")
        if page.texts[page.inside(t, "caption")[0]] == "The mechanism's outcome map"
    )
    rows = [[page.texts[c] for c in page.inside(r, "td")] for r in page.inside(table, "tr")]
    assert rows[-2:] == [["o4", "o3"], ["o2", "o1"]]


def test_light_dark_narrow_and_paper_are_styled() -> None:
    for query in ("prefers-color-scheme: dark", "max-width", "@media print", "focus-visible"):
        assert query in STYLE


def luminance(colour: str) -> float:
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_text_contrasts_enough_in_light_and_dark() -> None:
    """WCAG 2 AA: at least 4.5 to 1 for every text colour on every surface."""
    schemes = re.findall(r":root \{(.*?)\}", STYLE, re.DOTALL)
    assert len(schemes) == 3
    for scheme in schemes:
        colours = dict(re.findall(r"--(\w+): (#[0-9a-f]{3,6})", scheme))
        full = {k: v if len(v) == 7 else "#" + "".join(2 * c for c in v[1:]) for k, v in colours.items()}
        for surface in ("bg", "card", "tint"):
            for name in {"text", "muted", "problem", *(s.value for s in Section)}:
                high, low = sorted((luminance(full[name]), luminance(full[surface])), reverse=True)
                assert (high + 0.05) / (low + 0.05) >= 4.5, (name, surface)


def test_is_deterministic(verified: Verification) -> None:
    assert render_html(verified) == render_html(verified)
