"""What ``pycheck lean …`` does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pycheck.cache import Cache
from pycheck.lean.choose import choose
from pycheck.lean.diagnose import declaration_at
from pycheck.lean.embedded import LeanUnavailable
from pycheck.lean.messages import clean
from pycheck.lean.project import Project
from pycheck.lean.staging import Stage
from pycheck.mechanism import LeanLink
from pycheck.verdict import Verification


def build(
    link: LeanLink | None,
    name: str,
    roots: tuple[Path, ...],
    choice: str,
    cache_folder: Path | None,
    progress: Callable[[str], None],
    project: Project | None = None,
) -> tuple[bool, list[str]]:
    """Compile the module of one mechanism; whether it compiled, and lines for a person.

    Raises :class:`LeanUnavailable` when there is no Lean to compile with.
    """
    if link is None:
        return True, [f"{name}: no [lean] section, nothing to compile"]
    cache = Cache(cache_folder)
    chosen = choose(choice, cache, progress, project)
    if chosen.runner is None:
        raise LeanUnavailable(chosen.reason)
    with Stage(chosen.runner, cache, progress, project=project) as stage:
        built = stage.build(link.module, roots)
    toolchain = chosen.runner.toolchain
    if built.ok:
        modules = ", ".join(source.name for source in built.sources)
        return True, [f"{name}: compiled {modules} with Lean {toolchain.version} ({toolchain.provider})"]
    failed = built.failed
    if failed is None:
        return False, [f"{name}: {link.module}: {built.failure}"]
    lines = [f"{name}: {failed.name} does not compile {built.failure}".rstrip()]
    for message in built.messages:
        if message.severity == "error":
            inside = declaration_at(failed.text, message.line)
            where = f"{failed.path}:{message.line}:{message.column}"
            lines.append(f"  {where}: {f'in {inside}: ' if inside else ''}{clean(message.text)}")
    return False, lines


def statements(verification: Verification) -> list[str]:
    """Each claim's theorem: its place, its statement and axioms as Lean prints them, its problem if any."""
    lines: list[str] = []
    for found in verification.claims:
        check = found.lean
        if check is None:
            continue
        lines.append(f"theorem {check.theorem}" + (f"  ({check.where})" if check.where else ""))
        lines.append(f"  claim: {found.claim.id}, expected: {found.claim.entry.expect}")
        lines.append(f"  statement: {check.printed or '(not printed)'}")
        if check.axioms is None:
            lines.append("  axioms: not checked")
        else:
            lines.append(f"  axioms: {', '.join(check.axioms) or 'none'}")
        if check.problem:
            lines.append(f"  problem [{check.code}]: {check.problem}")
        elif check.statement_matches:
            lines.append("  the kernel finds it equal to the claim's statement")
        else:
            lines.append("  NOT CHECKED")
        lines.append("")
    return lines or [f"{verification.mechanism.name}: no claim names a theorem"]
