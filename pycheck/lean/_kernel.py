"""The checking process from outside: started early, given plans, believed only when it answers in full."""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
import sys
import tempfile
import time
import weakref
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from pycheck.lean._plan import Plan
from pycheck.lean.parallel import TICK, interrupted
from pycheck.lean.sandbox import isolated

#: The child sees the standard library and this package, whatever the caller's path and environment are.
_CHILD = """
import sys
sys.path.insert(0, sys.argv[1])
from pycheck.lean._replay_child import run
run(sys.argv[2], int(sys.argv[3]))
"""
_ROOT = Path(__file__).parents[2]
_CHUNK = 1 << 16


@dataclass(frozen=True, slots=True)
class Answer:
    """What the kernel said: the constants that passed, those refused with the reason, the library's version.

    ``problem`` says why the answer is not complete, None when it is.
    """

    settled: set[str]
    refused: dict[str, str]
    problem: str | None
    version: str = ""
    githash: str = ""


class KernelProcess:
    """A process in which Lean's kernel runs plans, one after the other. Leaving the ``with`` block ends it.

    ``usable`` is whether it can take another plan; after an answer with a ``problem`` it never can.
    """

    def __init__(self, library: Path, memory: int) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._problem = ""
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 (closed with the process)
        environment = {key: value for key, value in os.environ.items() if not key.startswith("LEAN")}
        try:
            self._process = subprocess.Popen(
                [sys.executable, *isolated(), "-c", _CHILD, _ROOT, library, str(memory)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                # A panic in the runtime would otherwise go on with a default value.
                env=environment | {"LEAN_ABORT_ON_PANIC": "1"},
            )
        except OSError as error:
            self._problem = f"could not start {sys.executable}: {error.strerror}"
        # It ends with this object at the latest.
        self._finalizer = weakref.finalize(self, _close, self._process, self._errors)

    def __enter__(self) -> KernelProcess:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def usable(self) -> bool:
        """Whether it can take a plan."""
        return self._process is not None and not self._problem

    def close(self) -> None:
        """End the process."""
        self._problem = self._problem or "it was closed"
        self._finalizer()

    def run(self, plan: Plan, timeout: float) -> Answer:
        """Let the kernel run the plan, for at most ``timeout`` seconds; no answer is no exception."""
        if self._process is None or self._problem:
            return Answer(set(), {}, self._problem or "the checking process has ended")
        lines: list[Any] = []
        try:
            for line in self._exchange(plan.document().encode() + b"\n", time.monotonic() + timeout):
                lines.append(line)
                if isinstance(line, dict):
                    break
            else:
                self._problem = self._how_it_ended()
        except TimeoutError:
            self._problem = "interrupted" if interrupted.is_set() else f"no answer within {timeout:g} s"
        except BaseException:
            self.close()
            raise
        answer = _read_answer(plan, lines, self._problem or None)
        if answer.problem is not None:
            self._problem = answer.problem
            self.close()
        return answer

    def _exchange(self, document: bytes, deadline: float) -> Iterator[Any]:
        """Write the document and yield the lines that come back, both as the pipes allow."""
        assert self._process is not None
        sink, source = self._process.stdin, self._process.stdout
        assert sink is not None
        assert source is not None
        os.set_blocking(sink.fileno(), False)
        rest, received = memoryview(document), b""
        with selectors.DefaultSelector() as selector:
            selector.register(source, selectors.EVENT_READ)
            selector.register(sink, selectors.EVENT_WRITE)
            while True:
                ready = selector.select(min(TICK, max(0.0, deadline - time.monotonic())))
                if time.monotonic() > deadline or interrupted.is_set():
                    raise TimeoutError
                for key, _ in ready:
                    if key.fileobj is sink:
                        try:
                            rest = rest[os.write(sink.fileno(), rest[:_CHUNK]) :]
                        except BrokenPipeError:
                            rest = rest[:0]
                        if not rest:
                            selector.unregister(sink)
                        continue
                    chunk = os.read(source.fileno(), _CHUNK)
                    *whole, received = (received + chunk).split(b"\n")
                    for text in whole:
                        try:
                            yield json.loads(text)
                        except ValueError:
                            # Not what the process writes: no answer from here on.
                            return
                    if not chunk:
                        return

    def _how_it_ended(self) -> str:
        """Words for an end without an answer; empty where the exit code says nothing."""
        assert self._process is not None
        try:
            code = self._process.wait(5)
        except subprocess.TimeoutExpired:
            return "the checking process answered with something else than an answer"
        if not code:
            return ""
        self._errors.seek(0)
        noise = self._errors.read(_CHUNK).decode(errors="replace")
        how = f"was ended by {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"
        last = noise.strip().splitlines()[-1:]
        return f"the checking process {how}" + (f": {last[0]}" if last else "")


def _close(process: subprocess.Popen[bytes] | None, errors: IO[bytes]) -> None:
    errors.close()
    if process is None:
        return
    if process.poll() is None:
        process.kill()
    for pipe in (process.stdin, process.stdout):
        assert pipe is not None
        with suppress(OSError):
            pipe.close()
    process.wait()


def _read_answer(plan: Plan, lines: list[Any], problem: str | None) -> Answer:
    """Sort the lines; anything out of turn, missing or contradictory is a problem."""
    refused: dict[str, str] = {}
    settled: set[str] = set()
    steps = plan.all_steps
    done = accepted = 0
    current = ""
    last: dict[str, Any] = {}
    for line in lines:
        match line:
            case int(number) if number == done < len(steps):
                current = f", at {steps[number].constant}"
            case [int(number), str() | None as reason] if number == done < len(steps):
                step = steps[number]
                done += 1
                if reason is not None:
                    refused.setdefault(step.constant, reason)
                    continue
                accepted += 1
                if step.settles:
                    settled.add(step.constant)
            case {"problem": str(text)}:
                problem = text
            case {"steps": int(), "accepted": int(), "version": str(), "githash": str()} if not last:
                last = line
            case _:
                problem = problem or "the checking process answered out of turn"
    complete = done == len(steps) == last.get("steps") and accepted == last.get("accepted")
    if problem is None and not complete:
        problem = "the checking process stopped early"
    if problem is not None and not last:
        problem += current
    return Answer(settled, refused, problem, last.get("version", ""), last.get("githash", ""))
