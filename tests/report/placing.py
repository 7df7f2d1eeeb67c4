"""Where each format puts a claim and what it says of it, read back from the rendered text.

Every reader is independent of the renderers: it parses what a person or a program would see.
"""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from dataclasses import dataclass
from html.parser import HTMLParser

from pycheck.report import (
    notebook_html,
    render_html,
    render_json,
    render_junit,
    render_markdown,
    render_text,
)
from pycheck.verdict import Verification

TITLES = {
    "proved in lean": "formal",
    "enumerated": "enumerated",
    "by condition only": "conditions",
    "not formalised": "not_formalised",
    "not checked": "not_checked",
}


@dataclass(frozen=True)
class Place:
    """The section a claim is shown in, and the result shown with it."""

    section: str
    result: str


Places = dict[str, Place]


def in_json(text: str) -> Places:
    places = {}
    for claim in json.loads(text)["claims"]:
        passed = {True: "as expected", False: "not as expected", None: "undecided"}[claim["as_expected"]]
        places[claim["id"]] = Place(claim["rests_on"], f"{claim['verdict']}, {passed}")
    return places


def in_text(text: str) -> Places:
    places, section, name = {}, "", ""
    for line in text.splitlines():
        heading = re.fullmatch(r"([A-Z ]+) \(\d+ claims?\)", line)
        if heading:
            section = TITLES[heading[1].lower()]
        elif not line.startswith(" "):
            section = ""
        row = re.fullmatch(r"  (\S+)(?:\s{2,}(\S.*))?", line)
        if section and row and row[2]:
            places[row[1]] = Place(section, re.split(r"\s{2,}", row[2])[0])
        elif section and name and line.startswith("    "):
            places[name] = Place(section, re.split(r" \(", line.strip())[0])
        name = row[1] if row and not row[2] else ""
    return places


def in_markdown(text: str) -> Places:
    places, section = {}, ""
    for line in text.splitlines():
        heading = re.match(r"## (.*?) \(\d+\)$", line)
        if line.startswith("## "):
            section = TITLES.get(heading[1].lower(), "") if heading else ""
        claim = re.match(r"### `(.+?)`: (.*)$", line)
        if section and claim:
            places[claim[1]] = Place(section, claim[2].replace("\\", ""))
    return places


def in_junit(text: str) -> Places:
    places = {}
    for case in ET.fromstring(text).iter("testcase"):
        group = case.attrib["classname"].split(".", 1)[1]
        if group in TITLES.values():
            skipped, failed = case.find("skipped"), case.find("failure")
            if failed is not None:
                result = f"failure {failed.attrib['message']}"
            elif skipped is not None:
                result = f"skipped {skipped.attrib['message']}"
            else:
                result = "passed"
            places[case.attrib["name"]] = Place(group, result)
    return places


class _Page(HTMLParser):
    """Sections by id; the claims' names and badges within."""

    def __init__(self) -> None:
        super().__init__()
        self.places: Places = {}
        self._section = self._name = ""
        self._reading = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "section":
            self._section = given.get("id") or ""
        elif tag == "article":
            self._name = ""
        elif tag == "code" and not self._name:
            self._reading = "name"
        elif tag == "span" and "badge" in (given.get("class") or ""):
            self._reading = "badge"

    def handle_data(self, data: str) -> None:
        if self._reading == "name":
            self._name = data
        elif self._reading == "badge":
            self.places[self._name] = Place(self._section, data)
        self._reading = ""


def in_html(text: str) -> Places:
    page = _Page()
    page.feed(text)
    return page.places


def in_notebook(text: str) -> Places:
    rows = ET.fromstring(text).iterfind(".//tbody/tr")
    places = {}
    for row in rows:
        name, result, section, *_ = ("".join(cell.itertext()) for cell in row)
        places[name] = Place(TITLES[section.lower()], result)
    return places


FORMATS: dict[str, tuple[Callable[[Verification], str], Callable[[str], Places]]] = {
    "json": (render_json, in_json),
    "text": (render_text, in_text),
    "narrow text": (lambda v: render_text(v, 40), in_text),
    "markdown": (render_markdown, in_markdown),
    "html": (render_html, in_html),
    "junit": (render_junit, in_junit),
    "notebook": (notebook_html, in_notebook),
}
