"""The scope report: what rests on what, rendered to text, JSON, Markdown, HTML and JUnit."""

from pycheck.report.as_html import render_html
from pycheck.report.as_json import SCHEMA_VERSION, render_json, schema, to_json
from pycheck.report.as_junit import render_junit
from pycheck.report.as_markdown import render_markdown
from pycheck.report.as_text import render_text
from pycheck.report.files import Drift, check_reports, write_reports
from pycheck.report.measured import EmpiricalSection, MixingRefused
from pycheck.report.model import Report, Section, build_report
from pycheck.report.notebook import notebook_html
from pycheck.report.summary import summary_line

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
    "summary_line",
    "to_json",
    "write_reports",
]
