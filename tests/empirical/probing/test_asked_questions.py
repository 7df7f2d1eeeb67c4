"""The questions of a public game follow from its probes' definitions and the earlier answers, byte for byte.

The log is not shipped; ``PYCHECK_MAFIASCOPE_LOGS`` names the folder that has it. The definitions are
recovered from the first five questions of the game, which quote almost nothing; then all 577 are put again.
"""

from __future__ import annotations

import json
import os
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pycheck.empirical.probing.answer_json import answered
from pycheck.empirical.probing.definitions import (
    Answered,
    ProbeDefinition,
    applies,
    ask,
    quoted,
    read_probes,
)
from pycheck.empirical.probing.game_log import Game, read_game
from pycheck.empirical.probing.records import place

NAMED = os.environ.get("PYCHECK_MAFIASCOPE_LOGS")
FOLDER = Path(NAMED or ".") / "36594b66-05d1-434c-be65-13360eafca9e"

pytestmark = pytest.mark.skipif(
    not NAMED, reason="the public logs are not shipped; PYCHECK_MAFIASCOPE_LOGS names no folder with them"
)


@pytest.fixture(scope="module")
def rows() -> list[dict[str, Any]]:
    with (FOLDER / "introspection.jsonl").open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


@pytest.fixture(scope="module")
def game() -> Game:
    return read_game(FOLDER, "game.jsonl")[0]


@pytest.fixture(scope="module")
def definitions(
    rows: list[dict[str, Any]], game: Game, tmp_path_factory: pytest.TempPathFactory
) -> list[ProbeDefinition]:
    """What the first five questions were made from, by way of a file."""
    probes = []
    earlier: dict[str, str] = {}
    for row in rows[:5]:
        text = row["question"].replace("{", "{{").replace("}", "}}")
        for probe, answer in earlier.items():
            text = text.replace(answer.replace("{", "{{").replace("}", "}}"), f"{{prev_{probe}}}")
        text = text.replace(", ".join(game.roles), "{players}").replace("You are Alex", "You are {player}")
        text = text.replace("N/A", f"{{last_{row['probe_id']}}}")
        when = "own_turn" if row["probe_id"] == "planned_action" else "always"
        probes.append({"id": row["probe_id"], "question": text, "when": when})
        earlier[row["probe_id"]] = quoted(answered(row["answer_raw"]))[0]
    path = tmp_path_factory.mktemp("probes") / "probes.yaml"
    path.write_text(json.dumps({"introspection": {"probes": probes}}), encoding="utf-8")
    return list(read_probes(path).probes)


def test_the_definitions_are_of_some_use(definitions: list[ProbeDefinition]) -> None:
    assert {p.id: {slot.name for slot in p.question.slots} for p in definitions} == {
        "role_assessment": {"player", "players", "last_role_assessment"},
        "suspicion_ranking": {"players"},
        "social_map": {"player", "players", "prev_role_assessment", "last_social_map"},
        "personality_profile": {"player", "players", "last_personality_profile"},
        "planned_action": {"player", "prev_role_assessment", "prev_social_map"},
    }


Put = tuple[dict[str, Any], str, bool]


def replayed(rows: list[dict[str, Any]], game: Game, definitions: list[ProbeDefinition]) -> Iterator[Put]:
    """Each line with the question that follows from the definitions and the answers before it."""
    by_id = {definition.id: definition for definition in definitions}
    last: defaultdict[str, dict[str, Answered]] = defaultdict(dict)
    now: defaultdict[str, dict[str, Answered]] = defaultdict(dict)
    moment: dict[str, tuple[int, int]] = {}
    for row in rows:
        player, here = row["player_name"], (row["round"], row["public_msg_seq"])
        if moment.get(player) != here:
            last[player] |= now.pop(player, {})
            moment[player] = here
        alive = game.living_at(place(*here))
        living = [name for name in game.roles if name in alive]
        question, raw = ask(by_id[row["probe_id"]], player, living, now[player], last[player])
        yield row, question, raw
        now[player][row["probe_id"]] = answered(row["answer_raw"])


def test_every_question_byte_for_byte(
    rows: list[dict[str, Any]], game: Game, definitions: list[ProbeDefinition]
) -> None:
    found = list(replayed(rows, game, definitions))
    assert len(found) == 577
    different = [
        (row["round"], row["public_msg_seq"]) for row, question, _ in found if question != row["question"]
    ]
    assert different == []


def test_what_was_quoted_raw(
    rows: list[dict[str, Any]], game: Game, definitions: list[ProbeDefinition]
) -> None:
    """The log marks the five answers that did not parse; here, the six questions that quote one of them."""
    marked = [row for row in rows if row["chain_used_raw_fallback"]]
    assert len(marked) == 5
    assert not any(row["answer_parse_ok"] for row in marked)
    texts = [row["answer_raw"].strip() for row in marked]
    found = [
        (raw, any(text in question for text in texts))
        for _, question, raw in replayed(rows, game, definitions)
    ]
    assert all(raw == quotes for raw, quotes in found)
    assert sum(raw for raw, _ in found) == 6


def test_answers_are_read_as_the_instrument_read_them(rows: list[dict[str, Any]]) -> None:
    for row in rows:
        found = answered(row["answer_raw"])
        assert (found.parsed, found.ok) == (row["answer_parsed"], row["answer_parse_ok"])


def test_whom_each_probe_was_put_to(
    rows: list[dict[str, Any]], game: Game, definitions: list[ProbeDefinition]
) -> None:
    """``own_turn`` is whoever the game's log says has just spoken or acted."""
    with (FOLDER / "game.jsonl").open(encoding="utf-8") as lines:
        events = [json.loads(line) for line in lines]
    acted = {(e["round"], e["msg_seq"]): e["player"] for e in events if "msg_seq" in e and "player" in e}
    put: defaultdict[tuple[int, int, str, str], list[str]] = defaultdict(list)
    for row in rows:
        put[row["round"], row["public_msg_seq"], row["player_name"], row["phase"]].append(row["probe_id"])
    assert len(put) == 138
    for (round_, number, player, phase), probes in put.items():
        own = acted.get((round_, number)) == player
        expected = [
            p.id for p in definitions if applies(p, own_turn=own, phase=phase, role=game.roles[player])
        ]
        assert probes == expected, (round_, number, player)
