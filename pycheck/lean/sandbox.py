"""The sandbox of a Lean process, from outside: its limits, what of it is in force, and how that is said.

A Lean file can run code while it is elaborated, so every Lean process is confined before it loads Lean
(:mod:`pycheck.lean._confine`) and watched while it runs (:mod:`pycheck.lean.supervise`). Each mechanism is
used where the machine has it. What is in force is reported by the process itself while it still runs
pycheck's code alone; it goes into findings and reports.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pycheck.cache import Cache
from pycheck.lean import _confine
from pycheck.lean._account import END, FEATURES

_MEBIBYTE = 1 << 20
_GIBIBYTE = 1 << 30
_PROCESSORS = os.cpu_count() or 1

#: Names further folders that Lean may read, as PATH does: for toolchains that are spread over the system.
READ_VARIABLE = "PYCHECK_SANDBOX_READ"

#: What the parent adds: nothing it needs can be missing, but for ``/proc``.
WATCHED = ("wall-limit", "output-limit", "watch")

#: What is to be had -> the sets of mechanisms each of which is enough for it.
PROTECTIONS: dict[str, tuple[frozenset[str], ...]] = {
    "files": (
        frozenset({"landlock-files", "landlock-truncate"}),
        frozenset({"landlock-files", "seccomp"}),
    ),
    "network": (frozenset({"seccomp"}), frozenset({"network-namespace"})),
    "system": (frozenset({"seccomp", "no-new-privileges", "no-capabilities"}),),
    "memory": (frozenset({"watch", "address-space-limit"}),),
    "time": (frozenset({"wall-limit", "cpu-limit"}),),
    "output": (frozenset({"output-limit", "file-size-limit"}),),
    "processes": (frozenset({"watch", "orphans-gathered"}),),
    "lifetime": (frozenset({"ends-with-pycheck"}),),
}


@dataclass(frozen=True)
class Limits:
    """What one Lean process may use, with everything that it starts.

    ``cpu`` is in seconds, of all threads together; ``memory`` (resident), ``address_space``, ``file_size``
    (of one file), ``written`` (to files, in all) and ``output`` (printed, in all) in bytes; ``tasks`` counts
    threads and processes. Lean gives each thread a stack of 1 GiB of address space, of which hardly anything
    is used, and starts a thread for every processor: so the address space is bounded widely, and what counts
    is ``memory``.
    """

    cpu: int = 600
    memory: int = 4 * _GIBIBYTE
    address_space: int = (24 + 2 * _PROCESSORS) * _GIBIBYTE
    file_size: int = 256 * _MEBIBYTE
    written: int = _GIBIBYTE
    output: int = 16 * _MEBIBYTE
    open_files: int = 256
    tasks: int = 64 + 4 * _PROCESSORS


@dataclass(frozen=True)
class SandboxState:
    """What was in force. ``features`` are mechanisms; ``missing`` those that were not, each with the reason.

    ``engaged`` is true only if every one of :data:`PROTECTIONS` was had: files, network, the rest of the
    system, memory, time, output, processes, and an end with pycheck's own.
    """

    engaged: bool
    features: tuple[str, ...] = ()
    missing: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, reasons: dict[str, str]) -> SandboxState:
        """The state for mechanisms with the reason why each is missing, empty where it is in force."""
        features = tuple(name for name, reason in reasons.items() if not reason)
        missing = tuple((name, reason) for name, reason in reasons.items() if reason)
        return cls(not _unprotected(features), features, missing)

    @property
    def unprotected(self) -> tuple[str, ...]:
        """The names of the protections that were not had."""
        return _unprotected(self.features) if self.features or self.missing else ()

    def both(self, other: SandboxState) -> SandboxState:
        """What was in force in this process and in another."""
        reasons = dict.fromkeys(self.features, "") | dict(self.missing)
        for name, reason in other.missing:
            reasons[name] = reasons.get(name) or reason
        for name in self.features:
            if name not in other.features and not reasons[name]:
                reasons[name] = "not reported"
        return SandboxState.of(reasons)

    def trust(self) -> dict[str, Any]:
        """For the trust base of a report: the protections only, which machines of one state share."""
        return {"engaged": self.engaged, "missing": list(self.unprotected)}

    def to_json(self) -> dict[str, Any]:
        """JSON-ready, for the cache."""
        return {"features": list(self.features), "missing": [list(pair) for pair in self.missing]}

    @classmethod
    def from_json(cls, raw: Any) -> SandboxState:
        """Back from JSON. Raises ``ValueError``, ``KeyError`` or ``TypeError`` on anything else."""
        features = tuple(str(name) for name in raw["features"])
        missing = tuple((str(name), str(reason)) for name, reason in raw["missing"])
        return cls(not _unprotected(features) or not (features or missing), features, missing)


def _unprotected(features: Iterable[str]) -> tuple[str, ...]:
    there = frozenset(features)
    return tuple(name for name, ways in PROTECTIONS.items() if not any(way <= there for way in ways))


#: The state of a process that was not confined at all, and of one that did not report.
NOT_CONFINED = SandboxState.of(dict.fromkeys((*FEATURES, *WATCHED), "not confined"))
NOT_REPORTED = SandboxState.of(dict.fromkeys((*FEATURES, *WATCHED), "not reported"))
#: Where no process was started, nothing went unprotected.
NOTHING_RAN = SandboxState(True)


def all_of(states: Iterable[SandboxState]) -> SandboxState:
    """What was in force in every one of some processes; :data:`NOTHING_RAN` where there were none."""
    result = NOTHING_RAN
    for state in states:
        if state != NOTHING_RAN:
            result = state if result == NOTHING_RAN else result.both(state)
    return result


def read_report(text: str, watched: dict[str, str]) -> SandboxState:
    """The state as a confined process reports it (:meth:`pycheck.lean._account.Account.lines`).

    ``watched`` are the parent's own mechanisms with reasons. An incomplete report counts for nothing.
    """
    *lines, end = text.splitlines() or [""]
    reasons = {name: reason for name, tab, reason in (line.partition("\t") for line in lines) if tab}
    if end != END or tuple(reasons) != FEATURES:
        return NOT_REPORTED
    return SandboxState.of(reasons | watched)


def isolated() -> tuple[str, ...]:
    """Options for a Python that takes nothing from its environment; it writes bytecode if this one does."""
    return ("-I", "-B") if sys.dont_write_bytecode else ("-I",)


@dataclass(frozen=True)
class Confinement:
    """How a process is to be confined.

    It may read ``read`` and what belongs to the system, and write plain files in ``write``. ``child`` is the
    Python program that confines itself and gets the command; the default one becomes the command, any other
    may not start programs. ``without`` names mechanisms to leave out, which the state then says.
    """

    read: Sequence[Path]
    write: Sequence[Path]
    limits: Limits = field(default_factory=Limits)
    child: Path = Path(_confine.__file__)
    without: frozenset[str] = frozenset()

    def command(self, rest: Sequence[str], report: int, fate: int) -> list[str]:
        """What to start: ``report`` and ``fate`` are descriptors for :func:`pycheck.lean._confine.enter`."""
        limits = self.limits
        programs = self.child == Path(_confine.__file__)
        words = [
            f"parent={os.getpid()}", f"report={report}", f"fate={fate}", f"programs={int(programs)}",
            f"cpu={limits.cpu}", f"address_space={limits.address_space}", f"file_size={limits.file_size}",
            f"open_files={limits.open_files}", f"tasks={limits.tasks}",
        ]  # fmt: skip
        further = [entry for entry in os.environ.get(READ_VARIABLE, "").split(os.pathsep) if entry]
        reading = [*self.read, *further]
        for key, values in (("read", reading), ("write", self.write), ("without", sorted(self.without))):
            words += [f"{key}={value}" for value in values]
        # Without the module ``site``, which nothing here needs: that saves more than the sandbox costs.
        return [sys.executable, *isolated(), "-S", str(self.child), *words, "--", *rest]


def python_library() -> Path:
    """The folder of Python's standard library, from which a child in Python may still import."""
    return Path(os.__file__).parent


