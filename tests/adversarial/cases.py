"""The hostile and the honest Lean files beside this module, and what is expected of them.

Each folder is a family: its ``cases.toml`` lists targets (files, packages), what each one attacks, against
which statements it is audited, and with which reason code it has to be rejected.
"""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pycheck.cache import Cache
from pycheck.lean.audit import Audit
from pycheck.lean.audit_mechanism import run_mechanism_audit
from pycheck.lean.audit_run import run_audit
from pycheck.lean.embedded import EmbeddedRunner
from pycheck.lean.required import Names
from pycheck.lean.staging import Stage
from pycheck.loading import load

from . import forging  # noqa: F401 (its recipes)
from .making import made

FOLDER = Path(__file__).parent
HONEST = "honest"


@dataclass(frozen=True, eq=False)
class Case:
    """One target.

    ``code`` is the reason code expected of every required theorem, or ``codes`` those of some, the others
    being proved; for an honest target there is none. ``make`` names how the target is made of what is here
    (:mod:`.making`), where that cannot be kept in a repository.
    """

    family: str
    title: str
    name: str
    statements: Path
    about: str
    code: str = ""
    codes: Mapping[str, str] | None = None
    rename: tuple[str, ...] = ()
    make: str = ""

    @property
    def id(self) -> str:
        """How tests call it."""
        return f"{self.family}/{self.name}" + (f":{self.make}" if self.make else "")

    @property
    def path(self) -> Path:
        """Where it lies."""
        return FOLDER / self.family / self.name

    @property
    def all_codes(self) -> frozenset[str]:
        """Every reason code that is expected."""
        return frozenset(self.codes.values() if self.codes is not None else {self.code} - {""})

    def expected(self, theorem: str) -> str:
        """The reason code expected of a theorem; empty if it has to be proved."""
        return self.code if self.codes is None else self.codes.get(theorem, "")

    def caught(self, audit: Audit) -> bool:
        """Whether every theorem has the verdict that is expected of it."""
        return bool(audit.findings) and all(
            found.code == self.expected(found.name) and (found.verdict == "proved") == (not found.code)
            for found in audit.findings
        )


def all_cases() -> list[Case]:
    """Every case of every family."""
    return [case for file in sorted(FOLDER.glob("*/cases.toml")) for case in _read(file)]


def _read(file: Path) -> Iterable[Case]:
    content = tomllib.loads(file.read_text(encoding="utf-8"))
    for entry in content["case"]:
        yield _case(file.parent.name, content["title"], dict(entry))


def _case(family: str, title: str, entry: dict[str, Any]) -> Case:
    case = Case(
        family,
        title,
        entry.pop("target"),
        FOLDER / "statements" / entry.pop("statements"),
        entry.pop("what" if family == HONEST else "attack"),
        code=entry.pop("code", ""),
        codes=entry.pop("codes", None),
        rename=tuple(entry.pop("rename", ())),
        make=entry.pop("make", ""),
    )
    if entry or (bool(case.code or case.codes) == (family == HONEST)):
        raise ValueError(f"{case.id}: odd entry {entry}")
    return case


def prepare(cases: Iterable[Case], folder: Path) -> dict[Case, Path]:
    """The path of each case's target; what has to be made is made in ``folder``."""
    runner = EmbeddedRunner(Cache())
    targets: dict[Case, Path] = {}
    with Stage(runner, Cache()) as stage:

        def compile_(where: Path, module: str) -> Path:
            built = stage.build(module, (where,))
            assert built.ok, built
            path = where / f"{module}.olean"
            path.write_bytes(built.modules[-1][1].read_bytes())
            return path

        for case in cases:
            here = folder / case.family / case.name
            targets[case] = made(case.path, case.make, here, compile_) if case.make else case.path
    return targets


def audit_all(targets: Mapping[Case, Path]) -> dict[Case, Audit]:
    """Audit every case at its path, all those against the same statements in one run."""
    groups: dict[tuple[Path, tuple[str, ...]], list[Case]] = defaultdict(list)
    for case in targets:
        groups[case.statements, case.rename].append(case)
    audits: dict[Case, Audit] = {}
    for (statements, rename), cases in groups.items():
        paths = [targets[case] for case in cases]
        if statements.suffix == ".lean":
            report = run_audit(paths, statements, "embedded", None, _quiet, names=Names.read(rename))
        else:
            loaded = load(statements)
            report = run_mechanism_audit(paths, loaded.mechanism, loaded.claims, "embedded", None, _quiet)
        audits |= dict(zip(cases, report.audits, strict=True))
    return audits


def _quiet(_: str) -> None:
    pass
