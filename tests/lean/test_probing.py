"""Probing and the rules of Mafia: the library proves what is asked for, and nothing else passes for it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pycheck.cache import Cache
from pycheck.lean.audit import Audit, audit_target
from pycheck.lean.embedded import EmbeddedRunner
from pycheck.lean.reasons import Code
from pycheck.lean.required import Statements, read_statements

from ._mutants import LEAN, replaced

ASKED = LEAN.parent / "mechanisms" / "mafia_vote"
DOCUMENT = LEAN.parent / "docs" / "probing-proofs.md"
#: What is asked for, and the module that has to prove it.
FILES = {"Probing": "Probing.lean", "Mafia": "Mafia.lean"}
IMPORTED = {"Probing": (), "Mafia": ("Finite", "Naturals", "Lists", "Probing")}


@pytest.fixture(scope="module")
def runner(lean_cache: Path) -> EmbeddedRunner:
    return EmbeddedRunner(Cache(lean_cache))


@pytest.fixture(scope="module")
def asked(runner: EmbeddedRunner, lean_cache: Path) -> dict[str, Statements]:
    return {
        module: read_statements(ASKED / file, runner, Cache(lean_cache)) for module, file in FILES.items()
    }


def source(module: str) -> str:
    return (LEAN / "Mechanisms" / f"{module}.lean").read_text(encoding="utf-8")


def audited(
    folder: Path, sources: dict[str, str], statements: Statements, runner: EmbeddedRunner, cache: Path
) -> Audit:
    """Audit the last of ``sources``, with what it imports beside it; those given go before the library's."""
    target = list(sources)[-1]
    home = folder / "Mechanisms"
    home.mkdir()
    for name in IMPORTED[target]:
        (home / f"{name}.lean").write_text(source(name), encoding="utf-8")
    for name, text in sources.items():
        (home / f"{name}.lean").write_text(text, encoding="utf-8")
    return audit_target(home / f"{target}.lean", statements, runner, Cache(cache))


def rejected(found: Audit, module: str) -> dict[str, str]:
    prefix = f"Mechanisms.{module}."
    return {t.name.removeprefix(prefix): t.code for t in found.findings if t.verdict != "proved"}


@pytest.mark.parametrize("module", FILES)
def test_the_library_proves_what_is_asked(
    tmp_path: Path, asked: dict[str, Statements], runner: EmbeddedRunner, lean_cache: Path, module: str
) -> None:
    found = audited(tmp_path, {module: source(module)}, asked[module], runner, lean_cache)
    assert len(found.findings) == len(asked[module].required) == {"Probing": 30, "Mafia": 30}[module]
    assert found.ok, found
    assert all(theorem.axioms == () for theorem in found.findings)


@pytest.mark.parametrize("module", FILES)
def test_what_the_module_names_as_its_results_is_asked_for(asked: dict[str, Statements], module: str) -> None:
    _, _, said = source(module).partition("## Main results")
    named = set(re.findall(r"`(\w+)`", said.partition("-/")[0].partition("## References")[0]))
    required = {name.rsplit(".", 1)[-1] for name in asked[module].required}
    assert len(named) > 8
    assert named - {"play"} <= required


def test_every_theorem_on_probing_is_asked_for(asked: dict[str, Statements]) -> None:
    there = re.findall(r"^theorem (\w+)", source("Probing"), re.MULTILINE)
    assert list(asked["Probing"].required) == [f"Mechanisms.Probing.{name}" for name in there]


def test_the_document_names_theorems_that_there_are(asked: dict[str, Statements]) -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    required = {name.rsplit(".", 1)[-1] for statements in asked.values() for name in statements.required}
    assert f"{len(required)} of {len(required)} statements are proved" in text
    named = set(re.findall(r"`(\w+_\w+)`", text))
    assert len(named) > 25
    assert named <= required


