"""Small pieces of the English voice."""

from __future__ import annotations

from collections.abc import Sequence

from pycheck.mechanism import MAIN_MAP, Signature


def enumerate_words(words: Sequence[str], joiner: str = "and") -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {joiner} {words[-1]}"


def profile(labels: Sequence[str]) -> str:
    """A profile in agent order: ``(a, a')``."""
    return f"({', '.join(labels)})"


def types_at(signature: Signature, types: tuple[int, ...]) -> str:
    """A true type profile with its agents: ``row has type a and col has type a'``."""
    labels = signature.type_labels(types)
    return enumerate_words([f"{a.name} has type {t}" for a, t in zip(signature.agents, labels, strict=True)])


def others(signature: Signature, agent: int) -> str:
    """Everybody but ``agent``."""
    return enumerate_words([a.name for i, a in enumerate(signature.agents) if i != agent]) or "nobody else"


def whatever(names: Sequence[str]) -> str:
    """That something is so whatever these agents report, as an inserted clause; empty without any."""
    verb = "reports" if len(names) == 1 else "report"
    return f", whatever {enumerate_words(names)} {verb}," if names else ""


def under(map_name: str) -> str:
    """Which outcome map a sentence speaks of; empty for the mechanism's own."""
    return "" if map_name == MAIN_MAP else f"under the outcome map {map_name}, "
