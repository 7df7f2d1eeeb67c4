"""Every measure once more, from the lines of a log alone, as slowly and plainly as its definition reads.

Nothing of the package is used. Logs are taken to be without faults, answers to be JSON of the right shape.
"""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import Any

Line = dict[str, Any]
INNOCENT = ("Villager", "Doctor", "Sheriff")


def roles_of(events: list[Line]) -> dict[str, str]:
    return {player["name"]: player["role"] for player in events[0]["players"]}


def when(line: Line, published: bool = False) -> tuple[float, float]:
    number = line["public_msg_seq"]
    return line["round"], float("inf") if number == -1 and not published else number


def living(events: list[Line], moment: tuple[float, float]) -> set[str]:
    """Who has not died, walking through the events up to the moment."""
    alive, now = set(roles_of(events)), (0.0, 0.0)
    for event in events:
        if event["round"] > now[0]:
            now = (event["round"], 0.0)
        if event["kind"] == "night_analysis":
            now = (now[0], now[1] + 1)
        if "msg_seq" in event:
            now = (event["round"], event["msg_seq"])
        dies = event.get("victim") or event.get("eliminated")
        if dies and now < moment:
            alive.discard(dies)
    return alive


def firsts(probes: list[Line], probe: str) -> list[Line]:
    """The answers to a probe, of a question put twice at one moment the first."""
    found: list[Line] = []
    asked = set()
    for line in probes:
        if line["probe_id"] == probe and (when(line), line["player_name"]) not in asked:
            asked.add((when(line), line["player_name"]))
            found.append(line)
    return found


def calibration_pairs(events: list[Line], probes: list[Line]) -> list[tuple[float, bool]]:
    roles = roles_of(events)
    return [
        (item["confidence"], item["guessed_role"] == roles[item["player"]])
        for line in firsts(probes, "role_assessment")
        if roles[line["player_name"]] in INNOCENT
        for item in line["answer_parsed"]
        if item["player"] != line["player_name"] and item["guessed_role"] != "Unknown"
    ]


def calibration_error(pairs: list[tuple[float, bool]]) -> float | None:
    if not pairs:
        return None
    error = 0.0
    for low in (0, 20, 40, 60, 80):
        high = 101 if low == 80 else low + 20
        inside = [(sure, right) for sure, right in pairs if low <= sure < high]
        if inside:
            accuracy = sum(right for _, right in inside) / len(inside)
            confidence = sum(sure for sure, _ in inside) / len(inside) / 100
            error += len(inside) / len(pairs) * abs(accuracy - confidence)
    return error


def brier(pairs: list[tuple[float, bool]]) -> float | None:
    return sum((sure / 100 - right) ** 2 for sure, right in pairs) / len(pairs) if pairs else None


def first_order(events: list[Line], probes: list[Line], round_: int) -> dict[str, float | None]:
    """Accuracy, share of Unknown, recall and chance of recall in a round."""
    roles = roles_of(events)
    guesses = [
        (line, item)
        for line in firsts(probes, "role_assessment")
        if line["round"] == round_ and roles[line["player_name"]] in INNOCENT
        for item in line["answer_parsed"]
        if item["player"] != line["player_name"]
    ]
    named = [item for _, item in guesses if item["guessed_role"] != "Unknown"]
    mafia = [(line, item) for line, item in guesses if roles[item["player"]] == "Mafia"]
    chances = []
    for line, _ in mafia:
        others = living(events, when(line)) - {line["player_name"]}
        chances.append(sum(roles[other] == "Mafia" for other in others) / len(others))

    def mean(values: list[Any]) -> float | None:
        return sum(values) / len(values) if values else None

    return {
        "accuracy": mean([item["guessed_role"] == roles[item["player"]] for item in named]),
        "unknown": mean([item["guessed_role"] == "Unknown" for _, item in guesses]),
        "recall": mean([item["guessed_role"] == "Mafia" for _, item in mafia]),
        "recall_by_chance": mean(chances),
    }


def crowd_recall(events: list[Line], probes: list[Line], round_: int) -> float | None:
    """The share of the Mafia's players whom more than half of the innocents' latest guesses name."""
    roles = roles_of(events)
    lines = firsts(probes, "role_assessment")
    of_round = [when(line) for line in lines if line["round"] == round_]
    if not of_round:
        return None
    alive = living(events, max(of_round))
    found = []
    for target in alive:
        if roles[target] != "Mafia":
            continue
        ballots = []
        for voter in alive:
            if roles[voter] in INNOCENT:
                said = [
                    item["guessed_role"]
                    for line in sorted(lines, key=when)
                    if line["player_name"] == voter and line["round"] <= round_
                    for item in line["answer_parsed"]
                    if item["player"] == target
                ]
                ballots += said[-1:]
        if ballots:
            found.append(ballots.count("Mafia") > len(ballots) / 2)
    return sum(found) / len(found) if found else None


