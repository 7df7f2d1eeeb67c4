"""A player's answer as later questions quote it: its JSON as the public instrument finds it, or its text."""

from __future__ import annotations

from pycheck.empirical.probing.answer_text import Form, read
from pycheck.empirical.probing.definition_records import Answered


def answered(raw: str) -> Answered:
    """What a player answered, with the lenient reading of its text (see :mod:`.answer_text`)."""
    text = read(raw)
    return Answered(text.repaired, raw, text.form is Form.WHOLE or text.repaired is not None)
