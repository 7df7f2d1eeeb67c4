"""Reports on disk: whole or not at all, and drift that is found at the right line."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from pycheck.errors import EnvironmentUnusable
from pycheck.report import (
    Drift,
    check_reports,
    render_html,
    render_json,
    render_markdown,
    stray_reports,
    write_reports,
)
from pycheck.verdict import LeanInfo, Verification

from .conftest import changed

NAMES = ["report.json", "report.md", "report.html"]


def test_what_is_written_has_not_drifted(verified: Verification, tmp_path: Path) -> None:
    paths = write_reports(verified, tmp_path)
    assert [p.relative_to(tmp_path).as_posix() for p in paths] == [f"othman_sandholm/{n}" for n in NAMES]
    assert check_reports(verified, tmp_path) == ()
    assert paths[0].read_text("utf-8") == render_json(verified)
    assert paths[1].read_text("utf-8") == render_markdown(verified)
    assert paths[2].read_text("utf-8") == render_html(verified)
    assert sorted(p.name for p in paths[0].parent.iterdir()) == sorted(NAMES)


def test_missing_files_are_drift(verified: Verification, tmp_path: Path) -> None:
    drifts = check_reports(verified, tmp_path)
    assert [d.text() for d in drifts] == [f"othman_sandholm/{n}: missing" for n in NAMES]


def test_what_belongs_to_no_report_is_named(verified: Verification, tmp_path: Path) -> None:
    assert stray_reports(tmp_path / "none", ["othman_sandholm"]) == ()
    write_reports(verified, tmp_path)
    assert stray_reports(tmp_path, ["othman_sandholm"]) == ()
    strays = [tmp_path / "gone/report.md", tmp_path / "othman_sandholm/proved.md", tmp_path / "summary.html"]
    strays[0].parent.mkdir()
    for path in (*strays, tmp_path / ".hidden"):
        path.write_text("proved", encoding="utf-8")
    assert stray_reports(tmp_path, ["othman_sandholm"]) == (strays[0].parent, *strays[1:])
    assert stray_reports(tmp_path, []) == (strays[0].parent, tmp_path / "othman_sandholm", strays[2])


@pytest.mark.parametrize("name", NAMES)
def test_a_changed_line_is_named(verified: Verification, tmp_path: Path, name: str) -> None:
    write_reports(verified, tmp_path)
    path = tmp_path / "othman_sandholm" / name
    lines = path.read_text("utf-8").splitlines(keepends=True)
    lines[6] = "changed\n"
    path.write_text("".join(lines), "utf-8")
    (drift,) = check_reports(verified, tmp_path)
    assert (drift.file, drift.line, drift.committed) == (f"othman_sandholm/{name}", 7, "changed")
    assert drift.text().startswith(f"othman_sandholm/{name}:7: committed 'changed', now ")


def test_long_lines_are_shown_where_they_differ() -> None:
    same = "x" * 300
    drift = Drift("m/report.md", 3, f"{same}old\x1b[31m", f"{same}new{same}")
    lead = "x" * 25
    assert drift.text() == (f"m/report.md:3: committed '…{lead}old⟨U+001B⟩[31m', now '…{lead}new{'x' * 52}…'")
    assert Drift("m/r", 9, "a", None).text() == "m/r:9: committed 'a', now has no such line"


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[:-1],
        lambda data: data + b"\n",
        lambda data: data.replace(b"\n", b"\r\n"),
        lambda data: data.replace(b"23 proved", b"24 proved"),
        lambda data: b"\xff" + data,
        lambda data: b"",
    ],
)
@pytest.mark.parametrize("name", NAMES)
def test_every_damage_is_found(verified: Verification, tmp_path: Path, name: str, damage: object) -> None:
    assert callable(damage)
    write_reports(verified, tmp_path)
    path = tmp_path / "othman_sandholm" / name
    path.write_bytes(damage(path.read_bytes()))
    (drift,) = check_reports(verified, tmp_path)
    assert drift.file.endswith(name)
    assert drift.line is not None


def test_a_changed_result_is_drift_in_every_format(verified: Verification, tmp_path: Path) -> None:
    write_reports(verified, tmp_path)
    now = changed(verified, "char2_reading_2", lambda c: replace(c, formal=None, lean=None))
    assert [d.file.split("/")[1] for d in check_reports(now, tmp_path)] == NAMES


OTHER = LeanInfo(
    "lake", "4.36.0", "0" * 40, {"checked_by": "another", "toolchain": "leanprover/lean4:v4.36.0"}
)


def with_sources(verification: Verification, lean: LeanInfo, digest: str) -> Verification:
    trust = {**lean.trust_base, "allowed_axioms": ["propext"], "lean_sources_sha256": {"X.lean": digest}}
    return replace(verification, lean=replace(lean, trust_base=trust))


def test_another_lean_that_confirms_makes_no_drift(verified: Verification, tmp_path: Path) -> None:
    ours = with_sources(verified, verified.lean, "aa")
    write_reports(ours, tmp_path)
    confirmed = with_sources(verified, OTHER, "aa")
    assert render_json(confirmed) != render_json(ours)
    assert check_reports(confirmed, tmp_path) == ()


def test_another_lean_hides_no_difference_of_the_project(verified: Verification, tmp_path: Path) -> None:
    write_reports(with_sources(verified, verified.lean, "aa"), tmp_path)
    assert len(check_reports(with_sources(verified, OTHER, "bb"), tmp_path)) == 3
    unproved = changed(verified, "char2_reading_2", lambda c: replace(c, formal=None, lean=None))
    assert len(check_reports(with_sources(unproved, OTHER, "aa"), tmp_path)) == 3


def test_another_lean_that_read_no_sources_confirms_nothing(verified: Verification, tmp_path: Path) -> None:
    write_reports(with_sources(verified, verified.lean, "aa"), tmp_path)
    assert len(check_reports(replace(verified, lean=OTHER), tmp_path)) == 3


def test_the_same_lean_with_other_facts_is_drift(verified: Verification, tmp_path: Path) -> None:
    write_reports(verified, tmp_path)
    trust = {**verified.lean.trust_base, "lean_library": {"name": "x", "sha256": "00"}}
    assert check_reports(replace(verified, lean=replace(verified.lean, trust_base=trust)), tmp_path)


def test_an_unchecked_report_never_passes_for_a_checked_one(
    verified: Verification, without_lean: Verification, tmp_path: Path
) -> None:
    write_reports(verified, tmp_path)
    assert len(check_reports(without_lean, tmp_path)) == 3
    only_info = replace(verified, lean=LeanInfo("none", trust_base=verified.lean.trust_base))
    assert len(check_reports(only_info, tmp_path)) == 3
    write_reports(only_info, tmp_path)
    assert len(check_reports(verified, tmp_path)) == 3


@pytest.mark.parametrize("lean", [None, [], {"provider": 1}, {"provider": 1, "version": 2, "commit": 3}])
def test_a_committed_report_with_nonsense_about_lean_is_drift(
    verified: Verification, tmp_path: Path, lean: object
) -> None:
    path = write_reports(verified, tmp_path)[0]
    data = json.loads(path.read_text("utf-8"))
    data["lean"] = {**lean, "trust_base": {}} if isinstance(lean, dict) else lean
    path.write_text(json.dumps(data), "utf-8")
    assert check_reports(verified, tmp_path)


def test_writing_again_replaces(verified: Verification, without_lean: Verification, tmp_path: Path) -> None:
    write_reports(verified, tmp_path)
    write_reports(without_lean, tmp_path)
    assert check_reports(without_lean, tmp_path) == ()


def test_a_failed_write_leaves_what_was_there(
    verified: Verification, without_lean: Verification, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk is full while the last file is written: nothing changes, nothing is left over."""
    write_reports(verified, tmp_path)
    calls = []

    def full(descriptor: int) -> None:
        calls.append(descriptor)
        if len(calls) == 3:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(EnvironmentUnusable, match="No space left on device"):
        write_reports(without_lean, tmp_path)
    monkeypatch.undo()
    assert check_reports(verified, tmp_path) == ()
    assert sorted(p.name for p in (tmp_path / "othman_sandholm").iterdir()) == sorted(NAMES)