def second_order(
    events: list[Line], probes: list[Line], published: bool, side: str, same_step: bool = True
) -> list[tuple[str, str]]:
    """Pairs of the expected and the reported attitude."""
    roles = roles_of(events)
    pairs = []
    guesses = sorted(firsts(probes, "role_assessment"), key=lambda p: when(p, published))
    for line in firsts(probes, "social_map"):
        observer, now = line["player_name"], when(line, published)
        if side not in ("all", "mafia" if roles[observer] == "Mafia" else "innocent"):
            continue
        for item in line["answer_parsed"]["toward_me"]:
            other = item["player"]
            if other == observer or (roles[other] == "Mafia" and roles[observer] == "Mafia"):
                continue
            latest = None
            for guess in guesses:
                then = when(guess, published)
                if guess["player_name"] == other and (then < now or (same_step and then == now)):
                    for about in guess["answer_parsed"]:
                        latest = about if about["player"] == observer else latest
            if latest is None:
                continue
            reported = "neutral"
            if latest["confidence"] >= 50 and latest["guessed_role"] != "Unknown":
                reported = "suspects" if latest["guessed_role"] == "Mafia" else "trusts"
            pairs.append((item["attitude"], reported))
    return pairs


def suspicion(events: list[Line], line: Line) -> dict[str, float]:
    """Scores of the living others, none below 0; empty where all are 0."""
    others = living(events, when(line)) - {line["player_name"]}
    scores = {
        item["player"]: max(0, item["score"]) for item in line["answer_parsed"] if item["player"] in others
    }
    return scores if sum(scores.values()) > 0 else {}


def moved(first: dict[str, float], second: dict[str, float]) -> float | None:
    common = set(first) & set(second)
    one, two = sum(first[name] for name in common), sum(second[name] for name in common)
    if not one or not two:
        return None
    return sum(abs(first[name] / one - second[name] / two) for name in common)


def top(scores: dict[str, float]) -> str:
    return next(name for name, score in scores.items() if score == max(scores.values()))


def consecutive(
    events: list[Line], probes: list[Line], published: bool, side: str
) -> tuple[list[float], list[bool]]:
    """Distances between consecutive rankings, and whether the top suspect changed."""
    roles = roles_of(events)
    distances, switches = [], []
    for player, role in roles.items():
        if side not in ("all", "mafia" if role == "Mafia" else "innocent"):
            continue
        lines = [line for line in firsts(probes, "suspicion_ranking") if line["player_name"] == player]
        lines = [line for line in lines if suspicion(events, line)]
        lines.sort(key=lambda line: when(line, published))
        for one, two in pairwise(lines):
            before, after = suspicion(events, one), suspicion(events, two)
            distance = moved(before, after)
            if distance is not None:
                distances.append(distance)
            if top(before) in living(events, when(two)):
                switches.append(top(before) != top(after))
    return distances, switches


def retests(events: list[Line], probes: list[Line]) -> list[tuple[float | None, bool]]:
    """For each two answers of one player at one moment, how far apart they are and whether tops differ."""
    lines = [p for p in probes if p["probe_id"] == "suspicion_ranking" and suspicion(events, p)]
    return [
        (moved(first, second), top(first) != top(second))
        for one, two in combinations(lines, 2)
        if one["player_name"] == two["player_name"] and when(one) == when(two)
        for first, second in [(suspicion(events, one), suspicion(events, two))]
    ]


def coupling(events: list[Line], probes: list[Line], first_listed: bool, side: str) -> list[bool]:
    """For each vote that is counted, whether it is for the top suspect."""
    roles = roles_of(events)
    found = []
    for tally in events:
        if tally["kind"] != "vote_tally":
            continue
        for voter, target in tally["votes"].items():
            if side not in ("all", "mafia" if roles[voter] == "Mafia" else "innocent"):
                continue
            ballots = [
                (event["round"], event["msg_seq"])
                for event in events
                if event["kind"] == "day_vote"
                and (event["round"], event["player"]) == (tally["round"], voter)
            ]
            if not ballots:
                continue
            others = living(events, ballots[0]) - {voter}
            lines = [
                line
                for line in sorted(firsts(probes, "suspicion_ranking"), key=when)
                if line["player_name"] == voter and when(line) < ballots[0]
            ]
            if target not in others or not lines:
                continue
            listed = [item["player"] for item in lines[-1]["answer_parsed"] if item["player"] in others]
            scores = {n: s for n, s in suspicion(events, lines[-1]).items() if n in others}
            if first_listed and listed:
                found.append(listed[0] == target)
            if not first_listed and scores:
                found.append(top(scores) == target)
    return found
