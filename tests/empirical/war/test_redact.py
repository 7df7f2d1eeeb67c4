"""Text without players: what is replaced, however it is written, and what stays as it is."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pycheck.empirical.war.audit_names import _WORD, Names, fold
from pycheck.empirical.war.folding import _alone, clean, flat_look, look, words_of
from pycheck.empirical.war.look_alikes import LOOKS_LIKE
from pycheck.empirical.war.redact import Cleared, Redactor

PRIVATE = (
    "Ragnar",
    "Ragnar the Red",
    "Al",
    "O'Neil",
    "小明",
    "Wood",
    "★",
    "민수",
    "Zoë",
    "Attackers",
    "Ægir",
    "Dauið",
    "Rune1",
    "محمد",
)
IDS = ("p1", "p10", "u-7_x", "8c4f21d9e0")
PUBLISHED = ("Ragnarok", "Woodpecker", "p100", "Alma", "Brunhild")


def cleared(text: str) -> str:
    return Redactor(PRIVATE, IDS, PUBLISHED).text(text)


def audited(text: str) -> bool:
    """Whether the audit finds somebody, by its own means."""
    return Names(PRIVATE, IDS, PUBLISHED).named_in(text)


@pytest.mark.parametrize(
    ("text", "public"),
    [
        ("Ragnar", "(player)"),
        ("beware of ragnar!", "beware of (player)!"),
        ("RAGNAR and Ragnar the Red", "(player) and (player)"),
        ("ragnar-the-red, ragnar.", "(player), (player)."),
        ("R a g n a r", "(player)"),
        ("R.A.G.N.A.R.", "(player)."),
        ("xXragnarXx", "(player)"),
        ("ragnars men", "(player) men"),
        ("Ra\u200bgn\u2060ar", "(player)"),
        ("Rag\u00adnar\ufe0f", "(player)"),
        ("\u202eRagnar\u202c", "(player)"),
        ("R\u0430gn\u0430r", "(player)"),
        ("Ｒａｇｎａｒ", "(player)"),
        ("𝓡𝓪𝓰𝓷𝓪𝓻", "(player)"),
        ("Ŕągńāř", "(player)"),
        ("R̶a̶g̶n̶a̶r̶", "(player)"),
        ("ʀᴀɢɴᴀʀ ɍⱥɠƞar Ɍⱥɠɳⱥɽ", "(player) (player) (player)"),
        ("🅡🅐🅖🅝🅐🅡 🆁🅰🅶🅽🅰🆁", "(player) (player)"),
        ("🇷🇦🇬🇳🇦🇷!", "(player)!"),
        ("Aegir ÆGIR ægir Ðauid dauíð", "(player) (player) (player) (player) (player)"),
        ("Rune❶ Rune➀ Rune⓵ rune 1", "(player) (player) (player) (player)"),
        ("Ragnar's wood", "(player)'s (player)"),
        ("driftwood", "(player)"),
        ("wооd", "(player)"),
        ("al is here", "(player) is here"),
        ("a1 is here", "(player) is here"),
        ("ONeil o’neil O'Neil", "(player) (player) (player)"),
        ("我和小明去", "我和(player)去"),
        ("مح\u0640\u0640مد هنا", "(player) هنا"),
        ("민수는 왔다", "(player)는 왔다"),
        ("ZOE zoë zoe\u0308", "(player) (player) (player)"),
        ("a ★ rises", "a (player) rises"),
        ("p1 p10 P10 p-10 u-7_x u7x", "(player) (player) (player) (player) (player) (player)"),
        ("is8c4f21d9e0here 8c4f 21d9e0 8C4F21D9E01", "(player) (player) (player)"),
        ("attack, attackers!", "attack, (player)!"),
    ],
)  # fmt: skip
def test_players_are_replaced(text: str, public: str) -> None:
    assert cleared(text) == public
    assert audited(text)
    assert not audited(public)


@pytest.mark.parametrize(
    "text",
    [
        "rally at dawn, march on the gate",
        "also alone, final total",
        "p100 and Ragnarok",
        "RAGNAROK",
        "Woodpecker",
        "Alma and Brunhild",
        "p2 p11 p1000 xp1x 8c4f21d9",
        "war gnar rag nat",
        "小 and 明 apart",
        "x=3,y=17",
        "(player)",
        "a*b [c] \\d \"quoted\" {json}",
        "Ünïcödé täxt",
        "привет",
        "",
    ],
)  # fmt: skip
def test_what_names_nobody_stays(text: str) -> None:
    assert cleared(text) == text
    assert not audited(text)


@pytest.mark.parametrize(
    ("text", "public"),
    [
        ("Ragnarok and Ragnar", "Ragnarok and (player)"),
        ("ragnarok's ragnar", "ragnarok's (player)"),
        ("p100 p10", "p100 (player)"),
        ("Woodpecker wood", "Woodpecker (player)"),
        ("Ragnaroks", "(player)"),
    ],
)
def test_a_published_player_beside_one_that_is_not(text: str, public: str) -> None:
    assert cleared(text) == public


def test_a_name_inside_a_published_one_that_another_takes_a_part_of() -> None:
    """Without the part, the published name is none, and hides nobody any more."""
    hidden, shown = ["Hilda", "von", "Trapp Hil"], ["Hil", "Hilda von Trapp"]
    public = Redactor(hidden, [], shown).text("Hilda von Trapp, then Hilda von Trapp Hil")
    assert public == "Hilda von Trapp, then (player) (player) (player)"
    assert not Names(hidden, [], shown).named_in(public)


def test_a_published_name_that_looks_like_another_s_goes() -> None:
    """Which of the two is meant cannot be told."""
    redactor = Redactor(["R\u0430gnar"], [], ["Ragnar"])
    assert redactor.text("Ragnar") == "(player)"
    assert Names(["R\u0430gnar"], [], ["Ragnar"]).named_in("Ragnar")


@pytest.mark.parametrize("name", ["player", "(player)", "layer", "withheld", "Play"])
def test_names_like_the_replacement(name: str) -> None:
    redactor, names = Redactor([name], [], []), Names([name], [], [])
    for text in (f"to {name}", "the player", f"{name}{name}", f"({name})"):
        once = redactor.text(text)
        assert not names.named_in(once), once


def test_without_names_everything_stays() -> None:
    assert Redactor([], [], []).text("Ragnar ★ p1") == "Ragnar ★ p1"
    assert not Names([], [], []).named_in("Ragnar ★ p1")


@pytest.mark.parametrize("text", ["al alma ", "ragnarok ragnar ", "小明", "é w ", "★ "])
def test_a_text_of_many_thousand_words_is_no_different(text: str) -> None:
    """Work grows with the text, not with its square: with the square this would not end."""
    many = 120_000 // len(text)
    once, public = cleared(text), cleared(text * many)
    assert public == clean(text * many).replace(text.strip(), once.strip())
    assert not audited(public)


def test_a_longer_name_does_not_reach_past_the_end_of_a_text() -> None:
    names = Names(["Ragnar", "x" * 20], [], [])
    assert not names.named_in("narrag nar")
    assert names.named_in("nar ragnar")


def test_what_cannot_be_seen_is_not_published() -> None:
    assert clean("a\u200b\u202eb\x00\u115fc\ue000\U000e0041\n\td") == "abc  d"
    assert clean("ﬁ Ⅷ ①") == "fi VIII 1"


def test_only_the_redactor_s_text_is_cleared() -> None:
    assert isinstance(Redactor([], [], []).text("x"), Cleared)


# --- Two ways of looking at characters ---

#: The planes that have characters; the large ones are uniform.
PLANES = [
    0,
    1,
    *(pytest.param(plane, marks=pytest.mark.exhaustive) for plane in (2, 3, 14, 15, 16)),
]


@pytest.mark.parametrize("plane", PLANES)
def test_both_see_every_character_alike(plane: int) -> None:
    """The maker's and the audit's idea of a character: how it looks, and whether it stands alone."""
    different = []
    for one in map(chr, range(plane << 16, (plane + 1) << 16)):
        if unicodedata.category(one) in ("Cs", "Cn"):
            continue
        text = clean(one)
        mine = "".join(map(look, text))
        theirs = "".join(c for c in fold(one) if c.isalnum())
        if mine != theirs or flat_look(one) != "".join(_WORD.findall(fold(one))):
            different.append((hex(ord(one)), unicodedata.name(one, ""), mine, theirs))
        if mine and len(text) == 1 and len(theirs) == 1 and not theirs.isascii():
            alone = len(_WORD.findall(theirs + "x" + theirs)) == 3
            if alone != _alone(text):
                different.append((hex(ord(one)), unicodedata.name(one, ""), "alone", str(_alone(text))))
    assert different == []


@given(st.text(st.characters(max_codepoint=127), max_size=20))
def test_ascii_is_read_like_the_rest(text: str) -> None:
    """There is a quick way for ASCII; with a letter of another script behind it, a text takes the other."""
    quick, slow = clean(text), clean(text + " \u0436")
    assert slow == quick + " \u0436"
    assert words_of(slow)[:-1] == words_of(quick)


def test_case_makes_no_difference() -> None:
    for one in map(chr, range(2 << 16)):
        if one.isalpha() and len(one.lower()) == 1 and unicodedata.normalize("NFKC", one) == one:
            assert look(one) == look(one.lower()), hex(ord(one))


def test_look_alikes_look_alike() -> None:
    assert len(LOOKS_LIKE) > 400
    for one, letter in LOOKS_LIKE.items():
        assert look(one) == look(letter), one


# --- Both on any text ---

LETTERS = st.sampled_from("abRr а\u0410ｒ1lIi0oО.-_★小明\u200b\u0301 mrnwv'民é")
TEXTS = st.text(LETTERS, max_size=14)
NAMES = st.lists(st.text(LETTERS, min_size=1, max_size=9), max_size=4)


@example("von| x", ["von", "★ |"], [], [])
@example("ab ra ba", ["ab", "ra", "ba b", "ra ba"], [], ["ab ra"])
@given(TEXTS, NAMES, NAMES, NAMES)
def test_what_is_cleared_passes_the_audit(
    text: str, names: list[str], ids: list[str], shown: list[str]
) -> None:
    public = Redactor(names, ids, shown).text(text)
    assert not Names(names, ids, shown).named_in(public), public


@example("\u0301", ["\u0301"], [], [])
@example("\u2605", ["\u2605\u0301"], [], [])
@example("\u2605\u0301", ["\u2605"], [], [])
@given(TEXTS, NAMES, NAMES, NAMES)
def test_what_is_left_alone_passes_the_audit_and_nothing_else_does(
    text: str, names: list[str], ids: list[str], shown: list[str]
) -> None:
    plain = clean(text)
    public = Redactor(names, ids, shown).text(text)
    assert (public == plain) == (not Names(names, ids, shown).named_in(plain)), (plain, public)


@given(TEXTS, NAMES)
def test_clearing_twice_is_clearing_once(text: str, names: list[str]) -> None:
    redactor = Redactor(names, [], [])
    once = redactor.text(text)
    pieces = once.split("(player)")
    assert "(player)".join(redactor.text(piece) for piece in pieces) == once
