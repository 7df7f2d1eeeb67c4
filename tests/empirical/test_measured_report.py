"""Measurements in a report: beside the claims, labelled, and never evidence for one of them."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import jsonschema
import pytest

from pycheck.claims import read_claims
from pycheck.cli.gate_command import measured_on
from pycheck.empirical.citations import cited, texts_of
from pycheck.empirical.gate import LABEL, EmpiricalEvidence, Mark, Plot, gate
from pycheck.loading import known_mechanisms, load
from pycheck.mechanism import Mechanism, Source
from pycheck.pipeline import verify
from pycheck.report import (
    EmpiricalSection,
    MixingRefused,
    Section,
    build_report,
    check_reports,
    render_html,
    render_json,
    render_markdown,
    render_text,
    schema,
    to_json,
    write_reports,
)
from pycheck.report.as_json import report_json
from pycheck.report.html_measured import measured
from pycheck.report.measured import measured_json
from pycheck.report.model import ConditionalClaim, EnumeratedClaim, FormalClaim, Report
from pycheck.report.plots import describe, draw
from pycheck.verdict import ExhaustiveEvidence, FormalEvidence, Level, Verification

from .published import AP, PERMUTED, RANDOM, VISIBLE, mechanism
from .runs import by_policy, read_lines, says, write_lines, write_run
from .test_gate import deviation, small

GAME = mechanism()


@pytest.fixture(scope="module")
def verification() -> Verification:
    return verify(load("othman_sandholm"), lean="none", symbolic=False)


@pytest.fixture(scope="module")
def evidence(tmp_path_factory: pytest.TempPathFactory) -> EmpiricalEvidence:
    answers = by_policy(
        {
            (VISIBLE, "qwen"): lambda key: (says(AP),),
            (VISIBLE, "glm"): lambda key: ("<script>alert(1)</script>", says(AP)),
            (PERMUTED, "glm"): lambda key: ("No.", "I said no."),
        }
    )
    run = write_run(tmp_path_factory.mktemp("runs") / "first", small(), GAME, answers)
    records = read_lines(run)
    write_lines(run, [*records, deviation(records, "budgets.wall_s", 86400.0, 90000.0)])
    found = gate(run, GAME).evidence
    assert found is not None
    return found


@pytest.fixture(scope="module")
def section(evidence: EmpiricalEvidence) -> EmpiricalSection:
    return EmpiricalSection((evidence,))


# --- What is shown ---


def test_json_has_the_whole_result_and_its_label(
    verification: Verification, section: EmpiricalSection, evidence: EmpiricalEvidence
) -> None:
    data, without = to_json(verification, section), to_json(verification)
    jsonschema.Draft202012Validator(schema()).validate(json.loads(json.dumps(data)))
    assert without["measured"] is None
    assert data["measured"]["label"] == LABEL
    (run,) = data["measured"]["runs"]
    assert (run["freeze_sha256"], run["trace_sha256"]) == (evidence.freeze_sha256, evidence.trace_sha256)
    assert run["deviations"][0]["field"] == "budgets.wall_s"
    assert run["results"]["verdicts"] == {"H1": "no measure"}
    del data["measured"], without["measured"]
    assert data == without, "nothing else moves: no claim, no count, no first line"


@pytest.mark.parametrize(
    "breaking",
    [
        lambda m: m.update(label="formal"),
        lambda m: m["runs"].clear(),
        lambda m: m["runs"][0].pop("trace_sha256"),
        lambda m: m["runs"][0].update(freeze_sha256="abc"),
        lambda m: m["runs"][0]["results"]["verdicts"].update(H1="holds"),
        lambda m: m["runs"][0]["results"]["groups"][0]["rate"].update(value="no"),
        lambda m: m["runs"][0]["deviations"][0].pop("reason"),
    ],
)
def test_the_schema_refuses_what_is_not_so(
    verification: Verification, section: EmpiricalSection, breaking: Any
) -> None:
    data = json.loads(render_json(verification, section))
    validator = jsonschema.Draft202012Validator(schema())
    assert validator.is_valid(data)
    breaking(data["measured"])
    assert not validator.is_valid(data)


def test_every_format_shows_label_size_intervals_deviations_and_digest(
    verification: Verification, section: EmpiricalSection, evidence: EmpiricalEvidence
) -> None:
    texts = {
        "markdown": render_markdown(verification, section).replace("\\", ""),
        "html": _Text.of(render_html(verification, section)),
        "text": " ".join(render_text(verification, 500, measured=section).split()),
    }
    for name, text in texts.items():
        assert LABEL in text, name
        assert evidence.trace_sha256[:12] in text, name
        assert "budgets.wall_s" in text, name
        assert "asked by a reviewer" in text, name
        assert "no measure" in text, name
        assert "36 turns" in text, name
        assert re.search(r"1\.000 \[0\.\d+, 1\.000\], n = 8|1\.000 ?\|? ?\[0\.\d+, 1\.000\]", text), name


class _Text(HTMLParser):
    """A page's text; tags end words."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_data(self, data: str) -> None:
        self.found.append(data)

    @classmethod
    def of(cls, page: str) -> str:
        reader = cls()
        reader.feed(page)
        return " ".join(" ".join(reader.found).split())


