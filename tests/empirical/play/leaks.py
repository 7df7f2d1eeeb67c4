"""Whether a program that plays and probes lets a probe reach the game: what can be seen from outside."""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pycheck.empirical.probing.definitions import Probes, probes_of

from .tables import Echo, setup_data

#: Marks in questions and answers. Nothing but a probe may ever have one of them.
MARK = "xylophone"
PLAIN = {
    "id": "plain",
    "question": f"{MARK} {{player}}: whom do you suspect? Answer as JSON.",
    "max_tokens": 40,
}
CHAINED = {
    "id": "chained",
    "question": f"{MARK} {{player}}, you said {{prev_plain}} and before {{last_chained}}. JSON.",
    "max_tokens": 50,
}
OWN = {"id": "own", "question": f"{MARK}: what next, JSON?", "when": "own_turn"}


def probes_with(*probes: Mapping[str, Any]) -> Probes:
    """Probes at every moment; none at all without any."""
    return probes_of(
        {
            "enabled": bool(probes),
            "after_each_message": True,
            "after_each_round": True,
            "probes": [dict(probe) for probe in probes or (PLAIN,)],
        }
    )


#: What the log of one and the same game has otherwise in each run.
OF_A_RUN = ("ts", "game_id", "fork_batch_id")
#: A fork after two introductions. Whatever is said otherwise there is said whether players are probed or not.
FORK = {
    "parent": "a game",
    "parent_freeze": "0" * 64,
    "seed": 1,
    "round": 0,
    "number": 2,
    "moves": [{"player": "Alex", "text": "Hello."}, {"player": "Gray", "text": "Hello, Alex."}],
    "arms": [
        {
            "name": "changed",
            "last": "I am the Doctor.",
            "next": {"Jordan": "Me too."},
            "told": {"Casey": "Trust nobody."},
        }
    ],
    "replicas": 1,
    "outcome": {"kind": "winner", "value": "Mafia"},
}


def played(
    folder: Path, probes: Probes, fork: Mapping[str, Any] | None = None, **changes: Any
) -> tuple[Path, Echo]:
    """One game, by whatever modules of the engine are loaded now."""
    module = importlib.import_module
    setup, faults = module("pycheck.empirical.play.setup_file").validate_setup(setup_data(**changes))
    assert not faults, faults
    path = folder / "freeze.json"
    plan = fork and module("pycheck.empirical.play.fork_plan").ForkPlan.model_validate_json(json.dumps(fork))
    frozen = module("pycheck.empirical.play.frozen").freeze(setup, probes, path, plan)
    model = Echo()
    module("pycheck.empirical.play.run").run(frozen, path, folder, lambda family: model)
    (game,) = (folder / "games").iterdir()
    return game, model


def leaks(folder: Path, *wanted: str, rounds: int = 1) -> list[str]:
    """What differs between games probed in one way, in another, and not at all; and marks that got out."""
    more = {"probing": {"retests": ["plain"], "keep_prompts": True}}
    plans: dict[str, tuple[str, Probes, dict[str, Any]]] = {
        "none": ("none", probes_with(), {}),
        "one": ("none", probes_with(PLAIN), {}),
        "all": ("none", probes_with(PLAIN, CHAINED, OWN), more),
        "other order": ("none", probes_with(OWN, PLAIN), {}),
        "fork": ("fork", probes_with(), {"fork": FORK}),
        "fork, probed": ("fork", probes_with(PLAIN, CHAINED), {"fork": FORK}),
    }
    found: list[str] = []
    seen: dict[str, tuple[Any, ...]] = {}
    plain: dict[tuple[str, ...], tuple[str, Any]] = {}
    for name in wanted or plans:
        like, probes, changes = plans[name]
        game, model = played(
            folder / name, probes, **{"rules": {"deal": "seeded", "max_rounds": rounds}} | changes
        )
        trace = [json.loads(line) for line in (folder / name / "trace.jsonl").read_bytes().splitlines()]
        contexts, events = _contexts(game), _events(game)
        moves = [_move(line) for line in trace if line["kind"] == "asked" and line["key"][3] == "move"]
        seen[name] = (contexts, events, sorted(moves), _sent(model))
        found += _marks(name, game, trace, contexts)
        for key, answer in _plain(trace):
            other, same = plain.setdefault((like, *key), (name, answer))
            if answer != same:
                found.append(f"{name}: {' '.join(key)} is answered otherwise than in {other}")
    for name, (contexts, events, moves, sent) in seen.items():
        like = plans[name][0]
        what = zip(("contexts", "events", "moves", "calls"), (contexts, events, moves, sent), strict=True)
        pairs = zip(what, seen[like if like in seen else name], strict=True)
        found += [f"{name}: other {kind} than without probes" for (kind, one), other in pairs if one != other]
    return found


