"""What an act's line has to say, given the freeze and what came back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pycheck.empirical.freeze import Freeze
from pycheck.empirical.judge import STOPPING, is_asked_again, is_network, judge, judge_text, said
from pycheck.empirical.players import policy_name, scripted_reports
from pycheck.empirical.protocol import Family, Network, Scripted
from pycheck.empirical.record import SCRIPTED, Act, ActKey, Attempt, Cause, Retry, Status, TurnKey
from pycheck.errors import Fault

_NO_ANSWER = frozenset(
    (Cause.HTTP_STATUS, Cause.NOT_JSON, Cause.WRONG_SHAPE, Cause.TIMEOUT, Cause.CONNECTION)
)

#: The HTTP status of an answer.
_ANSWERED = 200

#: The attempt of a player that is no model: it has no prompt and no answer.
SCRIPTED_ATTEMPT = Attempt(Status.VALID, None)


def scripted_acts(
    frozen: Freeze, scripted: Scripted, turn: TurnKey, code: str, elapsed_s: float
) -> list[Act]:
    """The acts of a turn under a scripted policy, in the order of the agents."""
    reports = scripted_reports(scripted, turn, frozen.mechanism)
    model = policy_name(scripted)
    profile = dict(turn.profile)
    return [
        Act(
            freeze=frozen.digest,
            code=code,
            condition=turn.condition,
            family=SCRIPTED,
            model=model,
            profile=profile,
            seed=turn.seed,
            agent=agent,
            true_type=true_type,
            status=Status.VALID,
            report=reports[agent],
            attempts=(SCRIPTED_ATTEMPT,),
            elapsed_s=elapsed_s,
        )
        for agent, true_type in turn.profile
    ]


def expected_act(act: Act, frozen: Freeze) -> Iterator[Fault]:
    """Where an act of the plan is not what it has to be."""
    true_type = act.profile[act.agent]
    if act.true_type != true_type:
        yield Fault("true_type", act.true_type, f"{true_type}, as in the profile")
        return
    if act.family == SCRIPTED:
        scripted = frozen.protocol.condition(act.condition).scripted
        assert scripted is not None
        for expected in scripted_acts(frozen, scripted, act.key.turn, act.code, act.elapsed_s):
            if expected.agent == act.agent and expected != act:
                yield from _differences(act, expected)
        return
    yield from _differences(act, _asked(act, frozen))
    yield from _sequence(act, frozen)


def expected_text(attempt: Attempt, family: Family, network: Network) -> Iterator[Fault]:
    """Where an attempt is not what follows from what came back; any text is an answer, and asked once."""
    followed = judge_text(_without_answer(replace(attempt, reformulation=False)), family)
    for name in Attempt.__dataclass_fields__:
        found, follows = getattr(attempt, name), getattr(followed, name)
        if found != follows:
            yield Fault(f"attempt.{name}", f"{found}"[:100], f"{follows}, which follows from the answer")
    yield from _retries("attempt", attempt, network)
    yield from _status_code("attempt", attempt, family)


def expected_pending(
    key: ActKey, attempts: Sequence[Attempt], lost: Sequence[Retry], frozen: Freeze
) -> Iterator[Fault]:
    """Where the answers and lost calls of an act that is not finished are not what they have to be."""
    family, reports = frozen.protocol.family(key.turn.family), _reports(key.agent, frozen)
    questions, network = frozen.plan.questions(key), frozen.protocol.network
    for place, attempt in enumerate(attempts):
        name = f"answers[{place}]"
        if place >= len(questions) or attempt.prompt_sha256 != questions[place].sha256:
            yield Fault(name, "an answer to another question", "answers to the plan's questions")
            return
        followed, _ = judge(_without_answer(replace(attempt, reformulation=place > 0)), family, reports)
        yield from _attempts_differ(name, attempt, followed)
        if not is_asked_again(attempt.status, place + 1, frozen.protocol.unusable):
            expected = "one after which the question is put again; any other is in the trace"
            yield Fault(name, f"{attempt.status}", expected)
        yield from _retries(name, attempt, network)
        yield from _status_code(name, attempt, family)
    yield from _retries("lost calls", replace(SCRIPTED_ATTEMPT, retries=tuple(lost)), network)


def _reports(agent: str, frozen: Freeze) -> Sequence[str]:
    signature = frozen.mechanism.signature
    return signature.agents[signature.agent_index(agent)].reports


def _asked(act: Act, frozen: Freeze) -> Act:
    family = frozen.protocol.family(act.family)
    reports = _reports(act.agent, frozen)
    questions = frozen.plan.questions(act.key)
    attempts = []
    report: str | None = None
    for place, attempt in enumerate(act.attempts[: len(questions)]):
        followed = replace(attempt, prompt_sha256=questions[place].sha256, reformulation=place > 0)
        followed, report = judge(_without_answer(followed), family, reports)
        attempts.append(followed)
    last = attempts[-1] if attempts else None
    return replace(
        act,
        model=family.model,
        attempts=tuple(attempts),
        status=last.status if last else Status.NOT_ASKED,
        cause=last.cause if last else None,
        report=report,
    )


def _without_answer(attempt: Attempt) -> Attempt:
    """What an attempt that brought no answer may say besides its cause; others as they are."""
    if attempt.error is None:
        return attempt
    cause = attempt.cause if attempt.cause in _NO_ANSWER else Cause.WRONG_SHAPE
    return Attempt(
        status=attempt.status,
        prompt_sha256=attempt.prompt_sha256,
        reformulation=attempt.reformulation,
        cause=cause,
        http_status=attempt.http_status,
        latency_s=attempt.latency_s,
        retries=attempt.retries,
        error=said(cause, attempt.http_status),
    )


def _differences(act: Act, expected: Act) -> Iterator[Fault]:
    for name in ("model", "status", "cause", "report"):
        found, follows = getattr(act, name), getattr(expected, name)
        if found != follows:
            yield Fault(name, f"{found}", f"{follows}, which follows from the answer")
    if len(act.attempts) != len(expected.attempts):
        yield Fault("attempts", f"{len(act.attempts)}", f"{len(expected.attempts)}")
        return
    for place, (found, follows) in enumerate(zip(act.attempts, expected.attempts, strict=True)):
        yield from _attempts_differ(f"attempts[{place}]", found, follows)


def _attempts_differ(key: str, found: Attempt, follows: Attempt) -> Iterator[Fault]:
    for name in Attempt.__dataclass_fields__:
        if getattr(found, name) != getattr(follows, name):
            expected = f"{getattr(follows, name)}, which follows from the freeze and the answer"
            yield Fault(f"{key}.{name}", f"{getattr(found, name)}"[:100], expected)


def _sequence(act: Act, frozen: Freeze) -> Iterator[Fault]:
    """Whether there are as many attempts and retries as the protocol says."""
    unusable, network = frozen.protocol.unusable, frozen.protocol.network
    family = frozen.protocol.family(act.family)
    if not act.attempts:
        yield Fault("attempts", "none", "at least one")
    for place, attempt in enumerate(act.attempts, start=1):
        again = is_asked_again(attempt.status, place, unusable)
        if again != (place < len(act.attempts)):
            expected = "another attempt after it" if again else "no attempt after it"
            yield Fault(f"attempts[{place - 1}]", f"{attempt.status} as attempt {place}", expected)
        yield from _retries(f"attempts[{place - 1}]", attempt, network)
        yield from _status_code(f"attempts[{place - 1}]", attempt, family)


def _retries(key: str, attempt: Attempt, network: Network) -> Iterator[Fault]:
    for place, retry in enumerate(attempt.retries):
        yield from _possible(f"{key}.retries", place, retry)
    failed = [retry for retry in attempt.retries if is_network(retry.what, retry.http_status)]
    frozen = network.retry_waits_s
    if len(failed) > len(frozen):
        yield Fault(f"{key}.retries", f"{len(failed)}", f"at most {len(frozen)} network retries")
    for retry, wait in zip(failed, frozen, strict=False):
        # Only who answers can ask for a longer wait.
        least = round(wait, 3)
        most = max(least, network.longest_wait_s) if retry.what == "http_status" else least
        if not least <= retry.wait_s <= most:
            expected = f"{least} to {most}" if most > least else f"{least}, as frozen"
            yield Fault(f"{key}.retries", f"a wait of {retry.wait_s} s after {retry.what}", expected)
    if attempt.status is Status.NETWORK_ERROR and len(failed) < len(frozen):
        yield Fault(f"{key}.retries", f"{len(failed)}", f"{len(frozen)} before it counts as a network error")


def _possible(key: str, place: int, retry: Retry) -> Iterator[Fault]:
    """Whether the rig makes a call again after this: only what never reached the model is one more call."""
    shown = f"as {place}: {retry.what}, HTTP status {retry.http_status}, a wait of {retry.wait_s} s"
    if retry.what != "http_status":
        if retry.http_status is not None:
            yield Fault(key, shown, "no HTTP status without an answer")
        if retry.what == "interrupted" and retry.wait_s != 0:
            yield Fault(key, shown, "no wait after a run that ended")
    elif retry.http_status in STOPPING:
        if retry.wait_s != 0:
            yield Fault(key, shown, "no wait, since the run ends there")
    elif not is_network(retry.what, retry.http_status):
        yield Fault(key, shown, "a 5xx or 429, after which a call is made again, or what ended the run")


def _status_code(key: str, attempt: Attempt, family: Family) -> Iterator[Fault]:
    """Whether the HTTP status is one with which such an answer, or none, can have come."""
    found, expected = attempt.http_status, "none"
    if attempt.error is not None and attempt.cause is Cause.HTTP_STATUS:
        if found is not None and 100 <= found <= 999 and found != _ANSWERED and found not in STOPPING:
            return
        expected = "one that says that there is no answer, and does not end the run"
    elif attempt.error is not None and attempt.cause in (Cause.TIMEOUT, Cause.CONNECTION):
        if found is None:
            return
    elif family.player != "local":
        if found == _ANSWERED:
            return
        expected = f"{_ANSWERED}, with which an endpoint or a process answers"
    elif found is None:
        return
    yield Fault(f"{key}.http_status", f"{found}", expected)
