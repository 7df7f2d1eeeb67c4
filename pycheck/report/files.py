"""Reports as files: written whole or not at all, and compared with what is committed.

What belongs in a committed report. The same inputs must give the same report, byte for byte, on every
machine. Inputs are the mechanism file, the Lean sources, pycheck itself and the Lean that checked them;
so digests, the Lean version and commit and the provider are in. Times, paths, user and host names, the
state of caches (hit or miss) and how long anything took are out: nothing here adds them, and whoever
fills :attr:`~pycheck.verdict.LeanInfo.trust_base` must not.

One fact may rightly differ from machine to machine: which Lean is there. A report that one Lean made and
another confirms has not drifted, so the comparison takes the facts about the other Lean (its version,
commit, digests) from the committed report. What belongs to the project (the mechanism file, the Lean
sources, the allowed axioms) and every result is compared as it is; and where no Lean ran, nothing is
taken over, so that an unchecked report never passes for a checked one.
"""

from __future__ import annotations

import json
import os
import re
import secrets
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import takewhile
from pathlib import Path

from pycheck.errors import EnvironmentUnusable
from pycheck.report.as_html import render_html
from pycheck.report.as_json import render_json
from pycheck.report.as_markdown import render_markdown
from pycheck.report.measured import EmpiricalSection
from pycheck.verdict import LeanInfo, Verification
from pycheck.visible import visible

_JSON = "report.json"
_RENDERERS: dict[str, Callable[[Verification, EmpiricalSection | None], str]] = {
    _JSON: render_json,
    "report.md": render_markdown,
    "report.html": render_html,
}
#: The parts of the trust base that do not depend on which Lean ran.
_OF_THE_PROJECT = ("allowed_axioms", "lean_sources_sha256", "statements_sha256", "mechanism_sha256")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")
#: How much of a line is shown, and how much of it before the first difference.
_SHOWN, _BEFORE = 80, 25


@dataclass(frozen=True)
class Drift:
    """A committed report file that is not what would be written now.

    ``file`` is relative to the reports' folder; ``line`` is the first line that differs, ``None`` when the
    file is missing; ``committed`` and ``current`` are that line on both sides (``None``: no such line).
    """

    file: str
    line: int | None
    committed: str | None
    current: str | None

    def text(self) -> str:
        """One line for a person."""
        if self.line is None:
            return f"{self.file}: missing"
        both = zip(self.committed or "", self.current or "", strict=False)
        common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], both))
        start = max(0, common - _BEFORE)
        committed, current = _quoted(self.committed, start), _quoted(self.current, start)
        return f"{self.file}:{self.line}: committed {committed}, now {current}"


def write_reports(
    verification: Verification, folder: Path, measured: EmpiricalSection | None = None
) -> tuple[Path, ...]:
    """Write every format to ``folder/<mechanism>/`` and return the paths.

    Each file appears whole or not at all, and none before all are ready. Raises
    :class:`~pycheck.errors.EnvironmentUnusable` when the folder cannot be written.
    """
    contents = _contents(verification, measured)
    target = folder / _folder_name(verification)
    try:
        target.mkdir(parents=True, exist_ok=True)
        with ExitStack() as leftovers:
            ready = []
            for name, content in contents.items():
                temporary = _temporary(target, name, leftovers)
                _fill(temporary, content)
                ready.append((temporary, target / name))
            for temporary, final in ready:
                temporary.replace(final)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise EnvironmentUnusable(f"{target}: cannot write the reports: {reason}") from error
    return tuple(target / name for name in contents)


def check_reports(
    verification: Verification, folder: Path, measured: EmpiricalSection | None = None
) -> tuple[Drift, ...]:
    """Compare ``folder/<mechanism>/`` byte for byte with what :func:`write_reports` would write.

    Facts about another Lean than the one that ran are taken from the committed report (see the module's
    description). Raises :class:`~pycheck.errors.EnvironmentUnusable` when a file is there and cannot be
    read.
    """
    name = _folder_name(verification)
    committed = {file: _read(folder / name / file) for file in _RENDERERS}
    current = _contents(_confirmed(verification, committed[_JSON]), measured)
    drifts = (_drift(f"{name}/{file}", committed[file], current[file]) for file in _RENDERERS)
    return tuple(drift for drift in drifts if drift is not None)