def test_claims_are_the_same_with_and_without(
    verification: Verification, section: EmpiricalSection, evidence: EmpiricalEvidence
) -> None:
    """Whatever a format says outside of its measured section is what it says without one."""
    for render, begin, end in (
        (render_html, '<section id="measured"', "</section>"),
        (render_markdown, "## Measured\n", "\n## "),
    ):
        with_it, without = render(verification, section), render(verification, None)
        assert _cut(with_it, begin, end) == _cut(without, begin, end)
        assert evidence.trace_sha256 not in _cut(with_it, begin, end)


def _cut(text: str, begin: str, end: str) -> str:
    """``text`` without the part from ``begin`` to the next ``end``."""
    assert text.count(begin) == 1
    before, _, rest = text.partition(begin)
    _, found, after = rest.partition(end)
    assert found
    return before + after


def test_without_a_run_the_report_says_so(verification: Verification) -> None:
    assert "No empirical run has passed the gate." in render_markdown(verification)
    assert "No empirical run has passed the gate." in render_html(verification)
    assert "Measured: nothing. No empirical run has passed the gate." in render_text(verification)


def test_the_page_still_runs_nothing(verification: Verification, section: EmpiricalSection) -> None:
    page = render_html(verification, section)
    assert "<script" not in page
    assert page.count("<svg") >= 3 + len(section.runs)
    assert not re.search(r"\son\w+=", page)


def test_reports_are_written_and_checked_with_their_runs(
    verification: Verification, section: EmpiricalSection, tmp_path: Path
) -> None:
    write_reports(verification, tmp_path, section)
    assert check_reports(verification, tmp_path, section) == ()
    assert {d.file.rpartition("/")[2] for d in check_reports(verification, tmp_path)} == {
        "report.json",
        "report.md",
        "report.html",
    }


def test_plots_say_what_was_not_measured(evidence: EmpiricalEvidence) -> None:
    rates = evidence.plots[0]
    drawn = draw(rates)
    assert "no measure (n = 0)" in drawn
    assert f"{PERMUTED}, glm: no measure (n = 0)" in describe(rates)
    assert draw(rates) == drawn
    assert drawn.count("<circle") == sum(m.value is not None for m in rates.marks)
    kinds = {plot.kind for plot in evidence.plots}
    assert kinds == {"rate", "gain", "count"}


@pytest.mark.parametrize("kind", ["rate", "gain", "count"])
@pytest.mark.parametrize("value", [None, 0.0, 1.0, 0.3])
def test_plots_of_any_single_mark_can_be_drawn(kind: Any, value: float | None) -> None:
    mark = Mark("<g>&", "\u202e'\"", value, value, value, 3)
    drawn = draw(Plot("<t>", kind, "u", (mark,)))
    assert "<g>&" not in drawn
    assert "nan" not in drawn
    draw(Plot("empty", kind, "u", ()))


# --- Smuggling ---


def test_an_empirical_result_is_no_formal_evidence(
    verification: Verification, evidence: EmpiricalEvidence
) -> None:
    claim = verification.claims[0]
    row = build_report(verification).rows[0]
    anything = cast(Any, evidence)
    for field, name in (("formal", "Formal"), ("exhaustive", "Exhaustive"), ("symbolic", "Symbolic")):
        with pytest.raises(TypeError, match=f"EmpiricalEvidence is no {name}Evidence"):
            replace(claim, **{field: anything})
    with pytest.raises(TypeError, match="formal evidence only"):
        FormalClaim(row, anything)
    with pytest.raises(TypeError, match="enumerations only"):
        EnumeratedClaim(row, anything)
    with pytest.raises(TypeError, match="symbolic evidence only"):
        ConditionalClaim(row, anything)
    with pytest.raises(PermissionError, match="certificate checker"):
        FormalEvidence("Theorem", "claim", (), evidence.seal)


