"""A group of modules to re-check, and what came of it."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pycheck.lean._kernel import Answer
from pycheck.lean.olean import Constant, Module, OleanError, read_olean

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

    ``declared`` is how many there were to check: of a replayer's base (``below``), those that the others
    rest on.
    """

    name: str
    digest: str
    checked: int
    declared: int
    skipped: tuple[str, ...]
    below: bool = False


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


@dataclass(frozen=True, slots=True)
class Group:
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
    ) -> Group:
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
