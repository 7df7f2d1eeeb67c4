"""Compiled Lean files, re-checked by Lean's kernel from nothing.

Lean can be told not to use its kernel (``set_option debug.skipKernelTC true``), and a program can put
declarations into its environment unchecked; a false theorem then stands in a compiled file without an axiom,
a message or an exit code. So every declaration is taken out of the files and given to the kernel again, in a
separate process and into an empty environment, as the toolchain's ``leanchecker`` does. Inductive types are
declared anew, and the constructors and recursors in the file compared with those the kernel makes of them.

Unlike ``leanchecker`` this does not let the kernel work on the bytes of a file: terms are decoded and checked
for form here and built anew there, so that doctored cached data in a file cannot mislead the kernel.

What is left to trust: the kernel, this translation, and the base library (by default the module ``Init``),
whose ``Nat.add`` and the like the kernel takes on trust, see :data:`KERNEL_NAMES`.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pycheck.lean._plan import Plan, make_plan
from pycheck.lean.olean import Constant, Module, OleanError, read_olean

__all__ = ["KERNEL_NAMES", "ModuleReplay", "Refusal", "ReplayResult", "replay"]

#: The child sees the standard library and this package, whatever the caller's path and environment are.
_CHILD = """
import sys
sys.path.insert(0, sys.argv[1])
from pycheck.lean._replay_child import run
run(sys.argv[2])
"""
_ROOT = Path(__file__).parents[2]
_GIBIBYTE = 1 << 30

#: What the kernel of Lean 4.35 knows by name and computes or builds itself, whatever the definition says
#: (``src/kernel/type_checker.cpp``, ``inductive.cpp``). With a library's own ``def Nat.gcd _ _ := 0`` the
#: kernel proves ``Nat.gcd 4 6`` both 0 and 2, and so anything. Only the base may declare these.
KERNEL_NAMES = frozenset(
    {"Nat", "Nat.zero", "Nat.succ", "Bool", "Bool.false", "Bool.true", "Eq", "Eq.refl"}
    | {f"Nat.{name}" for name in ("add", "sub", "mul", "pow", "gcd", "div", "mod", "beq", "ble", "log2")}
    | {f"Nat.{name}" for name in ("land", "lor", "xor", "shiftLeft", "shiftRight")}
    | {"String", "String.ofList", "String.mk", "Char", "Char.ofNat", "List", "List.nil", "List.cons"}
    | {"Quot", "Quot.mk", "Quot.lift", "Quot.ind", "Lean.reduceBool", "Lean.reduceNat", "eagerReduce"}
)


@dataclass(frozen=True, slots=True)
class Refusal:
    """A declaration that did not pass: the module, its name ("" for a whole module), the kernel's reason."""

    module: str
    name: str
    reason: str

    def __str__(self) -> str:
        return f"{self.module}: {self.name}: {self.reason}" if self.name else f"{self.module}: {self.reason}"


@dataclass(frozen=True, slots=True)
class ModuleReplay:
    """One module: the SHA-256 of its file, how many declarations passed, which were left out as unsafe."""

    name: str
    digest: str
    checked: int
    declared: int
    skipped: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReplayResult:
    """What came of it.

    ``problem`` says why there is no complete answer (a crash, a time limit, …), None when there is one.
    ``lean_version`` and ``githash`` are the library's own words. ``seconds`` is wall time.
    """

    modules: tuple[ModuleReplay, ...]
    failures: tuple[Refusal, ...]
    problem: str | None
    lean_version: str
    githash: str
    seconds: float

    @property
    def ok(self) -> bool:
        """Whether the kernel accepted every declaration of every module, the unsafe ones left aside."""
        return (
            self.problem is None
            and not self.failures
            and bool(self.modules)
            and all(module.checked + len(module.skipped) == module.declared for module in self.modules)
        )


