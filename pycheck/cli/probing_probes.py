"""``pycheck probing probes``: probe definitions, checked and shown."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.argument("file", required=False, type=click.Path(path_type=Path))
def probes(file: Path | None) -> None:
    """Check the probe definitions in FILE (YAML) and show what would be asked; without FILE, the default.

    Every fault is named with its line. Exit codes: 0 the probes can be put; 2 they cannot.
    """
    from importlib.util import find_spec

    from pycheck.cli.common import write
    from pycheck.errors import EnvironmentUnusable
    from pycheck.visible import visible

    if find_spec("yaml") is None:
        raise EnvironmentUnusable(
            "probe definitions need PyYAML, not installed here: pip install 'pycheck[empirical]'"
        )
    from pycheck.empirical.probing.definitions import default_probes, read_probes
    from pycheck.empirical.probing.show_probes import probes_text

    found = default_probes() if file is None else read_probes(file)
    text = probes_text(found, "default probes" if file is None else str(file))
    write("".join(f"{visible(line)}\n" for line in text.splitlines()), None)
