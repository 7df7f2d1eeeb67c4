"""A run of games at the gate and in a report: passed as it was played, else refused with its reason."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from pycheck.empirical.evidence import CONTENT, EmpiricalEvidence, GateSeal
from pycheck.empirical.gate import RESULT, GateResult, gate, measured_in, plays_of
from pycheck.empirical.play.fork_plan import Arm, ForkPlan, Move, Outcome
from pycheck.empirical.play.frozen import Frozen, freeze, load_frozen
from pycheck.empirical.play.record import Asked, Line, Stop, from_line, to_line
from pycheck.empirical.play.rescore import rescore
from pycheck.empirical.play.rules import eliminated
from pycheck.empirical.play.run import run as play_run
from pycheck.empirical.players import Reply, Request
from pycheck.empirical.probing.corpus import LABEL
from pycheck.empirical.probing.definitions import Probes, default_probes
from pycheck.empirical.record import Retry, Status
from pycheck.empirical.refusals import Code
from pycheck.empirical.trace import TRACE
from pycheck.errors import PycheckError
from pycheck.loading import load
from pycheck.mechanism import Mechanism, OutcomeMap
from pycheck.pipeline import verify
from pycheck.report import (
    EmpiricalSection,
    MixingRefused,
    render_html,
    render_markdown,
    render_text,
    schema,
    to_json,
)
from pycheck.report.as_json import dump
from pycheck.verdict import ClaimVerdict, FormalEvidence, Verification

from .tables import FAR, Echo, frozen_of, setup_data

VOTE = load("mafia_vote")
GAME = VOTE.mechanism
SECRET = "sk-" + "a1B2" * 6
PROBES = Probes(
    enabled=True,
    after_each_message=True,
    after_each_round=True,
    probes=tuple(p for p in default_probes().probes if p.id in ("role_assessment", "suspicion_ranking")),
)


def data_of(models: tuple[str, ...] = (), **changes: Any) -> dict[str, Any]:
    """Four players, one round; a model answers for those in ``models``."""
    roles = {"Alex": "Villager", "Gray": "Mafia", "Logan": "Villager", "Jordan": "Villager"}
    players = [
        {"name": name, "role": role, **({"family": "far"} if name in models else {"script": "reactive"})}
        for name, role in roles.items()
    ]
    some = {
        "seeds": [1, 2],
        "rules": {"max_rounds": 1},
        "players": players,
        "families": [FAR] if models else [],
        "probing": {"retests": ["suspicion_ranking"]},
    }
    return setup_data(**some | changes)


def budget(calls: int) -> dict[str, float | str]:
    """So many calls, and time and tokens for more."""
    return {"calls": calls, "tokens": 10**8, "wall_s": 3600.0, "may_stop_early": "a test"}


class Model(Echo):
    """A model behind an endpoint that answers; ``before`` is what it always says first."""

    def __init__(self, before: str = "") -> None:
        super().__init__()
        self.before = before

    def ask(self, request: Request) -> Reply:
        reply = super().ask(request)
        assert isinstance(reply, Reply)
        return replace(reply, raw=self.before + (reply.raw or ""), http_status=200)


def played(folder: Path, data: dict[str, Any], model: Any = None) -> Path:
    frozen_of(folder, data, PROBES)
    play_run(load_frozen(folder), folder / "freeze.json", folder, lambda family: model or Model())
    return folder


@pytest.fixture(scope="module")
def scripted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return played(tmp_path_factory.mktemp("games") / "scripted", data_of())


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return played(tmp_path_factory.mktemp("games") / "models", data_of(("Gray", "Logan")))


@pytest.fixture
def run(scripted: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(scripted, tmp_path / "copied"))


@pytest.fixture
def modelled(models: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(models, tmp_path / "copied"))


@pytest.fixture(scope="module")
def evidence(scripted: Path) -> EmpiricalEvidence:
    found = gate(scripted, GAME).evidence
    assert found is not None
    return found


def codes(found: GateResult) -> set[Code]:
    assert found.passed != bool(found.refusals)
    return {refusal.code for refusal in found.refusals}


def lines_of(run: Path) -> list[Line]:
    return [from_line(line + b"\n") for line in (run / TRACE).read_bytes().split(b"\n")[:-1]]


def write(run: Path, lines: list[Line]) -> None:
    (run / TRACE).write_bytes(b"".join(map(to_line, lines)))


def first(lines: list[Line], which: Callable[[Asked], bool]) -> int:
    return next(k for k, line in enumerate(lines) if isinstance(line, Asked) and which(line))


def edit(run: Path, which: Callable[[Asked], bool], how: Callable[[Asked], Asked]) -> None:
    lines = lines_of(run)
    place = first(lines, which)
    before = lines[place]
    assert isinstance(before, Asked)
    lines[place] = how(before)
    assert lines[place] != before
    write(run, lines)


def by_model(asked: Asked) -> bool:
    return asked.family is not None


# --- What passes ---


def test_the_vote_is_that_of_the_engine() -> None:
    living = [agent.name for agent in GAME.agents]
    for k, profile in enumerate(GAME.signature.report_profiles()):
        votes = [GAME.agents[i].reports[report] for i, report in enumerate(profile)]
        found = GAME.outcomes[GAME.outcome_map.cells[k]]
        assert found == (eliminated([v for v in votes if v != "nobody"], living) or "nobody")


def test_a_scripted_run_passes_as_what_it_is(evidence: EmpiricalEvidence) -> None:
    assert evidence.label == LABEL.replace("these models", "scripted players, no models,")
    assert evidence.title.endswith("(scripted players, no models)")
    assert evidence.intact
    assert evidence.foreign_to(GAME) == ""
    assert evidence.size == f"2 games, {evidence.acts} answers"
    answered = next(table for table in evidence.tables if table.caption == "Who answered")
    assert {row[1] for row in answered.rows} == {"script reactive, no model"}


def test_a_run_of_models_says_how_many_are_none(models: Path) -> None:
    found = gate(models, GAME).evidence
    assert found is not None
    assert found.label == LABEL.replace("these models", "these models and of 2 scripted players")
    assert "no models" not in found.title
    everybody = gate(played(models.parent / "all", data_of(("Alex", "Gray", "Logan", "Jordan"))), GAME)
    assert everybody.evidence is not None
    assert everybody.evidence.label == LABEL


def test_figures_are_those_of_the_logs(evidence: EmpiricalEvidence, scripted: Path) -> None:
    from pycheck.empirical.probing.as_json import to_json as measured_json
    from pycheck.empirical.probing.corpus import find_games, measure

    again = measured_json(measure(find_games([scripted / "games"])))
    stored = evidence.data["measures"]["stored"]
    assert stored == again["measures"]["stored"]
    found = stored["expected_calibration_error"]["all"]
    assert found["n"] > 0
    assert found["low"] <= found["value"] <= found["high"]
    assert "games won by the Mafia" in [row[0] for row in evidence.tables[0].rows]
    asked = next(table for table in evidence.tables if table.caption == "What became of every question")
    assert sum(int(cell.replace(",", "")) for row in asked.rows for cell in row[1:]) == evidence.acts


def test_stops_are_listed_and_do_not_count_against_a_run(tmp_path: Path) -> None:
    folder = played(tmp_path / "stopped", data_of(("Gray",), budgets=budget(3)))
    found = gate(folder, GAME)
    assert Code.MISSING in codes(found)
    assert any("the run ended before" in refusal.what for refusal in found.refusals)
    lines = lines_of(played(tmp_path / "whole", data_of(("Gray",))))
    lines.insert(9, Stop("interrupted", "interrupted by the user", 0.0))
    write(tmp_path / "whole", lines)
    passed = gate(tmp_path / "whole", GAME)
    assert passed.evidence is not None
    assert passed.evidence.data["stops"] == [{"reason": "interrupted", "message": "interrupted by the user"}]


# --- Forks ---


def fork(parent: Path, folder: Path, **changes: Any) -> Frozen:
    """A fork after the first message of the parent's first game, two games in each of two arms."""
    frozen = load_frozen(parent)
    opening = next(a for a in lines_of(parent) if isinstance(a, Asked) and a.key.what == "move")
    plan = ForkPlan(
        parent=frozen.units[0].game_id,
        parent_freeze=frozen.digest,
        seed=frozen.units[0].seed,
        round=0,
        number=1,
        moves=(Move(player=opening.key.player, text=opening.attempt.raw or ""),),
        arms=(Arm(name="as_it_was"), Arm(name="said", last="I am the Doctor.")),
        replicas=2,
        outcome=Outcome(kind="winner", value="Mafia"),
    )
    folder.mkdir(parents=True)
    setup = frozen.setup.model_copy(update={"seeds": (plan.seed,)})
    made = freeze(setup, PROBES, folder / "freeze.json", plan.model_copy(update=changes))
    play_run(made, folder / "freeze.json", folder, lambda family: Model())
    return made


