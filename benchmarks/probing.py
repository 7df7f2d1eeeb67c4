"""Read many long probe logs: ``python -m benchmarks.probing [GAMES] [MEGABYTES]``.

Makes a corpus of seeded games of seven players with four probes each, lines about as long as the public ones,
a third of the answers cut off; eight games are different, the others copies under other names. Prints
rate and peak memory of reading the lines alone, and of ``pycheck probing measure`` and ``page`` without
intervals, each in a process of its own, for an eighth of the games and for all: where memory is constant, the
peaks are alike.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.timing import heading
from pycheck.empirical.probing.game_log import read_game
from pycheck.empirical.probing.probe_log import read_probes

#: So many games are different.
DIFFERENT = 8
NAMES = ("Alex", "Gray", "Logan", "Jordan", "Finley", "Casey", "Bailey")
ROLES = ("Villager", "Villager", "Mafia", "Villager", "Mafia", "Villager", "Doctor")
WORDS = (
    'quiet vote narrative early calm pushes deflects genuine nervous "planned" consistent trust'.split()  # noqa: SIM905
)


def game(name: str, size: int, chance: random.Random) -> tuple[list[dict[str, object]], Iterator[str]]:
    """The events of a game in which nobody dies, and lines of probes of about ``size`` bytes in all."""
    rounds = max(1, size // 320_000)
    setup: dict[str, object] = {
        "game_id": name,
        "kind": "setup",
        "round": 0,
        "players": [{"name": n, "role": r, "model": "m"} for n, r in zip(NAMES, ROLES, strict=True)],
        "ts": 0.0,
    }
    events = [setup]
    for round_ in range(rounds):
        events += [
            {
                "game_id": name,
                "kind": "day_discuss" if number <= 7 else "day_vote",
                "round": round_,
                "player": NAMES[(number - 1) % 7],
                "response": _prose(chance, 40),
                "msg_seq": number,
                "ts": round_ * 100.0 + number,
            }
            for number in range(1, 15)
        ]
        votes = {voter: NAMES[(seat + 1) % 7] for seat, voter in enumerate(NAMES)}
        events.append({"game_id": name, "kind": "vote_tally", "round": round_, "tally": {}, "votes": votes})
    events.append({"game_id": name, "kind": "game_over", "round": rounds, "winner": "Mafia"})
    return events, _probes(name, size, rounds, chance)


def _probes(name: str, size: int, rounds: int, chance: random.Random) -> Iterator[str]:
    written, clock = 0, 0
    for round_ in range(rounds):
        for number in (*range(1, 15), -1):
            for seat, player in enumerate(NAMES):
                last = json.dumps(_answer("role_assessment", player, chance))
                probes = ("role_assessment", "suspicion_ranking", "social_map", "personality_profile")
                for position, probe in enumerate(probes):
                    clock += 1
                    answer = _answer(probe, player, chance)
                    raw = json.dumps(answer, indent=1)
                    cut = chance.random() < 1 / 3
                    line = json.dumps(
                        {
                            "timestamp": float(clock),
                            "game_id": name,
                            "round": round_,
                            "public_msg_seq": number,
                            "player_idx": seat,
                            "player_name": player,
                            "probe_seq": position,
                            "probe_id": probe,
                            "question": f"You are {player}. You thought: {last}. {_prose(chance, 60)}",
                            "answer_raw": raw[: len(raw) * 2 // 3] if cut else raw,
                            "answer_parsed": None if cut else answer,
                            "answer_parse_ok": not cut,
                            "model": "m",
                            "role": ROLES[seat],
                            "phase": "round_end" if number < 0 else "day_discuss",
                            "latency_ms": 1000,
                            "chain_used_raw_fallback": cut,
                        },
                        ensure_ascii=False,
                    )
                    written += len(line) + 1
                    yield line
                    if written >= size:
                        return


def _answer(probe: str, player: str, chance: random.Random) -> object:
    if probe == "suspicion_ranking":
        return [{"player": name, "score": chance.randrange(10)} for name in NAMES]
    reason = {"confidence": chance.randrange(101), "reason": _prose(chance, 14)}
    if probe == "social_map":
        others = [name for name in NAMES if name != player]
        attitudes = ("trusts", "neutral", "suspects")
        return {"toward_me": [{"player": n, "attitude": chance.choice(attitudes), **reason} for n in others]}
    if probe == "personality_profile":
        traits = {trait: chance.randrange(101) for trait in "OCEAN"}
        return [{"player": name, **traits, "summary": _prose(chance, 20)} for name in NAMES]
    guesses = ("Mafia", "Villager", "Doctor", "Unknown")
    return [{"player": name, "guessed_role": chance.choice(guesses), **reason} for name in NAMES]


def _prose(chance: random.Random, words: int) -> str:
    return " ".join(chance.choices(WORDS, k=words))


def write_corpus(folder: Path, games: int, size: int) -> None:
    """Write so many games of about ``size`` bytes each."""
    chance = random.Random(7)
    for number in range(games):
        name = f"game-{number:04}"
        here = folder / name
        here.mkdir(parents=True)
        if number >= DIFFERENT:
            other = f"game-{number % DIFFERENT:04}"
            for path in (folder / other).iterdir():
                (here / path.name).write_bytes(path.read_bytes().replace(other.encode(), name.encode()))
            continue
        events, probes = game(name, size, chance)
        (here / "game.jsonl").write_text("".join(json.dumps(event) + "\n" for event in events), "utf-8")
        with (here / "introspection.jsonl").open("w", encoding="utf-8") as log:
            log.writelines(f"{line}\n" for line in probes)


def read_only(folders: list[Path]) -> None:
    """Read every line of the logs into records, and let go of them."""
    for folder in folders:
        found, _ = read_game(folder, str(folder))
        for _ in read_probes(folder, str(folder), found):
            pass


def in_a_process(*command: str) -> tuple[float, float, float]:
    """Seconds, those of the processor, and peak memory in MiB, of a command of Python."""
    start = time.perf_counter()
    process = subprocess.Popen([sys.executable, *command], stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"{command} ended with {status}")
    return time.perf_counter() - start, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def main(games: int, megabytes: int) -> None:
    """Make the corpus and print a line for each way and number of games."""
    with tempfile.TemporaryDirectory(prefix="pycheck-bench-") as made:
        folder = Path(made)
        write_corpus(folder, games, megabytes * 1_000_000 // games)
        print(heading("probe logs"))
        every = sorted(folder.iterdir())
        for some in (every[: max(1, games // 8)], every):
            size = sum(path.stat().st_size for one in some for path in one.iterdir()) / 1e6
            folders = [str(one) for one in some]
            for what, command in {
                "read": ("-m", "benchmarks.probing", "--read", *folders),
                "measure": ("-m", "pycheck", "probing", "measure", "-q", "--draws", "0", *folders),
                "page": ("-m", "pycheck", "probing", "page", "-q", "--draws", "0", *folders),
            }.items():
                seconds, busy, peak = in_a_process(*command)
                print(
                    f"  {what:8} {len(some):4} games, {size:7.1f} MB: {seconds:6.1f} s ({busy:.1f} s of the "
                    f"processor), {size / seconds:5.1f} MB/s ({size / busy:.1f}), peak {peak:.0f} MiB",
                    flush=True,
                )


if __name__ == "__main__":
    if sys.argv[1:2] == ["--read"]:
        read_only([Path(name) for name in sys.argv[2:]])
    else:
        numbers = [int(argument) for argument in sys.argv[1:3]]
        main(*(numbers + [200, 1500][len(numbers) :]))
