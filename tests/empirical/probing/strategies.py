"""Random games without faults, for Hypothesis: deaths, votes, retests, any order of confidence."""

from __future__ import annotations

import json
import random

from hypothesis import strategies as st

from .logs import Log, attitudes_text

NAMES = ("Ada", "Ben", "Cole", "Dora", "Eve", "Finn")
GUESSES = ("Mafia", "Villager", "Doctor", "Unknown")


def random_game(seed: int, game_id: str = "g") -> Log:
    """A game of one or two rounds with answers from a seeded chance."""
    chance = random.Random(seed)
    names = NAMES[: chance.randint(4, 6)]
    drawn = ["Mafia", "Doctor", "Villager", "Mafia", "Villager", "Sheriff"][: len(names)]
    chance.shuffle(drawn)
    log = Log(game_id, dict(zip(names, drawn, strict=True)))
    alive = list(names)
    for round_ in range(chance.randint(1, 2)):
        number = 0
        if round_ and len(alive) > 3:
            number += 1
            log.say("night_mafia", round_, alive[0], number)
            _probe(log, chance, round_, number, [alive[0]], alive)
            log.event("night_kill", round_, victim=alive.pop(chance.randrange(len(alive))))
            log.event("night_analysis", round_, night_result="words")
            number += 1
            _probe(log, chance, round_, number, alive, alive)
        for kind in ("day_discuss", "day_vote"):
            for player in list(alive):
                number += 1
                log.say(kind, round_, player, number)
                _probe(log, chance, round_, number, alive, alive)
        votes = {voter: chance.choice(names) for voter in alive if chance.random() < 0.9}
        log.event("vote_tally", round_, tally={}, votes=votes)
        if len(alive) > 3 and chance.random() < 0.5:
            gone = alive.pop(chance.randrange(len(alive)))
            log.event("day_eliminate", round_, eliminated=gone, role=log.roles[gone], votes=1)
        _probe(log, chance, round_, -1, alive, alive)
    log.event("game_over", 3, winner="Mafia")
    return log


def _probe(
    log: Log, chance: random.Random, round_: int, number: int, asked: list[str], alive: list[str]
) -> None:
    if chance.random() < 0.4:
        return
    for observer in asked:
        named = chance.sample(alive, chance.randint(1, len(alive)))
        if chance.random() < 0.7:
            guesses = [
                {
                    "player": name,
                    "guessed_role": chance.choice(GUESSES),
                    "confidence": chance.choice([0, 19.5, 20, 49, 50, 79, 80, 99, 100]),
                }
                for name in named
            ]
            log.ask(round_, number, observer, "role_assessment", json.dumps(guesses))
        for position in range(1 if chance.random() < 0.8 else 3):
            scores = [{"player": name, "score": chance.choice([-1, 0, 0, 1, 2, 5])} for name in named]
            place = 1 if position == 0 else 10 + position
            log.ask(round_, number, observer, "suspicion_ranking", json.dumps(scores), place)
        if chance.random() < 0.6:
            expected = {name: chance.choice(["trusts", "neutral", "suspects"]) for name in named}
            log.ask(round_, number, observer, "social_map", attitudes_text(**expected))


#: Seeds rather than structure: what shrinks is not the point, what varies is.
games = st.integers(0, 10**6).map(random_game)