def test_a_fork_has_all_of_its_arms(scripted: Path, tmp_path: Path) -> None:
    made = fork(scripted, tmp_path / "fork")
    found = gate(tmp_path / "fork", GAME)
    assert found.evidence is not None
    planned = next(t for t in found.evidence.tables if t.caption.startswith("The planned comparison"))
    assert [row[0] for row in planned.rows] == ["as_it_was", "said"]
    assert all(row[1].endswith(" of 2") for row in planned.rows)
    assert "not significant" in planned.note or "no measure" in planned.note
    # One game of one arm, gone without a trace.
    lost = made.units[-1]
    shutil.rmtree(tmp_path / "fork" / "games" / lost.game_id)
    kept = [x for x in lines_of(tmp_path / "fork") if not (isinstance(x, Asked) and x.key.game == lost.name)]
    write(tmp_path / "fork", kept)
    refused = gate(tmp_path / "fork", GAME)
    assert codes(refused) == {Code.MISSING}
    assert "(arm said)" in refused.refusals[0].what


# --- What is refused ---


def test_an_edited_freeze_is_refused(run: Path) -> None:
    path = run / "freeze.json"
    data = path.read_bytes()
    path.write_bytes(data.replace(b'"temperature":0.7', b'"temperature":0.1', 1))
    assert Code.OTHER_FREEZE in codes(gate(run, GAME))
    for other in (data + b"\n", data.replace(b'"kind":"games"', b'"kind": "games"', 1), data[:-1]):
        path.write_bytes(other)
        assert codes(gate(run, GAME)) == {Code.FREEZE}
    path.unlink()
    assert codes(gate(run, GAME)) == {Code.FREEZE}


