"""The page of belief probing in a real browser: what it shows, by keyboard, on a phone, without scripts."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pycheck.empirical.probing.corpus import LABEL, find_games
from pycheck.report.probing_page import ROOM

from ..test_viewer import chromium
from .browser import Page, opened
from .logs import attitudes_text, roles_text, short_game
from .pages import hostile_game, lines, marked_game, matrix, mutated, page_below, page_of
from .strategies import random_game
from .test_steps import fork

NAMED = os.environ.get("PYCHECK_MAFIASCOPE_LOGS")
WHOLE = "36594b66-05d1-434c-be65-13360eafca9e"

#: The cells of the matrix as they are read out, observer by observer.
CELLS = """[...current().querySelectorAll('.beliefs tbody tr')].map(
  row => [...row.querySelectorAll('td .vh')].map(cell => cell.textContent))"""
ROWS = "[...current().querySelectorAll('.beliefs tbody th')].map(one => one.innerText)"
WHERE = "current().querySelector('.where').textContent"
WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
#: The label is seen wherever one scrolls to.
LABELLED = """(() => { const box = document.querySelector('.label').getBoundingClientRect();
  return box.top >= 0 && box.bottom <= innerHeight && box.height > 10 &&
    document.elementFromPoint(box.left + 30, box.top + 8).className === 'label'; })()"""
CURRENT = "const current = () => [...document.querySelectorAll('section.game')].find(one => !one.hidden);"


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    with opened(chromium(), tmp_path_factory.mktemp("profile")) as page:
        yield page


def visit(
    browser: Page, text: str, folder: Path, width: int = 1200, scripts: bool = True, at: str = ""
) -> Page:
    path = folder / "page.html"
    path.write_text(text, encoding="utf-8")
    browser.open(path, width, 900, scripts, at)
    browser.value(
        f"globalThis.current = undefined; {CURRENT.replace('const current', 'globalThis.current')} 0"
    )
    return browser


def step_to(browser: Page, number: int) -> None:
    browser.value(f"current().querySelectorAll('.strip button')[{number}].click()")


def choose(browser: Page, selector: str, value: int | str) -> None:
    """Pick an entry of a list, by its value, as a hand would."""
    picked = (
        f"globalThis.list = document.querySelector({json.dumps(selector)}); list.value = {json.dumps(value)};"
    )
    browser.value(f"{picked} list.dispatchEvent(new Event('change'))")


def labels(browser: Page) -> list[str]:
    found: list[str] = browser.value(
        "[...current().querySelectorAll('.course thead th button')].map(b => b.textContent)"
    )
    return found


def check_matrix(browser: Page, folder: Path, every: int = 1) -> int:
    """Hold the matrix at each so manieth step against the log; how many cells were."""
    events, probes = lines(folder / "game.jsonl"), lines(folder / "introspection.jsonl")
    steps, cells = labels(browser), 0
    for number in range(0, len(steps), every):
        step_to(browser, number)
        shown = browser.value(CELLS)
        assert shown == matrix(events, probes, steps[number]), steps[number]
        cells += sum(map(len, shown))
    return cells


@pytest.mark.parametrize("seed", [1, 2, 5])
def test_the_matrix_is_what_the_log_has(browser: Page, tmp_path: Path, seed: int) -> None:
    folder = random_game(seed).write(tmp_path)
    visit(browser, page_of(folder), tmp_path)
    assert check_matrix(browser, folder) > 100
    assert browser.faults() == []


def test_the_matrix_of_the_public_game(browser: Page, tmp_path: Path) -> None:
    if not NAMED:
        pytest.skip("the public logs are not shipped; PYCHECK_MAFIASCOPE_LOGS names no folder with them")
    folder = Path(NAMED) / WHOLE
    visit(browser, page_of(folder), tmp_path)
    assert check_matrix(browser, folder) == 27 * 49
    assert browser.value("document.querySelectorAll('.figures b')[0].textContent") == "0.194"
    assert browser.value(
        "[...document.querySelectorAll('#calibration tbody tr td:nth-child(2)')].map(c => c.textContent)"
    ) == [*("0", "11", "92", "145", "63")]
    assert browser.faults() == []


#: Changes in the page's script that make its matrix a wrong one.
MUTATIONS = [
    ("findLast(one => one[0] <= step)", "find(one => one[0] <= step)"),
    ("findLast(one => one[0] <= step)", "findLast(one => one[0] < step)"),
    (
        "answer.entries.find(one => one[0] === target);\n      const own",
        "answer.entries[target];\n      const own",
    ),
    ("return gone === null || step < gone;", "return gone === null || step <= gone;"),
    ("const carried = answer !== null && answer.step < step;", "const carried = false;"),
    ('right === null ? "" : right ? "right" : "wrong"', 'right ? "right" : "wrong"'),
    ('const own = observer === target ? " self" : "";', 'const own = "";'),
]


@pytest.mark.sample(every=3)
@pytest.mark.parametrize(("old", "new"), MUTATIONS)
def test_a_wrong_matrix_is_found(browser: Page, tmp_path: Path, old: str, new: str) -> None:
    log = short_game()
    log.ask(1, -1, "Ben", "role_assessment", roles_text(Ada=("Unknown", 7), Eve=("Mafia", 99)), position=4)
    log.ask(1, -1, "Eve", "role_assessment", roles_text(Eve=("Mafia", 100), Ada=("Villager", 60)), position=4)
    folder = log.write(tmp_path)
    page = page_of(folder)
    check_matrix(visit(browser, page, tmp_path), folder)
    visit(browser, mutated(page, old, new), tmp_path)
    with pytest.raises(AssertionError, match=r"\d:"):
        check_matrix(browser, folder)


def test_what_an_answer_is_stands_beside_it(browser: Page, tmp_path: Path) -> None:
    visit(browser, page_of(marked_game().write(tmp_path)), tmp_path)
    step_to(browser, 15)
    rows = browser.value(ROWS)
    assert "not of the shape asked for" in rows[1]
    assert "↶ from 1:6" in rows[4]
    browser.value("[...current().querySelectorAll('.choices input')][1].click()")
    rows = browser.value(ROWS)
    assert "⚠ 1:end not parsed" in rows[4]
    assert "↶ from 1:10" in rows[4]
    assert "† dead" in rows[3]
    choose(browser, "section.game:not([hidden]) .choices select", 0)
    assert (
        browser.value("current().querySelector('.expected').closest('.scroll').parentNode.innerText").count(
            "repaired"
        )
        == 1
    )
    answers = browser.value(
        "[...current().querySelectorAll('.one-answer summary')].map(one => one.textContent)"
    )
    assert any("social_map" in words and "repaired" in words for words in answers)


def test_suspicion_has_shares_and_the_top_suspect(browser: Page, tmp_path: Path) -> None:
    visit(browser, page_of(short_game().write(tmp_path)), tmp_path)
    browser.value("[...current().querySelectorAll('.choices input')][1].click()")
    assert browser.value(CELLS)[0][1:] == [
        "Ben: 25 %, score 1",
        "Cole: 25 %, score 1",
        "Dora: 0 %, score 0",
        "Eve: 50 %, score 2, top suspect",
    ]


def test_expectations_stand_beside_what_was_reported(browser: Page, tmp_path: Path) -> None:
    log = short_game("beside")
    log.roles.update(Ben="Mafia")
    log.events[0]["players"][1]["role"] = "Mafia"
    for probe in log.probes:
        probe["role"] = log.roles[probe["player_name"]]
    log.ask(1, -1, "Ada", "role_assessment", roles_text(Eve=("Mafia", 80)), position=4)
    log.ask(1, -1, "Eve", "social_map", attitudes_text(Ada="trusts", Ben="suspects"), position=5)
    visit(browser, page_of(log.write(tmp_path)), tmp_path)
    step_to(browser, 15)
    browser.value("current().querySelectorAll('.beliefs tbody th button')[4].click()")
    cells = "[...row.cells].map(cell => cell.innerText)"
    rows = browser.value(f"[...current().querySelectorAll('.expected tbody tr')].map(row => {cells})")
    assert [[cell.replace("\n", " ") for cell in row] for row in rows] == [
        ["Ada Villager", "trusts", "Villager 46: neutral (1:6)", "differs", "Mafia 80: suspects (1:end)"],
        [
            "Ben Mafia",
            "suspects",
            "Villager 46: neutral (1:6)",
            "not compared: both are of the Mafia",
            "Villager 46: neutral (1:6)",
        ],
    ]


def test_arrows_go_through_the_steps(browser: Page, tmp_path: Path) -> None:
    visit(browser, page_of(short_game().write(tmp_path)), tmp_path)
    seen = [browser.value(WHERE)]
    for key, shift in [
        ("ArrowRight", False),
        ("ArrowRight", True),
        ("ArrowLeft", False),
        ("ArrowLeft", True),
    ]:
        browser.press(key, shift)
        seen.append(browser.value(WHERE))
    assert [words.split(",")[0] for words in seen] == [
        *(
            "Step 1 of 16: 0:1",
            "Step 2 of 16: 0:2",
            "Step 6 of 16: 1:1",
            "Step 5 of 16: 0:5",
            "Step 1 of 16: 0:1",
        )
    ]
    browser.press("ArrowLeft")
    assert browser.value(WHERE) == seen[0]
    assert browser.value("document.querySelector('.keys').innerText").startswith(
        "Keys: ← → previous and next step"
    )


def test_arrows_belong_to_what_has_the_focus(browser: Page, tmp_path: Path) -> None:
    visit(browser, page_of(short_game().write(tmp_path)), tmp_path, width=360)
    step_to(browser, 3)
    browser.value("current().querySelector('[data-key=matrix]').focus()")
    browser.press("ArrowRight")
    assert browser.value(WHERE).startswith("Step 4 of 16")
    browser.value("current().querySelector('.bar input').focus()")
    browser.press("ArrowRight")
    assert browser.value(WHERE).startswith("Step 5 of 16")


def test_the_focus_stays_where_it_was(browser: Page, tmp_path: Path) -> None:
    visit(browser, page_of(short_game().write(tmp_path)), tmp_path)
    step_to(browser, 10)
    browser.value("current().querySelectorAll('.beliefs tbody th button')[2].focus()")
    browser.press("Enter")
    assert browser.value("document.activeElement.textContent") == "Cole"
    assert browser.value("current().querySelector('.choices select').value") == "2"
    browser.press("ArrowRight")
    assert browser.value("document.activeElement.textContent") == "Cole"
    assert browser.value(WHERE).startswith("Step 12 of 16")


def test_everything_has_a_name_for_who_does_not_see_it(browser: Page, tmp_path: Path) -> None:
    logs = [marked_game(), short_game(), fork("b", 9, 0, None, "Cole")]
    visit(browser, page_of(*(log.write(tmp_path) for log in logs)), tmp_path)
    nodes = browser.call("Accessibility.getFullAXTree")["nodes"]
    asked = {
        "button",
        "combobox",
        "slider",
        "radio",
        "link",
        "region",
        "table",
        "navigation",
        "image",
        "note",
    }
    found: dict[str, list[str]] = {}
    for node in nodes:
        role = node.get("role", {}).get("value", "")
        if role in asked and not node.get("ignored"):
            found.setdefault(role, []).append(node.get("name", {}).get("value", "").strip())
    assert asked - set(found) == set()
    assert {role: names for role, names in found.items() if not all(names)} == {}


@pytest.mark.parametrize("width", [360, 768, 1200])
def test_the_page_is_no_wider_than_the_screen(browser: Page, tmp_path: Path, width: int) -> None:
    logs = [marked_game("a-rather-long-name-of-a-game-as-folders-of-games-have-them"), short_game()]
    logs += [fork("b", 9, k, {"told": {"Ada": "words " * 30}} if k % 2 else None, "Cole") for k in range(4)]
    visit(browser, page_of(*(log.write(tmp_path) for log in logs)), tmp_path, width)
    for number in (0, 6, 15):
        step_to(browser, number)
        browser.value("document.querySelectorAll('details').forEach(one => { one.open = true; })")
        assert not browser.value(WIDE)
        for place in ("#games", ".beliefs", ".expected", "#calibration", "#forks", "#faults", "#limits"):
            browser.value(f"document.querySelector({json.dumps(place)})?.scrollIntoView()")
            assert browser.value(LABELLED), place
    assert browser.value("document.querySelector('.label').textContent") == LABEL
    buttons = "[...current().querySelectorAll('.bar button, .strip button')].map(one => one.offsetWidth)"
    assert min(browser.value(buttons)) >= 24


def test_without_scripts_everything_said_is_there(browser: Page, tmp_path: Path) -> None:
    logs = [marked_game(), short_game()]
    visit(browser, page_of(*(log.write(tmp_path) for log in logs)), tmp_path, 360, scripts=False)
    shown = "[...document.querySelectorAll(%s)].filter(one => one.getClientRects().length).length"
    assert browser.value(shown % "'.steps > li'") == 32
    assert browser.value(shown % "'#games tbody tr'") == 2
    assert browser.value(shown % "'.figures li'") == 7
    assert browser.value(shown % "'#calibration svg'") == 1
    assert browser.value(shown % "'.app'") == 0
    assert browser.value("document.querySelector('noscript').innerText").startswith("Scripts are off")
    assert browser.value(LABELLED)
    assert not browser.value(WIDE)


def test_hostile_text_runs_nothing_anywhere(browser: Page, tmp_path: Path) -> None:
    log = hostile_game()
    visit(browser, page_of(log.write(tmp_path)), tmp_path, 360)
    for kind in (0, 1):
        browser.value(f"[...current().querySelectorAll('.choices input')][{kind}].click()")
        for player in range(5):
            browser.value(f"current().querySelectorAll('.beliefs tbody th button')[{player}].click()")
            for number in (0, 7, 15):
                step_to(browser, number)
                browser.value("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    assert browser.value("document.title") == "Belief probing: 1 game"
    assert browser.value("document.querySelectorAll('img, iframe, form, link, object').length") == 0
    assert browser.value("document.querySelectorAll('script').length") == 2
    assert not browser.value(r"/[\u202e\u2066\u2028\x1b]/.test(document.documentElement.textContent)")
    assert browser.value("current().querySelector('.beliefs').innerText.includes('⟨U+202E⟩evil')")
    assert not browser.value(WIDE)
    assert browser.faults() == []
    assert all(address.startswith("file:") for address in browser.fetched())
    assert len(browser.fetched()) == 1


def test_a_script_in_the_page_that_is_not_its_own_is_refused(browser: Page, tmp_path: Path) -> None:
    page = page_of(short_game().write(tmp_path)).replace(
        "</main>", "<script>document.title='owned'</script></main>"
    )
    visit(browser, page, tmp_path)
    assert browser.value("document.title") == "Belief probing: 1 game"
    assert any("Content Security Policy" in fault for fault in browser.faults())


def test_a_link_leads_to_a_step_of_a_game(browser: Page, tmp_path: Path) -> None:
    page = page_of(*(short_game(name).write(tmp_path) for name in "ab"))
    visit(browser, page, tmp_path, at="#game-2-s7")
    assert browser.value("current().id") == "game-2"
    assert browser.value(WHERE).startswith("Step 8 of 16: 1:3")
    browser.press("ArrowRight")
    assert browser.value("location.hash") == "#game-2-s8"
    browser.value("location.hash = '#game-1-s2'")
    assert browser.value("new Promise(done => setTimeout(done, 100)) && 0") == 0
    assert browser.value("current().id") == "game-1"
    visit(browser, page, tmp_path, at="#%E0%A4%A")
    assert browser.value("current().id") == "game-1"
    assert browser.faults() == []


def test_a_game_without_a_setup_is_read_like_any_other_text(browser: Page, tmp_path: Path) -> None:
    headless = short_game("headless")
    del headless.events[0]
    visit(browser, page_of(headless.write(tmp_path), short_game("whole").write(tmp_path)), tmp_path)
    assert browser.value("current().id") == "game-1"
    assert browser.value("current().querySelectorAll('.steps > li').length") == 15
    browser.press("ArrowRight")
    choose(browser, "#picker", "game-2")
    assert browser.value(WHERE).startswith("Step 1 of 16")
    assert browser.faults() == []


@pytest.mark.exhaustive
def test_two_hundred_games(browser: Page, tmp_path: Path) -> None:
    for seed in range(200):
        random_game(seed, f"g{seed:03}").write(tmp_path / "logs")
    folders = find_games([tmp_path / "logs"])
    page = page_below(tmp_path / "logs", room=2_000_000)
    assert len(page.encode()) < 2_400_000
    assert len(page.encode()) < ROOM
    visit(browser, page, tmp_path, 360)
    whole: Any = browser.value("document.querySelectorAll('section.game').length")
    assert 20 < whole < 200
    assert browser.value("document.querySelectorAll('#games tbody tr').length") == 200
    assert (
        browser.value("document.querySelector('header').innerText").count(
            f"{whole} of 200 games, within 2 MB"
        )
        == 1
    )
    assert (
        browser.value("[...document.querySelectorAll('section.game')].filter(one => !one.hidden).length") == 1
    )
    assert not browser.value(WIDE)
    assert browser.value(LABELLED)
    for number in (0, whole - 1):
        choose(browser, "#picker", f"game-{number + 1}")
        check_matrix(browser, folders[number], every=5)
    assert browser.faults() == []
