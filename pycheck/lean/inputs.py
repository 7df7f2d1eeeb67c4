"""What an examination depends on: the key of its result, and its sources as reports name them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from pycheck.cache import code_digest, digest
from pycheck.lean.certificate import Certificate
from pycheck.lean.install import content_digest
from pycheck.lean.line import Line
from pycheck.lean.project import Project
from pycheck.lean.provider import Runner
from pycheck.lean.sources import SourceModule
from pycheck.lean.staging import closure_key, closure_of


def findings_key(
    certificate: Certificate,
    birds: tuple[Line, ...],
    runner: Runner,
    roots: tuple[Path, ...],
    project: Project | None,
) -> tuple[str, tuple[SourceModule, ...]]:
    """The cache key of what the certificate and its canaries ``birds`` find, and the library's sources."""
    sources = closure_of(certificate.module, roots, project)
    module_key = closure_key(runner.toolchain.identity, sources)
    lines = [line.source() for line in (*certificate.lines, *birds)]
    theorems = [line.theorem or "" for line in certificate.claims]
    return digest([code_digest("lean", "claims"), module_key, *lines, *theorems]), sources


def source_digests(sources: Iterable[SourceModule], project: Project | None) -> tuple[tuple[str, str], ...]:
    """The path of each source, below ``lean/`` or below the project as it is called, and its SHA-256."""

    def shown(source: SourceModule) -> str:
        if project is None:
            return f"lean/{source.relative}"
        if source.path.is_relative_to(project.folder):
            return f"{project.label}/{source.path.relative_to(project.folder).as_posix()}"
        return f"{project.label}/{source.relative}"

    return tuple((shown(source), content_digest(source.text.encode())) for source in sources)
