"""Files that are missing, unreadable, not text or not TOML are faults like any other."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from pycheck.errors import InputFileError
from pycheck.mechanism import read_mechanism
from pycheck.mechanism.document import MAX_BYTES

from .example import LUNCH, LUNCH_TEXT, complaints, read

_EXPECTED = "expected a mechanism file (UTF-8, TOML)"


def test_a_file_and_its_folder_are_the_same_mechanism(monkeypatch: pytest.MonkeyPatch) -> None:
    by_file = read_mechanism(LUNCH)
    assert by_file.faults == ()
    assert by_file.mechanism == read_mechanism(LUNCH.parent).mechanism
    assert by_file.path == LUNCH
    monkeypatch.chdir(LUNCH.parent)
    for path in (Path("mechanism.toml"), Path(), Path("../lunch/../lunch"), Path("../lunch/mechanism.toml")):
        assert read_mechanism(path).mechanism == by_file.mechanism


def test_a_folder_is_called_what_it_is_reached_by(tmp_path: Path) -> None:
    (tmp_path / "store-17").mkdir()
    (tmp_path / "store-17" / "mechanism.toml").write_text(LUNCH_TEXT, encoding="utf-8")
    (tmp_path / "lunch").symlink_to(tmp_path / "store-17")
    assert read_mechanism(tmp_path / "lunch").faults == ()
    assert [fault.key for fault in read_mechanism(tmp_path / "store-17").faults] == ["name"]


def test_the_digest_is_that_of_the_bytes() -> None:
    assert read_mechanism(LUNCH).require().sha256 == hashlib.sha256(LUNCH.read_bytes()).hexdigest()


def test_windows_line_ends_change_the_digest_alone(tmp_path: Path) -> None:
    unix = read(tmp_path, LUNCH_TEXT).require()
    windows = read(tmp_path, LUNCH_TEXT.replace("\n", "\r\n")).require()
    assert (windows.signature, windows.utilities, windows.maps, windows.claims, windows.lean) == (
        unix.signature,
        unix.utilities,
        unix.maps,
        unix.claims,
        unix.lean,
    )
    assert windows.sha256 != unix.sha256


def test_requiring_a_mechanism_raises_all_faults(tmp_path: Path) -> None:
    reading = read(
        tmp_path, LUNCH_TEXT.replace("grill = { hungry = 2,", "grill = {").replace('"Place"', '"1"')
    )
    with pytest.raises(InputFileError) as caught:
        reading.require()
    assert caught.value.faults == reading.faults
    lines = caught.value.diagnostics()
    assert len(lines) == 2
    assert all(line.startswith(f"{tmp_path / 'lunch' / 'mechanism.toml'}: ") for line in lines)


@pytest.mark.parametrize("name", ["nowhere", "nowhere/mechanism.toml", "nul\0"])
def test_nothing_there(tmp_path: Path, name: str) -> None:
    assert complaints(read_mechanism(tmp_path / name)) == [
        f"(file): found nothing at this path; {_EXPECTED} "
        "(a mechanism is a folder with a mechanism.toml in it)"
    ]


def test_a_folder_without_a_mechanism(tmp_path: Path) -> None:
    reading = read_mechanism(tmp_path)
    assert reading.path == tmp_path / "mechanism.toml"
    assert [fault.found for fault in reading.faults] == ["nothing at this path"]


def test_something_that_is_no_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "mechanism.toml").mkdir()
    for path in (tmp_path / "pipe", tmp_path, Path(os.devnull)):
        assert complaints(read_mechanism(path)) == [
            f"(file): found something that is not a regular file; {_EXPECTED}"
        ]


def test_a_file_that_cannot_be_reached(tmp_path: Path) -> None:
    (tmp_path / ("n" * 200)).mkdir()
    (complaint,) = complaints(read_mechanism(tmp_path / ("n" * 300)))
    assert complaint.startswith("(file): found a file that cannot be read: ")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission(tmp_path: Path) -> None:
    path = tmp_path / "mechanism.toml"
    path.write_text(LUNCH_TEXT)
    path.chmod(0)
    (complaint,) = complaints(read_mechanism(path))
    assert complaint.startswith("(file): found a file that cannot be read: ")


def test_a_file_too_large(tmp_path: Path) -> None:
    path = tmp_path / "mechanism.toml"
    with path.open("wb") as file:
        file.truncate(MAX_BYTES + 1)  # sparse: takes no space
    assert complaints(read_mechanism(path)) == [
        "(file): found 67,108,865 bytes; expected at most 67,108,864 bytes"
    ]


def test_not_utf_8(tmp_path: Path) -> None:
    assert complaints(read(tmp_path, b"format = 1\ntitle = 'caf\xe9'\n")) == [
        "line 2, byte 13: found the byte 0xe9; expected UTF-8 text (save the file as UTF-8)"
    ]


def test_a_byte_order_mark(tmp_path: Path) -> None:
    assert complaints(read(tmp_path, "\ufeff" + LUNCH_TEXT)) == [
        "line 1, column 1: found a byte order mark; expected TOML "
        "(save the file as UTF-8 without a byte order mark)"
    ]


@pytest.mark.parametrize("end", ["", "\n"])
def test_not_toml(tmp_path: Path, end: str) -> None:
    (complaint,) = complaints(read(tmp_path, f"format = 1\nname = lunch{end}"))
    assert complaint.startswith("line 2, column 8: found ")
    assert complaint.endswith(' in the line "name = lunch"; expected TOML')


def test_toml_that_breaks_off(tmp_path: Path) -> None:
    (complaint,) = complaints(read(tmp_path, "outcomes = ["))
    assert complaint.startswith("end of the file: found ")


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("format = 1\nformat = 1\n", "line 2, column 11"),
        ("[utilities.ann]\n[utilities.ann]\n", "line 2, column 15"),
        ("a = { b = 1, b = 1 }\n", "line 1, column 19"),
    ],
)
def test_a_key_given_twice(tmp_path: Path, text: str, key: str) -> None:
    (fault,) = read(tmp_path, text).faults
    assert (fault.key, fault.hint) == (key, "each key and each table may be given once")


def test_nested_beyond_measure(tmp_path: Path) -> None:
    assert complaints(read(tmp_path, f"x = {'[' * 100_000}")) == [
        f"(file): found arrays or tables nested too deeply to read; {_EXPECTED}"
    ]


def test_a_number_beyond_measure(tmp_path: Path) -> None:
    assert complaints(read(tmp_path, f"format = {'9' * 5000}")) == [
        "(file): found a number too long to read; expected numbers of at most 100 digits"
    ]


def test_an_empty_file_lacks_every_section(tmp_path: Path) -> None:
    assert [fault.key for fault in read(tmp_path, "").faults] == [
        "format",
        "name",
        "title",
        "outcomes",
        "agents",
        "utilities",
        "outcome_map",
    ]