def replay(
    library: Path,
    oleans: Sequence[tuple[str, Path | Module]],
    *,
    timeout: float = 120.0,
    memory: int = 6 * _GIBIBYTE,
    base: Collection[str] = ("Init",),
) -> ReplayResult:
    """Re-check every declaration of some compiled files through Lean's kernel.

    ``library`` is ``libleanshared.so`` of Lean 4.35.0. ``oleans`` are all the modules involved, each with its
    name, as a file or as already read (then what is checked is exactly what was read). ``timeout`` is in
    seconds, ``memory`` bounds the checking process's address space in bytes. Only the modules in ``base`` may
    declare :data:`KERNEL_NAMES`.

    Unsafe and partial declarations are not checked but listed; whatever uses them is refused. Nothing is
    raised for what is wrong with files, library or process: the result says so and is not ``ok``.
    """
    start = time.monotonic()
    modules: dict[str, Module] = {}
    failures: list[Refusal] = []
    for name, source in oleans:
        try:
            module = source if isinstance(source, Module) else read_olean(source)
        except OleanError as error:
            failures.append(Refusal(name, "", str(error)))
            continue
        if name in modules:
            failures.append(Refusal(name, "", "given twice"))
        modules[name] = module

    owner, constants, refused = _collect(modules, base)
    failures += refused
    plan = make_plan(constants)
    failures += [Refusal(owner[name], name, reason) for name, reason in plan.refused.items()]
    answer = _ask_kernel(library, plan, timeout, memory)
    for name, reason in answer.refused.items():
        failures.append(Refusal(owner[name], name, reason))
    passed = answer.settled - {failure.name for failure in failures}
    return ReplayResult(
        modules=tuple(_summary(name, module, owner, passed) for name, module in modules.items()),
        failures=tuple(failures),
        problem=answer.problem,
        lean_version=answer.version,
        githash=answer.githash,
        seconds=time.monotonic() - start,
    )


def _collect(
    modules: dict[str, Module], base: Collection[str]
) -> tuple[dict[str, str], dict[str, Constant], list[Refusal]]:
    """Return the constants to check and their modules, and what is wrong before any checking."""
    owner: dict[str, str] = {}
    constants: dict[str, Constant] = {}
    refused: list[Refusal] = []
    for module_name, module in modules.items():
        for name, constant in module.constants.items():
            if name in owner:
                refused.append(Refusal(module_name, name, f"already declared in {owner[name]}"))
                continue
            owner[name] = module_name
            if name in KERNEL_NAMES and module_name not in base:
                reason = f"the kernel knows {name} by name; only {' and '.join(base)} may declare it"
                refused.append(Refusal(module_name, name, reason))
            elif constant.safety == "safe":
                constants[name] = constant
    return owner, constants, refused


def _summary(name: str, module: Module, owner: dict[str, str], passed: set[str]) -> ModuleReplay:
    own = [constant for constant in module.constants.values() if owner[constant.name] == name]
    return ModuleReplay(
        name=name,
        digest=module.digest,
        checked=sum(constant.name in passed for constant in own if constant.safety == "safe"),
        declared=len(module.constants),
        skipped=tuple(constant.name for constant in own if constant.safety != "safe"),
    )


@dataclass(frozen=True, slots=True)
class _Answer:
    settled: set[str]
    refused: dict[str, str]
    problem: str | None
    version: str = ""
    githash: str = ""


def _ask_kernel(library: Path, plan: Plan, timeout: float, memory: int) -> _Answer:
    """Run the plan in a process of its own and read its answer, trusting only a complete one."""
    document = json.dumps(plan.document(memory))
    environment = {key: value for key, value in os.environ.items() if not key.startswith("LEAN")}
    try:
        done = subprocess.run(
            [sys.executable, "-I", "-c", _CHILD, _ROOT, library],
            input=document,
            capture_output=True,
            # A panic in the runtime would otherwise go on with a default value.
            env=environment | {"LEAN_ABORT_ON_PANIC": "1"},
            encoding="utf-8",
            timeout=timeout,
            check=False,
        )
    except subprocess.TimeoutExpired as expired:
        output = expired.stdout or b""
        lines = _parse(output.decode(errors="replace") if isinstance(output, bytes) else output)
        return _read_answer(plan, lines, f"no answer within {timeout:g} s")
    except OSError as error:
        return _Answer(set(), {}, f"could not start {sys.executable}: {error.strerror}")
    problem = _describe_exit(done.returncode, done.stderr) if done.returncode else None
    return _read_answer(plan, _parse(done.stdout), problem)


def _describe_exit(code: int, stderr: str) -> str:
    how = f"was ended by {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"
    last = stderr.strip().splitlines()[-1:]
    return f"the checking process {how}" + (f": {last[0]}" if last else "")


def _parse(output: str) -> list[Any]:
    lines: list[Any] = []
    for line in output.splitlines():
        try:
            lines.append(json.loads(line))
        except ValueError:
            break
    return lines


def _read_answer(plan: Plan, lines: list[Any], problem: str | None) -> _Answer:
    """Sort the child's lines; anything out of turn, missing or contradictory is a problem."""
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
    return _Answer(settled, refused, problem, last.get("version", ""), last.get("githash", ""))
