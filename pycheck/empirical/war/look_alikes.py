"""Characters that look like a letter or digit of ASCII, by what they look like.

From the data of Unicode Technical Standard 39 (confusables, https://www.unicode.org/reports/tr39/; Unicode
License v3), as far as they stand for one character of ASCII and NFKC does not map them already; closed under
case, so that where a capital looks like one letter and its small form like another, both letters are one
here: v is n, y is u. The digits 1 and 0 and the letter i are l, o and l. Letters with a stroke are added, and
what Unicode's own names call a letter in another dress: small capitals, letters with a hook or a tail, white
on black in circles and squares, the letters that flags are made of, and digits in circles.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping

_LISTED: Mapping[str, str] = {
    character: letter
    for letter, characters in {
        "2": "\u01a7\u01a8\u03e8\u03e9\u14bf\ua644\ua645\ua6ef\ua75a\ua75b",
        "3": (
            "\u01b7\u021c\u021d\u025c\u0292\u0417\u0437\u04e0\u04e1\u2ccc\u2ccd\ua76a\ua76b\ua7ab"
            "\U00016f3b\U0001d206"
        ),
        "4": "\u13ce\uab9e",
        "6": "\u0411\u0431\u13ee\u2cd2\u2cd3\uabbe",
        "7": "\U000104d2\U000104fa\U0001d212",
        "8": "\u0222\u0223\u09ea\u0a6a\u0b03\U0001031a",
        "9": "\u09ed\u0a67\u0b68\u0d6d\u2cca\u2ccb\ua76e\ua76f",
        "a": "\u0251\u0391\u03b1\u0410\u0430\u13aa\u15c5\u237a\u2c6d\ua4ee\uab7a\U000102a0\U00016f40",
        "b": (
            "\u0184\u0185\u0392\u03b2\u0412\u042c\u0432\u044c\u13cf\u13f4\u13fc\u1472\u15af\u15f7\ua4d0"
            "\ua7b4\ua7b5\uab9f\U00010282\U000102a1\U00010301"
        ),
        "c": (
            "\u0421\u0441\u13df\u1d04\u2ca4\u2ca5\ua4da\uabaf\U000102a2\U00010302\U00010415\U0001043d"
            "\U0001051c\U0001f74c"
        ),
        "d": "\u00d0\u00f0\u0110\u0111\u0500\u0501\u13a0\u13e7\u146f\u15de\u15ea\ua4d2\ua4d3\uab70\uabb7",
        "e": "\u0395\u03b5\u0415\u0435\u04bc\u04bd\u13ac\u212e\u22ff\u2d39\ua4f0\uab32\uab7c\U00010286",
        "f": (
            "\u03dc\u03dd\u0554\u0584\u15b4\u1e9d\ua4dd\ua798\ua799\uab35\U00010287\U000102a5\U00010525"
            "\U0001d213"
        ),
        "g": "\u018d\u0261\u050c\u050d\u0551\u0581\u13c0\u13f3\u13fb\u1d83\ua4d6\ua7ac\uab90",
        "h": (
            "\u0126\u0127\u0397\u03b7\u041d\u043d\u04ba\u04bb\u0540\u0570\u13bb\u13c2\u157c\u2c8e\u2c8f"
            "\ua4e7\uab8b\uab92\U000102cf"
        ),
        "j": "\u0237\u029d\u037f\u03f3\u0408\u0458\u13ab\u148d\ua4d9\ua7b2\uab7b",
        "k": "\u039a\u03ba\u041a\u043a\u13e6\u16d5\u2c94\u2c95\ua4d7\uabb6\U00010518",
        "l": (
            "\u0131\u0141\u0142\u0196\u01c0\u0269\u026a\u0399\u03b9\u0406\u0456\u04c0\u04cf\u06f1"
            "\u13a5\u13de\u14aa\u16c1\u2223\u2373\u23fd\u2c92\u2c93\u2cd0\u2cd1\u2d4f\ua4e1\ua4f2\ua646"
            "\ua647\ua7ae\uab75\uabae\U0001028a\U00010309\U00010320\U0001041b\U00010443\U00010526"
            "\U00016f16\U00016f28\U0001d22a"
        ),
        "m": (
            "\u039c\u03bc\u03fa\u03fb\u041c\u043c\u13b7\u15f0\u16d6\u2c98\u2c99\ua4df\uab87\U000102b0"
            "\U00010311"
        ),
        "n": (
            "\u039d\u03bd\u0474\u0475\u0548\u054c\u0578\u057c\u06f7\u13d9\u142f\u1d20\u2228\u22c1\u2c9a"
            "\u2c9b\u2d38\ua4e0\ua4e6\ua6df\uaba9\U00010513\U0001051d\U00011706\U00016f08\U0001d20d"
        ),
        "o": (
            "\u00d8\u00f8\u039f\u03a3\u03bf\u03c3\u041e\u043e\u0555\u0585\u06f5\u0966\u09e6\u0a66\u0ae6"
            "\u0b20\u0b66\u0be6\u0c02\u0c66\u0c82\u0ce6\u0d02\u0d20\u0d66\u0d82\u0e50\u0ed0\u101d\u1040"
            "\u10ff\u12d0\u1cbf\u1d0f\u1d11\u2c9e\u2c9f\u2d54\u3007\ua4f3\uab3d\U00010292\U000102ab"
            "\U00010404\U0001042c\U000104c2\U000104ea\U00010516\U000114d0"
        ),
        "p": "\u03a1\u03c1\u0420\u0440\u13e2\u146d\u2374\u2ca2\u2ca3\ua4d1\uabb2\U00010295",
        "q": "\u051a\u051b\u0533\u0536\u0563\u0566\u2d55",
        "r": (
            "\u01a6\u0280\u0413\u0433\u13a1\u13b1\u13d2\u1587\u1d26\u2c84\u2c85\ua4e3\uab47\uab48\uab71"
            "\uab81\uaba2\U000104b4\U000104dc\U00016f35\U0001d216"
        ),
        "s": (
            "\u01bc\u01bd\u0405\u0455\u054f\u057f\u13d5\u13da\ua4e2\ua731\uaba5\uabaa\U00010296"
            "\U00010420\U00010448\U00016f3a"
        ),
        "t": (
            "\u0166\u0167\u03a4\u03c4\u0422\u0442\u13a2\u22a4\u27d9\u2ca6\u2ca7\ua4d4\uab72\U00010297"
            "\U000102b1\U00010315\U00016f0a\U0001f768"
        ),
        "u": (
            "\u0194\u01b2\u0263\u028b\u028f\u0393\u03a5\u03b3\u03c5\u0423\u0443\u04ae\u04af\u054d\u057d"
            "\u10e7\u1200\u13a9\u13bd\u144c\u1ca7\u1d1c\u1d8c\u1efe\u1eff\u222a\u22c3\u2ca8\u2ca9\ua4ec"
            "\ua4f4\ua79e\ua79f\uab4e\uab52\uab5a\uab79\uab8d\U000102b2\U000104ce\U000104f6\U00016f42"
            "\U00016f43"
        ),
        "w": (
            "\u019c\u026f\u0460\u0461\u051c\u051d\u0531\u0561\u13b3\u13d4\u1d21\ua4ea\uab83\uaba4"
            "\U0001170a\U0001170e\U0001170f"
        ),
        "x": (
            "\u00d7\u03a7\u03c7\u0425\u0445\u1541\u157d\u166d\u166e\u16b7\u2573\u292b\u292c\u2a2f\u2cac"
            "\u2cad\u2d5d\ua4eb\ua7b3\uab53\U00010290\U000102b4\U00010317\U00010322\U00010527"
        ),
        "z": "\u0396\u03b6\u13c3\u1d22\ua4dc\uab93\U000102f5",
    }.items()
    for character in characters
} | {"i": "l", "1": "l", "0": "o", "v": "n", "y": "u"}

#: Where there are letters and digits in another dress.
_DRESSED = (
    *(range(0x180, 0x2B0), range(0x1D00, 0x1DC0), range(0x1E00, 0x1F00), range(0x24EA, 0x2500)),
    *(range(0x2776, 0x2794), range(0x2C60, 0x2C80), range(0xA720, 0xA800), range(0xAB30, 0xAB70)),
    *(range(0x1DF00, 0x1E000), range(0x1F100, 0x1F200)),
)
_NAME = re.compile(
    r"(?:LATIN (?:CAPITAL|SMALL) LETTER|LATIN LETTER SMALL CAPITAL|REGIONAL INDICATOR SYMBOL LETTER"
    r"|(?:CROSSED )?(?:NEGATIVE )?(?:CIRCLED|SQUARED) LATIN (?:CAPITAL|SMALL) LETTER)"
    r"(?: (?:SCRIPT|DOTLESS|LONG|BLACKLETTER|INSULAR|OPEN|BARRED|SMALL CAPITAL))* ([A-Z])(?: WITH [A-Z -]+)?"
)


def _by_name() -> Iterator[tuple[str, str]]:
    """Characters that NFKC and the list leave as they are, by what their names say they are."""
    for character in (chr(code) for codes in _DRESSED for code in codes):
        decomposed = unicodedata.normalize("NFKD", character) != character
        if decomposed or character in _LISTED or character.casefold() in _LISTED:
            continue
        named = _NAME.fullmatch(unicodedata.name(character, ""))
        digit = unicodedata.digit(character, None)
        if named or digit is not None:
            plain = named[1].lower() if named else str(digit)
            yield character, _LISTED.get(plain, plain)


#: For each character what it looks like; everything else looks like itself.
LOOKS_LIKE: Mapping[str, str] = {**_LISTED, **dict(_by_name())}

#: What NFKC would make into something that looks otherwise: replaced before.
BEFORE_NFKC = str.maketrans({"\u03f2": "c", "\u03f9": "C", "\uffe8": "|"})
#: Letters that look like two, or are two grown together.
PAIRS: Mapping[str, str] = {"m": "rn", "w": "nn", "\u00e6": "ae", "\u0153": "oe"}
#: A sign that is read as a letter, or between letters as nothing: both readings count.
BAR, READ_AS = "|", "l"