def stray_reports(folder: Path, mechanisms: Sequence[str]) -> tuple[Path, ...]:
    """What lies in the reports' folder and belongs to no report of these mechanisms, in order.

    A report whose mechanism is gone would otherwise be read as one that was checked. Hidden files are let be.
    """
    if not folder.is_dir():
        return ()
    known = [folder / name / file for name in mechanisms for file in _RENDERERS]
    expected = {*known, *(path.parent for path in known)}
    found = (*folder.iterdir(), *(path for name in mechanisms for path in folder.glob(f"{name}/*")))
    return tuple(sorted(path for path in found if path not in expected and path.name[0] != "."))


def _confirmed(verification: Verification, committed: bytes | None) -> Verification:
    """``verification`` as the Lean of the committed report would have it, if that is another Lean."""
    lean = verification.lean
    try:
        theirs = json.loads(committed or b"{}")["lean"]
        provider, trust_base = theirs["provider"], dict(theirs["trust_base"])
        version, commit = theirs["version"], theirs["commit"]
    except (ValueError, KeyError, TypeError):
        return verification
    if not isinstance(provider, str) or not all(isinstance(v, str | None) for v in (version, commit)):
        return verification
    same = (provider, version, commit) == (lean.provider, lean.version, lean.commit)
    if same or "none" in (provider, lean.provider):
        return verification
    kept = {
        key: value
        for key, value in trust_base.items()
        if key not in _OF_THE_PROJECT or key in lean.trust_base
    }
    ours = {key: lean.trust_base[key] for key in _OF_THE_PROJECT if key in lean.trust_base}
    return replace(verification, lean=LeanInfo(provider, version, commit, {**kept, **ours}))


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise EnvironmentUnusable(f"{path}: cannot read the report: {reason}") from error


def _drift(file: str, committed: bytes | None, current: bytes) -> Drift | None:
    if committed == current:
        return None
    return Drift(file, None, None, None) if committed is None else _first_difference(file, committed, current)


def _contents(verification: Verification, measured: EmpiricalSection | None) -> dict[str, bytes]:
    return {name: render(verification, measured).encode() for name, render in _RENDERERS.items()}


def _folder_name(verification: Verification) -> str:
    name = verification.mechanism.name
    if not _NAME.fullmatch(name):
        raise EnvironmentUnusable(f"{name!r} cannot name a folder: use letters, digits and underscores")
    return name


def _temporary(target: Path, name: str, leftovers: ExitStack) -> Path:
    """A path for a new file beside the final one, removed on the way out if it is still there."""
    path = target / f".{name}.{secrets.token_hex(8)}.tmp"
    leftovers.callback(path.unlink, missing_ok=True)
    return path


def _fill(path: Path, content: bytes) -> None:
    with path.open("xb") as stream:
        stream.write(content)
        stream.flush()
        os.fsync(stream.fileno())


def _first_difference(file: str, committed: bytes, current: bytes) -> Drift:
    old, new = committed.split(b"\n"), current.split(b"\n")
    for number in range(max(len(old), len(new))):
        left = old[number] if number < len(old) else None
        right = new[number] if number < len(new) else None
        if left != right:
            return Drift(file, number + 1, _decoded(left), _decoded(right))
    raise AssertionError("the same content")


def _decoded(line: bytes | None) -> str | None:
    return None if line is None else line.decode("utf-8", "backslashreplace")


def _quoted(line: str | None, start: int) -> str:
    """A line from ``start`` on, cut to what fits, harmless in a terminal."""
    if line is None:
        return "has no such line"
    before, after = "…" if start else "", "…" if len(line) > start + _SHOWN else ""
    return f"'{before}{visible(line[start : start + _SHOWN])}{after}'"