def remember(cache: Cache, key: str, state: SandboxState) -> None:
    """Keep the state under which the compiled file with this key was made."""
    cache.write("sandbox", key, json.dumps(state.to_json()).encode())


def recall(cache: Cache, key: str) -> SandboxState | None:
    """The state under which a compiled file was made; ``None`` where that is not known."""
    known = cache.read("sandbox", key)
    try:
        return None if known is None else SandboxState.from_json(json.loads(known))
    except (ValueError, KeyError, TypeError):
        return None


def probe() -> SandboxState:
    """What would be in force here now, found by confining a process that does nothing."""
    if sys.platform != "linux":
        return NOT_CONFINED
    from pycheck.lean.supervise import supervise

    with tempfile.TemporaryDirectory(prefix="pycheck-") as folder:
        here = Path(folder)
        confinement = Confinement([python_library(), Path(sys.base_prefix)], [here])
        command = [sys.executable, "-I", "-S", "-c", ""]
        return supervise(command, cwd=here, environment={}, timeout=60, confinement=confinement).sandbox


def describe(state: SandboxState) -> str:
    """One line for a person."""
    if state == NOTHING_RAN:
        return "not needed: no Lean process was started"
    reasons = "; ".join(f"{name}: {reason}" for name, reason in state.missing)
    if state.engaged:
        without = f"; not used here, nor needed for these: {reasons}" if reasons else ""
        return f"in force for {', '.join(PROTECTIONS)}{without}"
    return f"NOT FULLY IN FORCE, unprotected: {', '.join(state.unprotected)} ({reasons})"
