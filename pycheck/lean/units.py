"""The compiled modules of a target, in units: each a module that no other one imports, with its imports.

A folder of exercises is many units, a library one. Nothing outside a unit can bear on what is in it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pycheck.errors import PycheckError
from pycheck.lean.base import base_modules, read_modules
from pycheck.lean.expr import TermNumbers
from pycheck.lean.meaning import public_name
from pycheck.lean.messages import clean
from pycheck.lean.olean import Constant, ForeignOlean, Module, OleanError, read_olean
from pycheck.lean.provider import Toolchain
from pycheck.lean.reasons import Code
from pycheck.lean.sources import SourceModule, find_module
from pycheck.lean.staging import TOOLCHAIN_MODULES, Built, Stage
from pycheck.lean.targets import Target, beside


class Unusable(PycheckError):
    """A target of which nothing is proved, whatever is in it. ``code`` is the reason code."""

    def __init__(self, code: Code, text: str) -> None:
        self.code = code
        super().__init__(text)


@dataclass(frozen=True)
class Unit:
    """Modules in an order in which imports come first, those of the base included; ``own`` are the others."""

    modules: Sequence[tuple[str, Module]]
    own: frozenset[str]


@dataclass(frozen=True)
class Units:
    """The units of a target, and its sources."""

    units: tuple[Unit, ...]
    sources: tuple[SourceModule, ...] = ()


def read_units(target: Target, stage: Stage) -> Units:
    """Compile a target, or read it where it is compiled.

    Raises :class:`Unusable`, OleanError for a compiled file that cannot be read, and what
    :meth:`pycheck.lean.staging.Stage.build` raises.
    """
    toolchain = stage.runner.toolchain
    if target.compiled:
        modules = _compiled(target, toolchain)
        _rest_on_base(modules, toolchain)
        return Units((_unit(modules, toolchain),))
    sources: dict[str, SourceModule] = {}
    read: dict[str, Module] = {}
    units = []
    for name in _heads(target):
        built = stage.build(name, target.roots)
        _require_built(built)
        sources = {source.name: source for source in built.sources} | sources
        read |= dict(read_modules(toolchain, [(n, p) for n, p in built.modules if n not in read]))
        units.append(_unit([(n, read[n]) for n, _ in built.modules], toolchain))
    for source in sources.values():
        _not_stale(source, read[source.name])
    _rest_on_base(list(read.items()), toolchain)
    return Units(tuple(units), tuple(sources.values()))


def _heads(target: Target) -> list[str]:
    """Modules that with all they import are the whole target; such as no other one imports, where there are.

    Those that import each other in a circle have none above them. They are heads, and none that can be built.
    """
    found = {name: find_module(name, target.roots) for name in target.modules}
    imports = {name: source.imports if source is not None else () for name, source in found.items()}
    imported = {name for below in imports.values() for name in below}
    heads = [name for name in target.modules if name not in imported]
    covered = _reached(heads, imports)
    for name in target.modules:
        if name not in covered:
            heads.append(name)
            covered |= _reached([name], imports)
    return heads


def _reached(names: Iterable[str], imports: Mapping[str, Sequence[str]]) -> set[str]:
    reached = set(names)
    todo = list(reached)
    while todo:
        fresh = {name for name in imports.get(todo.pop(), ()) if name not in reached}
        reached |= fresh
        todo += fresh
    return reached


def _unit(modules: Sequence[tuple[str, Module]], toolchain: Toolchain) -> Unit:
    base = {name for name, _ in toolchain.base}
    return Unit(modules, frozenset(name for name, _ in modules if name not in base))


def _require_built(built: Built) -> None:
    if built.failure:
        raise Unusable(Code.NO_SOURCE if built.failed is None else Code.NO_ANSWER, built.failure)
    if built.failed is not None:
        first = next((m for m in built.messages if m.severity == "error"), None)
        where = built.failed.relative
        text = f"{where}:{first.line}: {clean(first.text)}" if first else f"{where} does not compile"
        raise Unusable(Code.DOES_NOT_COMPILE, text)


def _compiled(target: Target, toolchain: Toolchain) -> list[tuple[str, Module]]:
    """A compiled file and the compiled files that it imports, imports first."""
    base = dict(base_modules(toolchain))
    read: dict[str, Module] = {}
    order: list[str] = []
    todo = [(name, str(target.path), False) for name in target.modules]
    while todo:
        name, user, finished = todo.pop()
        if finished:
            order.append(name)
        elif name not in read:
            path = _compiled_file(name, target.roots)
            if name in base:
                read[name] = base[name]
            elif path is not None:
                read[name] = read_olean(path)
            elif name.split(".")[0] in TOOLCHAIN_MODULES and not base:
                continue  # A toolchain's own modules are not read.
            else:
                raise Unusable(Code.NO_SOURCE, f"{user} imports {name}, of which there is no compiled file")
            todo.append((name, user, True))
            todo += [(imported, name, False) for imported in read[name].imports]
    return [(name, read[name]) for name in order]


def _compiled_file(name: str, roots: Iterable[Path]) -> Path | None:
    for root in roots:
        path = root.joinpath(*name.split(".")).with_suffix(".olean")
        if path.is_file():
            return path
    return None


def _rest_on_base(modules: Sequence[tuple[str, Module]], toolchain: Toolchain) -> None:
    """Each module must import a base module, or whatever else is a toolchain's, itself or through others."""
    own = dict(modules)
    base = {name for name, _ in toolchain.base}
    resting = {name for name in own if name in base}
    for name, module in modules:
        outside = any(imported not in own for imported in module.imports)
        if name not in base and (outside or not resting.isdisjoint(module.imports)):
            resting.add(name)
    loose = sorted(own.keys() - resting)
    if loose:
        raise Unusable(
            Code.NO_BASE,
            f"{loose[0]} does not import Init (it is a prelude file), so what it calls Nat or Eq is its own",
        )


def _not_stale(source: SourceModule, fresh: Module) -> None:
    """A compiled file beside a source must say what the source says."""
    path = beside(source.path)
    if path is None:
        return
    try:
        found = read_olean(path)
    except OleanError as error:
        code = Code.COMPILED_FOREIGN if isinstance(error, ForeignOlean) else Code.COMPILED_DAMAGED
        raise Unusable(code, str(error)) from error
    numbers: dict[Hashable, int] = {}
    if found.digest != fresh.digest and _content(found, numbers) != _content(fresh, numbers):
        raise Unusable(
            Code.COMPILED_STALE,
            f"{path.name} is not what {source.relative} compiles to; remove it, or build it again",
        )


def _content(module: Module, numbers: dict[Hashable, int]) -> Mapping[str, object]:
    """Everything that a file says, under names without their module, in numbers shared by two files."""

    def said(constant: Constant) -> object:
        terms = TermNumbers(numbers, public_name)
        value = None if constant.value is None else terms.number(constant.value)
        return (constant.kind, constant.safety, constant.level_params, terms.number(constant.type), value)

    entries = module.extension_entries
    content: dict[str, object] = {public_name(n): said(c) for n, c in module.constants.items()}
    tables = (entries.implemented_by, entries.extern, entries.csimp)
    return content | {"imports": module.imports, "tables": tables}
