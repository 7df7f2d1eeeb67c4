"""The shipped pilot and small variants of it."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pycheck.empirical.protocol import Protocol
from pycheck.empirical.protocol_file import validate_protocol
from pycheck.mechanism import Mechanism, read_mechanism

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "mechanisms" / "othman_sandholm"
Change = Callable[[dict[str, Any]], None]


@pytest.fixture(scope="session")
def mechanism() -> Mechanism:
    read = read_mechanism(FOLDER).mechanism
    assert read is not None
    return read


def shipped() -> dict[str, Any]:
    """The shipped protocol as plain data, to be changed at will."""
    return tomllib.loads((FOLDER / "protocol.toml").read_text(encoding="utf-8"))


def protocol_of(data: dict[str, Any], mechanism: Mechanism) -> Protocol:
    protocol, faults = validate_protocol(data, mechanism)
    assert protocol is not None
    assert faults == ()
    return protocol


@pytest.fixture(scope="session")
def protocol(mechanism: Mechanism) -> Protocol:
    return protocol_of(shipped(), mechanism)
