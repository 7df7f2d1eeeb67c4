"""Secrets: none gets into a trace by a deviation, and none gets past the gate, in a line of any kind."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from pycheck.empirical.freeze import FreezeRefused
from pycheck.empirical.gate import GateResult, gate
from pycheck.empirical.lines import to_line
from pycheck.empirical.record import Act, Deviation, Header, Line, Stop, Turn
from pycheck.empirical.refusals import Code
from pycheck.empirical.run import record_deviation
from pycheck.empirical.trace import TRACE

from .published import CONTENT as PUBLISHED
from .runs import CODE, read_lines, write_lines, write_run
from .test_gate import GAME, small

VALUE = 'Zq9"key-välue\\77'
SECRETS = {
    "a key": "sk-" + "a1B2" * 6,
    "a variable's value": VALUE,
    "a header": "Authorization: Bearer abcdefghijklmnop",
    "a header in small letters": "authorization: bearer abcdefghijklmnop",
    "a path": "see /home/bob/.config",
    "a path after a line": "see\n/home/bob/.config",
    "a path on Windows": "see C:\\Users\\bob\\.config",
}


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A run with a key variable, and nothing to refuse."""
    keyed = [f | {"key_variable": "PILOT_KEY"} for f in PUBLISHED["families"]]  # type: ignore[attr-defined]
    folder = write_run(tmp_path / "run", small(families=keyed), GAME)
    monkeypatch.setenv("PILOT_KEY", VALUE)
    assert gate(folder, GAME).passed
    return folder


def changed(records: list[Line], field: str, old: object, new: object, reason: str = "why") -> Deviation:
    time = "2026-01-02T03:04:05Z"
    return Deviation(records[0].freeze, CODE, field, old, new, reason, time)  # type: ignore[arg-type]


def said(found: GateResult) -> str:
    return json.dumps(found.to_json(), ensure_ascii=False)


@pytest.mark.parametrize("secret", SECRETS.values(), ids=SECRETS)
def test_no_deviation_takes_a_secret_in(run: Path, secret: str) -> None:
    before = (run / TRACE).read_bytes()
    for field, value, reason in (
        ("budgets.calls", "1200", f"because ({secret})"),
        ("title", json.dumps(f"A pilot {secret}"), "another title"),
        ("prompts[0]", json.dumps({"name": "visible", "system": secret, "user": "$answers"}), "why"),
    ):
        with pytest.raises(FreezeRefused) as refused:
            record_deviation(run, field, value, reason)
        assert secret not in str(refused.value)
        assert "in it, and a trace is published" in str(refused.value)
    assert (run / TRACE).read_bytes() == before
    assert record_deviation(run, "budgets.calls", "1200", "the provider allowed more, on its /home page")
    assert gate(run, GAME).passed


@pytest.mark.parametrize("secret", SECRETS.values(), ids=SECRETS)
@pytest.mark.sample(every=5)
@pytest.mark.parametrize("kind", ["header", "act", "turn", "stop", "reason", "old and new"])
def test_no_line_takes_a_secret_past_the_gate(run: Path, secret: str, kind: str) -> None:
    records = read_lines(run)
    match kind:
        case "stop":
            records.append(Stop(records[0].freeze, CODE, "interrupted", f"ended ({secret})"))
        case "reason":
            records.append(changed(records, "budgets.calls", 960, 1200, f"because ({secret})"))
        case "old and new":
            records.append(changed(records, "title", "The published pilot", f"A {secret}"))
        case _:
            of = {"header": Header, "act": Act, "turn": Turn}[kind]
            at = next(k for k, record in enumerate(records) if isinstance(record, of))
            records[at] = replace(records[at], code=f"0.0 {secret}")
    write_lines(run, records)
    found = gate(run, GAME)
    assert Code.SECRET in {refusal.code for refusal in found.refusals}
    assert secret not in said(found)
    assert secret not in " ".join(map(str, found.refusals))