def test_games_are_all_there_once_and_no_other(run: Path) -> None:
    games = sorted((run / "games").iterdir())
    (run / "games" / "another").mkdir()
    (games[0] / "notes.txt").write_text("mine")
    found = gate(run, GAME)
    assert codes(found) == {Code.UNPLANNED}
    assert {refusal.where for refusal in found.refusals} == {
        "games/another",
        f"games/{games[0].name}/notes.txt",
    }
    shutil.rmtree(run / "games" / "another")
    (games[0] / "notes.txt").unlink()
    assert gate(run, GAME).passed
    shutil.rmtree(games[1])
    assert codes(gate(run, GAME)) == {Code.MISSING}


def test_a_question_stands_in_the_trace_once_and_in_a_game_of_the_plan(run: Path) -> None:
    lines = lines_of(run)
    last = lines[-1]
    assert isinstance(last, Asked)
    write(run, [*lines, last])
    assert codes(gate(run, GAME)) == {Code.DOUBLED}
    write(run, [*lines, replace(last, key=last.key._replace(game="seed-9"))])
    assert codes(gate(run, GAME)) == {Code.UNPLANNED}
    write(run, [*lines, replace(last, key=last.key._replace(step=999))])
    assert codes(gate(run, GAME)) == {Code.UNPLANNED}, "a step that the game does not have"
    write(run, lines[:-1])
    assert Code.MISSING in codes(gate(run, GAME))


def test_the_trace_is_whole_lines_of_its_schema(run: Path) -> None:
    data = (run / TRACE).read_bytes()
    for changed, expected in (
        (data[:-5], Code.TRACE),
        (data[data.index(b"\n") + 1 :], Code.TRACE),
        (data.replace(b'"shown":', b'"shown": ', 1), Code.SCHEMA),
        (data.replace(b'"kind":"asked"', b'"kind":"asked","more":1', 1), Code.SCHEMA),
        (data + b"{}\n", Code.SCHEMA),
        (data + data[: data.index(b"\n") + 1], Code.TRACE),
    ):
        assert changed != data
        (run / TRACE).write_bytes(changed)
        assert expected in codes(gate(run, GAME))
    (run / TRACE).unlink()
    assert codes(gate(run, GAME)) == {Code.TRACE}


@pytest.mark.parametrize("name", ["game.jsonl", "introspection.jsonl", "contexts.jsonl"])
def test_an_edited_log_is_refused(name: str, run: Path) -> None:
    path = sorted((run / "games").iterdir())[0] / name
    data = path.read_bytes()
    for edited in (data.replace(b"Alex", b"Olex", 1), data[:-1], data + data[: data.index(b"\n") + 1]):
        path.write_bytes(edited)
        found = gate(run, GAME)
        assert codes(found) == {Code.RESCORING}
        assert name in found.refusals[0].where
    path.unlink()
    assert codes(gate(run, GAME)) == {Code.RESCORING}


