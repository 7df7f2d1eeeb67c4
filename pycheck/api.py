"""The Python API: the command line's powers as two functions, with results that show in a notebook."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pycheck.cache import Cache
from pycheck.loading import Loaded
from pycheck.loading import load as _load
from pycheck.pipeline import verify as _verify
from pycheck.report import render_text, summary_line, to_json
from pycheck.verdict import ClaimVerdict, Verification

__all__ = ["Loaded", "Result", "load", "verify"]


def load(what: str | Path) -> Loaded:
    """Read a mechanism with its claims, from a file, a folder or the name of a shipped mechanism.

    Raises :class:`pycheck.loading.MechanismNotFound` or :class:`pycheck.errors.InputFileError`, which
    lists every fault of the file.
    """
    return _load(what)


@dataclass(frozen=True)
class Result:
    """What :func:`verify` found: ``result["claim_id"]`` is one claim's verdict."""

    verification: Verification

    @property
    def ok(self) -> bool:
        """Nothing falsified and nothing divergent (not: everything checked)."""
        return self.verification.ok

    @property
    def fully_checked(self) -> bool:
        """Every claim that names a Lean theorem got a verdict from Lean."""
        return not self.verification.formal_unchecked

    @property
    def claims(self) -> tuple[ClaimVerdict, ...]:
        """All claims, in the file's order."""
        return self.verification.claims

    def __getitem__(self, claim_id: str) -> ClaimVerdict:
        for claim in self.verification.claims:
            if claim.claim.id == claim_id:
                return claim
        raise KeyError(claim_id)

    def to_json(self) -> dict[str, Any]:
        """The data of ``pycheck verify --format json``."""
        return to_json(self.verification)

    def __str__(self) -> str:
        return render_text(self.verification)

    def __repr__(self) -> str:
        return f"<{summary_line(self.verification)}>"

    def _repr_html_(self) -> str:
        from pycheck.report.notebook import notebook_html

        return notebook_html(self.verification)


def verify(
    what: str | Path | Loaded,
    *,
    lean: str = "auto",
    cache: Path | None = None,
    progress: Callable[[str], None] | None = None,
) -> Result:
    """Check every claim of a mechanism with every means there is.

    ``what`` is what :func:`load` takes, or what it gave. ``lean`` is ``auto``, ``lake``, ``embedded`` or
    ``none``. ``progress`` is called with one line at a time. Raises :class:`pycheck.errors.PycheckError`
    for unusable input or environment; what is false or divergent is in the result.
    """
    loaded = what if isinstance(what, Loaded) else _load(what)
    say = progress if progress is not None else _silent
    return Result(_verify(loaded, lean=lean, cache=Cache(cache), progress=say))


def _silent(_: str) -> None:
    return None
