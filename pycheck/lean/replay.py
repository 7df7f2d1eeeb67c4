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

from pycheck.lean._group import KERNEL_NAMES, Group, ModuleReplay, Refusal, ReplayResult
from pycheck.lean._kernel import KernelProcess
from pycheck.lean._plan import make_plan
from pycheck.lean._tables import Tables
from pycheck.lean.olean import Constant, Module

__all__ = ["KERNEL_NAMES", "ModuleReplay", "Refusal", "ReplayResult", "Replayer", "replay"]

_GIBIBYTE = 1 << 30
_MEMORY = 6 * _GIBIBYTE
_TIMEOUT = 120.0
#: The number of the one layer that is kept.
_LAYER = 1
#: Terms after which the checking process, which frees none, is replaced by a new one.
_MOST_TERMS = 1_000_000


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
        group = Group.of(oleans, base, {})
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

    def check(
        self, modules: Sequence[tuple[str, Module]], timeout: float = _TIMEOUT, *, keep: bool = False
    ) -> ReplayResult:
        """Re-check every declaration of the modules (imports first), and what of the base they rest on.

        With ``keep``, modules that pass are kept as a layer: a later check whose modules begin with these
        very ones goes on from there. Raises OleanError for damage inside a declaration of the base that was
        not decoded before.
        """
        start = time.monotonic()
        with self._lock:
            if not self._state.kernel.usable or len(self._state.tables.exprs) > _MOST_TERMS:
                self._state.kernel.close()
                self._state = self._start()
            state = self._state
            layer = state.layer_of(modules)
            group = Group.of(modules[len(layer.modules) :], self._base, {**self._owner, **layer.owner})
            needed = self._below(group.constants.values())
            present = layer.present if layer.modules else state.present
            missing = {name: needed[name] for name in needed if name not in present}
            plan = make_plan(group.constants, state.tables, missing)
            plan.onto, plan.keep = _LAYER if layer.modules else 0, _LAYER if keep else None
            answer = state.kernel.run(plan, timeout)
            present = present | missing.keys()
            if answer.problem is None:
                # On a layer, what is added of the base goes the way of the rest.
                state.present = state.present if layer.modules else present
                state.settled |= answer.settled & missing.keys()
                state.refused |= {n: r for n, r in answer.refused.items() if n in missing}
                state.refused |= {n: r for n, r in plan.refused.items() if n in missing}
            needed |= layer.needed
            bad = [Refusal(self._owner[n], n, r) for n, r in state.refused.items() if n in needed]
            below = [
                ModuleReplay(name, module.digest, *self._count(name, needed, state.settled), (), below=True)
                for name, module in self._base.items()
            ]
            result = group.result(plan.refused, answer, (*below, *layer.summaries), start, bad)
            if keep:
                own = result.modules[len(below) :]
                owner = {**layer.owner, **group.owner}
                kept = _Layer(tuple(modules), owner, needed, present, own)
                state.layer = kept if result.ok else _Layer()
        return result

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


@dataclass(frozen=True, slots=True)
class _Layer:
    """Modules that passed and whose environment is kept; none, for what begins on the base.

    ``needed`` is what of the base they rest on, ``present`` what of it their environment has.
    """

    modules: tuple[tuple[str, Module], ...] = ()
    owner: Mapping[str, str] = field(default_factory=dict)
    needed: Mapping[str, Constant] = field(default_factory=dict)
    present: set[str] = field(default_factory=set)
    summaries: tuple[ModuleReplay, ...] = ()


@dataclass(slots=True)
class _State:
    """A process, the tables it has, and which constants of the base it has, with what came of them."""

    kernel: KernelProcess
    tables: Tables = field(default_factory=Tables)
    present: set[str] = field(default_factory=set)
    settled: set[str] = field(default_factory=set)
    refused: dict[str, str] = field(default_factory=dict)
    layer: _Layer = field(default_factory=_Layer)

    def layer_of(self, modules: Sequence[tuple[str, Module]]) -> _Layer:
        """The layer, if the modules begin with the very ones that it has."""
        begin = self.layer.modules
        return self.layer if begin and tuple(modules[: len(begin)]) == begin else _Layer()
