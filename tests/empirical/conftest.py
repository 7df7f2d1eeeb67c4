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


def endpoint_pilot(**changes: Any) -> dict[str, Any]:
    """A small protocol with one family behind an endpoint: 16 acts, no waits, seconds for a call."""
    data = shipped()
    data["name"] = "endpoint_pilot"
    data["families"] = [
        {
            "name": "far",
            "model": "model-1",
            "player": "endpoint",
            "base_url_variable": "TEST_BASE_URL",
            "key_variable": "TEST_KEY",
        }
    ]
    data["conditions"] = [
        {"name": "blind", "seeds": [11, 29], "llm": {"prompt": "blind"}},
        {"name": "equilibrium", "seeds": [0], "scripted": {"policy": "constant", "report": "a'"}},
    ]
    data["prompts"] = [prompt for prompt in data["prompts"] if prompt["name"] == "blind"]
    data["hypotheses"] = []
    data["sampling"]["timeout_s"] = 5
    data["network"] = {"retry_waits_s": [0, 0], "longest_wait_s": 0.2, "concurrency": 2}
    for key, value in changes.items():
        if isinstance(value, dict) and isinstance(data.get(key), dict):
            data[key] |= value
        else:
            data[key] = value
    return data