def test_a_count_made_of_acts_is_no_enumeration_of_the_gate(evidence: EmpiricalEvidence) -> None:
    """An enumeration has its own type; the evidence has none of its fields to be read by mistake."""
    for name in ("holds", "cases", "satisfied", "proves", "theorem", "condition", "truth", "verdict"):
        assert not hasattr(evidence, name)
    assert not isinstance(evidence, ExhaustiveEvidence | FormalEvidence)


def test_no_claim_has_the_empirical_level(verification: Verification) -> None:
    row = build_report(verification).rows[0]
    with pytest.raises(TypeError, match="a measurement is no evidence for a claim"):
        replace(row, evidence=(Level.EMPIRICAL,))


@pytest.mark.parametrize("field", ["source", "note"])
@pytest.mark.parametrize(
    "citing",
    ["see {trace}", "frozen as {freeze}, 2026", "confirmed by run first", "pilot/first", "trace.jsonl"],
)
def test_a_claim_that_cites_a_run_is_refused(
    verification: Verification,
    section: EmpiricalSection,
    evidence: EmpiricalEvidence,
    field: str,
    citing: str,
) -> None:
    text = citing.format(trace=evidence.trace_sha256[:12], freeze=evidence.freeze_sha256)
    first, *others = verification.claims
    old = first.claim.entry
    entry = replace(old, source=text) if field == "source" else replace(old, note=text)
    cited = replace(verification, claims=(replace(first, claim=replace(first.claim, entry=entry)), *others))
    with pytest.raises(MixingRefused, match=f"claims.{first.claim.id}: its text cites a run"):
        build_report(cited, section)
    if "{" not in citing and "run first" not in citing:
        with pytest.raises(MixingRefused, match="cites a run"):
            build_report(cited)


def test_a_statement_in_words_that_cites_a_run_is_refused(section: EmpiricalSection) -> None:
    changed = replace(
        GAME,
        claims=tuple(
            replace(c, params={**c.params, "statement": "Models play a' (pilot/first)."})
            if c.kind == "not_formalised"
            else c
            for c in GAME.claims
        ),
    )
    claims, faults = read_claims(changed.claims, changed.signature)
    assert not faults
    loaded = replace(load("othman_sandholm"), mechanism=changed, claims=claims)
    with pytest.raises(MixingRefused, match="its text cites a run"):
        build_report(verify(loaded, lean="none", symbolic=False), section)


WRITTEN = [
    "{d[0:7]}",
    "{d[10:40]}",
    "{D[20:28]}",
    "{d[0:4]} {d[4:8]}",
    "{d[0:4]}-{d[4:8]}",
    "{d[0:4]}\u200b{d[4:8]}",
    "{d[0:4]}\u00ad{d[4:8]}",
    "{d[0:4]}, then {d[10:14]}{d[14:20]}",
    "{wide}",
    "{cyrillic}",
    "run: first",
    "run (first)",
    "run \u2018first\u2019",
    "run *first*",
    "RUN\u00a0First",
    "runs first",
    "run named first",
    "run called no. first",
    "the first run",
    "TRACE.JSONL",
    "trace\u2024jsonl",
    "trace .jsonl",
    "Pilot/first",
    "pilot\\first",
    "gate\uff0ejson",
    "the protocol published",
    "see The Published Pilot",
]


@pytest.mark.parametrize("written", WRITTEN)
def test_a_run_is_cited_however_it_is_written(evidence: EmpiricalEvidence, written: str) -> None:
    for digest in (evidence.trace_sha256, evidence.freeze_sha256):
        wide = "".join(chr(ord(sign) + 0xFEE0) for sign in digest[:8])
        cyrillic = digest[:30].translate(str.maketrans("ace", "\u0430\u0441\u0435"))
        text = written.format(d=_Sliced(digest), D=_Sliced(digest.upper()), wide=wide, cyrillic=cyrillic)
        assert cited(f"As found ({text}) in 2026.", [evidence])
    assert not cited("As found () in 2026.", [evidence])


class _Sliced(str):
    """A text that a format can take a part of."""

    __slots__ = ()

    def __getitem__(self, part: Any) -> str:
        return str(self).__getitem__(slice(*map(int, part.split(":"))) if isinstance(part, str) else part)


