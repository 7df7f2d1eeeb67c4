"""``lake`` of the stand-in: ``env``, ``build``, ``--version``, ``--dir``, for packages that require paths.

Command line, messages, exit codes and the order of folders on ``LEAN_PATH`` follow Lean's ``src/lake/Lake``
(``CLI/Main.lean``, ``Config/Workspace.lean``, ``Config/Env.lean``, ``Build/Run.lean``).
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

_LEAN_LINE = re.compile(r"\s|$|(import|open|package|lean_lib|lean_exe|require|--|@\[)")
_STRING = r'\s*:=\s*"([^"]*)"'


class LakeError(Exception):
    """An error that Lake prints; the arguments are its lines."""


@dataclass
class Package:
    """A package: its folder, the folders of its libraries' sources, its requirements and options."""

    folder: Path
    sources: list[Path]
    requires: list[Path]
    options: dict[str, str] = field(default_factory=dict)

    @property
    def built(self) -> Path:
        return self.folder / ".lake" / "build" / "lib" / "lean"


def read_package(folder: Path) -> Package:
    if (folder / "lakefile.lean").is_file():
        return read_lean(folder, (folder / "lakefile.lean").read_text(encoding="utf-8"))
    if (folder / "lakefile.toml").is_file():
        try:
            return read_toml(folder, tomllib.loads((folder / "lakefile.toml").read_text(encoding="utf-8")))
        except tomllib.TOMLDecodeError as error:
            raise LakeError(f"{folder}/lakefile.toml: {error}") from None
    raise LakeError(f"[root]: no configuration file with a supported extension:\n{folder}/lakefile.lean")


def read_toml(folder: Path, document: dict) -> Package:  # type: ignore[type-arg]
    base = folder / document.get("srcDir", ".")
    return Package(
        folder,
        [base / library.get("srcDir", ".") for library in document.get("lean_lib", [])],
        [folder / required["path"] for required in document.get("require", [])],
        {name: json.dumps(value).strip('"') for name, value in document.get("leanOptions", {}).items()},
    )


def read_lean(folder: Path, text: str) -> Package:
    text = re.sub(r"/-.*?-/", lambda comment: "\n" * comment[0].count("\n"), text, flags=re.S)
    for number, line in enumerate(text.splitlines(), 1):
        if not _LEAN_LINE.match(line):
            raise LakeError(
                f"{folder}/lakefile.lean:{number}:0: unexpected identifier; expected command",
                f"{folder}/lakefile.lean: package configuration has errors",
            )
    blocks = re.split(r"^(?=package|lean_lib|@\[)", text, flags=re.M)
    found = [(block, re.search(rf"\bsrcDir{_STRING}", block)) for block in blocks]
    libraries = [folder / (match[1] if match else ".") for block, match in found if "lean_lib" in block]
    return Package(folder, libraries, [])


