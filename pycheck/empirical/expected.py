"""What an act's line has to say, given the freeze and what came back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pycheck.empirical.freeze import Freeze
from pycheck.empirical.judge import is_asked_again, is_network, judge, said
from pycheck.empirical.players import policy_name, scripted_reports
from pycheck.empirical.protocol import Network, Scripted
from pycheck.empirical.record import SCRIPTED, Act, Attempt, Cause, Status, TurnKey
from pycheck.errors import Fault

_NO_ANSWER = frozenset(
    (Cause.HTTP_STATUS, Cause.NOT_JSON, Cause.WRONG_SHAPE, Cause.TIMEOUT, Cause.CONNECTION)
)


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


def _asked(act: Act, frozen: Freeze) -> Act:
    family = frozen.protocol.family(act.family)
    signature = frozen.mechanism.signature
    reports = signature.agents[signature.agent_index(act.agent)].reports
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
        for name in Attempt.__dataclass_fields__:
            if getattr(found, name) != getattr(follows, name):
                yield Fault(
                    f"attempts[{place}].{name}",
                    f"{getattr(found, name)}"[:100],
                    f"{getattr(follows, name)}, which follows from the freeze and the answer",
                )


def _sequence(act: Act, frozen: Freeze) -> Iterator[Fault]:
    """Whether there are as many attempts and retries as the protocol says."""
    unusable, network = frozen.protocol.unusable, frozen.protocol.network
    if not act.attempts:
        yield Fault("attempts", "none", "at least one")
    for place, attempt in enumerate(act.attempts, start=1):
        again = is_asked_again(attempt.status, place, unusable)
        if again != (place < len(act.attempts)):
            expected = "another attempt after it" if again else "no attempt after it"
            yield Fault(f"attempts[{place - 1}]", f"{attempt.status} as attempt {place}", expected)
        yield from _retries(f"attempts[{place - 1}]", attempt, network)


def _retries(key: str, attempt: Attempt, network: Network) -> Iterator[Fault]:
    waits = [retry.wait_s for retry in attempt.retries if is_network(retry.what, retry.http_status)]
    frozen = network.retry_waits_s
    if len(waits) > len(frozen):
        yield Fault(f"{key}.retries", f"{len(waits)}", f"at most {len(frozen)} network retries")
    for place, (wait, least) in enumerate(zip(waits, frozen, strict=False)):
        if not least <= wait <= max(least, network.longest_wait_s):
            yield Fault(f"{key}.retries[{place}].wait_s", f"{wait}", f"{least} to {network.longest_wait_s}")
    if attempt.status is Status.NETWORK_ERROR and len(waits) < len(frozen):
        yield Fault(f"{key}.retries", f"{len(waits)}", f"{len(frozen)} before it counts as a network error")
