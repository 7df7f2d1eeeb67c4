"""Whether a text cites a run: by its digest, its name, its protocol or a file of it, however it is written.

Texts are compared as a reader sees them: compatibility forms, look-alikes, case, marks and what is not shown
are one, and a digest may be broken by anything that is no letter or digit. A paraphrase no program notices.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pycheck.empirical.evidence import EmpiricalEvidence
from pycheck.empirical.secrets import strings_in
from pycheck.empirical.war.look_alikes import LOOKS_LIKE
from pycheck.mechanism import Mechanism

#: So many digits of a digest in a row, from anywhere in it, name a run: none of them is there by accident.
_DIGITS = 7
#: Files and folders of runs; a claim that names one rests its case on a measurement.
_FILES = re.compile(
    r"(?<!\w)(?:(?:trace|journal|freeze|gate|events|war|game|introspection|contexts|figures|leaderboard|manifest"
    r"|\d+)\s{0,2}\.\s{0,2}jsonl?(?!\w)|(?:pilot|play)\s{0,2}[/\\∕⁄⧸]"
    # These are called like much else: what is in them tells.
    r"|(?:war|games)\s{0,2}[/\\∕⁄⧸]\s{0,2}page\s{0,2}\.\s{0,2}html|journals\s{0,2}[/\\∕⁄⧸]\s{0,2}0\d{4}(?!\d))"
)
#: Words by which a name of a run or a protocol is one, and words that may be between both.
_SPOKEN_OF = frozenset(
    ("run", "runs", "pilot", "pilots", "protocol", "protocols", "trace", "traces", "freeze")
)
_BETWEEN = frozenset(("named", "called", "labelled", "name", "no", "nr", "number", "id", "is", "as", "known"))
_ASCII = {ord(sign): letter for sign, letter in LOOKS_LIKE.items() if not sign.isascii()}


def cited(text: str, runs: Iterable[EmpiricalEvidence], own: Sequence[str] = ()) -> str:
    """What ``text`` cites a run by; empty if it cites none.

    ``own`` are names of the mechanism; a protocol with the same name or title is not cited by that.
    """
    folded = _folded(text)
    if found := _FILES.search(folded):
        return " ".join(found.group().split())
    words, itself = _words(folded), [_words(_folded(name)) for name in own]
    together = "".join(words)
    for run in runs:
        for digest in (run.trace_sha256, run.freeze_sha256, *_games_of(run)):
            for at in range(len(digest) - _DIGITS + 1):
                if digest[at : at + _DIGITS] in together:
                    return f"…{digest[at : at + _DIGITS]}…"
        if _named(words, _words(_folded(run.run))):
            return f"the run {run.run}"
        for name in (run.protocol, run.title):
            parts = _words(_folded(name))
            if parts in itself:
                continue
            long = name == run.title and len(parts) > 1 and _places(words, parts)
            if long or _named(words, parts):
                return f"the protocol {name}"
    return ""


def _games_of(run: EmpiricalEvidence) -> Iterator[str]:
    """The ids of a run's games, their digits alone."""
    games = run.data.get("games", ())
    for game in games if isinstance(games, list | tuple) else ():
        if isinstance(game, Mapping) and isinstance(game.get("game_id"), str):
            yield game["game_id"].replace("-", "")


def texts_of(mechanism: Mechanism) -> Iterator[tuple[str, str]]:
    """Every text of a mechanism and of its claims, with the place that it stands in."""
    yield from (("title", mechanism.title), ("description", mechanism.description), ("name", mechanism.name))
    for source in mechanism.sources:
        yield from ((f"sources.{source.id}", text) for text in (source.id, source.citation))
    yield from (("outcomes", outcome) for outcome in mechanism.outcomes)
    yield from (("maps", name) for name in mechanism.maps)
    for agent in mechanism.agents:
        labels = dict.fromkeys((agent.name, *agent.types, *agent.reports))
        yield from ((f"agents.{agent.name}", label) for label in labels)
    for claim in mechanism.claims:
        texts: list[Any] = [claim.id, claim.params, claim.theorem, claim.source, claim.note]
        yield from ((f"claims.{claim.id}", text) for text in strings_in(texts))


def _folded(text: str) -> str:
    """The text as it is seen: compatibility forms, case, look-alikes and digits of any script as ASCII."""
    shown = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    return "".join(
        str(unicodedata.decimal(sign)) if sign.isdecimal() else sign.translate(_ASCII)
        for sign in shown
        if unicodedata.category(sign) not in ("Cf", "Cc", "Mn", "Me") or sign.isspace()
    )


def _words(folded: str) -> list[str]:
    return re.findall(r"[^\W_]+", folded)


def _places(words: Sequence[str], name: Sequence[str]) -> list[int]:
    length = len(name)
    return [
        at for at in range(len(words) - length + 1) if length and list(words[at : at + length]) == list(name)
    ]


def _named(words: Sequence[str], name: Sequence[str]) -> bool:
    """Whether the name stands by a word that makes it one of a run."""
    common = len(name) == 1 and name[0] in ("war", *_SPOKEN_OF)
    for at in _places(words, name):
        before, end = at - 1, at + len(name)
        while before >= 0 and words[before] in _BETWEEN:
            before -= 1
        # An ordinary word of such texts is a name only after the word run.
        if before >= 0 and words[before] in (("run", "runs") if common else _SPOKEN_OF):
            return True
        if not common and end < len(words) and words[end] in _SPOKEN_OF:
            return True
    return False