def test_variables_that_a_deviation_took_away_still_have_secrets(
    run: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    records = read_lines(run)
    act = next(k for k, record in enumerate(records) if isinstance(record, Act))
    records[act] = replace(records[act], code=f"0.0 {VALUE}")
    for new in (None, "OTHER_KEY"):
        moved = [changed(records, f"families[{k}].key_variable", "PILOT_KEY", new) for k in (0, 1)]
        write_lines(run, [*records, *moved])
        assert {refusal.code for refusal in gate(run, GAME).refusals} == {Code.SECRET}
    monkeypatch.setenv("OTHER_KEY", "the-other-one")
    monkeypatch.delenv("PILOT_KEY")
    records[act] = replace(records[act], code="0.0 the-other-one")
    write_lines(run, [*records, *moved, changed(records, "families[1].key_variable", "OTHER_KEY", None)])
    assert {refusal.code for refusal in gate(run, GAME).refusals} == {Code.SECRET}


def test_deviations_know_the_variables_of_those_before(run: Path) -> None:
    for k in (0, 1):
        record_deviation(run, f"families[{k}].key_variable", "null", "no key any more")
    with pytest.raises(FreezeRefused, match="the value of a key's variable"):
        record_deviation(run, "budgets.calls", "1200", f"it was {VALUE}")


@pytest.mark.parametrize("secret", SECRETS.values(), ids=SECRETS)
def test_no_journal_takes_a_secret_past_the_gate(run: Path, secret: str) -> None:
    """It lies beside the trace, and is published with it."""
    act = next(record for record in read_lines(run) if isinstance(record, Act) and record.attempts[0].raw)
    key = [[act.condition, act.family, list(act.profile.items()), act.seed], act.agent]
    (attempt,) = json.loads(to_line(act))["attempts"]
    is_key = secret in (SECRETS["a key"], VALUE)

    def refused(*entries: dict[str, object]) -> list[tuple[Code, str]]:
        lines = [{"freeze": act.freeze, "kind": "journal"}, *entries]
        (run / "journal.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
        found = gate(run, GAME)
        assert secret not in said(found)
        return [(refusal.code, refusal.where) for refusal in found.refusals]

    answer = {"act": key, "kind": "answer", "elapsed_s": 1.0}
    assert refused(answer | {"attempt": attempt}) == []
    place = [(Code.SECRET, "journal.jsonl:2")]
    # A model may say what it likes, except for a key.
    assert refused(answer | {"attempt": attempt | {"raw": f"so {secret}"}}) == (place if is_key else [])
    assert refused(answer | {"attempt": attempt | {"error": f"so {secret}"}}) == place
    assert refused({"act": [key[0], secret], "kind": "call"}) == place


@pytest.mark.parametrize("name", ["attempts", "attempt"])
@pytest.mark.parametrize("value", [5, True, {"a": 1}, "x", [5], None])
def test_a_line_with_something_else_for_attempts_is_refused(run: Path, name: str, value: object) -> None:
    line = json.loads(to_line(next(record for record in read_lines(run) if isinstance(record, Act))))
    with (run / TRACE).open("a") as trace:
        trace.write(json.dumps(line | {name: value}, separators=(",", ":")) + "\n")
    assert Code.SCHEMA in {refusal.code for refusal in gate(run, GAME).refusals}


def test_a_refusal_repeats_no_secret(run: Path) -> None:
    """Neither a stop's message nor a line that is none is quoted with a key in it."""
    records = read_lines(run)
    key = SECRETS["a key"]
    write_lines(run, [*records[:-3], Stop(records[0].freeze, CODE, "tokens", f"at {key}")])
    found = gate(run, GAME)
    assert {Code.MISSING, Code.SECRET} == {refusal.code for refusal in found.refusals}
    assert "sk-a1B2" not in said(found)
    data = (run / TRACE).read_bytes()
    for spoilt in (b'"reason":"%s"', b'"%s":1', b'"elapsed_s":"%s"'):
        bad = data.replace(b'"reason":"tokens"', spoilt % key.encode())
        assert bad != data
        (run / TRACE).write_bytes(bad)
        assert "sk-a1B2" not in said(gate(run, GAME))


@pytest.mark.parametrize("value", ["[" * 5000, "[" * 400 + "]" * 400, "9" * 5000, "9" * 4000, "{" * 100_000])
def test_a_value_beyond_reason_is_refused_in_a_line(run: Path, value: str) -> None:
    with pytest.raises(FreezeRefused) as refused:
        record_deviation(run, "budgets.calls", value, "more")
    assert len(str(refused.value)) < 300


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"reason": "\u200b"}, "a reason, in words"),
        ({"reason": " - "}, "a reason, in words"),
        ({"time": "2026-13-45T99:99:99Z"}, "no time that there is"),
        ({"time": "2026-02-30T00:00:00Z"}, "no time that there is"),
        ({"field": "unusable.reformulations", "old": True, "new": 2}, "the deviation says True"),
        ({"field": "budgets.calls", "old": 960.0}, "the deviation says 960.0"),
    ],
)
def test_a_deviation_says_something_that_is_so(run: Path, change: dict[str, object], words: str) -> None:
    records = read_lines(run)
    good = changed(records, "budgets.calls", 960, 1200)
    write_lines(run, [*records, good])
    assert gate(run, GAME).passed
    write_lines(run, [*records, replace(good, **change)])  # type: ignore[arg-type]
    (refusal,) = gate(run, GAME).refusals
    assert refusal.code is Code.DEVIATION
    assert words in refusal.what
