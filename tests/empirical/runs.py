"""Runs as files: a freeze and a trace of invented answers, as a rig would have written them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

from pycheck.empirical.freeze import FILE_NAME, Freeze, freeze
from pycheck.empirical.judge import is_asked_again, judge
from pycheck.empirical.lines import from_line, to_line
from pycheck.empirical.oracle import Oracle
from pycheck.empirical.players import policy_name, scripted_reports
from pycheck.empirical.protocol import Protocol
from pycheck.empirical.record import SCRIPTED, Act, ActKey, Attempt, Header, Line, Status
from pycheck.empirical.tables import tables_digest
from pycheck.empirical.trace import TRACE
from pycheck.mechanism import Mechanism

CODE = "0.0 test"
#: From an act's place in the plan to what the model says, first and after each reformulation.
Answers = Callable[[ActKey], tuple[str, ...]]


def says(report: str) -> str:
    return json.dumps({"report": report})


def truthful(key: ActKey) -> tuple[str, ...]:
    return (says(dict(key.turn.profile)[key.agent]),)


def acted(frozen: Freeze, key: ActKey, answers: Answers) -> Act:
    """One act, judged as a rig judges it."""
    profile = dict(key.turn.profile)
    model: str
    if key.turn.family == SCRIPTED:
        policy = frozen.protocol.condition(key.turn.condition).scripted
        assert policy is not None
        report: str | None = scripted_reports(policy, key.turn, frozen.mechanism)[key.agent]
        attempts = [Attempt(Status.VALID, None)]
        model = policy_name(policy)
    else:
        family = frozen.protocol.family(key.turn.family)
        model, report, attempts = family.model, None, []
        reports = frozen.mechanism.agents[frozen.mechanism.signature.agent_index(key.agent)].reports
        for number, (asked, raw) in enumerate(zip(frozen.plan.questions(key), answers(key), strict=False)):
            if number and not is_asked_again(attempts[-1].status, number, frozen.protocol.unusable):
                break
            attempt = Attempt(
                Status.EMPTY,
                asked.sha256,
                reformulation=number > 0,
                raw=raw,
                finish_reason="stop",
                http_status=200 if family.player == "endpoint" else None,
                prompt_tokens=90,
                completion_tokens=7,
                latency_s=0.5,
                model=family.model,
            )
            attempt, report = judge(attempt, family, reports)
            attempts.append(attempt)
    return Act(
        freeze=frozen.digest,
        code=CODE,
        condition=key.turn.condition,
        family=key.turn.family,
        model=model,
        profile=profile,
        seed=key.turn.seed,
        agent=key.agent,
        true_type=profile[key.agent],
        status=attempts[-1].status,
        attempts=tuple(attempts),
        cause=attempts[-1].cause,
        report=report,
        elapsed_s=1.0,
    )


def write_run(folder: Path, protocol: Protocol, mechanism: Mechanism, answers: Answers = truthful) -> Path:
    """Freeze ``protocol`` in ``folder`` and write a complete trace beside it."""
    folder.mkdir(parents=True, exist_ok=True)
    frozen = freeze(protocol, mechanism, folder / FILE_NAME)
    header = Header(
        schema_version=1,
        freeze=frozen.digest,
        code=CODE,
        protocol=protocol.name,
        mechanism=mechanism.name,
        mechanism_sha256=tables_digest(mechanism),
    )
    records: list[Line] = [header]
    oracle = Oracle(mechanism)
    for turn in frozen.plan.turns:
        acts = [acted(frozen, ActKey(turn, agent), answers) for agent, _ in turn.profile]
        records += [*acts, oracle.turn(turn, acts)]
    (folder / TRACE).write_bytes(b"".join(map(to_line, records)))
    return folder


def read_lines(folder: Path) -> list[Line]:
    return [from_line(line + b"\n") for line in (folder / TRACE).read_bytes().split(b"\n")[:-1]]


def write_lines(folder: Path, records: list[Line]) -> None:
    (folder / TRACE).write_bytes(b"".join(map(to_line, records)))


def by_policy(policies: Mapping[tuple[str, str], Answers]) -> Answers:
    """One way to answer for each condition and family; the truth elsewhere."""
    return lambda key: policies.get((key.turn.condition, key.turn.family), truthful)(key)
