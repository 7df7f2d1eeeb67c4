"""``leanchecker`` of the stand-in: the real one's arguments, search and messages; pycheck's replay inside.

A target stands for every module on the search path that it is a prefix of, as in the real one, which checks
each over its imports. Here the imports are checked along with it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path


def main(sysroot: str, library: str, root: str, *arguments: str) -> int:
    sys.path.insert(0, root)
    from pycheck.lean.olean import Module, read_olean
    from pycheck.lean.replay import replay

    parts = [part for part in os.environ.get("LEAN_PATH", "").split(os.pathsep) if part]
    search = [Path(part) for part in [*parts, str(Path(sysroot, "lib", "lean"))]]
    targets: list[str] = []
    for argument in arguments:
        found = [name for name in modules_on(search) if f"{name}.".startswith(f"{argument}.")]
        if not found:
            return complain(f"Could not find any oleans for: {argument}")
        targets += [name for name in found if name not in targets]
    read: dict[str, Module] = {}

    def load(name: str) -> None:
        if name not in read:
            module = read_olean(find(name, search))
            for imported in module.imports:
                load(imported)
            read[name] = module

    for name in targets:
        try:
            load(name)
        except FileNotFoundError as error:
            return complain(str(error))
    result = replay(Path(library), list(read.items()))
    for failure in result.failures:
        print(f"leanchecker found a problem in {failure.module}", file=sys.stderr)
        return complain(f"while replaying declaration '{failure.name}':\n{failure.reason}")
    return 0 if result.ok else complain(result.problem or "not everything was checked")


def modules_on(search: list[Path]) -> Iterator[str]:
    for folder in search:
        for path in sorted(folder.rglob("*.olean")):
            yield ".".join(path.relative_to(folder).with_suffix("").parts)


def find(name: str, search: list[Path]) -> Path:
    """The first folder with anything of the module's root decides, as in ``Lean.SearchPath.findWithExt``."""
    first = name.split(".")[0]
    for folder in search:
        if (folder / first).is_dir() or (folder / f"{first}.olean").exists():
            path = folder.joinpath(*name.split(".")).with_suffix(".olean")
            if path.exists():
                return path
            raise FileNotFoundError(f"object file '{path}' of module {name} does not exist")
    raise FileNotFoundError(f"unknown module prefix '{first}'")


def complain(text: str) -> int:
    print(f"uncaught exception: {text}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