def _plain(trace: list[Any]) -> Iterator[tuple[tuple[str, ...], Any]]:
    """The probe that quotes nothing, as it was put and answered: nothing else that is asked can change it."""
    for line in trace:
        if line["kind"] == "asked" and line["key"][3:] == ["plain", 0]:
            asked = [line[name] for name in ("prompt_sha256", "seed", "max_tokens", "shown")]
            yield tuple(map(str, line["key"][1:3])), [*asked, line["attempt"]["raw"]]


def _contexts(game: Path) -> list[Any]:
    lines = [json.loads(line) for line in (game / "contexts.jsonl").read_bytes().splitlines()]
    return [(line["player"], line["step"], line["role"], line["content"]) for line in lines]


def _events(game: Path) -> list[Any]:
    lines = [json.loads(line) for line in (game / "game.jsonl").read_bytes().splitlines()]
    return [{name: value for name, value in line.items() if name not in OF_A_RUN} for line in lines]


def _move(line: Mapping[str, Any]) -> str:
    """A move's question and answer without its times."""
    kept = {name: value for name, value in line.items() if name not in ("time", "elapsed_s")}
    kept["attempt"] = {k: v for k, v in kept["attempt"].items() if k != "latency_s"}
    kept["key"] = kept["key"][1:]
    return json.dumps(kept, sort_keys=True)


def _sent(model: Echo) -> list[str]:
    """All that the model was sent for moves: what has no mark in its last message."""
    return sorted(
        json.dumps([[dict(m) for m in r.question.messages], r.seed, r.sampling.model_dump(), r.keep_prompt])
        for r in model.requests
        if MARK not in r.question.messages[-1]["content"]
    )


def _marks(name: str, game: Path, trace: list[Any], contexts: list[Any]) -> list[str]:
    found = []
    answers: dict[str, set[str]] = {}
    if any(MARK in text for _, _, _, text in contexts):
        found.append(f"{name}: a probe's text in what a player is shown")
    if MARK in (game / "game.jsonl").read_text("utf-8"):
        found.append(f"{name}: a probe's text in the game's log")
    lines = [json.loads(line) for line in (game / "introspection.jsonl").read_bytes().splitlines()]
    for line in lines:
        answers.setdefault(line["player_name"], set()).add(
            json.dumps(line["answer_parsed"], separators=(",", ":"))
        )
    for line in lines:
        # What a question quotes is the player's own.
        _, chained, said = line["question"].partition("you said ")
        now, _, before = said.partition(" and before ")
        for quoted in (now, before.removesuffix(". JSON.")) if chained else ():
            if quoted not in answers[line["player_name"]] | {"N/A", "I would rather not say."}:
                found.append(f"{name}: {line['player_name']} is quoted what it did not say")
    shown: dict[str, list[dict[str, str]]] = {}
    by_step: dict[tuple[str, int], int] = {}
    for player, step, role, text in contexts:
        shown.setdefault(player, []).append({"role": role, "content": text})
        by_step[player, step] = len(shown[player])
    for line in trace:
        if line["kind"] == "asked" and line["key"][3] != "move":
            _, step, player, _, _ = line["key"]
            length = max(by_step[p, s] for p, s in by_step if p == player and s <= step)
            messages = [*shown[player][:length], {"role": "user", "content": line["question"]}]
            if line["prompt_sha256"] != _digest(messages):
                found.append(
                    f"{name}: a probe of {player} was sent something else than its context and the question"
                )
    return found


def _digest(messages: list[dict[str, str]]) -> str:
    from pycheck.empirical.prompts import Question

    return Question(tuple(messages)).sha256
