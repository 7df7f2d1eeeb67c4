"""The page of belief probing as text: whole without a script, inert, and honest about what it leaves out."""

from __future__ import annotations

import html
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pycheck.empirical.probing.calibration import Bin
from pycheck.empirical.probing.corpus import LABEL, measure
from pycheck.empirical.probing.detail import Detail, read_detail
from pycheck.empirical.probing.estimate import Resampling
from pycheck.empirical.probing.fork_arms import comparisons
from pycheck.empirical.probing.reading import Reading
from pycheck.report.probing_page import probing_page
from pycheck.report.probing_plot import draw_calibration

from ..test_viewer import Elements
from .logs import Log, measured, short_game
from .pages import HOSTILE, hostile_game, marked_game, page_of
from .strategies import random_game
from .test_steps import fork


def text_of(page: str) -> str:
    """What is read of a page without running it."""
    body = page.partition("<body>")[2]
    return html.unescape(re.sub(r"<[^>]+>", " ", re.sub(r"<script.*?</script>", "", body, flags=re.DOTALL)))


def data_of(page: str) -> list[dict[str, Any]]:
    """The games' data in a page."""
    found = re.findall(r'<script type="application/json" class="data">(.*?)</script>', page, re.DOTALL)
    return [json.loads(one) for one in found]


def test_what_is_read_without_a_script(tmp_path: Path) -> None:
    log = marked_game()
    log.events[1]["response"] = "Good evening everybody"
    folder = log.write(tmp_path)
    text = text_of(page_of(folder))
    report = measured(folder)
    assert LABEL in text
    assert "Good evening everybody" in text
    assert "Dora is killed in the night" in text
    assert "votes: Ada → Cole, Ben → Cole, Cole → Ada, Eve → Cole" in text
    for row in report.measured[Reading.STORED].rows:
        if row.estimate.value is not None:
            assert f"{row.estimate.value:.3f}" in text
    for kind, count in report.fault_counts.items():
        assert re.search(rf"\s{kind.value}\s+{count}\s", text)
    assert "marked/introspection.jsonl:53: not_parsed" in text
    assert "Scripts are off" in text


def test_the_page_is_well_formed_and_its_links_lead_somewhere(tmp_path: Path) -> None:
    logs = [marked_game(), fork("b", 9, 0, None, "Cole"), fork("b", 9, 1, {"told": "x"}, "Eve")]
    elements = Elements(page_of(*(log.write(tmp_path) for log in logs)))
    ids = [a["id"] for _, a in elements.found if a.get("id")]
    assert len(ids) == len(set(ids))
    links = {a["href"] for tag, a in elements.found if tag == "a"}
    assert links <= {f"#{name}" for name in ids}
    assert {"#game-1", "#game-2", "#game-3", "#games"} <= links
    assert [tag for tag, _ in elements.found].count("h1") == 1
    labelled = {a["aria-labelledby"] for tag, a in elements.found if tag == "section"}
    assert labelled <= set(ids)
    assert all(a.get("scope") for tag, a in elements.found if tag == "th")


def test_foreign_text_stays_text(tmp_path: Path) -> None:
    page = page_of(hostile_game().write(tmp_path))
    elements = Elements(page)
    assert not {tag for tag, _ in elements.found} & {"img", "iframe", "object", "link", "form"}
    assert [a.get("type") for tag, a in elements.found if tag == "script"] == ["application/json", None]
    assert not [name for _, a in elements.found for name in a if name.startswith("on") or name == "src"]
    assert all((a.get("href") or "#").startswith("#") for _, a in elements.found)
    assert not re.search("[\u202e\u2066\u2028\x1b]", page)
    assert "⟨U+202E⟩evil⟨U+2066⟩ ⟨U+2028⟩ ⟨U+001B⟩[31m" in text_of(page)
    (data,) = data_of(page)
    assert "⟨U+2028⟩" in data["players"][0]["name"]
    assert any("</script><script>document.title" in (answer["raw"] or "") for answer in data["answers"])
    assert page.count("</script>") == 2


def test_nothing_runs_but_the_page_s_own_script(tmp_path: Path) -> None:
    page = page_of(short_game().write(tmp_path))
    policy = html.unescape(page).partition('Content-Security-Policy" content="')[2].partition('"')[0]
    assert re.fullmatch(
        r"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-[\w+/]{43}='", policy
    )
    script = page.rpartition("<script>")[2]
    assert not re.search(r"innerHTML|outerHTML|insertAdjacent|document\.write|eval\(|fetch\(|https?:", script)


def test_bins_without_a_guess_are_no_measure(tmp_path: Path) -> None:
    text = text_of(page_of(short_game().write(tmp_path)))
    assert re.search(r"0 to 20\s+0\s+no measure\s+no measure", text)
    assert re.search(r"40 to 60\s+36\s", text)
    drawn = draw_calibration([Bin(0, 20, 0, 0, 0.0), Bin(20, 40, 4, 1, 120.0)])
    assert "0 to 20: no measure, n = 0; 20 to 40: right 0.250 at a mean confidence of 30.0, n = 4" in drawn
    assert drawn.count("<circle") == 1
    empty = text_of(page_of(fork("b", 9, 0, None, "Cole").write(tmp_path)))
    assert len(re.findall(r"to \d+\s+0\s+no measure\s+no measure", empty)) == 5