class Workspace:
    """The root package and what it requires, and the toolchain."""

    def __init__(self, sysroot: Path, folder: Path) -> None:
        self.sysroot = sysroot
        self.packages = [read_package(folder)]
        for package in self.packages:
            self.packages += [read_package(path) for path in package.requires]

    def variables(self) -> dict[str, str]:
        libraries = [str(package.built) for package in reversed(self.packages)]
        sources = [str(source) for package in reversed(self.packages) for source in package.sources]
        return variables(self.sysroot, self.packages[0].folder, libraries, sources)

    def build(self, module: str) -> int:
        """Build a module and its imports; 1 after messages if one fails."""
        order: list[tuple[Package, Path, str]] = []
        self._collect(module, order, [])
        for number, (package, source, name) in enumerate(order, 1):
            errors = self._compile(package, source, name)
            if errors:
                print(f"✖ [{number}/{len(order)}] Building {name} (20ms)")
                print(f"trace: .> LEAN_PATH={package.built} {self.sysroot}/bin/lean {source}")
                print("\n".join(f"error: {line}" for line in errors))
                print("error: Lean exited with code 1")
                print(f"Some required targets logged failures:\n- {name}", flush=True)
                raise LakeError("build failed")
            print(f"✔ [{number}/{len(order)}] Built {name} (20ms)")
        print(f"Build completed successfully ({len(order)} jobs).")
        return 0

    def _collect(self, module: str, order: list[tuple[Package, Path, str]], path: list[str]) -> None:
        if module in path or any(name == module for _, _, name in order):
            return
        for package in self.packages:
            for root in package.sources:
                source = root.joinpath(*module.split(".")).with_suffix(".lean")
                if source.is_file():
                    text = source.read_text(encoding="utf-8")
                    for imported in re.findall(r"^import\s+(\S+)", text, flags=re.M):
                        self._collect(imported, order, [*path, module])
                    order.append((package, root, module))
                    return
        if not path:
            raise LakeError(f"unknown module `{module}`")

    def _compile(self, package: Package, root: Path, module: str) -> list[str]:
        target = package.built.joinpath(*module.split(".")).with_suffix(".olean")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.unlink(missing_ok=True)
        source = root.joinpath(*module.split(".")).with_suffix(".lean")
        options = [f"-D{name}={value}" for name, value in package.options.items()]
        run = subprocess.run(
            [self.sysroot / "bin" / "lean", "--json", *options, "-R", root, "-o", target, source],
            env={**os.environ, **self.variables()},
            capture_output=True,
            text=True,
            check=False,
        )
        if run.returncode == 0:
            return []
        shown = os.path.relpath(source, package.folder)
        messages = [json.loads(line) for line in run.stdout.splitlines() if line.startswith("{")]
        return [
            f"{shown}:{message['pos']['line']}:{message['pos']['column']}: {message['data']}"
            for message in messages
            if message["severity"] == "error"
        ] or [run.stderr]


def variables(sysroot: Path, folder: Path, libraries: list[str], sources: list[str]) -> dict[str, str]:
    """The settings of ``lake env``: the workspace first, then the toolchain, then what was set before."""
    chosen = folder / "lean-toolchain"
    before = [part for part in os.environ.get("LEAN_PATH", "").split(os.pathsep) if part]
    return {
        "ELAN_TOOLCHAIN": chosen.read_text(encoding="utf-8").strip() if chosen.is_file() else "",
        "LAKE": f"{sysroot}/bin/lake",
        "LAKE_HOME": str(sysroot),
        "LEAN": f"{sysroot}/bin/lean",
        "LEAN_SYSROOT": str(sysroot),
        "LEAN_PATH": os.pathsep.join([*libraries, f"{sysroot}/lib/lean", *before]),
        "LEAN_SRC_PATH": os.pathsep.join([*sources, f"{sysroot}/src/lean/lake"]),
        "PATH": os.pathsep.join([f"{sysroot}/bin", os.environ.get("PATH", "")]),
    }


def main(sysroot: str, _library: str, _root: str, *arguments: str) -> int:
    home, folder = Path(sysroot), Path.cwd()
    rest = list(arguments)
    while rest and rest[0].startswith("-"):
        option = rest.pop(0)
        if option == "--version":
            print("Lake version 5.0.0-src+eb6cafb (Lean version 4.35.0)")
            return 0
        if option in ("-d", "--dir"):
            folder = Path(rest.pop(0)).resolve()
        elif option.startswith(("-d=", "--dir=")):
            folder = Path(option.partition("=")[2]).resolve()
        else:
            raise LakeError(f"unknown long option '{option}'")
    if not rest:
        raise LakeError("missing command")
    command, *rest = rest
    configured = (folder / "lakefile.lean").is_file() or (folder / "lakefile.toml").is_file()
    if command == "env":
        settings = Workspace(home, folder).variables() if configured else variables(home, folder, [], [])
        if rest:
            return subprocess.run(rest, env={**os.environ, **settings}, check=False).returncode
        print("\n".join(f"{name}={value}" for name, value in settings.items()))
        return 0
    if command == "build":
        workspace = Workspace(home, folder)
        return max([workspace.build(target.removeprefix("+")) for target in rest], default=0)
    raise LakeError(f"unknown command '{command}'")


if __name__ == "__main__":
    try:
        code = main(*sys.argv[1:])
    except LakeError as error:
        sys.stdout.flush()
        for line in error.args:
            print(f"error: {line}", file=sys.stderr)
        code = 1
    sys.exit(code)
