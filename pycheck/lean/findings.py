"""What was found when Lean ran: plain facts, no verdict yet; kept in the cache as JSON."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import Any

from pycheck.lean.sandbox import NOT_CONFINED, SandboxState


@dataclass(frozen=True)
class LineFinding:
    """Whether Lean accepted a certificate line and read it as the term it was meant to be.

    ``error`` is Lean's first message on it, or how its term differs; ``lean_value`` is the normal form of
    what the line pins, for divergences; ``code`` is the reason code of a rejection.
    """

    accepted: bool
    error: str = ""
    lean_value: str = ""
    code: str = ""


@dataclass(frozen=True)
class TheoremFinding:
    """What the compiled library says of a theorem.

    ``kind`` is its kind of declaration (``missing`` if there is none); ``axioms`` all axioms below it,
    found by walking the terms; ``lean_axioms`` those that Lean prints; ``printed`` its statement as Lean
    prints it; ``uses`` the project's own definitions and theorems below it; ``where`` its place; ``tricks``
    pairs a reason code with a constant below it that the compiler, not the kernel, has a say in.
    """

    kind: str
    axioms: tuple[str, ...] = ()
    lean_axioms: tuple[str, ...] = ()
    printed: str = ""
    uses: tuple[str, ...] = ()
    where: str = ""
    tricks: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class ReplayFinding:
    """The second kernel run: every declaration of every compiled file checked again, from nothing.

    ``ran`` is ``False`` where the provider offers none (then ``detail`` says why). ``declarations`` counts
    what was checked of the library and the certificate, ``base_declarations`` what was checked below them
    of the base (the bootstrap ``Init``): 0 where the base is an official toolchain's own.
    """

    ran: bool
    ok: bool
    declarations: int = 0
    failures: tuple[tuple[str, str], ...] = ()
    detail: str = ""
    base_declarations: int = 0


@dataclass(frozen=True)
class SourceError:
    """An error of Lean in the library's own sources."""

    where: str
    text: str
    declaration: str = ""


@dataclass(frozen=True)
class GeneralFinding:
    """What became of a theorem whose statement is written out in a file.

    ``matches`` says whether it is the statement in the file, over the same definitions (``None``: not
    compared); ``problem`` and its reason code ``code`` why the theorem is not accepted; ``statement`` is the
    file's, as a term; ``axioms`` and ``where`` are the library theorem's, ``sandbox`` is what confined Lean
    where both were compared.
    """

    statement: str = ""
    matches: bool | None = None
    problem: str = ""
    code: str = ""
    axioms: tuple[str, ...] = ()
    where: str = ""
    sandbox: SandboxState = NOT_CONFINED

    def to_json(self) -> dict[str, Any]:
        """As JSON data, for the cache."""
        return asdict(self) | {"sandbox": self.sandbox.to_json()}

    @classmethod
    def from_json(cls, raw: dict[str, Any]) -> GeneralFinding:
        """Back from JSON data. Raises ``ValueError``, ``KeyError`` or ``TypeError`` on anything else."""
        known = raw | {"axioms": tuple(raw["axioms"]), "sandbox": SandboxState.from_json(raw["sandbox"])}
        return cls(**known)


@dataclass(frozen=True)
class Findings:
    """Everything that the Lean side found about one mechanism.

    ``mode`` is ``certificate`` when the library compiled, ``diagnosis`` when it did not and the
    certificate was only used to find out what differs. ``failure`` says why Lean gave no answer at all.
    ``made_by`` names what compiled the library where that was not pycheck. ``sandbox`` is what confined
    every one of the processes in which Lean ran for this.
    """

    mode: str
    lines: dict[str, LineFinding] = field(default_factory=dict)
    theorems: dict[str, TheoremFinding] = field(default_factory=dict)
    source_errors: tuple[SourceError, ...] = ()
    canaries_rejected: int = 0
    canaries_accepted: tuple[str, ...] = ()
    replay: ReplayFinding = ReplayFinding(False, False)
    places: dict[str, str] = field(default_factory=dict)
    sources: tuple[tuple[str, str], ...] = ()
    failure: str = ""
    made_by: str = ""
    sandbox: SandboxState = NOT_CONFINED

    def to_bytes(self) -> bytes:
        """As JSON, for the cache."""
        return json.dumps(asdict(self) | {"sandbox": self.sandbox.to_json()}, sort_keys=True).encode()

    @classmethod
    def from_bytes(cls, data: bytes) -> Findings:
        """Back from JSON. Raises ``ValueError``, ``KeyError`` or ``TypeError`` on anything else."""
        raw: dict[str, Any] = json.loads(data)
        return cls(
            mode=raw["mode"],
            lines={k: LineFinding(**v) for k, v in raw["lines"].items()},
            theorems={
                k: TheoremFinding(**{n: _tuple(x) for n, x in v.items()}) for k, v in raw["theorems"].items()
            },
            source_errors=tuple(SourceError(**e) for e in raw["source_errors"]),
            canaries_rejected=raw["canaries_rejected"],
            canaries_accepted=tuple(raw["canaries_accepted"]),
            replay=ReplayFinding(**{n: _tuple(x) for n, x in raw["replay"].items()}),
            places=raw["places"],
            sources=tuple((a, b) for a, b in raw["sources"]),
            failure=raw["failure"],
            made_by=raw["made_by"],
            sandbox=SandboxState.from_json(raw["sandbox"]),
        )


def _tuple(value: Any) -> Any:
    return tuple(_tuple(v) for v in value) if isinstance(value, list) else value
