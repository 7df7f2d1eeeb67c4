"""The scope report: what rests on what, rendered to text, JSON, Markdown, HTML and JUnit."""

from pycheck.report.as_json import SCHEMA_VERSION, render_json, schema, to_json
from pycheck.report.as_text import render_text
from pycheck.report.files import Drift, check_reports, write_reports
from pycheck.report.model import EmpiricalSection, Measurement, Report, Section, build_report
from pycheck.report.summary import summary_line

__all__ = [
    "SCHEMA_VERSION",
    "Drift",
    "EmpiricalSection",
    "Measurement",
    "Report",
    "Section",
    "build_report",
    "check_reports",
    "render_json",
    "render_text",
    "schema",
    "summary_line",
    "to_json",
    "write_reports",
]