def test_an_interruption_leaves_nothing_behind(
    verified: Verification, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(descriptor: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_reports(verified, tmp_path)
    assert list((tmp_path / "othman_sandholm").iterdir()) == []


def test_a_folder_that_is_a_file_is_said_plainly(verified: Verification, tmp_path: Path) -> None:
    (tmp_path / "reports").write_text("")
    with pytest.raises(EnvironmentUnusable, match="cannot write the reports"):
        write_reports(verified, tmp_path / "reports")
    with pytest.raises(EnvironmentUnusable, match="cannot read the report"):
        check_reports(verified, tmp_path / "reports")


@pytest.mark.parametrize("name", ["..", "a/b", "", ".hidden", "a\x00b"])
def test_a_name_cannot_leave_the_folder(verified: Verification, tmp_path: Path, name: str) -> None:
    moved = replace(verified, mechanism=replace(verified.mechanism, name=name))
    for act in (write_reports, check_reports):
        with pytest.raises(EnvironmentUnusable, match="cannot name a folder"):
            act(moved, tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="modes are a POSIX matter")
def test_reports_are_as_readable_as_other_files(verified: Verification, tmp_path: Path) -> None:
    (tmp_path / "other").write_text("")
    expected = stat.S_IMODE((tmp_path / "other").stat().st_mode)
    assert {stat.S_IMODE(p.stat().st_mode) for p in write_reports(verified, tmp_path)} == {expected}


def test_nothing_of_the_machine_is_in_a_report(verified: Verification, tmp_path: Path) -> None:
    moved = replace(verified, mechanism=replace(verified.mechanism, path="/home/somebody/mechanism.toml"))
    for path, again in zip(write_reports(verified, tmp_path), write_reports(moved, tmp_path), strict=True):
        assert path.read_bytes() == again.read_bytes()
        text = path.read_text("utf-8")
        assert str(Path.cwd()) not in text
        assert "/home/" not in text


def test_the_same_bytes_whatever_the_hash_seed(tmp_path: Path) -> None:
    """Three new interpreters with three seeds write the same files."""
    here = Path(__file__).parent
    script = f"""
import sys
sys.path[:0] = [{str(here.parent)!r}, {str(here.parents[1])!r}]
from pathlib import Path
from report.conftest import FLAGSHIP, Maker
from pycheck.mechanism import read_mechanism
from pycheck.report import render_text, write_reports
from pycheck.verdict import _Seal
made = Maker(read_mechanism(FLAGSHIP).require(), object.__new__(_Seal)).verification()
write_reports(made, Path(sys.argv[1]))
"""
    written = []
    for seed in ("0", "1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONDONTWRITEBYTECODE": "1"}
        folder = tmp_path / seed
        subprocess.run([sys.executable, "-c", script, str(folder)], env=environment, check=True)
        written.append([(folder / "othman_sandholm" / name).read_bytes() for name in NAMES])
    assert written[0] == written[1] == written[2]
