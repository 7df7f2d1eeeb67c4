"""Compiled Lean files, re-checked by Lean's kernel from nothing.

Lean can be told not to use its kernel (``set_option debug.skipKernelTC true``), and a program can put
declarations into its environment unchecked; a false theorem then stands in a compiled file without an axiom,
a message or an exit code. So every declaration is taken out of the files and given to the kernel again, in a
separate process and into an empty environment, as the toolchain's ``leanchecker`` does. Inductive types are
declared anew, and the constructors and recursors in the file compared with those the kernel makes of them.

Unlike ``leanchecker`` this does not let the kernel work on the bytes of a file: terms are decoded and checked
for form here and built anew there, so that doctored cached data in a file cannot mislead the kernel.

Many groups of modules can be checked over one base library (:class:`Replayer`): of the base, the kernel is
given what a group rests on, once, and each group begins anew over that.

What is left to trust: the kernel, this translation, and the base (by default the module ``Init``), whose
``Nat.add`` and the like the kernel takes on trust, see :data:`KERNEL_NAMES`.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from types import TracebackType

from pycheck.lean._kernel import Answer, KernelProcess
from pycheck.lean._plan import make_plan
from pycheck.lean._tables import Tables
from pycheck.lean.olean import Constant, Module, OleanError, read_olean

__all__ = ["KERNEL_NAMES", "ModuleReplay", "Refusal", "ReplayResult", "Replayer", "replay"]

_GIBIBYTE = 1 << 30
_MEMORY = 6 * _GIBIBYTE
_TIMEOUT = 120.0
#: Terms after which the checking process, which frees none, is replaced by a new one.
_MOST_TERMS = 1_000_000

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
    """One module: the SHA-256 of its file, how many declarations passed, which were left out as unsafe.

    ``declared`` is how many there were to check: of a replayer's base, those that the others rest on.
    """

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
    timeout: float = _TIMEOUT,
    memory: int = _MEMORY,
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
    with KernelProcess(library, memory) as kernel:
        group = _Group.of(oleans, base, {})
        plan = make_plan(group.constants)
        answer = kernel.run(plan, timeout)
    return group.result(plan.refused, answer, (), start)


class Replayer:
    """Re-checks groups of modules over one base, as :func:`replay` does, all in one process while it lasts.

    ``base`` are the modules below all groups; they may be read on demand. Of them the kernel checks what a
    group rests on, and :data:`KERNEL_NAMES` with what these rest on. Groups do not see each other. A group
    that ends the process does not harm the next one. May be used from several threads.
    """

    def __init__(self, library: Path, base: Sequence[tuple[str, Module]], memory: int = _MEMORY) -> None:
        self._library = library
        self._memory = memory
        self._base = dict(base)
        self._owner = {name: module for module, content in base for name in content.constants}
        self._lock = Lock()
        self._state = self._start()

    def __enter__(self) -> Replayer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the process. A later check starts a new one."""
        with self._lock:
            self._state.kernel.close()

    def check(self, modules: Sequence[tuple[str, Module]], timeout: float = _TIMEOUT) -> ReplayResult:
        """Re-check every declaration of the modules (imports first), and what of the base they rest on.

        Raises OleanError for damage inside a declaration of the base that was not decoded before.
        """
        start = time.monotonic()
        group = _Group.of(modules, self._base, self._owner)
        needed = self._below(group.constants.values())
        with self._lock:
            if not self._state.kernel.usable or len(self._state.tables.exprs) > _MOST_TERMS:
                self._state.kernel.close()
                self._state = self._start()
            state = self._state
            missing = {name: needed[name] for name in needed if name not in state.present}
            plan = make_plan(group.constants, state.tables, missing)
            answer = state.kernel.run(plan, timeout)
            if answer.problem is None:
                state.present |= missing.keys()
                state.settled |= answer.settled & missing.keys()
                state.refused |= {n: r for n, r in answer.refused.items() if n in missing}
                state.refused |= {n: r for n, r in plan.refused.items() if n in missing}
            bad = [Refusal(self._owner[n], n, r) for n, r in state.refused.items() if n in needed]
        below = [
            ModuleReplay(name, module.digest, *self._count(name, needed, state.settled | answer.settled), ())
            for name, module in self._base.items()
        ]
        return group.result(plan.refused, answer, below, start, bad)

    def _start(self) -> _State:
        return _State(KernelProcess(self._library, self._memory))

    def _count(self, module: str, needed: Iterable[str], settled: set[str]) -> tuple[int, int]:
        own = [name for name in needed if self._owner[name] == module]
        return sum(name in settled for name in own), len(own)

    def _below(self, constants: Iterable[Constant]) -> dict[str, Constant]:
        """What of the base is to be checked for these constants: safe ones, found by following uses."""
        todo = {name for constant in constants for name in constant.uses} | KERNEL_NAMES
        found: dict[str, Constant] = {}
        while todo:
            name = todo.pop()
            module = self._owner.get(name)
            if module is not None and name not in found:
                constant = self._base[module].constants[name]
                if constant.safety == "safe":
                    found[name] = constant
                    todo |= constant.uses - found.keys()
        return found


