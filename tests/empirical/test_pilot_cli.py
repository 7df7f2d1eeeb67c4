"""``pycheck pilot`` as a shell sees it."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from pycheck.__main__ import main

from .conftest import FOLDER, endpoint_pilot, shipped
from .server import KEY, Served, completion, serving


@dataclass(frozen=True)
class Ran:
    """What a command printed, and its exit code."""

    returncode: int
    stdout: str
    stderr: str


Pilot = Callable[..., Ran]


@pytest.fixture
def pilot(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Pilot:
    """Run ``pycheck pilot`` as the program does, in this process."""

    def ran(*arguments: object, environment: dict[str, str] | None = None) -> Ran:
        with monkeypatch.context() as patch:
            patch.setattr(sys, "argv", ["pycheck", "pilot", *map(str, arguments)])
            for name, value in (environment or {}).items():
                patch.setenv(name, value)
            capsys.readouterr()
            with pytest.raises(SystemExit) as end:
                main()
        printed = capsys.readouterr()
        return Ran(end.value.code if isinstance(end.value.code, int) else 0, printed.out, printed.err)

    return ran


def toml(value: Any) -> str:
    """Plain data as inline TOML."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(k)} = {toml(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value)


def written(folder: Path, data: dict[str, Any]) -> Path:
    path = folder / "protocol.toml"
    path.write_text("".join(f"{key} = {toml(value)}\n" for key, value in data.items()), encoding="utf-8")
    return path


def test_from_plan_to_rescore(pilot: Pilot, tmp_path: Path) -> None:
    protocol, folder = written(tmp_path, endpoint_pilot()), tmp_path / "run"
    plan = pilot("plan", FOLDER, "--protocol", protocol)
    assert plan.returncode == 0
    assert "endpoint_pilot: 12 turns, 24 acts, 16 asked of models" in plan.stdout
    data = json.loads(pilot("plan", FOLDER, "--protocol", protocol, "--format", "json").stdout)
    assert (len(data["turns"]), data["expected"]["calls"], data["worst"]["calls"]) == (12, 16, 96)

    frozen = pilot("freeze", FOLDER, folder, "--protocol", protocol)
    assert frozen.returncode == 0
    digest = hashlib.sha256((folder / "freeze.json").read_bytes()).hexdigest()
    assert frozen.stdout == f"{digest}  {folder / 'freeze.json'}\n"

    with serving(lambda n, sent: completion() if n <= 5 else Served(402, b"{}")) as server:
        stopped = pilot("run", folder, environment=server.environment)
    assert stopped.returncode == 1
    assert stopped.stdout.startswith("STOPPED (payment_required): the endpoint of far answered 402")
    assert "11 not asked" in stopped.stdout

    with serving(lambda n, sent: completion()) as server:
        done = pilot("run", folder, environment=server.environment)
    assert done.returncode == 0
    assert "24 acts there, 11 of them new, 0 not asked" in done.stdout

    scored = pilot("rescore", folder)
    assert scored.returncode == 0
    assert scored.stdout.splitlines()[:2] == [f"freeze {digest}", "24 of 24 acts, 12 of 12 turns"]
    assert scored.stdout.endswith("every line scores as it is written\n")
    trace = folder / "trace.jsonl"
    trace.write_text(trace.read_text("utf-8").replace('"report":"a\'"', '"report":"a"', 1), "utf-8")
    false = pilot("rescore", folder)
    assert false.returncode == 1
    assert f"pycheck: {trace}: line 2: report: found a; expected a'" in false.stderr
    refused = pilot("run", folder, environment={"TEST_BASE_URL": "http://h", "TEST_KEY": KEY})
    assert refused.returncode == 2
    assert "does not go on" in refused.stderr
    assert KEY not in stopped.stdout + stopped.stderr + done.stdout + done.stderr + refused.stderr


def test_plan_and_budget_that_disagree(pilot: Pilot, tmp_path: Path) -> None:
    protocol = written(tmp_path, endpoint_pilot(budgets={"calls": 95}))
    for command in (["plan", FOLDER], ["freeze", FOLDER, tmp_path / "run"]):
        run = pilot(*command, "--protocol", protocol)
        assert run.returncode == 2
        assert "budgets.calls: found 95 calls; expected the plan's worst case, 96 calls" in run.stderr
    assert not (tmp_path / "run").exists()


def test_a_deviation(pilot: Pilot, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    pilot("freeze", FOLDER, folder)
    run = pilot("deviate", folder, "sampling.max_tokens", "16", "--reason", "too slow")
    assert run.returncode == 0
    assert "sampling.max_tokens: 32 is 16 from now on: too slow" in run.stdout
    assert "deviation: sampling.max_tokens: 32 is 16 (too slow; 20" in pilot("rescore", folder).stdout
    assert pilot("deviate", folder, "sampling.max_tokens", "0", "--reason", "x").returncode == 2
    assert pilot("deviate", folder, "sampling.max_tokens", "16").returncode == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["plan", "nowhere"], "nowhere"),
        (["plan", "borda"], "protocol.toml"),
        (["run", "nowhere"], "pycheck pilot freeze"),
        (["rescore", "nowhere"], "pycheck pilot freeze"),
        (["run"], "FOLDER"),
    ],
)
def test_unusable(pilot: Pilot, arguments: list[str], words: str) -> None:
    run = pilot(*arguments)
    assert run.returncode == 2
    assert words in run.stderr


def test_what_is_missing_is_said_before_anything_is_asked(pilot: Pilot, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    pilot("freeze", FOLDER, folder, "--protocol", written(tmp_path, endpoint_pilot()))
    run = pilot("run", folder)
    assert run.returncode == 2
    assert "the environment variable TEST_BASE_URL is not set" in run.stderr


def test_an_interrupted_run_goes_on(pilot: Pilot, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    pilot("freeze", FOLDER, folder, "--protocol", written(tmp_path, endpoint_pilot()))
    with serving(lambda n, sent: Served(body=completion().body, delay_s=0.3)) as server:
        process = subprocess.Popen(
            [sys.executable, "-m", "pycheck", "pilot", "run", folder, "-q"],
            env=os.environ | server.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        while len(server.requests) < 2:
            time.sleep(0.01)
        process.send_signal(2)
        out, err = process.communicate(timeout=60)
        assert "Traceback" not in err
        assert process.returncode == 1
        assert out.startswith("STOPPED (interrupted)")
        asked = len(server.requests)
        assert pilot("run", folder, "-q", environment=server.environment).returncode == 0
        assert len(server.requests) == 16
        assert asked < 16


def test_the_shipped_plan_is_the_documented_one(pilot: Pilot) -> None:
    run = pilot("plan", "othman_sandholm")
    assert run.returncode == 0
    assert run.stdout.startswith(f"{shipped()['name']}: 72 turns, 144 acts, 96 asked of models\n")