def said(asked: Asked, text: str) -> Asked:
    return replace(asked, attempt=replace(asked.attempt, raw=text))


#: A hand-edited line of a run with models, and what it is refused for.
EDITS: dict[str, tuple[Callable[[Asked], bool], Callable[[Asked], Asked], set[Code]]] = {
    "another answer of a script": (
        lambda a: a.family is None,
        lambda a: said(a, "I say something else."),
        {Code.RESCORING, Code.QUESTION},
    ),
    "another answer of a model, which is quoted later": (
        lambda a: by_model(a) and a.key.what == "role_assessment",
        lambda a: said(a, "[]"),
        {Code.QUESTION},
    ),
    "another answer of a model, the logs as they were": (
        lambda a: by_model(a) and a.key.repeat == 1,
        lambda a: said(a, "[]"),
        {Code.RESCORING},
    ),
    "an answer of a model called a script's, and so free": (
        by_model,
        lambda a: replace(a, family=None, attempt=replace(a.attempt, finish_reason=None, prompt_sha256=None)),
        {Code.RESCORING},
    ),
    "an answer of another model": (by_model, lambda a: replace(a, model="model-2"), {Code.RESCORING}),
    "a model that was not asked": (
        by_model,
        lambda a: replace(a, attempt=replace(a.attempt, model="model-2")),
        {Code.RESCORING},
    ),
    "a status": (
        by_model,
        lambda a: replace(a, attempt=replace(a.attempt, status=Status.TRUNCATED)),
        {Code.RESCORING},
    ),
    "a script with tokens": (
        lambda a: a.family is None,
        lambda a: replace(a, attempt=replace(a.attempt, prompt_tokens=3)),
        {Code.RESCORING},
    ),
    "another question": (by_model, lambda a: replace(a, question=a.question + "!"), {Code.QUESTION}),
    "a prompt with a digest of its own": (
        by_model,
        lambda a: replace(a, prompt_sha256="0" * 64),
        {Code.QUESTION},
    ),
    "a prompt that is shorter, and so cheaper": (
        by_model,
        lambda a: replace(a, most_tokens=a.most_tokens - 1),
        {Code.QUESTION},
    ),
    "an answer to another prompt": (
        by_model,
        lambda a: replace(a, attempt=replace(a.attempt, prompt_sha256="0" * 64)),
        {Code.QUESTION},
    ),
    "a longer answer than was asked for": (
        by_model,
        lambda a: replace(a, max_tokens=a.max_tokens + 1),
        {Code.QUESTION},
    ),
    "another seed": (by_model, lambda a: replace(a, seed=a.seed + 1), {Code.QUESTION}),
    "asked again until it fitted": (
        by_model,
        lambda a: replace(a, attempt=replace(a.attempt, retries=(Retry("timeout", 0.01),) * 3)),
        {Code.RESAMPLED},
    ),
    "a wait that is not the frozen one": (
        by_model,
        lambda a: replace(a, attempt=replace(a.attempt, retries=(Retry("timeout", 5.0),))),
        {Code.RESAMPLED},
    ),
    "turned down and asked again": (
        by_model,
        lambda a: replace(a, attempt=replace(a.attempt, retries=(Retry("http_status", 0.0, 402),) * 2)),
        {Code.RESAMPLED},
    ),
    "longer than the budget of time": (by_model, lambda a: replace(a, elapsed_s=1e6), {Code.BUDGET}),
}


@pytest.mark.sample(every=3)
@pytest.mark.parametrize("name", EDITS)
def test_a_hand_edited_trace_is_refused(name: str, modelled: Path) -> None:
    which, how, expected = EDITS[name]
    edit(modelled, which, how)
    assert codes(gate(modelled, GAME)) == expected


def test_no_budget_is_passed(tmp_path: Path) -> None:
    whole = played(tmp_path / "whole", data_of(("Gray",)))
    calls = sum(isinstance(line, Asked) and by_model(line) for line in lines_of(whole))
    for limit, expected in ((calls, set()), (calls - 1, {Code.BUDGET})):
        folder = tmp_path / f"at most {limit}"
        made = frozen_of(folder, data_of(("Gray",), budgets=budget(limit)), PROBES)
        again = {unit.name: unit.game_id for unit in made.units}
        old = {unit.game_id: unit.name for unit in load_frozen(whole).units}
        lines = lines_of(whole)
        write(folder, [replace(lines[0], freeze=made.digest), *lines[1:]])  # type: ignore[arg-type]
        for place in (whole / "games").iterdir():
            own = folder / "games" / again[old[place.name]]
            own.mkdir(parents=True)
            for log in place.iterdir():
                (own / log.name).write_text(log.read_text().replace(place.name, own.name))
        assert codes(gate(folder, GAME)) == expected


