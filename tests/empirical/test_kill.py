"""Killed with SIGKILL at random moments: no act lost, none asked twice, none misfiled, no budget passed.

A dozen times in a few runs; fifty times where everything is tried.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import rfc8785

from pycheck.empirical.freeze import Freeze, freeze
from pycheck.empirical.record import Status
from pycheck.empirical.rescore import rescore
from pycheck.mechanism import Mechanism

from .conftest import endpoint_pilot, protocol_of
from .server import Served, Server, completion, serving

PLAYING = Path(__file__).with_name("playing.py")
KILLS_A_RUN = 4
Asked = tuple[str, int]


def key_of(sent: Mapping[str, Any]) -> Asked:
    """What was asked: the prompt's digest and the seed. Each is one attempt of one or more acts."""
    return hashlib.sha256(rfc8785.dumps(list(sent["messages"]))).hexdigest(), sent["seed"]


class Scripted:
    """Answers that depend on the question alone, some of them unusable, some after a failure."""

    def __init__(self) -> None:
        self.answered: Counter[Asked] = Counter()
        self._failed: set[Asked] = set()
        self._lock = threading.Lock()

    def __call__(self, number: int, sent: Mapping[str, Any]) -> Served:
        key = key_of(sent)
        with self._lock:
            kind = int(key[0][:6], 16) + key[1]
            if kind % 5 == 0 and key not in self._failed:
                self._failed.add(key)
                return Served(503, b"", delay_s=0.005)
            self.answered[key] += 1
        text = "prose" if kind % 3 == 0 else '{"report": "a"}'
        return Served(completion(text).status, completion(text).body, delay_s=0.005)


@pytest.mark.parametrize("kills", [3, pytest.param(50, marks=pytest.mark.exhaustive)])
def test_killed_at_random_moments(mechanism: Mechanism, tmp_path: Path, kills: int) -> None:
    seed = random.randrange(10**6)
    print(f"seed {seed}")
    chance = random.Random(seed)
    done = 0
    for number in range(kills):
        if done < kills:
            done += _one_run(mechanism, tmp_path / f"run{number}", min(KILLS_A_RUN, kills - done), chance)
    assert done == kills


def _one_run(mechanism: Mechanism, folder: Path, kills: int, chance: random.Random) -> int:
    """A run that is killed up to so many times and then left to finish; how often it was killed."""
    data = endpoint_pilot()
    data["conditions"][0]["seeds"] = list(range(1, 9))
    data["budgets"] |= {"calls": 2000, "tokens": 2_000_000}
    frozen = freeze(protocol_of(data, mechanism), mechanism, folder / "freeze.json")
    script = Scripted()
    killed = 0
    with serving(script) as server:
        while killed < kills and _killed(server, folder, chance):
            killed += 1
            assert rescore(folder).faults == []
        out, _ = _start(server, folder).communicate(timeout=120)
        assert out.split()[-2:] == ["end", "0"]
        _check(frozen, folder, server, script, killed)
    return killed


def test_the_time_of_a_killed_run_is_charged(mechanism: Mechanism, tmp_path: Path) -> None:
    """A call that was cut off has taken its whole time, for all that the next run can know."""
    frozen = freeze(protocol_of(endpoint_pilot(), mechanism), mechanism, tmp_path / "freeze.json")
    asked = threading.Event()

    def silent(number: int, sent: Mapping[str, Any]) -> Served:
        asked.set()
        return Served(delay_s=3.0)

    with serving(silent) as server:
        process = _start(server, tmp_path)
        assert asked.wait(60)
        process.send_signal(signal.SIGKILL)
        process.communicate()
    with serving(lambda number, sent: completion()) as server:
        out, _ = _start(server, tmp_path).communicate(timeout=120)
    assert out.split()[-2:] == ["end", "0"]
    acts = [act for act in rescore(tmp_path).acts.values() if act.family == "far"]
    assert min(act.elapsed_s for act in acts) >= frozen.protocol.sampling.timeout_s


def _start(server: Server, folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, PLAYING, folder],
        env=os.environ | server.environment,
        stdout=subprocess.PIPE,
        text=True,
    )


def _killed(server: Server, folder: Path, chance: random.Random) -> bool:
    """Start a run and kill it after some requests and some milliseconds; whether it was still running."""
    enough = len(server.requests) + chance.randrange(16)
    process = _start(server, folder)
    assert process.stdout is not None
    assert process.stdout.readline() == "begin\n"
    while len(server.requests) < enough and process.poll() is None:
        time.sleep(0.001)
    time.sleep(chance.uniform(0, 0.01))
    process.send_signal(signal.SIGKILL)
    rest = process.communicate()[0]
    assert process.returncode in (-signal.SIGKILL, 0)
    return "end" not in rest


def _check(frozen: Freeze, folder: Path, server: Server, script: Scripted, killed: int) -> None:
    contents = rescore(folder)
    assert contents.faults == []
    assert contents.missing == ()
    assert contents.torn == 0
    acts = [act for act in contents.acts.values() if act.family == "far"]
    assert {act.status for act in acts} <= {Status.VALID, Status.INVALID}
    # Each answer is written down once. What was sent besides are calls that failed, or that the kill cut off:
    # these the trace has among the lost ones.
    attempts: Counter[Asked] = Counter(
        (a.prompt_sha256 or "", act.seed) for act in acts for a in act.attempts
    )
    lost = Counter(retry.what for act in acts for a in act.attempts for retry in a.retries)
    # A kill cuts off what is under way, and nothing that was answered before.
    assert lost["interrupted"] <= killed * frozen.protocol.network.concurrency
    sent = Counter(map(key_of, server.requests))
    assert set(sent) == set(attempts)
    assert sum(script.answered.values()) - sum(attempts.values()) <= lost["interrupted"]
    for key, count in attempts.items():
        interrupted = _interrupted(acts, key)
        assert count <= script.answered[key] <= count + interrupted
    assert len(server.requests) <= sum(act.calls for act in acts) <= frozen.protocol.budgets.calls
    trace = [json.loads(line) for line in (folder / "trace.jsonl").read_text("utf-8").splitlines()]
    assert sum(line["kind"] == "header" for line in trace) == 1


def _interrupted(acts: list[Any], key: Asked) -> int:
    return sum(
        retry.what == "interrupted"
        for act in acts
        for attempt in act.attempts
        if (attempt.prompt_sha256, act.seed) == key
        for retry in attempt.retries
    )
