"""``[lean] project``: theorems of a user's own Lake project, checked where they are, by both Leans.

What is real and what is not in the ``lake`` used here: see :mod:`.standin_lake`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from pycheck.cache import Cache
from pycheck.lean.choose import choose
from pycheck.lean.embedded import EmbeddedRunner, LeanUnavailable
from pycheck.lean.lake import LakeRunner
from pycheck.lean.project import ProjectMissing, open_project

from ._lakes import fake_lake, on_path, verified
from ._mutants import replaced
from ._theirs import CLAIMS, LAKEFILE, OPTIMAL, PROP6, TABLES, lay_out, write
from .standin_lake import StandIn, install

#: Lean gives up on this one with its usual limit.
DEEP = """def down : Nat → Nat
  | .zero => 0
  | .succ n => down n

theorem deep : down 1500 = 0 := rfl
"""

BOTH = pytest.mark.parametrize("lean", ["embedded", "lake"])


@pytest.fixture(scope="module")
def toolchain(lean_library: Path, lean_cache: Path, tmp_path_factory: pytest.TempPathFactory) -> StandIn:
    init = EmbeddedRunner(Cache(lean_cache)).toolchain.base[0][1]
    return install(tmp_path_factory.mktemp("elan") / "toolchain", lean_library, init)


@pytest.fixture(autouse=True)
def lake(toolchain: StandIn, monkeypatch: pytest.MonkeyPatch) -> StandIn:
    on_path(monkeypatch, toolchain.bin)
    return toolchain


# --- all is well ---


@BOTH
@pytest.mark.sample(every=2)
def test_other_names_for_everything(tmp_path: Path, lean_cache: Path, lean: str) -> None:
    outcome = verified(lay_out(tmp_path), lean_cache, lean)
    assert outcome.formal == CLAIMS
    assert outcome.verification.non_divergence.verdict == "agrees"
    assert outcome.code == 0
    trust = outcome.verification.lean.trust_base
    assert list(trust["lean_sources_sha256"]) == [
        "../theirs/src/SocialChoice/Tables.lean",
        "../theirs/src/SocialChoice/Prop6.lean",
    ]
    assert outcome.check("o1_optimal").where == "SocialChoice/Prop6.lean:46"
    if lean == "lake":
        assert trust["project"] == "../theirs"
        assert set(trust["project_sha256"]) == {"lakefile.toml", "lean-toolchain"}
        assert (tmp_path / "theirs/.lake/build/lib/lean/SocialChoice/Prop6.olean").is_file()
    else:
        # The embedded Lean leaves nothing behind in a project.
        assert not (tmp_path / "theirs/.lake").exists()


# --- a wrong map entry ---


@BOTH
@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (
            ('outcome_map = "rule"', 'outcome_map = "ruel"'),
            "lean.outcome_map: the library has no SocialChoice.OthmanSandholmProp6.ruel "
            "(did you mean SocialChoice.OthmanSandholmProp6.rule?)",
        ),
        (
            ('ColKind = { a = "low"', 'ColKind = { a = "lo"'),
            "lean.constructors.ColKind.a: the library has no SocialChoice.OthmanSandholmProp6.ColKind.lo "
            "(did you mean SocialChoice.OthmanSandholmProp6.ColKind.low?)",
        ),
        (
            ('namespace = "SocialChoice.OthmanSandholmProp6"', 'namespace = "OthmanSandholmProp6"'),
            "lean.outcome: the library has no OthmanSandholmProp6.Result "
            "(did you mean SocialChoice.OthmanSandholmProp6.Result?); "
            "lean.types.row: the library has no OthmanSandholmProp6.RowKind "
            "(did you mean SocialChoice.OthmanSandholmProp6.RowKind?); "
            "lean.types.col: the library has no OthmanSandholmProp6.ColKind "
            "(did you mean SocialChoice.OthmanSandholmProp6.ColKind?); and ",
        ),
        (
            ('outcome = "Result"', 'outcome = "sw"'),
            "lean.outcome: SocialChoice.OthmanSandholmProp6.sw is a definition, not an inductive type",
        ),
    ],
    ids=["misspelt", "constructor", "namespace", "kind"],
)
def test_a_name_that_is_not_there(
    tmp_path: Path, lean_cache: Path, lean: str, change: tuple[str, str], reason: str
) -> None:
    changes = [change]
    if change[0].startswith("outcome = "):
        changes.append(("\nResult = { o1", "\nsw = { o1"))
    outcome = verified(lay_out(tmp_path, *changes), lean_cache, lean)
    found = outcome.verification.non_divergence
    assert found.verdict == "not_checked"
    assert found.reason.startswith(reason)
    assert outcome.formal == set()
    assert outcome.code == 2


@BOTH
def test_a_name_that_is_another_things(tmp_path: Path, lean_cache: Path, lean: str) -> None:
    swapped = lay_out(
        tmp_path, ('Result = { o1 = "first", o2 = "second"', 'Result = { o1 = "second", o2 = "first"')
    )
    outcome = verified(swapped, lean_cache, lean)
    assert outcome.verification.non_divergence.verdict == "diverges"
    assert outcome.divergences["utilities.row.o1.a"] == ("1", "4")
    assert outcome.formal == set()
    assert outcome.code == 1


@BOTH
@pytest.mark.sample(every=2)
def test_a_theorem_that_is_not_there(tmp_path: Path, lean_cache: Path, lean: str) -> None:
    outcome = verified(lay_out(tmp_path, ('"sw_table_aa_ap"', '"sw_table_aa_pa"')), lean_cache, lean)
    assert outcome.check("welfare").problem == (
        "there is no theorem SocialChoice.OthmanSandholmProp6.sw_table_aa_pa in the compiled library"
    )
    assert outcome.formal == CLAIMS - {"welfare"}
    assert outcome.code == 1


@BOTH
def test_a_module_that_is_not_there(tmp_path: Path, lean_cache: Path, lean: str) -> None:
    home = lay_out(tmp_path, ('module = "SocialChoice.Prop6"', 'module = "SocialChoice.Prop7"'))
    with pytest.raises(Exception, match=r"there is no Lean module SocialChoice\.Prop7 \(searched for"):
        verified(home, lean_cache, lean)


def test_a_project_that_is_not_there(tmp_path: Path, lean_cache: Path) -> None:
    home = lay_out(tmp_path, ('project = "../theirs"', 'project = "../ours"'))
    with pytest.raises(ProjectMissing) as caught:
        verified(home, lean_cache, "embedded")
    assert str(caught.value) == (
        f"lean.project: {tmp_path}/prop6/../ours is no folder; expected that of a Lake project "
        "(with lakefile.toml or lakefile.lean), relative to the mechanism file"
    )


# --- what is wrong in the project ---


@BOTH
@pytest.mark.sample(every=2)
def test_a_cell_that_differs(tmp_path: Path, lean_cache: Path, lean: str) -> None:
    # No theorem depends on this cell, so the project compiles.
    tables = replaced(TABLES, ("  | .fourth, .high => 0\n", "  | .fourth, .high => 1\n"))
    outcome = verified(lay_out(tmp_path, tables=tables), lean_cache, lean)
    assert outcome.divergences == {"utilities.row.o4.a'": ("0", "1")}
    assert outcome.code == 1


@BOTH
@pytest.mark.sample(every=2)
def test_a_cell_that_breaks_proofs(tmp_path: Path, lean_cache: Path, lean: str) -> None:
    # The proofs are in the module that the cell is not in: nothing can be compared, nothing passes.
    tables = replaced(TABLES, ("  | .second, .low => 4\n", "  | .second, .low => 2\n"))
    outcome = verified(lay_out(tmp_path, tables=tables), lean_cache, lean)
    assert outcome.formal == set()
    assert outcome.divergences == {"utilities.row.o2.a": ("4", "2")}
    assert outcome.code == 1


@BOTH
@pytest.mark.parametrize(
    ("before", "proof", "code"),
    [("", "sorry", "sorry"), ("axiom cheat : False\n", "cheat.elim", "axiom")],
    ids=["sorry", "axiom"],
)
@pytest.mark.sample(every=3)
def test_a_theorem_that_is_not_proved(
    tmp_path: Path, lean_cache: Path, lean: str, before: str, proof: str, code: str
) -> None:
    statement = OPTIMAL[: OPTIMAL.index(":=")]
    outcome = verified(
        lay_out(tmp_path, prop6=replaced(PROP6, (OPTIMAL, f"{before}{statement}:= {proof}\n"))),
        lean_cache,
        lean,
    )
    assert outcome.check("o1_optimal").code == code
    assert outcome.formal == CLAIMS - {"o1_optimal"}
    assert outcome.code == 1


@pytest.mark.exhaustive
def test_a_build_that_fails_where_the_sources_compile(tmp_path: Path, lean_cache: Path) -> None:
    # The lakefile makes warnings errors, and there is one.
    prop6 = replaced(PROP6, (OPTIMAL, OPTIMAL + "\ntheorem later : 1 = 2 := sorry\n"))
    lakefile = LAKEFILE + "\n[leanOptions]\nwarningAsError = true\n"
    home = lay_out(tmp_path, prop6=prop6, lakefile=lakefile)
    outcome = verified(home, lean_cache)
    assert outcome.verification.non_divergence.reason == (
        "SocialChoice.Prop6: `lake build +SocialChoice.Prop6` fails: src/SocialChoice/Prop6.lean:53:8: "
        "declaration uses `sorry`"
    )
    assert outcome.formal == set()
    assert outcome.code == 2
    # Pycheck judges theorems one by one; the embedded Lean knows no lakefile's options.
    assert verified(home, lean_cache, "embedded").formal == CLAIMS


@pytest.mark.exhaustive
def test_sources_that_need_an_option_of_the_lakefile(tmp_path: Path, lean_cache: Path) -> None:
    prop6 = replaced(PROP6, (OPTIMAL, f"{OPTIMAL}\n{DEEP}"))
    refused = verified(lay_out(tmp_path / "without", prop6=prop6), lean_cache)
    assert refused.check("o1_optimal").code == "library_broken"
    assert refused.formal == set()
    home = lay_out(tmp_path, prop6=prop6, lakefile=LAKEFILE + "\n[leanOptions]\nmaxRecDepth = 20000\n")
    outcome = verified(home, lean_cache)
    assert outcome.formal == CLAIMS
    made_by = outcome.verification.lean.trust_base["library_compiled_by"]
    assert made_by == "lake build, with the options of its lakefile"


@pytest.mark.exhaustive
def test_what_lies_in_the_build_folder_is_not_what_is_checked(
    lake: StandIn, tmp_path: Path, lean_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lake finds its build folder up to date, though its sources say something else by now."""
    wrong = replaced(TABLES, ("  | .fourth, .high => 0\n", "  | .fourth, .high => 1\n"))
    assert verified(lay_out(tmp_path, tables=wrong), lean_cache).divergent == {"utilities.row.o4.a'"}
    write(tmp_path, {"theirs/src/SocialChoice/Tables.lean": TABLES})
    fake_lake(monkeypatch, tmp_path / "idle", f'[ "$1" = build ] || exec {lake.bin}/lake "$@"')
    outcome = verified(tmp_path / "prop6", lean_cache)
    assert outcome.formal == CLAIMS
    assert outcome.verification.non_divergence.verdict == "agrees"


