"""The page of a run: well formed, inert, with every turn and every answer; and in a real browser."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest

from pycheck.empirical.gate import LABEL, ShownRun, gate, show_run
from pycheck.empirical.record import Act, ActKey
from pycheck.loading import load
from pycheck.pipeline import verify
from pycheck.report import EmpiricalSection, render_html
from pycheck.report.viewer import viewer_page

from .published import BLIND, VISIBLE, mechanism
from .runs import by_policy, read_lines, says, write_lines, write_run
from .test_gate import small

GAME = mechanism()
VOID = {"meta"}
HOSTILE = (
    "<script>document.title='owned'</script></pre></section><img src=x onerror=alert(1)>\n"
    "<!-- \u202e &lt;b&gt; \x1b[31m ]]> {{7*7}} \u2028 javascript:alert(1)"
)


def hostile(key: ActKey) -> tuple[str, ...]:
    return (HOSTILE, says("a'"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    answers = by_policy({(VISIBLE, "glm"): hostile, (BLIND, "qwen"): lambda key: ("", "no")})
    return write_run(tmp_path_factory.mktemp("viewer") / "run", small(), GAME, answers)


@pytest.fixture(scope="module")
def shown(folder: Path) -> ShownRun:
    return show_run(folder)


@pytest.fixture(scope="module")
def page(folder: Path, shown: ShownRun) -> str:
    return viewer_page(shown, gate(folder, GAME))


def test_an_enormous_answer_does_not_make_an_enormous_page(tmp_path: Path) -> None:
    """An endpoint can send megabytes; all of them are in the trace, and the page still opens."""
    long = "\u202e<b>" * 100_000
    run = write_run(tmp_path / "run", small(), GAME, by_policy({(BLIND, "qwen"): lambda key: (long, long)}))
    page = viewer_page(show_run(run), gate(run, GAME))
    assert len(page) < 2_000_000
    assert page.count("… and 380,000 more characters, in the trace") == 16


class Elements(HTMLParser):
    """Tags with attributes and own text; fails on wrong nesting."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {}
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open:
            self.texts.setdefault(self.open[-1], []).append(data)


def test_every_turn_has_a_link_and_a_place(page: str, shown: ShownRun) -> None:
    elements = Elements(page)
    links = [a["href"] for tag, a in elements.found if tag == "a" and a.get("href")]
    ids = [a["id"] for _, a in elements.found if a.get("id")]
    assert len(ids) == len(set(ids))
    assert {f"#{name}" for name in ids} >= set(links)
    assert [f"turn-{k}" for k in range(1, 37)] == [i for i in ids if re.fullmatch(r"turn-\d+", i or "")]
    assert len(shown.turns) == 36


def test_questions_answers_reading_and_oracle_are_there(page: str, shown: ShownRun, folder: Path) -> None:
    text = "".join(t for texts in Elements(page).texts.values() for t in texts)
    for turn in shown.turns:
        assert {name for name, _ in turn.oracle} == {"reports", "outcome", "social welfare", "best possible"}
        for act in turn.acts:
            assert act.attempts
            asked = turn.family != "scripted"
            for attempt in act.attempts:
                assert bool(attempt.messages) == asked
    act_ = next(t for t in shown.turns if (t.condition, t.family) == (VISIBLE, "glm")).acts[0]
    assert [a.result for a in act_.attempts] == ["invalid: prose", "valid"]
    assert act_.attempts[1].messages[-1][1].endswith("Only the object.")
    assert "Only the object." in text
    assert "read as: " in text
    assert "empty" in text
    freeze = json.loads((folder / "freeze.json").read_bytes())
    for question in freeze["questions"]:
        for asked_ in question["asked"]:
            for message in asked_["messages"]:
                assert message["content"].splitlines()[-1] in text


