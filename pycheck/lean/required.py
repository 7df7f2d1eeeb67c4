"""What must be proved: the statements of a Lean file written by whoever sets the task.

Definitions, and ``theorem name : statement := sorry`` lines. A theorem whose proof is left out, or rests on
one that is, is required.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pycheck.cache import Cache
from pycheck.errors import Fault, InputFileError
from pycheck.lean.base import read_modules
from pycheck.lean.expr import used_constants
from pycheck.lean.install import content_digest
from pycheck.lean.judge import ALLOWED_AXIOMS, COMPILER_AXIOMS
from pycheck.lean.meaning import Side, made_by_compiler, public_name
from pycheck.lean.messages import clean
from pycheck.lean.olean import Constant, all_constants
from pycheck.lean.provider import Runner
from pycheck.lean.staging import Progress, Stage, silent
from pycheck.lean.targets import open_target

_SORRY = "sorryAx"


@dataclass(frozen=True)
class Names:
    """What is called otherwise in the targets: a name, or with everything below it a namespace.

    The longest name that fits counts.
    """

    pairs: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, rows: Iterable[str]) -> Names:
        """From rows ``NAME=THEIRS``. Raises :class:`InputFileError` for a row that is none."""
        pairs: dict[str, str] = {}
        for row in rows:
            name, equals, theirs = (part.strip() for part in row.partition("="))
            if not (name and equals and theirs) or name in pairs:
                raise InputFileError("--rename", [Fault("rename", repr(row), "NAME=THEIRS, each NAME once")])
            pairs[name] = theirs
        return cls(pairs)

    def __call__(self, name: str) -> str:
        """The name in the targets of what the statements call ``name``."""
        head = name = public_name(name)
        while head:
            if head in self.pairs:
                return self.pairs[head] + name[len(head) :]
            head = head.rpartition(".")[0]
        return name


@dataclass(frozen=True)
class Statements:
    """The required theorems by name, with everything below them.

    ``own`` are the constants that the statements themselves bring. ``axioms`` are what a proof may rest on:
    the standard axioms, those allowed by name and those that the statements declare. ``folder`` is where
    targets find modules that they share with the statements. ``digests`` are SHA-256 of the sources.
    """

    path: Path
    required: tuple[str, ...]
    constants: Mapping[str, Constant]
    own: frozenset[str]
    axioms: frozenset[str]
    roots: tuple[Path, ...]
    names: Names = Names()
    digests: tuple[tuple[str, str], ...] = ()

    def side(self, numbers: dict[Hashable, int]) -> Side:
        """The statements as one side of a comparison."""
        return Side(self.constants, self.own, numbers, self.names)


def read_statements(
    path: Path,
    runner: Runner,
    cache: Cache,
    progress: Progress = silent,
    *,
    names: Names | None = None,
    allowed: frozenset[str] = frozenset(),
) -> Statements:
    """Compile a statements file and read what it requires. ``allowed`` are further axioms.

    Raises :class:`InputFileError` if it does not compile, requires nothing, or leaves out more than proofs.
    """
    if path.suffix != ".lean" or not path.is_file():
        raise InputFileError(str(path), [Fault("statements", "no such file", "a Lean file")])
    trusting = sorted(allowed & (COMPILER_AXIOMS | {_SORRY}))
    if trusting:
        raise InputFileError(str(path), [Fault("axioms", trusting[0], "an axiom that can be allowed")])
    with open_target(path) as target, Stage(runner, cache, progress) as stage:
        built = stage.build(target.modules[0], target.roots)
        if not built.ok:
            first = next((m for m in built.messages if m.severity == "error"), None)
            found = f"line {first.line}: {clean(first.text)}" if first else built.failure
            raise InputFileError(str(path), [Fault("statements", found, "a file that compiles")])
        modules = read_modules(runner.toolchain, built.modules)
    base = {name for name, _ in runner.toolchain.base}
    constants = all_constants((module for _, module in modules), first_wins=True)
    own = frozenset(n for name, module in modules if name not in base for n in module.constants)
    last = modules[-1][1]
    written = last.extension_entries.positions
    unproved = _resting_on_sorry({name: constants[name] for name in own})
    required = tuple(
        sorted(
            # The compiler's lemmas are no statements; whatever has a place in the source is its author's.
            (
                name
                for name, constant in last.constants.items()
                if constant.kind == "theorem"
                and name in unproved
                and (name in written or not made_by_compiler(name))
            ),
            key=lambda name: written.get(name, (0, 0)),
        )
    )
    if not required:
        fault = Fault("statements", "no theorem with sorry", "theorem NAME : STATEMENT := sorry")
        raise InputFileError(str(path), [fault])
    declared = frozenset(n for n in own if constants[n].kind == "axiom")
    digests = tuple((source.relative, content_digest(source.text.encode())) for source in built.sources)
    statements = Statements(
        path,
        required,
        constants,
        own,
        ALLOWED_AXIOMS | allowed | declared,
        target.roots[-1:],
        names or Names(),
        digests,
    )
    _check(statements)
    return statements


def _resting_on_sorry(constants: Mapping[str, Constant]) -> set[str]:
    """The constants whose terms have ``sorry`` in them, at whatever depth."""
    users: dict[str, list[str]] = {}
    for name, constant in constants.items():
        for used in constant.uses:
            users.setdefault(used, []).append(name)
    found: set[str] = set()
    todo = [_SORRY]
    while todo:
        fresh = [name for name in users.get(todo.pop(), ()) if name not in found]
        found.update(fresh)
        todo += fresh
    return found


def _check(statements: Statements) -> None:
    """Statements must say what they mean: nothing in them may be left out or stand for two things."""
    numbers: dict[Hashable, int] = {}
    side = statements.side(numbers)
    faults = []
    for name in statements.required:
        if name != public_name(name):
            faults.append(Fault("statements", f"{public_name(name)}, which is private", "a name to ask for"))
        side.statement(name)
        todo, seen = [statements.constants[name]], {name}
        while todo:
            constant = todo.pop()
            terms = [constant.type] if constant.name == name else side.counted(constant)
            below = used_constants(*terms)
            if _SORRY in below:
                fault = f"sorry in {constant.name}, which {name} is about"
                faults.append(Fault("statements", fault, "sorry in the proofs alone"))
            fresh = (below & statements.own) - seen
            seen |= fresh
            todo += [statements.constants[n] for n in fresh]
    confused = side.confused()
    if confused:
        faults.append(Fault("statements", f"{confused[0]} and {confused[1]}, which look the same", "one"))
    if faults:
        raise InputFileError(str(statements.path), faults)