# --- dependencies ---

REQUIRE = LAKEFILE + '\n[[require]]\nname = "dep"\npath = "../dep"\n'
EASY = "theorem Dep.easy {p : Prop} (h : p) : p := h\n"
CHEAT = "axiom Dep.cheat {p : Prop} : p\ntheorem Dep.easy {p : Prop} (_ : p) : p := Dep.cheat\n"


def with_dependency(folder: Path) -> Path:
    """The project, with a theorem that rests on another package's."""
    imports = "import SocialChoice.Tables\n"
    optimal = OPTIMAL.replace("by decide", "Dep.easy (by decide)")
    prop6 = replaced(PROP6, (imports, f"{imports}import Dep.Lemma\n"), (OPTIMAL, optimal))
    lakefile = 'name = "dep"\n\n[[lean_lib]]\nname = "Dep"\n'
    write(folder / "dep", {"lakefile.toml": lakefile, "Dep/Lemma.lean": EASY})
    return lay_out(folder, prop6=prop6, lakefile=REQUIRE)


def test_a_dependency_is_not_available_to_the_embedded_lean(tmp_path: Path, lean_cache: Path) -> None:
    home = with_dependency(tmp_path)
    outcome = verified(home, lean_cache, "embedded")
    assert outcome.verification.non_divergence.reason == (
        "SocialChoice.Prop6: module Dep.Lemma (imported by SocialChoice/Prop6.lean) is not available to the "
        "embedded Lean: use --lean lake"
    )
    assert outcome.formal == set()
    assert outcome.code == 2


