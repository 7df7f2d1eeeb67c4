"""What an attempt and an act amount to: the one judgement that the rig and a rescoring share."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from pycheck.empirical.parse import Parsed, is_cut_off, is_withheld, read_answer
from pycheck.empirical.players import NoReply, Reply
from pycheck.empirical.protocol import Family, Unusable
from pycheck.empirical.record import Attempt, Cause, Retry, Status, StopReason

#: Answers of an endpoint that end a run: they are no behaviour of a model, and the next call gets the same.
STOPPING: Mapping[int, StopReason] = {401: "not_authorised", 402: "payment_required"}

_ERRORS = {
    Cause.TIMEOUT: Status.NETWORK_ERROR,
    Cause.CONNECTION: Status.NETWORK_ERROR,
    Cause.NOT_JSON: Status.HTTP_ERROR,
    Cause.WRONG_SHAPE: Status.HTTP_ERROR,
}
_SAID = {
    Cause.TIMEOUT: "no answer within the time",
    Cause.CONNECTION: "the connection failed or broke off",
    Cause.NOT_JSON: "something else than JSON where an answer belongs",
    Cause.WRONG_SHAPE: "JSON that is no chat completion with one choice",
}


def is_network(what: str, http_status: int | None) -> bool:
    """Whether a call without an answer failed on the way: timeouts, broken connections, 5xx and 429."""
    if what == "http_status":
        return http_status is not None and (http_status == 429 or 500 <= http_status <= 599)
    return what in ("timeout", "connection")


def attempt_of(
    reply: Reply | NoReply, sha256: str, reformulation: bool, retries: tuple[Retry, ...]
) -> Attempt:
    """An attempt with everything that is known of it, not yet judged."""
    if isinstance(reply, Reply):
        return Attempt(
            status=Status.EMPTY,
            prompt_sha256=sha256,
            reformulation=reformulation,
            raw=reply.raw,
            finish_reason=reply.finish_reason,
            refusal=reply.refusal,
            http_status=reply.http_status,
            prompt_tokens=reply.prompt_tokens,
            completion_tokens=reply.completion_tokens,
            latency_s=round(reply.latency_s, 4),
            provider=reply.provider,
            model=reply.model,
            retries=retries,
        )
    cause = Cause(reply.what)
    return Attempt(
        status=Status.HTTP_ERROR,
        prompt_sha256=sha256,
        reformulation=reformulation,
        cause=cause,
        http_status=reply.http_status,
        latency_s=round(reply.latency_s, 4),
        retries=retries,
        error=said(cause, reply.http_status),
    )


def said(cause: Cause, http_status: int | None) -> str:
    """A sentence on a call that gave no answer."""
    return _SAID.get(cause, f"HTTP status {http_status}")


def judge(attempt: Attempt, family: Family, reports: Collection[str]) -> tuple[Attempt, str | None]:
    """The attempt with the status and cause that follow from what came back, and the report if any."""
    parsed = _parsed(attempt, family, reports)
    return replace(attempt, status=parsed.status, cause=parsed.cause), parsed.report


def judge_text(attempt: Attempt, family: Family) -> Attempt:
    """The attempt with its status and cause, where any text is an answer: valid unless empty or withheld.

    One that is cut off is ``truncated``, and its text is there.
    """
    parsed = _failed(attempt, family)
    if parsed is None:
        if attempt.refusal or is_withheld(attempt.finish_reason):
            parsed = Parsed(Status.REFUSED)
        elif is_cut_off(attempt.finish_reason):
            parsed = Parsed(Status.TRUNCATED)
        else:
            parsed = Parsed(Status.VALID if (attempt.raw or "").strip() else Status.EMPTY)
    return replace(attempt, status=parsed.status, cause=parsed.cause)


def _parsed(attempt: Attempt, family: Family, reports: Collection[str]) -> Parsed:
    return _failed(attempt, family) or read_answer(
        attempt.raw, attempt.finish_reason, attempt.refusal, reports
    )


def _failed(attempt: Attempt, family: Family) -> Parsed | None:
    """What became of an attempt that has no answer; ``None`` if it has one."""
    cause = attempt.cause
    if attempt.error is not None and cause is Cause.HTTP_STATUS:
        network = is_network("http_status", attempt.http_status)
        return Parsed(Status.NETWORK_ERROR if network else Status.HTTP_ERROR, cause)
    if attempt.error is not None and cause in _ERRORS:
        return Parsed(_ERRORS[cause], cause)
    if attempt.model is not None and attempt.model not in (family.model, *family.returned_as):
        # Somebody answered, but not the model that was asked.
        return Parsed(Status.HTTP_ERROR, Cause.WRONG_MODEL)
    return None


def is_asked_again(status: Status, attempts: int, unusable: Unusable) -> bool:
    """Whether the question is put again after the last of ``attempts``."""
    return status.value in unusable.after and attempts <= unusable.reformulations
