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

import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from pycheck.lean._kernel import KernelProcess
from pycheck.lean._plan import make_plan
from pycheck.lean.olean import Constant, Module, OleanError, read_olean

__all__ = ["KERNEL_NAMES", "ModuleReplay", "Refusal", "ReplayResult", "replay"]

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
    with KernelProcess(library, memory) as kernel:
        modules, failures = _read_all(oleans)
        owner, constants, refused = _collect(modules, base)
        plan = make_plan(constants)
        answer = kernel.run(plan, timeout)
    failures += refused
    for reasons in (plan.refused, answer.refused):
        failures += [Refusal(owner[name], name, reason) for name, reason in reasons.items()]
    passed = answer.settled - {failure.name for failure in failures}
    return ReplayResult(
        modules=tuple(_summary(name, module, owner, passed) for name, module in modules.items()),
        failures=tuple(failures),
        problem=answer.problem,
        lean_version=answer.version,
        githash=answer.githash,
        seconds=time.monotonic() - start,
    )


def _read_all(oleans: Sequence[tuple[str, Path | Module]]) -> tuple[dict[str, Module], list[Refusal]]:
    modules: dict[str, Module] = {}
    failures: list[Refusal] = []
    for name, source in oleans:
        if name in modules:
            failures.append(Refusal(name, "", "given twice"))
            continue
        try:
            modules[name] = source if isinstance(source, Module) else read_olean(source)
        except OleanError as error:
            failures.append(Refusal(name, "", str(error)))
    return modules, failures


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
