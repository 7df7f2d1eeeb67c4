"""Foreign text stays text, in every format: markup, Markdown, control and bidirectional characters."""

from __future__ import annotations

import json
import re
import unicodedata
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pycheck.claims import read_claims
from pycheck.mechanism import (
    MAIN_MAP,
    Agent,
    ClaimEntry,
    LeanLink,
    Mechanism,
    OutcomeMap,
    Signature,
    Source,
)
from pycheck.report import (
    notebook_html,
    render_html,
    render_json,
    render_junit,
    render_markdown,
    render_text,
    to_json,
)
from pycheck.report.escape import markdown, markdown_block, markdown_code
from pycheck.verdict import (
    ClaimVerdict,
    Divergence,
    FormalEvidence,
    LeanCheck,
    LeanInfo,
    Margin,
    NonDivergence,
    SymbolicEvidence,
    Verification,
)
from pycheck.visible import visible

from .conftest import Maker

NASTY = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'onmouseover='alert(1)",
    "</style></title></pre></details><h1>",
    "]]></system-out><failure/>",
    "&lt;&amp;&#60;",
    "| a | b |",
    "`code` ``two`` ```three```",
    "*bold* _it_ [x](javascript:alert(1)) ![i](x)",
    "# heading\n- item\n> quote\n1. one",
    "~~~\n```\n</details>",
    "\x1b[31mred\x1b[0m\x07\x00\x7f",
    "\u202eright-to-left\u2066\u200b\u2028\u2029\x85\x9b31m",
    "\ufffe\uffff\ud800",
    "$math$ \\ \\| \\`",
    "\U000e0041tag",
]


def evil(text: str, seal: object) -> Verification:
    """A verification in which everything that can be foreign text is ``text``, made distinct where needed."""
    agents = tuple(
        Agent(f"{text}{i}", (f"{text}t0", f"{text}t1"), (f"{text}r0", f"{text}r1"), (0, 1)) for i in range(2)
    )
    outcomes = (f"{text}o0", f"{text}o1")
    signature = Signature(agents, outcomes, (MAIN_MAP, f"{text}map"))
    entries = (
        ClaimEntry(
            "claims[0]",
            f"{text}id0",
            "truthful_dominance",
            {"agent": f"{text}0", "map": f"{text}map", "strict": True},
            "fails",
            None,
            text,
            text,
        ),
        ClaimEntry("claims[1]", f"{text}id1", "truthful_dominance", {"strict": False}, "holds", text, text),
        ClaimEntry(
            "claims[2]", f"{text}id2", "not_formalised", {"statement": text + "s", "reason": text + "r"}
        ),
        ClaimEntry("claims[3]", f"{text}id3", "truthful_dominance", {"strict": True}, "holds", text, text),
    )
    table = tuple(tuple(Fraction(o + t + 1, 3) for t in range(2)) for o in range(2))
    cells = OutcomeMap((0, 1, 1, 0))
    mechanism = Mechanism(
        f"{text}name",
        text,
        signature,
        (table, table),
        {MAIN_MAP: cells, f"{text}map": cells},
        entries,
        LeanLink(
            "M", "M", "Nat", 1, "O", ("T", "T"), ("T", "T"), ("u", "v"), (None, None), {MAIN_MAP: "g"}, {}
        ),
        (Source(text, text),),
        text,
        "ab" * 32,
        "/nowhere/mechanism.toml",
    )
    maker = Maker(mechanism, seal)
    claims, faults = read_claims(entries, signature)
    assert not faults
    symbolic = SymbolicEvidence((text, text), False, (Margin(text, Fraction(1), True, None, False),))
    check = LeanCheck(text, (text,), False, text, text, f"{text}\n{text}", text)
    proof = FormalEvidence(text, "claim", (text,), seal)
    verdicts = tuple(
        ClaimVerdict(c, None, maker.enumerated(c), symbolic if c.formula else None, None, f"{text}\n{text}")
        for c in claims
    )
    verdicts = (
        verdicts[0],
        replace(verdicts[1], lean=check, unchecked_reason=text),
        verdicts[2],
        replace(verdicts[3], formal=proof, exhaustive=None, symbolic=None, lean=replace(check, problem="")),
    )
    divergence = Divergence(text, text, text, text)
    trust = {text: {text: [text, text]}, "list": [{text: text}]}
    return Verification(
        mechanism,
        verdicts,
        NonDivergence("diverges", 1, 1, (divergence,), text),
        LeanInfo(text, text, text, trust),
        (text,),
        {text: (text,)},
    )


@pytest.fixture(params=range(len(NASTY)), ids=lambda k: f"nasty{k}")
def nasty(request: pytest.FixtureRequest, seal: object) -> Verification:
    return evil(NASTY[request.param], seal)


@pytest.fixture(scope="module")
def tame(seal: object) -> Verification:
    return evil("x", seal)


