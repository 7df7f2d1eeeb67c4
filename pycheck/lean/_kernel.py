"""The checking process from outside: started early, given a plan, believed only when it answers in full."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from pycheck.lean._plan import Plan

#: The child sees the standard library and this package, whatever the caller's path and environment are.
_CHILD = """
import sys
sys.path.insert(0, sys.argv[1])
from pycheck.lean._replay_child import run
run(sys.argv[2], int(sys.argv[3]))
"""
_ROOT = Path(__file__).parents[2]


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
    """A process in which Lean's kernel runs one plan. Leaving the ``with`` block ends it."""

    def __init__(self, library: Path, memory: int) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._problem = ""
        environment = {key: value for key, value in os.environ.items() if not key.startswith("LEAN")}
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-c", _CHILD, _ROOT, library, str(memory)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                # A panic in the runtime would otherwise go on with a default value.
                env=environment | {"LEAN_ABORT_ON_PANIC": "1"},
                encoding="utf-8",
                errors="replace",
            )
        except OSError as error:
            self._problem = f"could not start {sys.executable}: {error.strerror}"

    def __enter__(self) -> KernelProcess:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.kill()
            self._process.communicate()

    def run(self, plan: Plan, timeout: float) -> Answer:
        """Let the kernel run the plan, for at most ``timeout`` seconds; no answer is no exception."""
        if self._process is None:
            return Answer(set(), {}, self._problem)
        problem = None
        try:
            output, errors = self._process.communicate(plan.document(), timeout=timeout)
        except subprocess.TimeoutExpired:
            self._process.kill()
            output, errors = self._process.communicate()
            problem = f"no answer within {timeout:g} s"
        if problem is None and self._process.returncode:
            problem = _describe_exit(self._process.returncode, errors)
        return _read_answer(plan, _parse(output), problem)


def _describe_exit(code: int, errors: str) -> str:
    how = f"was ended by {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"
    last = errors.strip().splitlines()[-1:]
    return f"the checking process {how}" + (f": {last[0]}" if last else "")


def _parse(output: str) -> list[Any]:
    lines: list[Any] = []
    for line in output.splitlines():
        try:
            lines.append(json.loads(line))
        except ValueError:
            break
    return lines


def _read_answer(plan: Plan, lines: list[Any], problem: str | None) -> Answer:
    """Sort the lines; anything out of turn, missing or contradictory is a problem."""
    refused: dict[str, str] = {}
    settled: set[str] = set()
    done = accepted = 0
    current = ""
    last: dict[str, Any] = {}
    for line in lines:
        match line:
            case int(number) if number == done < len(plan.steps):
                current = f", at {plan.steps[number].constant}"
            case [int(number), str() | None as reason] if number == done < len(plan.steps):
                step = plan.steps[number]
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
    complete = done == len(plan.steps) == last.get("steps") and accepted == last.get("accepted")
    if problem is None and not complete:
        problem = "the checking process stopped early"
    if problem is not None and not last:
        problem += current
    return Answer(settled, refused, problem, last.get("version", ""), last.get("githash", ""))
