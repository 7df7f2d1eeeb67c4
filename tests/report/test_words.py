from __future__ import annotations

import subprocess
import sys

from pycheck.report import notebook_html, render_html, render_json, render_junit, render_markdown, render_text
from pycheck.verdict import Verification

from .conftest import States


def test_a_proof_of_the_negation_is_called_that(verified: Verification) -> None:
    """Four claims are proved false and so expected; no format calls that a proof of the claim."""
    proofs = [c.formal.proves for c in verified.claims if c.formal is not None]
    negations = proofs.count("negation")
    assert negations == 4
    assert render_text(verified, 200).count("(negation)") == negations
    assert render_json(verified).count('"proves": "negation"') == negations
    assert render_junit(verified).count("(proves the claim&#x27;s negation)") == negations
    assert notebook_html(verified).count("proves the claim&#x27;s negation") == negations
    markdown = render_markdown(verified)
    assert markdown.count("` proves the claim's negation") == negations
    assert markdown.count("` proves the claim\n") == len(proofs) - negations
    page = render_html(verified)
    assert (
        page.count(">negation proved<") == page.count("</code> proves the claim&#x27;s negation") == negations
    )
    assert page.count(">proved<") == len(proofs) - negations


def test_without_lean_nothing_is_called_proved(states: States) -> None:
    text = render_html(states["no Lean"])
    assert ">proved<" not in text
    assert "proves the claim" not in text


def test_importing_the_reports_is_light() -> None:
    """Graphs and symbols are imported where they are used, so that the command line starts fast."""
    script = "import sys, pycheck.report; sys.exit(bool({'networkx', 'sympy'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