class _Tags(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: Counter[str] = Counter()
        self.attributes: set[str] = set()
        self.text: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.attributes |= {name for name, _ in attrs}

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def harmful(text: str) -> set[str]:
    """Characters that act instead of being shown, line ends aside."""
    acting = {"Cc", "Cf", "Cs", "Zl", "Zp"}
    return {c for c in text if c != "\n" and (unicodedata.category(c) in acting or ord(c) & 0xFFFE == 0xFFFE)}


@pytest.mark.parametrize(
    "render", [render_text, render_json, render_markdown, render_html, render_junit, notebook_html]
)
def test_nothing_acts(nasty: Verification, render: Any) -> None:
    text = render(nasty)
    assert not harmful(text)
    assert text.encode("utf-8").decode("utf-8") == text


def test_html_has_the_elements_it_would_have_anyway(nasty: Verification, tame: Verification) -> None:
    for render in (render_html, notebook_html):
        page, plain = _Tags(render(nasty)), _Tags(render(tame))
        assert page.attributes == plain.attributes
        # Statements are kept line by line; nothing else depends on the text.
        assert page.tags == plain.tags


def test_html_shows_the_text(nasty: Verification) -> None:
    title = visible(nasty.mechanism.title)
    assert title in _Tags(render_html(nasty)).text


def test_html_anchors_are_unique_and_resolve(nasty: Verification) -> None:
    page = render_html(nasty)
    ids = re.findall(r' id="([^"]*)"', page)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r' href="#([^"]*)"', page)) <= set(ids)


def test_junit_is_well_formed_and_complete(nasty: Verification) -> None:
    root = ET.fromstring(render_junit(nasty))
    names = [case.attrib["name"] for case in root.iter("testcase")]
    assert names[: len(nasty.claims)] == [visible(c.claim.id) for c in nasty.claims]
    assert {e.tag for e in root.iter()} == {
        "testsuites", "testsuite", "properties", "property", "testcase", "failure", "skipped", "system-out",
    }  # fmt: skip


def test_json_keeps_the_exact_text(nasty: Verification) -> None:
    data = json.loads(render_json(nasty))
    assert data == to_json(nasty)
    assert data["about"]["title"] == nasty.mechanism.title


def test_text_has_as_many_first_lines_as_it_should(nasty: Verification, tame: Verification) -> None:
    def unindented(v: Verification) -> int:
        return sum(not line.startswith(" ") for line in render_text(v, 10_000).splitlines())

    assert unindented(nasty) == unindented(tame)


# Markdown, read by a small reader of our own: fences, code spans, then what must not be left.


def prose(text: str) -> Iterator[str]:
    """The lines outside fenced blocks, code spans cut out."""
    fence = ""
    for line in text.splitlines():
        marks = re.match(r"`{3,}", line)
        if fence:
            if re.fullmatch(f"`{{{len(fence)},}}", line):
                fence = ""
            continue
        if marks:
            fence = marks.group()
            continue
        line = re.sub(r"</?code>", "", line)
        yield re.sub(r"(?<![\\`])(`+)(?!`)(.+?)(?<!`)\1(?!`)", "", line)
    assert not fence, "an open fence"


OURS = re.compile(r"^(<details><summary>Lean statement</summary>|</details>)$")


def test_markdown_has_no_markup_of_others(nasty: Verification, tame: Verification) -> None:
    lines, plain = list(prose(render_markdown(nasty))), list(prose(render_markdown(tame)))
    for line in lines:
        if not OURS.match(line):
            bare = re.sub(r"\\.", "", line)
            assert not re.search(r"[<>`\[\]_~&$]", bare), line
    for pattern in (r"^#+ ", r"^- ", r"^\d+[.)]", r"^>", r"^<", r"^\|"):
        assert sum(bool(re.match(pattern, x)) for x in lines) == sum(
            bool(re.match(pattern, x)) for x in plain
        )


def test_markdown_tables_keep_their_columns(nasty: Verification) -> None:
    columns = 0
    for line in render_markdown(nasty).splitlines():
        if not line.startswith("|"):
            columns = 0
            continue
        pipes = len(re.findall(r"(?<!\\)\|", re.sub(r"\\\\", "", line)))
        columns = columns or pipes
        assert pipes == columns, line


@given(st.text())
@settings(max_examples=300)
def test_visible_is_one_harmless_line_and_stable(text: str) -> None:
    shown = visible(text)
    assert not harmful(shown)
    assert "\n" not in shown
    assert visible(shown) == shown


@given(st.text(st.characters(codec="utf-8")))
@settings(max_examples=300)
def test_markdown_prose_reads_back(text: str) -> None:
    """Unescaping gives the visible text, and nothing special stands unescaped."""
    escaped = markdown(text)
    assert re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", escaped) == visible(text).strip()
    assert not re.search(r"[`*_\[\]<>|~&$]", re.sub(r"\\.", "", escaped))


@given(st.text(st.sampled_from("`a "), min_size=1))
@settings(max_examples=300)
def test_markdown_code_cannot_be_left(text: str) -> None:
    span = markdown_code(text)
    if not text.strip():
        assert span == ""
        return
    fence = re.match(r"`+", span)
    assert fence is not None
    inner = span[len(fence.group()) : -len(fence.group())]
    assert span == f"{fence.group()}{inner}{fence.group()}"
    assert fence.group() not in re.findall(r"`+", inner)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a|b", r"<code>a\|b</code>"),
        ("\\|", r"<code>\\\|</code>"),
        ("`", "`` ` ``"),
        ("", ""),
        ("a'", "`a'`"),
    ],
)
def test_markdown_code_in_tables(text: str, code: str) -> None:
    assert markdown_code(text) == code


@given(st.text(st.sampled_from("`~\na")))
def test_markdown_blocks_cannot_be_left(text: str) -> None:
    first, *body, last = markdown_block(text)
    assert first == f"{last}lean"
    assert not any(re.match(f"`{{{len(last)},}}", line) for line in body)