# --- Secrets ---


def test_a_key_is_found_in_every_file(run: Path) -> None:
    game = sorted((run / "games").iterdir())[0]
    journal = run / "journal.jsonl"
    assert journal.is_file()
    for path in (run / TRACE, journal, *sorted(game.iterdir())):
        data = path.read_bytes()
        path.write_bytes(data + json.dumps({"content": SECRET}).encode() + b"\n")
        found = gate(run, GAME)
        assert Code.SECRET in codes(found), path.name
        secret = [refusal for refusal in found.refusals if refusal.code is Code.SECRET]
        assert path.name in secret[0].where
        assert not any(SECRET in str(refusal) for refusal in found.refusals)
        path.write_bytes(data)
    assert gate(run, GAME).passed


def test_a_model_may_talk_of_secrets_and_not_say_one(tmp_path: Path) -> None:
    prose = "Authorization: yes, in /home/office."
    assert gate(played(tmp_path / "prose", data_of(("Gray",)), Model(prose + " ")), GAME).passed
    found = gate(played(tmp_path / "key", data_of(("Gray",)), Model(SECRET + " ")), GAME)
    assert codes(found) == {Code.SECRET}
    places = {refusal.where.partition(":")[0].rpartition("/")[2] for refusal in found.refusals}
    assert places >= {TRACE}
    setup = data_of(title="From /home/someone.")
    assert codes(gate(played(tmp_path / "path", setup), GAME)) == {Code.SECRET}


def test_the_value_of_a_key_variable_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = played(tmp_path / "keyed", data_of(("Gray",)))
    assert gate(folder, GAME).passed
    monkeypatch.setenv(FAR["key_variable"], "things in mind")
    assert codes(gate(folder, GAME)) == {Code.SECRET}


# --- What it was made for ---


def test_a_run_is_about_the_vote_of_its_games(run: Path) -> None:
    assert codes(gate(run, replace(GAME, name="another"))) == {Code.OTHER_MECHANISM}
    assert codes(gate(run, load("war_verdict").mechanism)) == {Code.OTHER_MECHANISM}
    cells = list(GAME.outcome_map.cells)
    cells[0] = GAME.outcomes.index("nobody")
    other = replace(GAME, maps={"outcome_map": OutcomeMap(tuple(cells))})
    found = gate(run, other)
    assert codes(found) == {Code.OTHER_MECHANISM}
    assert "on the votes alex, alex, alex the games' rule gives alex" in found.refusals[0].what


def test_a_run_that_passed_is_held_against_what_passed(run: Path, models: Path) -> None:
    written = gate(run, GAME).to_json()
    (run / RESULT).write_text(json.dumps(written))
    assert gate(run, GAME).passed
    theirs = gate(models, GAME).to_json()
    edited = [
        theirs,
        written | {"passed": "yes"},
        written | {"trace_sha256": "0" * 64},
        written | {"mechanism": "war_verdict"},
        written | {"tables_sha256": "0" * 64},
        written | {"results": theirs["results"]},
        [],
    ]
    for other in edited:
        (run / RESULT).write_text(json.dumps(other))
        assert codes(gate(run, GAME)) == {Code.CHANGED}
    (run / RESULT).write_text(json.dumps(written))
    edit(run, lambda a: True, lambda a: replace(a, elapsed_s=a.elapsed_s + 1))
    assert codes(gate(run, GAME)) == {Code.CHANGED}, "consistent, and another trace than the one that passed"


def test_evidence_is_of_the_gate_alone(evidence: EmpiricalEvidence) -> None:
    fields = {name: getattr(evidence, name) for name in CONTENT}
    with pytest.raises(PermissionError, match="only the gate"):
        EmpiricalEvidence(**fields, seal=GateSeal(object(), ""))
    with pytest.raises(PermissionError, match="changed since"):
        EmpiricalEvidence(**fields | {"label": LABEL}, seal=evidence.seal)
    with pytest.raises(PermissionError, match="changed since"):
        replace(evidence, title="Games of models.")


# --- In a report ---


@pytest.fixture(scope="module")
def verification() -> Verification:
    return verify(VOTE, lean="none", symbolic=False)