@dataclass(slots=True)
class _State:
    """A process, the tables it has, and which constants of the base it has, with what came of them."""

    kernel: KernelProcess
    tables: Tables = field(default_factory=Tables)
    present: set[str] = field(default_factory=set)
    settled: set[str] = field(default_factory=set)
    refused: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Group:
    """Modules, what of them is to be checked, the module of each constant, and what is wrong beforehand."""

    modules: Mapping[str, Module]
    owner: Mapping[str, str]
    constants: Mapping[str, Constant]
    refused: Sequence[Refusal]

    @classmethod
    def of(
        cls,
        oleans: Sequence[tuple[str, Path | Module]],
        base: Collection[str],
        taken: Mapping[str, str],
    ) -> _Group:
        """Read the modules and sort their constants. ``taken`` are the names below, with their modules."""
        modules: dict[str, Module] = {}
        refused: list[Refusal] = []
        for name, source in oleans:
            if name in modules:
                refused.append(Refusal(name, "", "given twice"))
                continue
            try:
                modules[name] = source if isinstance(source, Module) else read_olean(source)
            except OleanError as error:
                refused.append(Refusal(name, "", str(error)))
        owner: dict[str, str] = {}
        constants: dict[str, Constant] = {}
        for module_name, module in modules.items():
            for name, constant in module.constants.items():
                before = owner.get(name) or taken.get(name)
                if before is not None:
                    refused.append(Refusal(module_name, name, f"already declared in {before}"))
                    continue
                owner[name] = module_name
                if name in KERNEL_NAMES and (module_name not in base or taken):
                    reason = f"the kernel knows {name} by name; only {' and '.join(base)} may declare it"
                    refused.append(Refusal(module_name, name, reason))
                elif constant.safety == "safe":
                    constants[name] = constant
        return cls(modules, owner, constants, refused)

    def result(
        self,
        unplanned: Mapping[str, str],
        answer: Answer,
        below: Sequence[ModuleReplay],
        start: float,
        bad: Sequence[Refusal] = (),
    ) -> ReplayResult:
        """Put together what the plan and the kernel refused, and what passed."""
        failures = [*self.refused, *bad]
        for reasons in (unplanned, answer.refused):
            failures += [Refusal(self.owner[n], n, r) for n, r in reasons.items() if n in self.owner]
        passed = answer.settled - {failure.name for failure in failures}
        return ReplayResult(
            modules=(*below, *(self._summary(name, module, passed) for name, module in self.modules.items())),
            failures=tuple(failures),
            problem=answer.problem,
            lean_version=answer.version,
            githash=answer.githash,
            seconds=time.monotonic() - start,
        )

    def _summary(self, name: str, module: Module, passed: set[str]) -> ModuleReplay:
        own = [c for c in module.constants.values() if self.owner.get(c.name) == name]
        return ModuleReplay(
            name=name,
            digest=module.digest,
            checked=sum(constant.name in passed for constant in own if constant.safety == "safe"),
            declared=len(module.constants),
            skipped=tuple(constant.name for constant in own if constant.safety != "safe"),
        )
