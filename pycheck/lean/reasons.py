"""Reason codes: why something is not proved, one table for everybody who says so.

A code is stable and short; it stands in JSON, in reports and in tests. What exactly was found is in the
text beside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal


class Code(StrEnum):
    """The reason codes."""

    # How a theorem is proved.
    THEOREM_MISSING = "theorem_missing"
    NOT_A_THEOREM = "not_a_theorem"
    SORRY = "sorry"
    AXIOM = "axiom"
    COMPILER_TRUST = "compiler_trust"
    UNSAFE = "unsafe"
    PARTIAL = "partial"
    IMPLEMENTED_BY = "implemented_by"
    EXTERN = "extern"
    CSIMP = "csimp"
    AXIOMS_DISAGREE = "axioms_disagree"
    # What is proved.
    STATEMENT_DIFFERS = "statement_differs"
    OTHER_CONSTANT = "other_constant"
    INSTANCE_DIFFERS = "instance_differs"
    DEFINITION_DIFFERS = "definition_differs"
    DEFINITION_MISSING = "definition_missing"
    # The kernel and the compiled files.
    KERNEL_REJECTS = "kernel_rejects"
    DECLARED_TWICE = "declared_twice"
    NO_BASE = "no_base"
    BASE_CHANGED = "base_changed"
    COMPILED_STALE = "compiled_stale"
    COMPILED_DAMAGED = "compiled_damaged"
    COMPILED_FOREIGN = "compiled_foreign"
    # Getting that far.
    NO_SOURCE = "no_source"
    DOES_NOT_COMPILE = "does_not_compile"
    NO_ANSWER = "no_answer"
    NOT_REPLAYED = "not_replayed"
    # Against a mechanism file only.
    UNSTATED = "unstated"
    DATA_DIVERGES = "data_diverges"
    TERM_DIFFERS = "term_differs"
    CHECKER_BROKEN = "checker_broken"
    NOT_PROVED = "not_proved"
    LIBRARY_BROKEN = "library_broken"


Verdict = Literal["rejected", "not_checked"]


@dataclass(frozen=True)
class Reason:
    """What a code means, an example, what finds it, and which verdict it goes with."""

    meaning: str
    example: str
    found_by: str
    verdict: Verdict = "rejected"


_AUDIT = "comparison of terms (compare)"
_WALK = "walk over the terms below the theorem (olean.axioms_of, compiled)"
_REPLAY = "second kernel run (replay)"
_CERTIFICATE = "certificate (examine, conclude)"

REASONS: Mapping[Code, Reason] = {
    Code.THEOREM_MISSING: Reason(
        "There is no declaration of the required name.",
        "`theorem Draft.main : …` where `main` is required",
        "names of the compiled declarations",
    ),
    Code.NOT_A_THEOREM: Reason(
        "The required name is a definition, an opaque constant, an axiom, …, and no theorem.",
        "`axiom main : ∀ n : Nat, n = n`",
        "kind of the compiled declaration",
    ),
    Code.SORRY: Reason(
        "Something below the theorem is left out, by whatever means: in its proof, in a lemma, an instance, "
        "an auxiliary declaration or an import.",
        "`theorem main : 1 = 2 := helper` with `theorem helper : 1 = 2 := sorry`",
        _WALK,
    ),
    Code.AXIOM: Reason(
        "The theorem rests on an axiom that is not allowed. Allowed are `propext`, `Quot.sound` and "
        "`Classical.choice` where Lean's own library declares them, those that the statements file declares, "
        "and those allowed by name that the target does not declare itself.",
        "`private axiom trust_me : False` and `theorem main : 1 = 2 := trust_me.elim`",
        _WALK,
    ),
    Code.COMPILER_TRUST: Reason(
        "The proof believes what compiled code computed. Never allowed.",
        "`theorem main : slow 9 = 1 := by native_decide` (the embedded Lean has no such tactic: "
        "`does_not_compile`)",
        _WALK,
    ),
    Code.UNSAFE: Reason(
        "A declaration below the theorem is marked `unsafe`: outside the logic.",
        "`unsafe def f …` reached from the statement",
        _WALK,
    ),
    Code.PARTIAL: Reason(
        "A definition below the theorem need not end, so that nothing is known of its values.",
        "`partial def f (n : Nat) : Nat := f (n + 1)` and `theorem main : f 0 = f 0 := rfl`",
        _WALK,
    ),
    Code.IMPLEMENTED_BY: Reason(
        "Compiled code runs something else in place of a definition below the theorem.",
        "`@[implemented_by fast] def slow …`",
        "tables of the compiled file (extensions)",
    ),
    Code.EXTERN: Reason(
        "A definition below the theorem is implemented outside Lean.",
        '`@[extern "c_add"] def add …`',
        "tables of the compiled file (extensions)",
    ),
    Code.CSIMP: Reason(
        "The compiler replaces a definition below the theorem.",
        "`@[csimp] theorem slow_eq_fast : @slow = @fast := …`",
        "tables of the compiled file (extensions)",
    ),
    Code.AXIOMS_DISAGREE: Reason(
        "`#print axioms` and the terms do not have the same axioms.",
        "a compiled file whose table of axioms leaves one out",
        "comparison with what Lean prints",
    ),
    Code.STATEMENT_DIFFERS: Reason(
        "The theorem says something else: weaker (`≤` for `<`), another hypothesis or one that nothing "
        "fulfils, a quantifier dropped or in another place, another number.",
        "`theorem main (n : Nat) (h : 0 < n) : f n = 1` where `∀ n, f n = 1` is required",
        _AUDIT + "; for mechanisms the kernel",
    ),
    Code.OTHER_CONSTANT: Reason(
        "The theorem speaks of another constant than the statement, often of one with the same short name: "
        "shadowed, redefined locally, or from another namespace.",
        "`def Mine.Nat.lt (_ _ : Nat) : Prop := True` and `theorem Mine.main : Nat.lt 5 3`",
        _AUDIT,
    ),
    Code.INSTANCE_DIFFERS: Reason(
        "The theorem uses another instance, so that `<`, `+`, a numeral or a coercion means something else.",
        "`local instance : LT Nat := ⟨fun _ _ => True⟩` and `theorem main : 5 < 3`",
        _AUDIT,
    ),
    Code.DEFINITION_DIFFERS: Reason(
        "The statement reads the same, but a definition or type that it rests on, however deep, is another.",
        "`def limit := 3` where the statements have `def limit := 5`",
        _AUDIT,
    ),
    Code.DEFINITION_MISSING: Reason(
        "The statement mentions a definition or type that the target does not have.",
        "`theorem main : True` where `limit < 7` is required and there is no `limit`",
        _AUDIT,
    ),
    Code.KERNEL_REJECTS: Reason(
        "A declaration in the compiled files is not accepted by the kernel: an option kept the kernel out, a "
        "program added it past the kernel, or the file was written by something else than Lean.",
        "`set_option debug.skipKernelTC true in theorem main : 1 = 2 := by decide +kernel`",
        _REPLAY,
    ),
    Code.DECLARED_TWICE: Reason(
        "Two modules of the target declare the same name, so that it does not say which is meant.",
        "`theorem main` in `A.lean` and in `B.lean`",
        "names of the compiled declarations",
    ),
    Code.NO_BASE: Reason(
        "A module does not rest on `Init`, so that its standard names need not mean what they say.",
        "a `prelude` file with an `Eq` of its own",
        "imports of the compiled files",
    ),
    Code.BASE_CHANGED: Reason(
        "The compiled `Init` lay changed when Lean had run.",
        "a file that overwrites `Init.olean` while it is elaborated",
        "digest of the base (base)",
    ),
    Code.COMPILED_STALE: Reason(
        "A compiled file beside the source says something else than what the source compiles to.",
        "`A.olean` made before `A.lean` was changed, or from another file",
        "comparison of all declarations with those of a fresh compilation",
    ),
    Code.COMPILED_DAMAGED: Reason(
        "A compiled file is damaged or cut short, or is none.",
        "the first half of `A.olean`",
        "reader of compiled files (olean)",
    ),
    Code.COMPILED_FOREIGN: Reason(
        "A compiled file was written by another version of Lean, or without its proofs.",
        "`A.olean` of Lean 4.20.0",
        "reader of compiled files (olean)",
    ),
    Code.NO_SOURCE: Reason(
        "A file that is named or imported is not there, cannot be read, or imports itself.",
        "`import Missing`",
        "search for sources (sources)",
        "not_checked",
    ),
    Code.DOES_NOT_COMPILE: Reason(
        "Lean reports an error in the target.",
        "`theorem main : 1 = 2 := rfl`",
        "Lean",
    ),
    Code.NO_ANSWER: Reason(
        "Lean gave no answer that counts: it ran into its limits of time, memory or output, crashed, was "
        "stopped by the sandbox, or the library takes names that the certificate needs.",
        "a proof that never ends",
        "process limits (supervise, sandbox), certificate (examine)",
        "not_checked",
    ),
    Code.NOT_REPLAYED: Reason(
        "The second kernel run gave no answer, or there is none.",
        "a term on which the kernel runs out of memory",
        _REPLAY,
        "not_checked",
    ),
    Code.UNSTATED: Reason(
        "The claim cannot be stated in Lean with the names that the mechanism file gives.",
        "`constant = 1/3` with `scale = 2`",
        "statements",
        "not_checked",
    ),
    Code.DATA_DIVERGES: Reason(
        "The Lean tables or maps are not those of the mechanism file.",
        "`uRow .x .a` is 3 in Lean and 2 in the mechanism file",
        _CERTIFICATE,
    ),
    Code.TERM_DIFFERS: Reason(
        "Lean reads a line of the certificate as another term than it was written from.",
        "the library declares a standard name that the bootstrap lacks",
        "comparison of compiled lines (compiled)",
    ),
    Code.CHECKER_BROKEN: Reason(
        "Lean accepted a line that is false, so that nothing it accepts counts.",
        "a library under which `theorem canary : False := by decide` passes",
        "canaries",
    ),
    Code.NOT_PROVED: Reason(
        "The theorem's proof has an error.",
        "`theorem main : 1 = 2 := by decide`",
        "Lean (diagnose)",
    ),
    Code.LIBRARY_BROKEN: Reason(
        "The Lean library does not compile, in some other place.",
        "a syntax error in a file that the module imports",
        "Lean (diagnose)",
    ),
}