def test_forks_have_counts_and_a_p_value_or_none(tmp_path: Path) -> None:
    told = {"told": {"Ada": "Eve lies"}}
    logs = [
        *(fork("b", 9, k, None, "Cole" if k < 2 else "Eve") for k in range(5)),
        *(fork("b", 9, k, told, "Cole" if k < 4 else "Eve") for k in range(5)),
    ]
    text = text_of(page_of(*(log.write(tmp_path) for log in logs)))
    row = text.partition("the first vote after the fork eliminates Cole")[2]
    assert re.match(r"\s+2 of 5 \(0.40\)\s+4 of 5 \(0.80\)\s+p = 0.524, not significant at 0.05", row)
    assert '{"told": {"Ada": "Eve lies"}}' in text
    assert text.count("A fork, from 1:9 on: who died before that is not in its log") == 10
    alone = text_of(page_of(logs[0].write(tmp_path / "alone")))
    assert "1 of 1 (1.00)" in alone
    assert "no measure (1 arm to compare)" in alone


def test_games_are_shown_whole_while_there_is_room_and_read_no_further(tmp_path: Path) -> None:
    folders = [random_game(seed, f"g{seed:03}").write(tmp_path) for seed in range(40)]
    report = measure(folders, Resampling(draws=0))
    asked: list[str] = []

    def read(folder: Path, room: int) -> Detail:
        asked.append(folder.name)
        return read_detail(folder, room)

    room = 300_000
    page = probing_page(report, comparisons(report.games), read, range(40), room)
    whole = re.findall(r'<section id="(game-\d+)" class="game"', page)
    assert 3 < len(whole) < 20
    assert whole == [f"game-{k + 1}" for k in range(len(whole))]
    assert f"Shown step by step: {len(whole)} of 40 games, within 0.3 MB." in text_of(page)
    assert set(asked) == {f"g{k:03}" for k in range(len(whole) + 1)}
    empty = probing_page(report, (), read, (), 0)
    assert len(page.encode()) - len(empty.encode()) < room + 40 * 100
    for seed in range(40):
        assert page.count(f"<code>g{seed:03}</code></th>") == 1
    chosen = probing_page(report, (), read, (39, 7), 10**7)
    assert re.findall(r'<section id="(game-\d+)" class="game"', chosen) == ["game-40", "game-8"]


def test_texts_are_left_out_before_a_game_is(tmp_path: Path) -> None:
    folder = short_game().write(tmp_path)
    whole = page_of(folder)
    section = re.search(r'<section id="game-1".*?</section>', whole, re.DOTALL)
    assert section
    page = page_of(folder, room=len(section[0].encode()) - 2000)
    assert "The texts of 53 of 53 answers are left out here." in text_of(page)
    assert all(answer["raw"] is None for answer in data_of(page)[0]["answers"])
    assert "left out here" not in text_of(whole)


def test_a_game_without_a_setup_or_without_anything(tmp_path: Path) -> None:
    headless, silent = short_game("headless"), Log("silent")
    del headless.events[0]
    silent.probes = []
    page = page_of(headless.write(tmp_path), silent.write(tmp_path))
    assert data_of(page) == []
    assert "Dora is killed in the night" in text_of(page)
    assert "no: roles are not known" in text_of(page)
    assert "no: no probe could be read" in text_of(page)


def test_where_the_logs_lie_is_not_said(tmp_path: Path) -> None:
    folders = [short_game().write(tmp_path / name) for name in ("first.folder", "second.folder")]
    again = marked_game().write(tmp_path)
    page = page_of(*folders, again)
    assert "g: same_game: found the game &#x27;g&#x27; of g again" in page
    assert "marked/introspection.jsonl:53: not_parsed" in page
    assert str(tmp_path) not in page
    assert ".folder" not in page


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pycheck", "probing", "page", *map(str, arguments)]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "Traceback" not in found.stdout + found.stderr
    return found


def test_the_command(tmp_path: Path) -> None:
    logs = [short_game(name).write(tmp_path / "logs") for name in "ab"]
    out = tmp_path / "new" / "page.html"
    found = run(logs[0].parent, "-o", out, "--game", "b", "--draws", "5")
    assert (found.returncode, found.stdout, found.stderr) == (0, "", "")
    page = out.read_text(encoding="utf-8")
    assert re.findall(r'<section id="(game-\d+)" class="game"', page) == ["game-2"]
    assert list(out.parent.iterdir()) == [out]
    assert str(tmp_path) not in page
    again = run(logs[0].parent, "--game", "b", "--draws", "5")
    assert again.stdout == page


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "Missing argument"),
        (["nowhere"], "does not exist"),
        (["."], "found no game"),
        (["{logs}", "--game", "c"], "--game c: no such game; expected the name of a folder or a game's id"),
        (["{logs}", "--room", "-1"], "--room"),
        (["{logs}", "-o", "{logs}/g/game.jsonl/x.html"], "cannot be written"),
    ],
)
def test_what_cannot_be_made(tmp_path: Path, arguments: list[str], words: str) -> None:
    short_game().write(tmp_path)
    found = run(*(argument.replace("{logs}", str(tmp_path)) for argument in arguments))
    assert found.returncode == 2
    assert words in found.stderr
    assert HOSTILE not in found.stderr
