"""The shipped mechanism and its Lean sources, copied and changed; and the real pipeline run over the copy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pycheck.cache import Cache
from pycheck.cli.common import exit_code
from pycheck.loading import load
from pycheck.pipeline import verify
from pycheck.verdict import ClaimVerdict, LeanCheck, Verification

ROOT = Path(__file__).parents[2]
FLAGSHIP = ROOT / "mechanisms" / "othman_sandholm" / "mechanism.toml"
LEAN = ROOT / "lean"
#: The module of the shipped mechanism, as a path below a Lean root.
LIBRARY = "Mechanisms/OthmanSandholm.lean"
NAMESPACE = "Mechanisms.OthmanSandholm"


class Fresh(Cache):
    """A cache of compiled files alone: what is found out about them is found out again."""

    def read(self, kind: str, key: str) -> bytes | None:
        return None if kind == "findings" else super().read(kind, key)


@dataclass(frozen=True)
class Outcome:
    """What the pipeline found, and the exit code that the command line ends with for it."""

    verification: Verification
    code: int

    def claim(self, claim: str) -> ClaimVerdict:
        return next(c for c in self.verification.claims if c.claim.id == claim)

    def check(self, claim: str) -> LeanCheck:
        found = self.claim(claim).lean
        assert found is not None
        return found

    @property
    def formal(self) -> set[str]:
        return {c.claim.id for c in self.verification.claims if c.formal is not None}

    @property
    def codes(self) -> set[str]:
        return {c.lean.code for c in self.verification.claims if c.lean is not None}

    @property
    def divergences(self) -> dict[str, tuple[str, str]]:
        return {d.key: (d.python, d.lean) for d in self.verification.non_divergence.divergences}

    @property
    def divergent(self) -> set[str]:
        return set(self.divergences)


def library() -> str:
    """The shipped Lean module."""
    return (LEAN / LIBRARY).read_text(encoding="utf-8")


def flagship() -> str:
    """The shipped mechanism file."""
    return FLAGSHIP.read_text(encoding="utf-8")


def replaced(text: str, *changes: tuple[str, str]) -> str:
    """``text`` with each old part, which must stand there exactly once, replaced."""
    for old, new in changes:
        assert text.count(old) == 1, f"{text.count(old)} times: {old}"
        text = text.replace(old, new)
    return text


def place(folder: Path, mechanism: str | None = None, sources: Mapping[str, str] | None = None) -> Path:
    """A folder with a mechanism file and, beside it, Lean sources that go before the shipped ones."""
    home = folder / "othman_sandholm"
    for name, text in {
        "mechanism.toml": flagship() if mechanism is None else mechanism,
        **(sources or {}),
    }.items():
        path = home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return home


def run(home: Path, cache: Path) -> Outcome:
    """The real pipeline with the real kernel (no conditions: they are no part of what is tested here)."""
    found = verify(load(home), lean="embedded", symbolic=False, cache=Fresh(cache))
    return Outcome(found, exit_code(found, strict=True))


def run_library(folder: Path, cache: Path, source: str, **further: str) -> Outcome:
    """:func:`run` with another text for the shipped module; ``further`` are modules ``Mechanisms/<name>``."""
    more = {f"Mechanisms/{name}.lean": text for name, text in further.items()}
    return run(place(folder, sources={LIBRARY: source, **more}), cache)
