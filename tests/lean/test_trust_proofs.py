"""Libraries whose theorems are not proved: each is found out, with its reason code."""

from __future__ import annotations

from pathlib import Path

import pytest

from ._tiny import (
    CLAIMS,
    HEADER,
    MECHANISM,
    NINE,
    P_TRUTHFUL,
    Q_NOT_TRUTHFUL,
    SOURCE,
    Y_BEST,
    Library,
    changed,
    judge,
    run_library,
    run_tiny,
)

BY_DECIDE = ":= by decide\n"


def proof(text: str, before: str = "", after: str = "") -> str:
    """The library with another proof of ``p_truthful``, and declarations around it."""
    return changed((P_TRUTHFUL, before + P_TRUTHFUL.replace(BY_DECIDE, f":= {text}\n") + after))


def reopened(outside: str) -> str:
    """Declarations at the root, in the middle of the library."""
    return f"end Tiny\n{outside}\nnamespace Tiny\nopen Mechanisms\n"


#: Of an agent for which it is false.
Q_TRUTHFUL = Q_NOT_TRUTHFUL.replace("¬ ∀", "∀").replace("decide\n", "decide +kernel\n")
SORRY = {"p_truthful": "sorry"}
AXIOM = {"p_truthful": "axiom"}
EVERY = dict.fromkeys(CLAIMS, "kernel_rejects")

#: 5 < 3, proved to nobody: the elaborator leaves the decision to the kernel, and the kernel is not asked.
UNCHECKED = "set_option debug.skipKernelTC true in\ntheorem lie : 5 < 3 := by decide +kernel\n"
#: The kernel runs code where this name is, and the bootstrap leaves it out.
KERNEL_NAME = reopened("opaque Lean.reduceBool (b : Bool) : Bool := b\n")

