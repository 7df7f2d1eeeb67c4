"""Killed with SIGKILL at random moments: nothing asked twice, nothing lost, and the same games at the end.

A dozen times in a few runs; fifty times where everything is tried.
"""

from __future__ import annotations

import hashlib
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

from pycheck.empirical.play.frozen import Frozen
from pycheck.empirical.play.rescore import rescore

from ..server import Served, Server, completion, serving
from .leaks import CHAINED, OWN, PLAIN, probes_with
from .tables import echo, frozen_of, setup_data

PLAYING = Path(__file__).with_name("playing.py")
KILLS_A_RUN = 5
Asked = tuple[str, int]


def key_of(sent: Mapping[str, Any]) -> Asked:
    """What was asked: the prompt's digest and the seed, which no two questions have in common."""
    return hashlib.sha256(rfc8785.dumps(list(sent["messages"]))).hexdigest(), sent["seed"]


class Model:
    """Answers that follow from what is sent; one in five questions fails the first time."""

    def __init__(self) -> None:
        self.answered: Counter[Asked] = Counter()
        self._failed: set[Asked] = set()
        self._lock = threading.Lock()

    def __call__(self, number: int, sent: Mapping[str, Any]) -> Served:
        key = key_of(sent)
        with self._lock:
            if int(key[0][:6], 16) % 5 == 0 and key not in self._failed:
                self._failed.add(key)
                return Served(503, b"", delay_s=0.003)
            self.answered[key] += 1
        made = completion(echo(sent["messages"], sent["seed"]))
        return Served(made.status, made.body, delay_s=0.003)


@pytest.mark.parametrize("kills", [3, pytest.param(50, marks=pytest.mark.exhaustive)])
def test_killed_at_random_moments(tmp_path: Path, kills: int) -> None:
    seed = random.randrange(10**6)
    print(f"seed {seed}")
    chance = random.Random(seed)
    done = 0
    for number in range(kills):
        if done < kills:
            done += _one_run(tmp_path / f"run{number}", min(KILLS_A_RUN, kills - done), chance)
    assert done == kills


def _one_run(folder: Path, kills: int, chance: random.Random) -> int:
    """Games that are killed up to so many times and then left to end; how often they were killed."""
    data = setup_data(rules={"max_rounds": 1, "introductions": False})
    frozen = frozen_of(folder, data, probes_with(PLAIN, CHAINED, OWN))
    model = Model()
    killed = 0
    with serving(model) as server:
        while killed < kills and _killed(server, folder, chance):
            killed += 1
            assert rescore(folder).faults == ()
        out, _ = _start(server, folder).communicate(timeout=120)
        assert out.split()[-2:] == ["end", "0"]
        _check(frozen, folder, server, model, killed)
    return killed


def _check(frozen: Frozen, folder: Path, server: Server, model: Model, killed: int) -> None:
    found = rescore(folder)
    assert found.faults == ()
    assert found.missing == ()
    far = [asked for asked in found.contents.asked.values() if asked.family == "far"]
    # Each answer is written down once. What was sent besides are calls that failed, or that a kill cut off:
    # these the trace has among the lost ones.
    attempts: Counter[Asked] = Counter((asked.prompt_sha256, asked.seed) for asked in far)
    assert max(attempts.values()) == 1
    lost = Counter(retry.what for asked in far for retry in asked.attempt.retries)
    assert model.answered >= attempts
    unseen = model.answered - attempts
    # A kill loses at most the calls that were under way.
    assert unseen.total() <= lost["interrupted"] <= killed * frozen.setup.network.concurrency
    sent = Counter(key_of(request) for request in server.requests)
    assert sent.total() <= attempts.total() + lost.total()


def test_killed_or_not_the_game_is_the_same(tmp_path: Path) -> None:
    data = setup_data(rules={"max_rounds": 1, "introductions": False})
    chance = random.Random(1)
    logs = []
    for name, kills in (("whole", 0), ("killed", 3)):
        folder = tmp_path / name
        frozen_of(folder, data, probes_with(PLAIN, CHAINED))
        with serving(Model()) as server:
            for _ in range(kills):
                _killed(server, folder, chance)
            _start(server, folder).communicate(timeout=120)
        (game,) = (folder / "games").iterdir()
        logs.append((game / "contexts.jsonl").read_bytes())
    assert logs[0] == logs[1]


def _start(server: Server, folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, PLAYING, folder],
        env=os.environ | server.environment,
        stdout=subprocess.PIPE,
        text=True,
    )


def _killed(server: Server, folder: Path, chance: random.Random) -> bool:
    """Start and kill it after some requests and some milliseconds; whether it was still running."""
    enough = len(server.requests) + chance.randrange(30)
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
