"""Who answers a question: the trace if it was asked before, else a script or a model; then it is written."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from pycheck.empirical.calls import Calls
from pycheck.empirical.judge import judge_text
from pycheck.empirical.play import scripted
from pycheck.empirical.play.asking import MOVE, Answer, Ask, AskKey
from pycheck.empirical.play.contents import named
from pycheck.empirical.play.record import Asked, to_line
from pycheck.empirical.players import Request
from pycheck.empirical.prompts import Question
from pycheck.empirical.protocol import Family, Sampling
from pycheck.empirical.record import Attempt, Retry, Status
from pycheck.empirical.trace import LineFile, TraceRefused


class NotAsked(Exception):
    """A question that the trace has no answer to."""


def question_of(ask: Ask) -> Question:
    """The messages as they are sent."""
    return Question(tuple({"role": message.role, "content": message.content} for message in ask.messages))


def recorded(ask: Ask, asked: Asked) -> Answer:
    """The answer that a trace has. Raises :class:`TraceRefused` if it is an answer to another question."""
    question = question_of(ask)
    same = (
        asked.prompt_sha256 == question.sha256
        and asked.question == ask.messages[-1].content
        and asked.shown == len(ask.messages) - 1
        and (asked.seed, asked.max_tokens) == (ask.seed, ask.max_tokens)
        and (asked.family, asked.most_tokens) == (ask.seat.family, question.most_tokens)
        and asked.attempt.prompt_sha256 == (question.sha256 if ask.seat.family else None)
    )
    if not same:
        raise TraceRefused(
            f"{named(ask.key)}: the trace has an answer to another question than is asked here; "
            "it was edited, or written by a pycheck that plays otherwise"
        )
    return answer_of(asked)


def answer_of(asked: Asked) -> Answer:
    """What a line of the trace amounts to. An answer that the model withheld has no text."""
    attempt = asked.attempt
    there = attempt.status in (Status.VALID, Status.TRUNCATED)
    return Answer(
        text=(attempt.raw or "") if there else "",
        status=attempt.status.value,
        cut_off=attempt.status is Status.TRUNCATED,
        time=asked.time,
        latency_s=attempt.latency_s,
    )


def scripted_attempt(ask: Ask) -> Attempt:
    """What the script in the player's seat says."""
    script = ask.seat.script
    assert script is not None
    if ask.turn is not None:
        text = scripted.move(script, ask.messages, ask.turn, ask.seed)
    else:
        text = scripted.answer(script, ask.key.what, ask.messages, ask.seat.name, ask.living, ask.seed)
    return Attempt(Status.VALID if text.strip() else Status.EMPTY, None, raw=text)


@dataclass
class Answering:
    """Answers for a run. Safe to use from several threads; what is under way is finished, then it stops."""

    known: dict[AskKey, Asked]
    trace: LineFile
    families: Mapping[str, Family]
    sampling: Sampling
    calls: Calls[AskKey]
    elapsed: Callable[[], float]
    keep_prompts: bool = False
    finished: int = 0
    progress: Callable[[Asked], None] = lambda asked: None
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __call__(self, ask: Ask) -> Answer:
        """The answer to a question. Raises :class:`~pycheck.empirical.calls.Stopped`."""
        asked = self.known.get(ask.key)
        if asked is not None:
            return recorded(ask, asked)
        try:
            asked = self._scripted(ask) if ask.seat.family is None else self._model(ask, ask.seat.family)
            with self._lock:
                # A script says the same again; what a model said must not be lost.
                self.trace.append([to_line(asked)], sync=ask.seat.family is not None)
                self.known[ask.key] = asked
                self.finished += 1
        except BaseException:
            # No further call: its answer might have no place either.
            self.calls.stop.set()
            raise
        self.progress(asked)
        return answer_of(asked)

    def _scripted(self, ask: Ask) -> Asked:
        return self._asked(ask, None, f"scripted:{ask.seat.script}", scripted_attempt(ask))

    def _model(self, ask: Ask, name: str) -> Asked:
        family = self.families[name]
        sampling = self.sampling.model_copy(update={"max_tokens": ask.max_tokens})
        keep = self.keep_prompts and ask.key.what != MOVE
        request = Request(question_of(ask), sampling, ask.seed, keep)
        pending = self.calls.journal.pending.get(ask.key)
        lost: list[Retry] = list(pending.lost) if pending else []
        attempt = self.calls.ask(ask.key, family, request, lost, lambda made: judge_text(made, family))
        return self._asked(ask, name, family.model, attempt)

    def _asked(self, ask: Ask, family: str | None, model: str, attempt: Attempt) -> Asked:
        question = question_of(ask)
        return Asked(
            key=ask.key,
            family=family,
            model=model,
            shown=len(ask.messages) - 1,
            question=ask.messages[-1].content,
            prompt_sha256=question.sha256,
            most_tokens=question.most_tokens,
            max_tokens=ask.max_tokens,
            seed=ask.seed,
            attempt=attempt,
            time=round(time.time(), 3),
            elapsed_s=round(self.elapsed(), 3),
        )
