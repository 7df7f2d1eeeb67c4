"""500 hostile names through everything: nobody who is not published can be found in a public file.

What is searched for is found here by a third way of looking: every name is built around a core of letters,
each disguise of it is known, and no disguise may leave the core in what was published.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pycheck.empirical.war.publish import publish

from .logs import agent, battle, codes, command, event, human, measured

#: Letters of other scripts and fonts that are read as these.
ALIKE = {
    "a": "\u0430\u0251ａ𝒂", "c": "\u0441ｃ\u03f2", "e": "\u0435ｅ𝕖", "o": "\u043e\u03bf0ｏ",
    "p": "\u0440\u03c1ｐ", "x": "\u0445ｘ", "y": "\u0443ｙ", "i": "\u0456１l1", "s": "\u0455ｓ",
    "j": "\u0458ｊ", "h": "\u04bbｈ", "t": "ｔ𝐭", "k": "\u212aｋ", "r": "ｒ𝖗", "n": "ｎ", "g": "\u0261ｇ",
    "d": "\u0501ｄ", "u": "\u1d1cｕ", "m": "ｍ", "z": "ｚ", "q": "\u051bｑ", "b": "ｂ",
}  # fmt: skip
INVISIBLE = "\u200b\u200c\u200d\u2060\ufeff\u00ad\u180e\u202e\u2066\u034f\ufe0f\u115f\u3164\U000e0061"
BACK = {c: letter for letter, alike in ALIKE.items() for c in alike if not c.isascii()}
PLAIN = str.maketrans(BACK | {"i": "l", "1": "l", "0": "o"})


def core(random: Random) -> str:
    """Seven letters or more that no ordinary word has in a row."""
    return "".join(
        random.choice(consonants) + random.choice("aeoi") for consonants in ("xq", "zjk", "qx", "gbd")
    )


def mixed(random: Random, text: str) -> str:
    return "".join(random.choice(ALIKE.get(c, c)) if random.random() < 0.5 else c for c in text)


DISGUISES: dict[str, Callable[[Random, str], str]] = {
    "as it is": lambda random, text: text,
    "capitals": lambda random, text: text.upper(),
    "look-alikes": mixed,
    "capital look-alikes": lambda random, text: mixed(random, text).upper(),
    "nothing between": lambda random, text: "".join(c + random.choice(INVISIBLE) for c in text),
    "spaces": lambda random, text: " ".join(text),
    "signs": lambda random, text: "".join(c + random.choice(".-_*|/'\"\\<>&#") for c in text),
    "accents": lambda random, text: "".join(c + random.choice("\u0301\u0308\u0336\u0327") for c in text),
    "inside a word": lambda random, text: f"xX{text}Xx",
    "JSON": lambda random, text: f'"}},{{"name":"{text}"',
    "HTML": lambda random, text: f"<b>{text}</b>&{text};",
    "a pattern": lambda random, text: f".*{text}(?=a)[b\\",
    "turned around": lambda random, text: f"\u202e{text}\u202c",
    "lines": lambda random, text: f"\n{text}\r\n\t",
}


def plain(text: str) -> str:
    """A text read by a person who is not fooled: only letters, and those as they look."""
    folded = unicodedata.normalize("NFKD", text).casefold().translate(PLAIN)
    folded = unicodedata.normalize("NFKD", folded).casefold().translate(PLAIN)
    return "".join(c for c in folded if c.isalnum() and unicodedata.category(c) != "Lo")


def test_a_person_who_is_not_fooled_reads_every_disguise() -> None:
    random = Random(0)
    for name, disguise in DISGUISES.items():
        for _ in range(50):
            secret = core(random)
            assert plain(secret) in plain(disguise(random, secret)), name


def everything_said_of(number: int, mention: str, name: str, who: str) -> list[dict[str, Any]]:
    """Commands of the published agent with somebody's name or id in every place there is."""
    t = 100 + 20 * number
    return [
        command(t + 1, "pub", "set_notice", notice=f"beware of {mention}, friends"),
        command(t + 2, "pub", "rename_city", "INTERNAL", city=f"{who}.1", name=mention[:200]),
        command(t + 3, "pub", "found_alliance", tag=mention, name=f"{mention}{mention}"),
        command(t + 4, "pub", "send_message", to=name, text=f"dear {mention}"),
        command(t + 5, "pub", "invite", player=who, note=mention),
        command(t + 6, "pub", "join_rally", leader=mention, troops=3),
        command(t + 7, "pub", "train", unit=mention, count=3),
        command(t + 8, "pub", "join_alliance", alliance=mention),
        command(t + 9, "pub", "attack_city", city=f"{mention}.2", troops=1),
        command(t + 10, "pub", "gather", **{mention: mention}, resource="wood", x=1, y=2),
        command(t + 11, "pub", "chat", text=mention),
    ]


