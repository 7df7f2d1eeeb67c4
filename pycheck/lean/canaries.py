"""Canaries: lines that Lean must reject.

If one of them is accepted, the checker would accept anything, and nothing it says counts. They cover
each table and map (one cell wrong), each theorem (offered as a proof of ``False``), and the means
themselves: computation, ``sorry``, decision.
"""

from __future__ import annotations

from collections.abc import Iterator

from pycheck.lean.certificate import Certificate
from pycheck.lean.expr import App, Const, Expr, app, level
from pycheck.lean.line import NAMESPACE, Line
from pycheck.lean.source import natural, numeral
from pycheck.lean.statements import LeanVoice

_ONE = (level(1),)
_FALSE = Const("False")


def canaries(certificate: Certificate, voice: LeanVoice) -> tuple[Line, ...]:
    """The lines that must be rejected for this certificate, named and keyed like what they imitate."""
    return tuple(_all(certificate, voice))


def _all(certificate: Certificate, voice: LeanVoice) -> Iterator[Line]:
    wrong_sum = app(
        Const("Eq", _ONE), Const("Nat"), app(Const("Nat.add"), natural(2), natural(2)), natural(5)
    )
    yield _canary("computation", wrong_sum, "@_root_.Eq.refl.{1} _ _")
    yield _canary("sorry", _FALSE, "sorry")
    yield _canary("decision", wrong_sum, "by decide")
    yield _canary("kernel_decision", wrong_sum, "by decide +kernel")
    seen: set[str] = set()
    for line in certificate.data:
        if line.kind in ("utility", "map") and line.subject not in seen:
            other = _other_value(line.statement, voice)
            if other is not None:
                seen.add(line.subject)
                yield _canary(line.name.rsplit(".", 1)[-1], other, line.proof, line.key)
    for line in certificate.claims:
        if line.theorem is not None:
            yield _canary(line.name.rsplit(".", 1)[-1], _FALSE, f"@_root_.{line.theorem}", line.key)


def _canary(stem: str, statement: Expr, proof: str, key: str = "") -> Line:
    return Line("canary", key, f"{NAMESPACE}.canary_{stem}", statement, proof)


def _other_value(equation: Expr, voice: LeanVoice) -> Expr | None:
    """``term = value`` with another value; ``None`` where there is no other."""
    assert isinstance(equation, App)
    value = equation.arg
    number = numeral(value)
    if number is not None:
        return App(equation.fn, natural(number + 1))
    if isinstance(value, Const):
        outcomes = [c for (t, _), c in voice.link.constructors.items() if t == voice.link.outcome]
        others = [c for c in outcomes if c != value.name]
        return App(equation.fn, Const(others[0])) if others else None
    # An Int: a constructor applied to a numeral.
    assert isinstance(value, App)
    inner = numeral(value.arg)
    return None if inner is None else App(equation.fn, App(value.fn, natural(inner + 1)))
