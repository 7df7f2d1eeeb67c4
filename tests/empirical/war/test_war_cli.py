"""``pycheck war`` as a shell sees it."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pycheck.cli import cli
from pycheck.empirical.war.plan import EVENTS, PLAN
from pycheck.empirical.war.vocabulary import LIMIT
from pycheck.errors import PycheckError

ROOT = Path(__file__).parents[3]


def war(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli, ["war", *map(str, arguments)])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("war") / "w"
    made = war("realm", folder, "--accounts", "30", "--events", "900", "--days", "2", "--seed", "5")
    assert made.exit_code == 0, made.output
    return folder


def test_from_a_realm_to_a_page(folder: Path, tmp_path: Path) -> None:
    found = war("measure", folder)
    assert found.exit_code == 0, found.output
    assert LIMIT in found.output.splitlines()[0]
    assert "day 2: led by: throne " in found.output
    public, page = tmp_path / "public", tmp_path / "page.html"
    assert war("publish", folder, "-o", public).exit_code == 0
    assert war("page", public, "-o", page).exit_code == 0
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert war("publish", folder, "-o", public).exit_code != 0, "it is there already"


def test_reported_events_have_their_lines_and_an_exit_code(folder: Path, tmp_path: Path) -> None:
    lines = (folder / EVENTS).read_bytes().splitlines(keepends=True)
    (tmp_path / PLAN).write_bytes((folder / PLAN).read_bytes())
    unmark = b'{"kind":"unmark","t":%d,"account":"p1"}\n'
    last = json.loads(lines[-1])["t"]
    (tmp_path / EVENTS).write_bytes(b"".join([*lines, unmark % last]))
    found = war("measure", tmp_path)
    assert found.exit_code == 1
    assert (
        f"events.jsonl:{len(lines) + 1}: the mark of p1 removed, which cannot be [mark_removed]"
        in found.output
    )
    data = json.loads(war("measure", tmp_path, "--format", "json").output)
    assert [(r["line"], r["code"]) for r in data["reported"]] == [(len(lines) + 1, "mark_removed")]
    assert data["figures"] == json.loads(war("measure", folder, "--format", "json").output)["figures"]


def test_a_withdrawal_on_the_command_line(folder: Path, tmp_path: Path) -> None:
    first, second = tmp_path / "one", tmp_path / "two"
    assert war("publish", folder, "-o", first).exit_code == 0
    heads = json.loads((first / "manifest.json").read_bytes())["journals"]
    who = heads[0]["account"]
    assert war("publish", folder, "-o", second, "--withdrawn", who).exit_code == 0
    left = json.loads((second / "manifest.json").read_bytes())["journals"]
    assert [head["account"] for head in left] == [head["account"] for head in heads[1:]]


def test_files_of_another_form_make_no_page(tmp_path: Path) -> None:
    digests = {}
    for name in ("figures.json", "leaderboard.json"):
        (tmp_path / name).write_bytes(b"{}")
        digests[name] = hashlib.sha256(b"{}").hexdigest()
    (tmp_path / "manifest.json").write_text(json.dumps({"files": digests}), encoding="utf-8")
    found = war("page", tmp_path)
    assert isinstance(found.exception, PycheckError)
    assert "another form" in str(found.exception)


def test_a_war_of_your_own_begins_as_the_document_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (ROOT / "docs" / "war.md").read_text(encoding="utf-8")
    code = text.partition("```python\n")[2].partition("```")[0]
    monkeypatch.chdir(tmp_path)
    exec(compile(code, "docs/war.md", "exec"), {})
    found = war("measure", tmp_path)
    assert found.exit_code == 0, found.output
    assert "My realm: undecided" in found.output


def test_a_folder_without_a_war(tmp_path: Path) -> None:
    for command in ("measure", "publish", "page"):
        found = war(command, tmp_path)
        assert found.exit_code != 0
        assert "Traceback" not in found.output
