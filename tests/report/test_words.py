from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace

from pycheck.report import (
    notebook_html,
    render_html,
    render_json,
    render_junit,
    render_markdown,
    render_text,
    summary_line,
)
from pycheck.verdict import ClaimVerdict, Divergence, LeanCheck, Verification

from .conftest import States, changed


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


def test_what_the_rest_follows_from_is_named_first(verified: Verification) -> None:
    """A theorem that was weakened stands before those that only cannot be compiled because of it."""

    def rejected(code: str) -> Callable[[ClaimVerdict], ClaimVerdict]:
        def change(verdict: ClaimVerdict) -> ClaimVerdict:
            check = LeanCheck("T", (), code != "statement_differs", f"because of {code}", code)
            return replace(verdict, formal=None, lean=check)

        return change

    ids = [c.claim.id for c in verified.claims if c.formal is not None]
    guilty = ids[-1]
    broken = verified
    for claim in ids[:-1]:
        broken = changed(broken, claim, rejected("library_broken"))
    broken = replace(changed(broken, guilty, rejected("statement_differs")), problems=("line 9: broken",))
    assert f"NOT ACCEPTED: {len(ids)} of {len(verified.claims)} claims ({guilty}, " in summary_line(broken)
    said = [line for line in render_text(broken, 400).splitlines() if line.startswith("  ! ")]
    assert said[0].startswith(f"  ! {guilty}: ")
    assert said[1:2] == ["  ! line 9: broken"]
    # Those with a counterexample of their own are told one by one.
    together = len(ids) - 1 - sum(": counterexample" in line or "; counterexample" in line for line in said)
    assert f"{together} claims ({', '.join(ids[:3])}, and {together - 3} more): " in said[2]


def test_what_is_printed_the_same_is_not_said_to_differ() -> None:
    assert Divergence("k", "4", "5", "M.lean:3").text() == "k is 4 here, 5 in Lean (M.lean:3)"
    assert "the same in Lean by a detour alone" in Divergence("k", "o1", "o1", "").text()


def test_without_lean_nothing_is_called_proved(states: States) -> None:
    text = render_html(states["no Lean"])
    assert ">proved<" not in text
    assert "proves the claim" not in text


def test_importing_the_reports_is_light() -> None:
    """Graphs and symbols are imported where they are used, so that the command line starts fast."""
    script = (
        "import sys, pycheck.report as r; [getattr(r, name) for name in r.__all__]; "
        "sys.exit(bool({'networkx', 'sympy'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
