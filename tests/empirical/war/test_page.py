"""The results page: made from public files alone, whole without a script, and looked at in a real browser."""

from __future__ import annotations

import html
import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from pycheck.empirical.gate import LABEL
from pycheck.empirical.war.measure import measure
from pycheck.empirical.war.public_files import read_public
from pycheck.empirical.war.publish import publish
from pycheck.empirical.war.realm import realm_events, war_plan, write_realm
from pycheck.empirical.war.vocabulary import LIMIT
from pycheck.errors import InputFileError
from pycheck.report.war_page import LIMITS, war_page

from ..test_viewer import Elements, seen
from .logs import RULE, agent, battle, event, human, measured

HOSTILE = "<script>document.title='owned'</script> \u202e &lt;b&gt; \x1b[31m"


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder, plan = tmp_path_factory.mktemp("war"), war_plan("Realm of the page", 7, RULE)
    write_realm(folder, plan, realm_events(plan, 3, 60, 4000))
    return publish(measure(folder, RULE), folder / "public").folder


@pytest.fixture(scope="module")
def page(public: Path) -> str:
    return war_page(*read_public(public))


def text_of(page: str) -> str:
    """What is read of a page: its text without tags, scripts there are none."""
    return html.unescape(re.sub(r"<[^>]+>", " ", page.partition("<body>")[2]))


def test_every_figure_of_the_files_is_on_the_page(page: str, public: Path) -> None:
    figures, board, manifest = read_public(public)
    text = text_of(page)
    for day in figures["days"]:
        assert f"{day['day']} (to {day['at'][:10]} 00:00 UTC)" in text
        for camp in day["camps"].values():
            assert f"{camp['battles_won']:,}" in text
        for keys in (("cities", "power"), ("alliances_formed", "alliances_broken")):
            cells = [f"{camp[key]:,}" for key in keys for camp in day["camps"].values()]
            row = re.compile(r"\s+".join(map(re.escape, [str(day["day"]), *cells])))
            assert row.search(text), "each day's sizes in a row"
    for camp in figures["days"][-1]["camps"].values():
        for key in ("power", "cities", "players", "agents", "supporters", "alliances_formed"):
            assert f"{camp[key]:,}" in text
    for row in board["rows"]:
        assert row["name"] in text
        assert f"{row['power']:,}" in text
    for head in manifest["journals"]:
        assert head["file"] in text
    for digest in (manifest["log_sha256"], manifest["plan_sha256"]):
        assert digest in text
    assert LABEL in text


def test_the_limit_stands_beside_every_figure(page: str) -> None:
    """Each table of figures and the plot have it; so has the verdict."""
    limit = f"{LIMIT.capitalize()}."
    tables = re.findall(r"<caption>(.*?)</caption>.*?(?=<caption>|</main>)", page, re.DOTALL)
    beside = page.count(f'<p class="limit">{limit}</p>')
    assert beside == len(tables) - 1, "all but the table of digests"
    assert beside == 10
    assert LIMIT in page.partition("<figcaption>")[2].partition("</figcaption>")[0]
    assert limit in page.partition("Verdict: ")[2].partition("</p>")[0]
    for one in LIMITS:
        assert html.escape(one) in page


def test_who_leads_is_said_day_by_day(page: str, public: Path) -> None:
    figures = read_public(public)[0]
    names = {"ai": "AI camp", "humans": "human camp", "nobody": "nobody"}
    for name, caption in (("throne", "Throne time"), ("battles", "Battles won"), ("power", "Power per")):
        table = page.partition('id="days"')[2].partition(f"<caption>{caption}")[2].partition("</table>")[0]
        led = re.findall(r"<td>([^<]*)</td>\s*</tr>", table)
        assert led == [names[day["leads"][name]] for day in figures["days"]]


def test_the_page_is_inert(page: str) -> None:
    elements = Elements(page)
    tags = {tag for tag, _ in elements.found}
    assert not tags & {"script", "img", "iframe", "object", "link", "form"}
    assert not [name for _, a in elements.found for name in a if name.startswith("on") or name == "src"]
    assert all((a.get("href") or "#").startswith("#") for _, a in elements.found)
    ids = [a["id"] for _, a in elements.found if a.get("id")]
    assert len(ids) == len(set(ids))
    links = {a["href"] for tag, a in elements.found if tag == "a"}
    assert links <= {f"#{name}" for name in ids}
    assert "default-src 'none'" in html.unescape(page)


def test_names_are_text(tmp_path: Path) -> None:
    named = {"operator": HOSTILE, "model": HOSTILE, "accepts_rules": True}
    events = [
        *human("h", called=HOSTILE[:64]),
        event("account", 0, account="a", name="A"),
        event("mark", 0, account="a", how="self"),
        event("declaration", 0, account="a", **named),
        event("consent", 0, account="a"),
        *(event("snapshot", 1, account=one, power=2, cities=1, town_hall=1) for one in "ah"),
    ]
    publish(measured(tmp_path, events), tmp_path / "public")
    page = war_page(*read_public(tmp_path / "public"))
    assert "<script>" not in page
    assert "&lt;script&gt;document.title=" in page
    assert not re.search("[\u202e\x1b]", page)
    Elements(page)


def test_a_war_without_battles_or_journals(tmp_path: Path) -> None:
    publish(measured(tmp_path / "none", []), tmp_path / "none" / "public")
    text = text_of(war_page(*read_public(tmp_path / "none" / "public")))
    assert "Verdict: undecided" in text
    assert "no measure" in text
    assert "No operator agreed" in text


def test_files_that_are_not_the_manifest_s_are_refused(tmp_path: Path) -> None:
    publish(measured(tmp_path, [*agent("a"), *human("h"), battle(5, ["a"], ["h"])]), tmp_path / "public")
    path = tmp_path / "public" / "figures.json"
    data = path.read_bytes()
    path.write_bytes(data.replace(b'"battles_won": 1', b'"battles_won": 2'))
    with pytest.raises(InputFileError, match="other bytes"):
        read_public(tmp_path / "public")
    path.unlink()
    with pytest.raises(InputFileError, match="No such file"):
        read_public(tmp_path / "public")
    os.mkfifo(path)
    with pytest.raises(InputFileError, match="found something else; expected a published file"):
        read_public(tmp_path / "public")


PROBE = """{
  sections: shown('main > section').map(s => s.id), rows: shown('#board tbody tr').length,
  plot: shown('#days figure svg').map(s => s.getBoundingClientRect().height > 50),
  title: document.title, wide: wide(),
}"""
SECTIONS = ["end", "days", "camps", "board", "journals", "limits", "sources"]


@pytest.mark.parametrize("width", [500, 1200])
def test_a_browser_shows_it(page: str, public: Path, tmp_path: Path, width: int) -> None:
    rows = len(json.loads((public / "leaderboard.json").read_bytes())["rows"])
    shown: dict[str, Any] = seen(page, tmp_path, PROBE, width=width)
    assert shown == {
        "sections": SECTIONS,
        "rows": rows,
        "plot": [True],
        "title": "Realm of the page: AI agents against humans",
        "wide": False,
    }