ORDINARY = [
    "The pilot study, run twice; see page 8 of the first edition.",
    "In the long run the first mover gains; doi:10.1007/978-3-642-04645-2_7, arXiv:2009.01234567.",
    "Published in: Proceedings, pp. 1000000-1000007, decade facade effaced 0000000 1234567.",
    "A gate, a freeze and a trace; investigate JSON.",
    "War/public policy; https://a.org/games/page/3, https://b.org/journals/12; figures 3; manifest intent.",
]


@pytest.mark.parametrize("text", ORDINARY)
def test_ordinary_texts_are_no_citations(
    verification: Verification, section: EmpiricalSection, text: str
) -> None:
    first, *others = verification.claims
    entry = replace(first.claim.entry, note=text)
    plain = replace(verification, claims=(replace(first, claim=replace(first.claim, entry=entry)), *others))
    build_report(plain, section)


def test_a_protocol_called_like_its_mechanism_is_not_cited_by_that(evidence: EmpiricalEvidence) -> None:
    text = "The published pilot decides."
    assert cited(text, [evidence])
    assert not cited(text, [evidence], ("published", "The published pilot"))
    assert cited(text, [evidence], ("published", "The published pilot, and more"))


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"title": "A rule (CITING)"}, "title"),
        ({"description": "A rule.\n\nCITING"}, "description"),
        ({"sources": (Source("S", "Somebody, CITING, 2026"),)}, "sources.S"),
        ({"sources": (Source("CITING", "Somebody, 2026"),)}, "sources.CITING"),
    ],
)
@pytest.mark.parametrize("citing", ["run first", "pilot/first"])
def test_no_text_of_the_mechanism_cites_a_run(
    verification: Verification, section: EmpiricalSection, changes: Any, place: str, citing: str
) -> None:
    def filled(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(Source(filled(source.id), filled(source.citation)) for source in value)
        return value.replace("CITING", citing)

    changed = replace(GAME, **{name: filled(value) for name, value in changes.items()})
    with pytest.raises(MixingRefused, match=f"^{filled(place)}: its text cites a run"):
        build_report(replace(verification, mechanism=changed), section)


def test_labels_and_claims_of_the_mechanism_are_texts_too() -> None:
    found = dict(texts_of(GAME))
    assert {"title", "description", "sources.OS2009", "outcomes", "agents.row"} <= set(found)
    for claim in GAME.claims:
        assert f"claims.{claim.id}" in found
    entry = replace(GAME.claims[0], params={"deep": [{"statement": "see trace.jsonl"}]})
    texts = texts_of(replace(GAME, claims=(entry,)))
    assert [place for place, text in texts if cited(text, ())] == [f"claims.{entry.id}"]


def test_no_shipped_mechanism_cites_a_run() -> None:
    """Not even the runs of another one."""
    runs: list[EmpiricalEvidence] = []
    for name in ("othman_sandholm", "war_verdict"):
        section, refused = measured_on(load(name).mechanism)
        assert section is not None
        assert not refused
        runs += section.runs
    for name in known_mechanisms():
        loaded = load(name)
        own = (loaded.mechanism.name, loaded.mechanism.title)
        texts = [*texts_of(loaded.mechanism), *((c.id, c.english) for c in loaded.claims)]
        assert [(place, by) for place, text in texts if (by := cited(text, runs, own))] == []


def test_a_template_that_mixes_them_is_refused(
    verification: Verification, section: EmpiricalSection, evidence: EmpiricalEvidence
) -> None:
    """Whatever writes a report gets its claims from typed sections, and these take no measurement."""
    report = build_report(verification, section)
    with pytest.raises(TypeError, match="formal: found EmpiricalEvidence"):
        replace(report, formal=cast(Any, (evidence,)))
    with pytest.raises(TypeError, match="enumerated: found EmpiricalEvidence"):
        replace(report, enumerated=cast(Any, (*report.enumerated, evidence)))
    with pytest.raises(TypeError, match="rows: found EmpiricalEvidence"):
        replace(report, rows=cast(Any, (*report.rows, evidence)))
    with pytest.raises(TypeError, match="not_checked: found EmpiricalEvidence"):
        replace(report, not_checked=cast(Any, (evidence,)))
    for which in Section:
        assert all(row in report.rows for row in report.section(which))


def test_only_the_gate_s_evidence_is_shown(verification: Verification, evidence: EmpiricalEvidence) -> None:
    class Lookalike:
        def __getattr__(self, name: str) -> Any:
            return getattr(evidence, name)

    with pytest.raises(MixingRefused, match="found Lookalike"):
        EmpiricalSection((cast(Any, Lookalike()),))
    with pytest.raises(MixingRefused, match="found dict"):
        EmpiricalSection((cast(Any, dict(evidence.data)),))
    with pytest.raises(MixingRefused, match="expected an EmpiricalSection"):
        build_report(verification, cast(Any, (evidence,)))
    with pytest.raises(MixingRefused, match="no run"):
        EmpiricalSection(())
    with pytest.raises(MixingRefused, match="the same run twice, as first and as first; remove one"):
        EmpiricalSection((evidence, evidence))


def test_a_result_edited_after_the_gate_is_refused(tmp_path: Path) -> None:
    run = write_run(tmp_path / "second", small(), GAME)
    found = gate(run, GAME).evidence
    assert found is not None
    found.data["verdicts"]["H1"] = "met"
    with pytest.raises(MixingRefused, match="changed after it passed"):
        EmpiricalSection((found,))


Render = Callable[[Verification, Any], object]
RENDERERS: list[Render] = [
    render_json,
    render_html,
    render_markdown,
    lambda verification, section: render_text(verification, measured=section),
    lambda verification, section: measured_json(section),
    lambda verification, section: measured(section),
    lambda verification, section: report_json(_past_its_check(build_report(verification), section)),
]


def _past_its_check(report: Report, section: Any) -> Report:
    object.__setattr__(report, "measured", section)
    return report


@pytest.mark.parametrize("render", RENDERERS)
@pytest.mark.parametrize(
    "changing",
    [
        lambda run: object.__setattr__(run, "title", "proved"),
        lambda run: run.data["verdicts"].update(H1="met"),
        lambda run: object.__setattr__(run, "results", replace(run.results, groups=())),
        lambda run: object.__setattr__(run, "seal", _Covers()),
        lambda run: object.__delattr__(run, "title"),
    ],
)
@pytest.mark.sample(every=3)
def test_no_format_shows_what_was_changed_after_the_section_was_made(
    verification: Verification,
    evidence: EmpiricalEvidence,
    render: Render,
    changing: Callable[[EmpiricalEvidence], object],
) -> None:
    run = copy.deepcopy(evidence)
    section = EmpiricalSection((run,))
    render(verification, section)
    changing(run)
    with pytest.raises(MixingRefused, match="changed after it passed"):
        render(verification, section)


class _Covers:
    """No seal, and agreeable."""

    def covers(self, content: str) -> bool:
        return True


@pytest.mark.parametrize("render", RENDERERS)
def test_no_format_shows_a_section_made_past_its_check(
    verification: Verification, evidence: EmpiricalEvidence, render: Render
) -> None:
    with pytest.raises(TypeError, match="final"):
        type("Mine", (EmpiricalSection,), {"__post_init__": lambda self: None})
    changed = copy.deepcopy(evidence)
    object.__setattr__(changed, "title", "proved")
    empty, made = object.__new__(EmpiricalSection), object.__new__(EmpiricalSection)
    object.__setattr__(made, "runs", (changed,))
    for other in (empty, made, SimpleNamespace(runs=(evidence,), comparisons=())):
        with pytest.raises(MixingRefused):
            render(verification, other)


def test_a_result_moved_to_another_mechanism_is_refused(
    verification: Verification, section: EmpiricalSection
) -> None:
    other: Mechanism = load("public_good").mechanism
    with pytest.raises(MixingRefused, match="about othman_sandholm, not about public_good"):
        build_report(replace(verification, mechanism=other), section)
    swapped = replace(GAME, utilities=GAME.utilities[::-1])
    with pytest.raises(MixingRefused, match="other tables"):
        build_report(replace(verification, mechanism=swapped), section)


def test_several_runs_of_one_freeze_are_compared(
    verification: Verification, evidence: EmpiricalEvidence, tmp_path: Path
) -> None:
    second = gate(write_run(tmp_path / "second", small(), GAME), GAME).evidence
    assert second is not None
    both = EmpiricalSection((evidence, second))
    data = to_json(verification, both)["measured"]
    assert [run["run"] for run in data["runs"]] == ["first", "second"]
    assert data["comparisons"][0]["rows"][0] == ["hypothesis H1", "no measure", "not met", "no"]
    assert "Several runs of one freeze" in render_html(verification, both)
    assert "Several runs of one freeze" in render_markdown(verification, both)
    rates = {row[0]: row[1:] for row in data["comparisons"][0]["rows"]}
    assert rates[f"rate, {RANDOM}, scripted"][0] == rates[f"rate, {RANDOM}, scripted"][1]