@pytest.mark.sample(every=5)
@pytest.mark.parametrize("block", range(10))
def test_500_hostile_names_and_no_leak(block: int, tmp_path: Path) -> None:
    random = Random(block)
    cores, accounts, commands = [], [], []
    for number in range(50):
        secret, who = core(random), f"q{core(random)}{number}"
        disguise, other = random.choices(list(DISGUISES), k=2)
        name = DISGUISES[disguise](random, secret)[:64]
        mention = DISGUISES[other](random, name)
        # A name that was cut off may have lost its core.
        cores += [secret] if plain(secret) in plain(name) else []
        cores.append(who)
        maker = random.choice((human, agent))
        accounts += maker(who, number // 10, called=name)
        commands += everything_said_of(number, mention, name, who)
        commands.append(command(119 + 20 * number, "pub", "set_notice", notice=f"see {who} and {who}.3"))
    final = [event("snapshot", 10_000, account="pub", power=1, cities=1, town_hall=1)]
    events = [*agent("pub", called="Brunhild", consent=True), *sorted(accounts, key=lambda e: e["t"])]
    found = measured(tmp_path, [*events, *sorted(commands, key=lambda e: e["t"]), *final])
    assert codes(found) == []
    assert len(publish(found, tmp_path / "public").journals) == 1
    assert len(cores) > 90
    for path in (tmp_path / "public").rglob("*.json*"):
        for line in path.read_text(encoding="utf-8").splitlines():
            said = plain(
                json.dumps(json.loads(line), ensure_ascii=False) if path.suffix == ".jsonl" else line
            )
            assert not [secret for secret in cores if plain(secret) in said], (path.name, line)
    lines = (tmp_path / "public" / "journals" / "00001.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 50 * 11
    notices = [json.loads(line)["parameters"] for line in lines if "set_notice" in line]
    kept = [said["notice"] for said in notices if said["notice"].startswith("beware of ")]
    assert len(kept) == 50
    assert all("(player)" in notice and notice.endswith("friends") for notice in kept)


COMMON = (
    "wood",
    "attack",
    "archers",
    "accepted",
    "notice",
    "the",
    "a",
    "scout",
    "player",
    "ai",
    "troops",
    "1",
    "m-1",
)


def test_names_that_are_common_words_leave_the_realm_s_own_words(tmp_path: Path) -> None:
    """A resource is no player, whoever calls himself so; in free text one cannot tell, and the word goes."""
    events = [
        *agent("pub", called="Brunhild", consent=True),
        *(e for number, name in enumerate(COMMON) for e in human(f"q{number}", called=name)),
        command(2, "pub", "gather", resource="wood", x=1, y=2),
        command(3, "pub", "train", unit="archers", count=1),
        command(4, "pub", "set_notice", notice="Attack the gate; more WOOD, archer"),
        battle(5, ["pub"], ["q1"]),
    ]
    publish(measured(tmp_path, events), tmp_path / "public")
    lines = (tmp_path / "public" / "journals" / "00001.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["parameters"] for line in lines] == [
        {"resource": "wood", "x": 1, "y": 2},
        {"unit": "archers", "count": 1},
        {"notice": "(player) (player) gate; more (player), archer"},
    ]


def test_ids_inside_ids(tmp_path: Path) -> None:
    events = [
        *agent("p1", called="Brunhild", consent=True),
        *agent("p10", called="Sieglind", consent=True),
        *human("p100", called="Hilda"),
        command(2, "p1", "set_notice", notice="p1 p10 p100 p1000 p-100 p10.2 p100.2"),
        command(3, "p1", "attack_city", city="p10.2", troops=1),
        command(4, "p1", "attack_city", city="p100.2", troops=1),
        command(5, "p1", "attack_city", city="p1.p100", troops=1),
        command(6, "p1", "join_rally", leader="p10", troops=1),
        command(7, "p1", "join_rally", leader="p100", troops=1),
        command(8, "p1", "join_rally", leader="P10", troops=1),
    ]
    publish(measured(tmp_path, events), tmp_path / "public")
    lines = (tmp_path / "public" / "journals" / "00001.jsonl").read_text(encoding="utf-8").splitlines()
    assert [next(iter(json.loads(line)["parameters"].values())) for line in lines] == [
        "p1 p10 (player) p1000 (player) p10.2 (player).2",
        "p10.2",
        "(player)",
        "(player)",
        "p10",
        "(player)",
        "(player)",
    ]


def test_a_name_given_up_is_still_somebody_s(tmp_path: Path) -> None:
    """Old names of the others are hidden, old names of a published agent are its own."""
    events = [
        *agent("pub", called="Brunhild", consent=True),
        *human("h", called="Hilda"),
        event("renamed", 1, account="h", name="Gudrun"),
        event("renamed", 1, account="pub", name="Sieglind"),
        command(2, "pub", "set_notice", notice="Hilda Gudrun Brunhild Sieglind"),
    ]
    publish(measured(tmp_path, events), tmp_path / "public")
    lines = (tmp_path / "public" / "journals" / "00001.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(lines[0])["parameters"]["notice"] == "(player) (player) Brunhild Sieglind"


def test_names_in_reported_lines_are_hidden_too(tmp_path: Path) -> None:
    events = [
        *agent("pub", called="Brunhild", consent=True),
        *human("h", called="Hilda"),
        event("account", 1, account="h", name="Gudrun"),
        event("renamed", 1, account="nobody", name="Sieglind"),
        event("account", -5, account="early", name="Ortlind"),
        event("account", 1, account="long", name="Waltraut " * 20),
        event("account", 1, account="typo", called="Rossweiss"),
        event("acount", 1, account="kind", more={"names": ["Grimgerd"]}, helmwige=1),
        command(
            2,
            "pub",
            "set_notice",
            notice="Hilda Gudrun Sieglind Ortlind early nobody Rossweiss Grimgerd Helmwige name",
        ),
    ]
    found = measured(tmp_path, events)
    assert len(found.reported) == 6
    publish(found, tmp_path / "public")
    lines = (tmp_path / "public" / "journals" / "00001.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(lines[0])["parameters"]["notice"] == " ".join([*["(player)"] * 9, "name"])