def test_a_model_s_text_stays_text(page: str) -> None:
    elements = Elements(page)
    tags = {tag for tag, _ in elements.found}
    assert not tags & {"script", "img", "iframe", "object", "link", "form"}
    assert not [name for _, a in elements.found for name in a if name.startswith("on") or name == "src"]
    assert all((a.get("href") or "#").startswith("#") for _, a in elements.found)
    said = "".join(elements.texts["pre"])
    assert "<script>document.title='owned'</script></pre></section><img src=x onerror=alert(1)>" in said
    assert "⟨U+202E⟩" in said
    assert "⟨U+001B⟩" in said
    assert not re.search("[\u202e\u2028\x1b]", page)
    assert "default-src 'none'" in html.unescape(page)


def test_a_refused_run_is_shown_with_its_reasons(folder: Path, tmp_path: Path) -> None:
    run = Path(shutil.copytree(folder, tmp_path / "<b>run</b>"))
    records = read_lines(run)
    write_lines(run, [r for r in records if not isinstance(r, Act) or r.seed != records[-1].seed])  # type: ignore[union-attr]
    result = gate(run, GAME)
    page = viewer_page(show_run(run), result)
    Elements(page)
    assert "Refused by the gate" in page
    assert "Passed the gate" not in page
    assert "[missing]" in page
    assert "<b>run" not in page


def chromium() -> str:
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if found is None:
        pytest.skip("no Chromium: apt-get install chromium, or put chromium or google-chrome on the PATH")
    return found


#: Writes what a browser shows into the document: an object of JavaScript, evaluated when all is laid out.
PROBE = """<script>
const shown = selector => [...document.querySelectorAll(selector)].filter(s => s.getClientRects().length);
const wide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth;
addEventListener('load', () => requestAnimationFrame(() => {
  document.documentElement.dataset.seen = JSON.stringify(%s);
}));
</script></body>"""
TURNS = """{
  turns: shown('section.turn').map(s => s.id), title: document.title,
  hint: shown('.none-picked').length > 0, wide: wide(),
}"""
MEASURED = """{
  plots: shown('#measured figure svg').map(s => s.getBoundingClientRect().height > 50),
  label: shown('#measured .empirical').map(s => s.textContent), wide: wide(),
}"""


def seen(page: str, folder: Path, probe: str, anchor: str = "", width: int = 1000) -> dict[str, object]:
    """Open the page at ``anchor`` in Chromium, with a probe of ours let in past its policy."""
    probed = page.replace("default-src 'none';", "default-src 'none'; script-src 'unsafe-inline';", 1)
    assert probed != page
    path = folder / "page.html"
    path.write_text(probed.replace("</body>", PROBE % probe, 1), encoding="utf-8")
    command = [
        chromium(),
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
        f"--window-size={width},800",
        "--virtual-time-budget=10000",
        "--dump-dom",
    ]
    found = None
    for attempt in range(3):
        # On a busy machine Chromium may print the page before the probe has run in it.
        profile = f"--user-data-dir={folder / f'profile{attempt}'}"
        run = subprocess.run(
            [*command, profile, f"{path.as_uri()}{anchor}"],
            capture_output=True,
            text=True,
            check=True,
            timeout=120,
        )
        found = re.search(r'data-seen="([^"]*)"', run.stdout)
        if found:
            break
    assert found, run.stderr[-2000:]
    data: dict[str, object] = json.loads(html.unescape(found[1]))
    return data


@pytest.mark.parametrize(
    ("anchor", "turns"), [("", []), ("#turn-13", ["turn-13"]), ("#turn-36", ["turn-36"])]
)
def test_a_browser_shows_the_turn_that_is_picked(
    page: str, tmp_path: Path, anchor: str, turns: list[str]
) -> None:
    data = seen(page, tmp_path, TURNS, anchor)
    assert data == {
        "turns": turns,
        "title": "Run run, turn by turn",
        "hint": not turns,
        "wide": False,
    }


@pytest.mark.parametrize("width", [500, 1200])
def test_a_browser_shows_the_plots_of_a_report(folder: Path, tmp_path: Path, width: int) -> None:
    evidence = gate(folder, GAME).evidence
    assert evidence is not None
    verification = verify(load("othman_sandholm"), lean="none", symbolic=False)
    report = render_html(verification, EmpiricalSection((evidence,)))
    assert seen(report, tmp_path, MEASURED, width=width) == {
        "plots": [True, True, True],
        "label": [LABEL],
        "wide": False,
    }
