"""The scope report: what rests on what, rendered to text, JSON, Markdown, HTML and JUnit."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pycheck.report.as_html import render_html
    from pycheck.report.as_json import SCHEMA_VERSION, render_json, schema, to_json
    from pycheck.report.as_junit import render_junit
    from pycheck.report.as_markdown import render_markdown
    from pycheck.report.as_text import render_text
    from pycheck.report.files import Drift, check_reports, stray_reports, write_reports
    from pycheck.report.measured import EmpiricalSection, MixingRefused
    from pycheck.report.model import Report, Section, build_report
    from pycheck.report.notebook import notebook_html
    from pycheck.report.summary import summary_line

_WHERE = {
    "render_html": "as_html",
    "SCHEMA_VERSION": "as_json",
    "render_json": "as_json",
    "schema": "as_json",
    "to_json": "as_json",
    "render_junit": "as_junit",
    "render_markdown": "as_markdown",
    "render_text": "as_text",
    "Drift": "files",
    "check_reports": "files",
    "stray_reports": "files",
    "write_reports": "files",
    "EmpiricalSection": "measured",
    "MixingRefused": "measured",
    "Report": "model",
    "Section": "model",
    "build_report": "model",
    "notebook_html": "notebook",
    "summary_line": "summary",
}

__all__ = [
    "SCHEMA_VERSION",
    "Drift",
    "EmpiricalSection",
    "MixingRefused",
    "Report",
    "Section",
    "build_report",
    "check_reports",
    "notebook_html",
    "render_html",
    "render_json",
    "render_junit",
    "render_markdown",
    "render_text",
    "schema",
    "stray_reports",
    "summary_line",
    "to_json",
    "write_reports",
]


def __getattr__(name: str) -> Any:
    # A table needs no drawings and no page: what is not asked for is not loaded.
    if name in _WHERE:
        return getattr(import_module(f"pycheck.report.{_WHERE[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
