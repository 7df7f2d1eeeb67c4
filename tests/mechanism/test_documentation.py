"""The reference of the format says what the loader does."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from pycheck.claims import claim_kinds

from .example import HERE, LUNCH, LUNCH_TEXT, complaints, edited, read

DOCUMENT = HERE.parents[1] / "docs" / "mechanism-file.md"


@pytest.fixture(scope="module")
def text() -> str:
    return DOCUMENT.read_text(encoding="utf-8")


def test_the_example_is_the_file_that_is_tested(text: str) -> None:
    (block,) = re.findall(r"```toml\n(.*?)```\n", text, re.DOTALL)
    assert block == LUNCH_TEXT
    assert LUNCH.relative_to(HERE.parents[1]).as_posix() in text


def test_the_messages_shown_are_the_messages_given(text: str, tmp_path: Path) -> None:
    (block,) = re.findall(r"```text\n(.*?)```\n", text, re.DOTALL)
    shown = [line.removeprefix("lunch/mechanism.toml: ") for line in block.splitlines()]
    edits = [
        ("utilities/ann/grill/full", -0.25),
        ("maps/bob_decides/rows/2/outcome", "grille"),
        ("claims/1/expect", "fail"),
    ]
    assert shown == complaints(read(tmp_path, edited(*edits)))


def test_the_python_shown_runs(
    text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (block,) = re.findall(r"```python\n(.*?)```\n", text, re.DOTALL)
    call, _, value = block.splitlines()[-1].partition("   # ")
    monkeypatch.chdir(HERE.parents[1])
    names: dict[str, Any] = {}
    exec(block, names)
    assert capsys.readouterr().out == ""
    assert repr(eval(call, names)) == value


@pytest.mark.parametrize(
    ("section", "place", "value"),
    [
        ("## Sections", "stray", 0),
        ("### `[[agents]]`", "agents/0", {"stray": 0}),
        ("### `[lean]`", "lean", {"stray": 0, "maps": {}}),
    ],
)
def test_every_key_is_in_its_table(text: str, tmp_path: Path, section: str, place: str, value: Any) -> None:
    """The loader lists the keys it knows when it meets another; the reference has just these."""
    part = text.split(f"{section}\n")[1].split("\n## ")[0].split("\n### ")[0]
    first_cells = re.findall(r"^\| `(?:\[+)?(?:lean\.)?([a-z_]+)", part, re.MULTILINE)
    faults = [f for f in read(tmp_path, edited((place, value))).faults if f.key.endswith("stray")]
    known = re.findall(r'"([a-z_]+)"', faults[0].expected)
    # A long list is cut, with the number of those left out.
    cut = re.search(r" and (\d+) more", faults[0].expected)
    assert set(known) <= set(first_cells)
    assert len(first_cells) == len(known) + (int(cut[1]) if cut else 0)


def test_every_claim_kind_is_in_its_table(text: str) -> None:
    part = text.split("### `[[claims]]`\n")[1].split("\n### ")[0].split("| key | what it says |")[0]
    rows = re.findall(r"^\| `([a-z_]+)` \| (.*) \|$", part, re.MULTILINE)
    assert {kind for kind, _ in rows} >= set(claim_kinds())
    # A kind that speaks of one outcome map says so.
    assert {kind for kind, row in rows if "`map`" in row} >= {
        k.name for k in claim_kinds().values() if k.about_map
    }
