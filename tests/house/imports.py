"""Who imports whom, read from the sources without importing them."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

#: For each part of the package (a module or sub-package of ``pycheck``) what else of it may be imported:
#: a part, or a single module of one. ``version`` is the name ``pycheck.__version__``.
ALLOWED: Mapping[str, frozenset[str]] = {
    part: frozenset(allowed.split())
    for part, allowed in {
        # ground
        "errors": "",
        "visible": "",
        "files": "errors",
        "cache": "errors files",
        # the mechanism, what is claimed of it, and how claims are checked
        "mechanism": "errors",
        "claims": "errors mechanism",
        "verdict": "claims mechanism",
        "census": "errors claims mechanism",
        "symbolic": "errors cache claims mechanism verdict",
        "graphs": "errors claims mechanism verdict",
        "lean": "errors visible files cache claims mechanism verdict",
        "loading": "errors claims mechanism lean.install",
        "pipeline": "errors cache census claims lean loading mechanism symbolic verdict",
        "scaffold": "errors files claims lean loading mechanism",
        "neighbours": "errors mechanism verdict",
        "sweep": "errors cache census claims mechanism",
        # measurements: beside all that, never below it
        "empirical": "errors visible files cache mechanism version",
        # what people see
        "report": "errors visible files claims graphs mechanism verdict version "
        "empirical.gate empirical.probing",
        "show": "errors claims graphs loading mechanism verdict",
        "doctor": "cache lean version",
        "api": "cache loading pipeline report verdict",
        "cli": "errors files cache census doctor empirical lean loading mechanism pipeline report "
        "scaffold show sweep verdict version visible",
        "__init__": "api",
        "__main__": "cli errors visible",
    }.items()
}


@dataclass(frozen=True)
class Import:
    """One import of the package's own: which module does it, on which line, and what it names."""

    module: str
    line: int
    target: str

    def __str__(self) -> str:
        return f"{self.module}:{self.line} imports {self.target}"


def violations(root: Path) -> list[str]:
    """Every import below ``root`` (the folder of the package ``pycheck``) that goes the wrong way."""
    return [str(found) for path in sorted(root.rglob("*.py")) for found in forbidden(path, root)]


def forbidden(path: Path, root: Path) -> list[Import]:
    """The imports of one module that :data:`ALLOWED` does not have."""
    parts = path.relative_to(root).with_suffix("").parts
    own = parts[0]
    allowed = ALLOWED.get(own, frozenset())
    return [
        Import("/".join(parts), line, target)
        for line, target in imported(ast.parse(path.read_text(encoding="utf-8")), parts)
        if target.split(".")[0] != own and not _covered(target, allowed)
    ]


def imported(tree: ast.Module, parts: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    """Line and target (without ``pycheck.``) of each import of the package's own modules.

    Imports inside functions, under ``TYPE_CHECKING``, relative ones and calls of ``import_module`` count.
    """
    package = ("pycheck", *parts[:-1])
    for node in ast.walk(tree):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join((*base, *([node.module] if node.module else [])))
            # `from pycheck import graphs` names a part, `from pycheck.graphs import x` is one already.
            names = [f"{module}.{a.name}" for a in node.names] if module == "pycheck" else [module]
        elif isinstance(node, ast.Call) and _called(node.func) in ("import_module", "__import__"):
            names = [a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
        for name in names:
            assert isinstance(node, ast.stmt | ast.expr)
            if name == "pycheck" or name.startswith("pycheck."):
                target = name.removeprefix("pycheck").removeprefix(".") or "__init__"
                yield node.lineno, "version" if target == "__version__" else target


def _called(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _covered(target: str, allowed: frozenset[str]) -> bool:
    pieces = target.split(".")
    return any(".".join(pieces[:length]) in allowed for length in range(1, len(pieces) + 1))
