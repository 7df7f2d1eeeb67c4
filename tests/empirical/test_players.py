"""Scripted policies, and local models found by their digests."""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from pycheck.empirical import local
from pycheck.empirical.local import HOW, LocalModel, ModelFile, model_file
from pycheck.empirical.players import Reply, Request, policy_name, scripted_reports
from pycheck.empirical.prompts import Question
from pycheck.empirical.protocol import Family, Protocol, Scripted
from pycheck.empirical.record import SCRIPTED, TurnKey
from pycheck.errors import EnvironmentUnusable
from pycheck.mechanism import Mechanism

SEEDS = (11, 29, 71, 97)


def turns(mechanism: Mechanism, seeds: tuple[int, ...]) -> list[TurnKey]:
    profiles = [(("row", r), ("col", c)) for r in ("a", "a'") for c in ("a", "a'")]
    return [TurnKey("c", SCRIPTED, profile, seed) for profile in profiles for seed in seeds]


def test_the_coin_is_the_published_one(mechanism: Mechanism) -> None:
    """``random.Random(seed * 1000 + 2 * i_row + i_col)``, row first; published: 19 of 32 are a'."""
    drawn = Counter[str]()
    for turn in turns(mechanism, SEEDS):
        i_row, i_col = (("a", "a'").index(t) for _, t in turn.profile)
        coin = random.Random(turn.seed * 1000 + 2 * i_row + i_col)
        expected = {"row": coin.choice(("a", "a'")), "col": coin.choice(("a", "a'"))}
        reports = scripted_reports(Scripted(policy="uniform"), turn, mechanism)
        assert reports == expected
        drawn.update(reports.values())
    assert drawn == {"a'": 19, "a": 13}
    assert round(float(Fraction(19, 32)), 3) == 0.594


def test_constant_and_truthful(mechanism: Mechanism) -> None:
    for turn in turns(mechanism, (0,)):
        constant = Scripted(policy="constant", report="a'")
        assert set(scripted_reports(constant, turn, mechanism).values()) == {"a'"}
        assert scripted_reports(Scripted(policy="truthful"), turn, mechanism) == dict(turn.profile)
    assert policy_name(Scripted(policy="constant", report="a'")) == "constant:a'"
    assert policy_name(Scripted(policy="uniform")) == "uniform"


# Local models.

PARTS = (b"GGUF first", b" second")


def family(model: str, digest: str) -> Family:
    return Family(name="small", model=model, player="local", sha256=digest)


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two packages with a part of a model each, whose code must not run."""
    for number, part in enumerate(PARTS):
        folder = tmp_path / "site" / f"part{number}"
        folder.mkdir(parents=True)
        (folder / "__init__.py").write_text("raise RuntimeError('imported')", encoding="utf-8")
        (folder / "part.gguf").write_bytes(part)
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    joined = ModelFile("joined.gguf", (("part0", "part.gguf"), ("part1", "part.gguf")))
    single = ModelFile("part.gguf", (("part0", "part.gguf"),))
    absent = ModelFile("absent.gguf", (("part9", "part.gguf"),))
    monkeypatch.setattr(local, "MODELS", {"joined": joined, "single": single, "absent": absent})
    return tmp_path


def test_a_model_in_parts_is_put_together_once(packages: Path) -> None:
    whole = b"".join(PARTS)
    asked = family("joined", hashlib.sha256(whole).hexdigest())
    path = model_file(asked, packages / "models")
    assert path.read_bytes() == whole
    before = path.stat().st_mtime_ns
    assert model_file(asked, packages / "models") == path
    assert path.stat().st_mtime_ns == before
    path.write_bytes(whole[:-1])
    assert model_file(asked, packages / "models").read_bytes() == whole
    assert [p.name for p in path.parent.iterdir()] == ["joined.gguf"]


def test_a_model_in_one_file_stays_where_it_is(packages: Path) -> None:
    path = model_file(family("single", hashlib.sha256(PARTS[0]).hexdigest()), packages / "models")
    assert path == packages / "site" / "part0" / "part.gguf"
    assert not (packages / "models").exists()


@pytest.mark.parametrize(
    ("model", "words"),
    [("joined", "the protocol was frozen with"), ("single", "the protocol was frozen with"),
     ("absent", "local-llm"), ("gpt", "no local model 'gpt'")],
)  # fmt: skip
def test_another_file_is_another_model(packages: Path, model: str, words: str) -> None:
    with pytest.raises(EnvironmentUnusable, match=words):
        model_file(family(model, "0" * 64), packages / "models")
    assert not (packages / "models").exists()


def test_a_file_that_is_no_model(packages: Path) -> None:
    pytest.importorskip("xllamacpp", reason=f"xllamacpp is not there: {HOW}")
    with pytest.raises(EnvironmentUnusable, match="cannot load"):
        LocalModel(family("single", hashlib.sha256(PARTS[0]).hexdigest()), packages / "models")


def test_a_real_model_answers_the_same_to_the_same_seed(protocol: Protocol) -> None:
    pytest.importorskip("xllamacpp", reason=f"xllamacpp is not there: {HOW}")
    try:
        player = LocalModel(protocol.family("smollm2"))
    except EnvironmentUnusable as missing:
        pytest.skip(str(missing))
    sampling = protocol.sampling.model_copy(update={"max_tokens": 6})
    messages = ({"role": "user", "content": "Name a colour."},)
    first, again, other = (player.ask(Request(Question(messages), sampling, seed)) for seed in (11, 11, 4))
    player.close()
    assert isinstance(first, Reply)
    assert isinstance(again, Reply)
    assert isinstance(other, Reply)
    assert first.raw == again.raw
    assert first.model == "smollm2-135m-instruct-q4_1"
    assert first.provider == "llama.cpp"
    assert 0 < (first.completion_tokens or 0) <= 6