def test_a_report_shows_scripted_players_as_such(
    evidence: EmpiricalEvidence, verification: Verification
) -> None:
    section = EmpiricalSection((evidence,))
    data = to_json(verification, section)
    assert data["measured"]["label"] == evidence.label
    jsonschema.validate(json.loads(dump(data)), schema())
    for render in (render_markdown, render_html, render_text):
        shown = " ".join(str(render(verification, measured=section)).split())
        assert "scripted players, no models" in shown
        assert "proves nothing" in shown
    # It says so of the run itself where other runs stand beside it.
    assert "what it is" in render_markdown(verification, section)


def test_a_measurement_is_no_formal_evidence(evidence: EmpiricalEvidence, verification: Verification) -> None:
    row = verification.claims[0]
    for field in ("formal", "exhaustive", "symbolic"):
        with pytest.raises(TypeError, match="EmpiricalEvidence is no"):
            replace(row, **{field: evidence})  # type: ignore[arg-type]
    with pytest.raises(PermissionError):
        FormalEvidence("run", "claim", (), evidence)
    with pytest.raises(MixingRefused):
        EmpiricalSection((row,))  # type: ignore[arg-type]
    assert not hasattr(evidence, "holds")
    assert isinstance(row, ClaimVerdict)


def test_a_moved_result_is_refused(evidence: EmpiricalEvidence) -> None:
    elsewhere = verify(load("war_verdict"), lean="none", symbolic=False)
    with pytest.raises(MixingRefused, match="is about mafia_vote, not about war_verdict"):
        to_json(elsewhere, EmpiricalSection((evidence,)))


def with_note(verification: Verification, note: str) -> Verification:
    mechanism = verification.mechanism
    claims = (replace(mechanism.claims[0], note=note), *mechanism.claims[1:])
    changed: Mechanism = replace(mechanism, claims=claims)
    return replace(verification, mechanism=changed)


def test_a_claim_that_cites_a_run_is_refused(evidence: EmpiricalEvidence, verification: Verification) -> None:
    section = EmpiricalSection((evidence,))
    game = evidence.data["games"][0]["game_id"]
    for note in (
        f"As in {evidence.trace_sha256[:9]}.",
        f"Seen in the game {game}.",
        f"Seen in {game[:8]}.",
        "See game.jsonl.",
        "See introspection . jsonl of it.",
        "See play/local.",
        f"As in the run {evidence.run}.",
        "As the protocol table says.",
    ):
        with pytest.raises(MixingRefused, match="cites a run"):
            to_json(with_note(verification, note), section)
    to_json(with_note(verification, "A player may vote for nobody in a game."), section)


def test_runs_are_found_beside_the_mechanism(run: Path, tmp_path: Path) -> None:
    from click.testing import CliRunner

    from pycheck.cli import cli

    folder = tmp_path / "mafia_vote"
    shutil.copytree(GAME_FOLDER, folder, ignore=shutil.ignore_patterns("play"))
    shutil.copytree(run, folder / "play" / "mine")
    assert plays_of(folder) == measured_in(folder) == (folder / "play" / "mine",)
    found = CliRunner().invoke(cli, ["gate", str(folder / "play" / "mine"), "--write"])
    assert found.exit_code == 0, found.output
    assert "scripted players, no models" in found.output
    assert json.loads((folder / "play" / "mine" / RESULT).read_bytes())["mechanism"] == "mafia_vote"
    page = CliRunner().invoke(cli, ["gate", str(folder / "play" / "mine"), "--page", str(tmp_path / "p")])
    assert page.exit_code != 0
    assert isinstance(page.exception, PycheckError | SystemExit)


GAME_FOLDER = VOTE.folder


def test_the_same_run_gives_the_same_bytes(scripted: Path, tmp_path: Path) -> None:
    """Wherever it lies: no path of a machine is in a result."""
    copy = Path(shutil.copytree(scripted, tmp_path / "elsewhere" / scripted.name))
    one, other = (dump(gate(folder, GAME).to_json()) for folder in (scripted, copy))
    assert one == other
    assert str(scripted.parent) not in one
    assert rescore(copy).faults == ()


@pytest.mark.parametrize("shipped", plays_of(GAME_FOLDER), ids=lambda run: run.name)
def test_shipped_games_pass_and_say_what_was_written_down(shipped: Path) -> None:
    found = gate(shipped, GAME)
    assert found.refusals == ()
    assert (shipped / RESULT).read_text() == dump(found.to_json())