#: Theorems with a hypothesis more, each proved as before: they say less than is asked for.
WEAKER: dict[str, dict[str, tuple[str, ...]]] = {
    "Probing": {
        "readsOnly_iff": (") :", ") (_ : i.ReadsOnly) :"),
        "run_probed_state": (" :", " (_ : es = []) :"),
        "run_probed_contexts": (" :", " (_ : s = Schedule.none) :"),
        "play_probed_transcript": (" :", " (_ : n = 0) :"),
        "add_probes": (" :", " (_ : s' = Schedule.none) :"),
        "remove_probes": ("(keep :", "(_ : n = 0) (keep :"),
        "reorder_probes": (" :", " (_ : s = s') :"),
        "leak_on_a_copy": ("(es : List Nat)", "(es : List Nat) (_ : es = [])"),
    },
    "Mafia": {
        "no_valid_vote": ("(invalid :", "(_ : votes = []) (invalid :"),
        "invalid_votes_do_not_count": ("votes : List α)", "votes : List α) (_ : living = [])"),
        "target_of_two": (" :", " (_ : a = b) :", "(a b : α)"),
        "winner_mafia": ("(living :", "(_ : 0 < mafia) (living :"),
        "loop_ends_after_fifteen_rounds": ("(players :", "(_ : Nat) (players :"),
        "loop_ends_by_eliminations": ("(n k : Nat)", "(_ : ∀ t : Table α, t.roundsLeft = 1) (n k : Nat)"),
        "never_both_in_a_game": ("(n k : Nat)", "(_ : ∀ c, isMafia c = false) (n k : Nat)"),
        "probing_keeps_the_table": ("(n k : Nat)", "(_ : s = Probing.Schedule.none) (n k : Nat)"),
    },
}


@pytest.mark.exhaustive
@pytest.mark.parametrize("module", FILES)
def test_theorems_that_say_less_are_rejected(
    tmp_path: Path, asked: dict[str, Statements], runner: EmbeddedRunner, lean_cache: Path, module: str
) -> None:
    text = source(module)
    for name, (old, new, *after) in WEAKER[module].items():
        start = f"theorem {name}"
        head, found_it, rest = text.partition(start)
        for words in after:
            more, _, rest = rest.partition(words)
            start += more + words
        assert found_it
        assert old in rest
        text = head + start + rest.replace(old, new, 1)
    found = audited(tmp_path, {module: text}, asked[module], runner, lean_cache)
    assert rejected(found, module) == dict.fromkeys(WEAKER[module], Code.STATEMENT_DIFFERS)


#: Statements made false, or stronger than what is true, by the theorem whose statement it is.
FALSE = {
    "Probing": {
        # An instrument that is not known to read only;
        "playWith_readsOnly": ("(reads : i.ReadsOnly)", ""),
        # a leak that nobody sees and that changes nothing;
        "leak_shows": ("¬ (talk", "(talk"),
        "leak_changes_the_end": ("¬ (talk", "(talk"),
        # probes that do not see the game, and see more than one player's part of it.
        "answers_follow_the_game": ("[3, 1, 0]", "[0, 0, 0]"),
        "askPlayer_sees_one_player": ("(same : g.context i p = g.context i q) ", ""),
    },
    "Mafia": {
        # In a tie the one who is first has it; in a split vote the one who is last.
        "tie": ("= none", "= some c"),
        "target_of_two": ("some a", "some b"),
        # With nobody living both camps win.
        "never_both": ("(living : 0 < mafia + others) ", ""),
        # One phase a round, and one round too few.
        "step_lowers_phases": ("+ 1", "+ 2"),
        "loop_ends_after_fifteen_rounds": (
            "choose 30 0 (start players)).over",
            "choose 29 0 (start players)).over",
        ),
        # An elimination leaves two fewer.
        "step_lowers_living": ("living.length < t", "living.length + 1 < t"),
    },
}