@pytest.mark.parametrize(
    "module", ["Mathlib.Tactic", "Std.Data.HashMap", "Batteries", "Lean", "Init.Data.List"]
)
def test_modules_that_the_embedded_lean_does_not_have(tmp_path: Path, lean_cache: Path, module: str) -> None:
    home = lay_out(tmp_path, tables=f"import {module}\nimport Init\n{TABLES}")
    outcome = verified(home, lean_cache, "embedded")
    assert outcome.verification.non_divergence.reason == (
        f"SocialChoice.Prop6: module {module} (imported by SocialChoice/Tables.lean) is not available to the "
        "embedded Lean: use --lean lake"
    )
    assert outcome.code == 2


@pytest.mark.exhaustive
def test_a_dependency_through_lake(tmp_path: Path, lean_cache: Path) -> None:
    home = with_dependency(tmp_path)
    outcome = verified(home, lean_cache)
    assert outcome.formal == CLAIMS
    # The dependency changes, the project does not: what was found before must not be found again.
    write(tmp_path, {"dep/Dep/Lemma.lean": CHEAT})
    outcome = verified(home, lean_cache)
    # Only Lean itself knows what a dependency's theorems rest on.
    assert outcome.check("o1_optimal").problem == "its proof rests on axioms that are not allowed: Dep.cheat"
    assert outcome.formal == CLAIMS - {"o1_optimal"}


