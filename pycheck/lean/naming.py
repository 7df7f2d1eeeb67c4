"""Names that the mechanism file gives and the Lean library does not have.

A misspelt name makes every line that uses it fail, each with Lean's words for it. Here it is said once, with
the key that has it and the nearest name that is there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from difflib import get_close_matches

from pycheck.lean.compiled import internal
from pycheck.lean.olean import Constant
from pycheck.lean.statements import LeanVoice
from pycheck.mechanism import MAIN_MAP, child_key

#: How many are named at once.
_SHOWN = 3
_INDUCTIVE, _FUNCTION = "inductive", "definition"


def given_names(voice: LeanVoice) -> Iterator[tuple[str, str, str]]:
    """Key in the mechanism file, absolute Lean name and kind of declaration, of each name that it gives."""
    link, agents = voice.link, voice.signature.agents
    yield "lean.outcome", link.outcome, _INDUCTIVE
    for section, names, kind in (
        ("types", link.types, _INDUCTIVE),
        ("reports", link.reports, _INDUCTIVE),
        ("utilities", link.utilities, _FUNCTION),
        ("truthful", link.truthful, _FUNCTION),
    ):
        # A rule without utilities gives no names for them.
        for agent, name in zip(agents, names, strict=bool(names)):
            if name is not None:
                yield child_key(f"lean.{section}", agent.name), name, kind
    for map_name, name in link.maps.items():
        key = "lean.outcome_map" if map_name == MAIN_MAP else child_key("lean.maps", map_name)
        yield key, name, _FUNCTION
    parts = (("type", link.map_type, _INDUCTIVE), ("constructor", link.map_constructor, "constructor"))
    for part, given, kind in (*parts, ("apply", link.map_apply, _FUNCTION)):
        if given is not None:
            yield f"lean.outcome_maps.{part}", given, kind
    for (inductive, label), name in link.constructors.items():
        if name == f"{inductive}.{label}":
            continue  # not a name that was given: an element that Lean lacks is a difference in the data
        shown = inductive.removeprefix(f"{link.namespace}.")
        yield child_key(child_key("lean.constructors", shown), label), name, "constructor"


def wrong_names(voice: LeanVoice, library: Mapping[str, Constant], elsewhere: Collection[str] | None) -> str:
    """What is wrong with the names, in one line; empty if nothing is.

    ``library`` has the constants of the library's own modules. A name that is not among them is wrong, unless
    it may come from modules that are not read: then ``elsewhere`` holds what Lean said of the lines, and the
    name is wrong if Lean does not know it.
    """
    found: dict[str, str] = {}
    for key, name, kind in given_names(voice):
        constant = library.get(name)
        if constant is None:
            if elsewhere is None or any(name in text and "nknown" in text for text in elsewhere):
                found.setdefault(name, f"{key}: the library has no {name}{_nearest(name, kind, library)}")
        elif not _fits(constant, kind):
            found.setdefault(name, f"{key}: {name} is {_article(constant.kind)}, not {_article(kind)}")
    said = list(found.values())
    more = f"; and {len(said) - _SHOWN} more" if len(said) > _SHOWN else ""
    return "; ".join(said[:_SHOWN]) + more


def _fits(constant: Constant, kind: str) -> bool:
    # A function may be opaque or an axiom: that is for the comparison of its values to find out.
    return constant.kind == kind or (
        kind == _FUNCTION and constant.kind in ("opaque", "axiom", "constructor")
    )


def _nearest(name: str, kind: str, library: Mapping[str, Constant]) -> str:
    names = [n for n, constant in library.items() if _fits(constant, kind) and not internal(n)]
    close = get_close_matches(name, names, n=1)
    if not close:
        last = {n.rsplit(".", 1)[-1]: n for n in names}
        near = get_close_matches(name.rsplit(".", 1)[-1], last, n=1)
        close = [last[near[0]]] if near else []
    return f" (did you mean {close[0]}?)" if close else ""


def _article(kind: str) -> str:
    noun = {"inductive": "inductive type", "quot": "quotient"}.get(kind, kind)
    return f"an {noun}" if noun[0] in "aio" else f"a {noun}"