@pytest.mark.exhaustive
@pytest.mark.parametrize("module", FILES)
def test_false_statements_are_not_proved(
    tmp_path: Path, runner: EmbeddedRunner, lean_cache: Path, module: str
) -> None:
    text = (ASKED / FILES[module]).read_text(encoding="utf-8")
    for name, (old, new) in FALSE[module].items():
        head, start, rest = text.partition(f"theorem {name} ")
        statement, end, rest = rest.partition(" := sorry")
        text = head + start + replaced(statement, (old, new)) + end + rest
    path = tmp_path / FILES[module]
    path.write_text(text, encoding="utf-8")
    statements = read_statements(path, runner, Cache(lean_cache))
    found = audited(tmp_path, {module: source(module)}, statements, runner, lean_cache)
    assert rejected(found, module) == dict.fromkeys(FALSE[module], Code.STATEMENT_DIFFERS)


#: Definitions that are not so: for each, the first theorem whose proof says so.
UNTRUE = {
    "probes may write": (
        "Probing",
        "fun p m => (p, (s p m).notes p m)",
        "fun p m => (⟨p.state, p.transcript ++ p.transcript⟩, (s p m).notes p m)",
        "probing_readsOnly",
    ),
    "a split vote eliminates the first": (
        "Mafia",
        "= 0 then none else sole (leaders living votes)\n\nvariable",
        "= 0 then none else firstWith (named living) (leaders living votes)\n\nvariable",
        "of_eliminated",
    ),
    "Mafia have to be more": ("Mafia", "others ≤ mafia", "others < mafia", "both_exactly_when_nobody_lives"),
    "probes are not asked": (
        "Probing",
        "| .ask probe rest, m => (rest (probe p m).1).notes p (m.add (probe p m))",
        "| .ask _ _, m => m",
        "notes_andThen",
    ),
    "Doctors save nobody": ("Mafia", "cond (named saved c) none (some c)", "some c", "of_killed"),
    "a game has a round more": (
        "Mafia",
        "roundsLeft := 15",
        "roundsLeft := 16",
        "loop_ends_after_fifteen_rounds",
    ),
}


@pytest.mark.parametrize("untrue", UNTRUE)
@pytest.mark.sample(every=3)
def test_of_other_rules_the_theorems_are_not_true(
    tmp_path: Path, asked: dict[str, Statements], runner: EmbeddedRunner, lean_cache: Path, untrue: str
) -> None:
    module, old, new, fails = UNTRUE[untrue]
    text = replaced(source(module), (old, new))
    found = audited(tmp_path, {module: text}, asked[module], runner, lean_cache)
    assert set(rejected(found, module).values()) == {Code.DOES_NOT_COMPILE}
    (line,) = {int(number) for t in found.findings for number in re.findall(r"\.lean:(\d+): ", t.reason)}
    before = "\n".join(text.splitlines()[:line])
    assert re.findall(r"^theorem (\w+)", before, re.MULTILINE)[-1] == fails


#: Definitions that keep every theorem true, and make less of it: by the theorems that are worth less.
HOLLOW = {
    "only the end is shown": ("contexts := c :: r.contexts", "contexts := r.contexts", "run_probed_contexts"),
    "nothing is said in public": (
        "transcript := p.transcript ++ g.announce p.state e",
        "transcript := p.transcript",
        "play_probed_transcript",
    ),
}


@pytest.mark.exhaustive
@pytest.mark.parametrize("hollow", HOLLOW)
def test_theorems_about_less_are_rejected(
    tmp_path: Path, asked: dict[str, Statements], runner: EmbeddedRunner, lean_cache: Path, hollow: str
) -> None:
    old, new, worth = HOLLOW[hollow]
    text = replaced(source("Probing"), (old, new))
    less = rejected(audited(tmp_path, {"Probing": text}, asked["Probing"], runner, lean_cache), "Probing")
    assert less[worth] is Code.DEFINITION_DIFFERS
    assert set(less.values()) == {Code.DEFINITION_DIFFERS}