# --- what the bootstrap cannot compile ---


@pytest.mark.exhaustive
def test_a_project_beyond_the_bootstrap_is_not_checked_rather_than_wrong(
    tmp_path: Path, lean_cache: Path
) -> None:
    prop6 = replaced(PROP6, (OPTIMAL, OPTIMAL + "\ntheorem simple : 1 + 1 = 2 := by simp\n"))
    outcome = verified(lay_out(tmp_path, prop6=prop6), lean_cache, "embedded")
    reason = outcome.verification.non_divergence.reason
    assert reason.startswith(
        "SocialChoice/Prop6.lean:53 does not compile over pycheck's bootstrap Init, a small part of the "
        "official one; use --lean lake ("
    )
    assert outcome.verification.non_divergence.verdict == "not_checked"
    assert not outcome.verification.problems
    assert outcome.code == 2


# --- lakefiles ---


@pytest.mark.parametrize(
    ("name", "text", "folders"),
    [
        ("lakefile.toml", LAKEFILE, ["src", "."]),
        ("lakefile.toml", 'name = "p"\n', ["."]),
        (
            "lakefile.toml",
            'srcDir = "lean"\n[[lean_lib]]\nname = "A"\nsrcDir = "a"\n[[lean_lib]]\nname = "B"\n',
            ["lean/a", "lean", "."],
        ),
        ("lakefile.toml", '[[lean_exe]]\nname = "x"\nsrcDir = "app"\n', ["app", "."]),
        ("lakefile.toml", "srcDir = [1]\nlean_lib = 7\n", ["."]),
        ("lakefile.toml", "not = = toml", ["."]),
        (
            "lakefile.lean",
            'open Lake DSL\n\npackage p\n\n@[default_target]\nlean_lib A where\n  srcDir := "lean"\n',
            ["lean", "."],
        ),
        (
            "lakefile.lean",
            'package p where\n  srcDir := "src"\n\nlean_lib A where\n  srcDir := "a"\n\nlean_lib B\n',
            ["src/a", "src", "."],
        ),
        (
            "lakefile.lean",
            'package p\n-- lean_lib Old where srcDir := "old"\n/- srcDir := "older" -/\nlean_lib A\n',
            ["."],
        ),
        (
            "lakefile.lean",
            'package p\nlean_lib A where\n  srcDir := folder\nlean_exe x where srcDir := "app"\n',
            [".", "app"],
        ),
        (None, "", ["."]),
    ],
)
def test_where_sources_are(tmp_path: Path, name: str | None, text: str, folders: list[str]) -> None:
    if name is not None:
        write(tmp_path / "p", {name: text})
    (tmp_path / "p").mkdir(exist_ok=True)
    project = open_project(tmp_path, "p")
    assert [path.relative_to(tmp_path.resolve() / "p").as_posix() for path in project.sources] == folders


def test_lake_takes_the_lakefile_in_lean_where_there_are_two(tmp_path: Path) -> None:
    write(
        tmp_path, {"lakefile.toml": LAKEFILE, "lakefile.lean": 'package p\nlean_lib A where srcDir := "a"\n'}
    )
    assert open_project(tmp_path, ".").sources[0].name == "a"


@pytest.mark.parametrize(
    ("name", "text", "error"),
    [
        ("lakefile.toml", "name = social\n", "lakefile.toml: "),
        (
            "lakefile.lean",
            "import Lake\nopen Lake DSL\npackage p\nlean_lib A\nfoo\n",
            "lakefile.lean:5:0: unexpected identifier; expected command",
        ),
        (
            "lakefile.lean",
            "import Lake\nopen Lake DSL\npackage p\nlean_libb A\nfoo\n",
            "lakefile.lean:5:0: unexpected identifier; expected command",
        ),
    ],
)
def test_a_lakefile_with_an_error(tmp_path: Path, lean_cache: Path, name: str, text: str, error: str) -> None:
    home = lay_out(tmp_path)
    (tmp_path / "theirs/lakefile.toml").unlink()
    write(tmp_path / "theirs", {name: text})
    project = open_project(home, "../theirs")
    with pytest.raises(LeanUnavailable) as caught:
        LakeRunner(project=project)
    assert f"`lake env` fails in {tmp_path}/theirs: " in str(caught.value)
    assert error in str(caught.value)
    chosen = choose("auto", Cache(lean_cache), project=project)
    assert isinstance(chosen.runner, EmbeddedRunner)
    assert error in chosen.passed_over