LIBRARIES = {
    "sorry": Library(proof("sorry"), SORRY),
    "sorry by tactic": Library(proof("by sorry"), SORRY),
    "sorry inside": Library(proof("fun t r s h => by cases t <;> cases r <;> cases s <;> sorry"), SORRY),
    "sorry in a lemma": Library(
        proof("absurd lemma₁ (by decide)", "theorem lemma₁ : 1 = 2 := sorry\n"), SORRY
    ),
    "sorry in a private lemma": Library(
        proof("absurd lemma₁ (by decide)", "private theorem lemma₁ : 1 = 2 := sorry\n"), SORRY
    ),
    "sorry in another module": Library(
        proof("absurd Other.lemma₁ (by decide)").replace(HEADER, f"{HEADER}import Other\n"),
        SORRY,
        {"Other": "theorem Other.lemma₁ : 1 = 2 := sorry\n"},
    ),
    "sorry in an instance": Library(
        proof(
            "by decide",
            "local instance : Decidable (∀ t r s : Ty, ¬ r = t → uP (g r s) t < uP (g t s) t) :=\n"
            "  isTrue sorry\n",
        ),
        SORRY,
    ),
    "sorry without its warning": Library(proof("sorry", "set_option warn.sorry false\n"), SORRY),
    "sorry's axiom by name": Library(proof("sorryAx _ false"), SORRY),
    "axiom": Library(proof("cheat.elim", "axiom cheat : False\n"), AXIOM),
    "private axiom": Library(proof("cheat.elim", "private axiom cheat : False\n"), AXIOM),
    "axiom of the very statement": Library(
        proof("cheat", P_TRUTHFUL.replace("theorem p_truthful", "axiom cheat").replace(BY_DECIDE, "\n")),
        AXIOM,
    ),
    "axiom in another module": Library(
        proof("Other.cheat.elim").replace(HEADER, f"{HEADER}import Other\n"),
        AXIOM,
        {"Other": "axiom Other.cheat : False\n"},
    ),
    "axiom two modules away": Library(
        proof("Other.lie.elim").replace(HEADER, f"{HEADER}import Other\n"),
        AXIOM,
        {
            "Other": "import Third\ntheorem Other.lie : False := Third.cheat\n",
            "Third": "axiom Third.cheat : False\n",
        },
    ),
    "axiom called as a standard one": Library(
        proof("Classical.choice.elim", reopened("axiom Classical.choice : False")), AXIOM
    ),
    "axiom called propext": Library(proof("propext.elim", reopened("axiom propext : False")), AXIOM),
    "axiom called Quot.sound": Library(proof("Quot.sound.elim", reopened("axiom Quot.sound : False")), AXIOM),
    "opaque proposition by an axiom": Library(
        proof(
            "absurd lemma₁.1 (by decide)",
            "axiom cheat : 1 = 2 ∧ True\ntheorem lemma₁ : 1 = 2 ∧ True := cheat\n",
        ),
        AXIOM,
    ),
    "kernel not asked": Library(proof("absurd lie (by decide)", UNCHECKED), EVERY),
    "kernel not asked, theorem unused": Library(proof("by decide", UNCHECKED), EVERY),
    "kernel not asked in another module": Library(
        proof("absurd lie (by decide)").replace(HEADER, f"{HEADER}import Other\n"),
        EVERY,
        {"Other": UNCHECKED},
    ),
    "kernel not asked about a false claim": Library(
        changed((Q_NOT_TRUTHFUL, f"set_option debug.skipKernelTC true in\n{Q_TRUTHFUL}")),
        EVERY,
        mechanism=MECHANISM.replace('expect = "fails"\n', ""),
    ),
    "name that the kernel knows": Library(proof("by decide", KERNEL_NAME), EVERY),
    "table run as something else": Library(
        changed(
            (
                "def uP : Out",
                "def honest (_ : Out) (_ : Ty) : Nat := 0\n\n@[implemented_by honest]\ndef uP : Out",
            ),
        ),
        {"p_truthful": "implemented_by", "welfare": "implemented_by", "count": "implemented_by"},
    ),
    "table implemented outside": Library(
        changed(("def uP : Out", '@[extern "lean_nat_add"]\ndef uP : Out')),
        {"p_truthful": "extern", "welfare": "extern", "count": "extern"},
    ),
    "declared as a definition": Library(
        changed((P_TRUTHFUL, P_TRUTHFUL.replace("theorem", "def"))), {"p_truthful": "not_a_theorem"}
    ),
    "declared as an abbreviation": Library(
        changed((P_TRUTHFUL, P_TRUTHFUL.replace("theorem", "abbrev"))), {"p_truthful": "not_a_theorem"}
    ),
    "declared as opaque": Library(
        changed((P_TRUTHFUL, P_TRUTHFUL.replace("theorem", "opaque"))), {"p_truthful": "not_a_theorem"}
    ),
    "declared as an axiom": Library(
        changed((P_TRUTHFUL, P_TRUTHFUL.replace("theorem", "axiom").replace(BY_DECIDE, "\n"))),
        {"p_truthful": "not_a_theorem"},
    ),
    "not there": Library(changed((P_TRUTHFUL, "")), {"p_truthful": "theorem_missing"}),
    "private": Library(changed((P_TRUTHFUL, f"private {P_TRUTHFUL}")), {"p_truthful": "theorem_missing"}),
    "in another namespace": Library(
        changed((Y_BEST, f"namespace Inner\n{Y_BEST}end Inner\n")), {"welfare": "theorem_missing"}
    ),
    "at the root": Library(
        changed((Y_BEST, Y_BEST.replace("theorem y_best", "theorem _root_.y_best"))),
        {"welfare": "theorem_missing"},
    ),
    "in a comment": Library(changed((Y_BEST, f"/- {Y_BEST} -/\n")), {"welfare": "theorem_missing"}),
    "with another name's statement": Library(
        changed(
            (Y_BEST, Y_BEST.replace("y_best", "other")),
            (NINE, f"{NINE}theorem y_best : True := True.intro\n"),
        ),
        {"welfare": "statement_differs"},
    ),
}


@pytest.mark.parametrize("name", LIBRARIES)
@pytest.mark.sample(every=6)
def test_hostile_library(tmp_path: Path, lean_cache: Path, name: str) -> None:
    judge(LIBRARIES[name], run_library(LIBRARIES[name], tmp_path, lean_cache))


def test_the_honest_library_is_formal(tmp_path: Path, lean_cache: Path) -> None:
    judge(Library(SOURCE), run_tiny(tmp_path, lean_cache))
    assert SOURCE.count("theorem") == len(CLAIMS)
