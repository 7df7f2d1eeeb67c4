"""lean-dojo: what it needs, what is said where that is missing, and what becomes of its facts.

No toolchain can be had where these tests run, so no test traces with lean-dojo. How far a trace gets is told
in docs/lean-dojo.md.
"""

from __future__ import annotations

import ast
import http.server
import importlib.util
import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pycheck import graphs
from pycheck.cache import Cache
from pycheck.cli import cli
from pycheck.errors import InputFileError, PycheckError
from pycheck.graphs.premises import to_json, with_premises
from pycheck.lean import dojo
from pycheck.lean.dojo import NotTraceable, make_repository, missing_for_tracing, read_trace, trace
from pycheck.lean.sources import import_closure
from pycheck.lean.staging import TOOLCHAIN_MODULES
from pycheck.lean.traced import TracedTheorem, read_traced
from pycheck.loading import load
from pycheck.pipeline import verify

from ._mutants import LEAN, NAMESPACE, ROOT
from .standin_lake import StandIn

#: Two theorems of the shipped library in the form of LeanDojo Benchmark 4, written by hand, for want of a
#: toolchain. The keys and their nesting are those of ``export_proofs`` in lean-dojo's
#: ``scripts/generate-benchmark-lean4.ipynb``; positions and provenances are as
#: ``TracedTactic.get_annotated_tactic`` of lean-dojo 4.20.0 makes them.
RECORDED = [
    {
        "url": "https://example.org/traced",
        "commit": "0123456789abcdef0123456789abcdef01234567",
        "file_path": "Mechanisms/OthmanSandholm.lean",
        "full_name": f"{NAMESPACE}.row_a'_strictly_dominant",
        "start": [114, 1],
        "end": [114, 84],
        "traced_tactics": [
            {
                "tactic": "decide",
                "annotated_tactic": ["decide", []],
                "state_before": "⊢ StrictActionDominant uRow outcome Ty.a'",
                "state_after": "no goals",
            }
        ],
    },
    {
        "url": "https://example.org/traced",
        "commit": "0123456789abcdef0123456789abcdef01234567",
        "file_path": "Mechanisms/OthmanSandholm.lean",
        "full_name": f"{NAMESPACE}.a'_strictly_dominant",
        "start": [120, 1],
        "end": [122, 56],
        "traced_tactics": [
            {
                "tactic": "exact And.intro row_a'_strictly_dominant col_a'_strictly_dominant",
                "annotated_tactic": [
                    "exact <a>And.intro</a> <a>row_a'_strictly_dominant</a> <a>col_a'_strictly_dominant</a>",
                    [
                        {
                            "full_name": "And.intro",
                            "def_path": ".lake/packages/lean4/src/lean/Init/Prelude.lean",
                            "def_pos": [521, 3],
                            "def_end_pos": [521, 8],
                        },
                        {
                            "full_name": f"{NAMESPACE}.row_a'_strictly_dominant",
                            "def_path": "Mechanisms/OthmanSandholm.lean",
                            "def_pos": [114, 9],
                            "def_end_pos": [114, 33],
                        },
                        {
                            "full_name": f"{NAMESPACE}.col_a'_strictly_dominant",
                            "def_path": "Mechanisms/OthmanSandholm.lean",
                            "def_pos": [117, 9],
                            "def_end_pos": [117, 33],
                        },
                    ],
                ],
                "state_before": "⊢ StrictActionDominant uRow outcome Ty.a' ∧ …",
                "state_after": "no goals",
            }
        ],
        "premises": [f"{NAMESPACE}.a'_strictly_dominant", f"{NAMESPACE}.outcome"],
    },
]


THEOREM = "a theorem as the LeanDojo Benchmark has them"


# --- facts ---


def test_recorded_theorems_become_premises() -> None:
    both, row = read_traced(json.dumps(RECORDED), "facts.json")
    assert row == TracedTheorem(
        f"{NAMESPACE}.row_a'_strictly_dominant", "Mechanisms/OthmanSandholm.lean", 114, ()
    )
    assert both.line == 120
    # Those of the tactics and those of the whole proof; a theorem is no premise of itself.
    assert both.premises == (
        "And.intro",
        f"{NAMESPACE}.col_a'_strictly_dominant",
        f"{NAMESPACE}.outcome",
        f"{NAMESPACE}.row_a'_strictly_dominant",
    )


def test_premises_become_edges_of_the_claim_graph(lean_cache: Path) -> None:
    verification = verify(load("othman_sandholm"), lean="embedded", symbolic=False, cache=Cache(lean_cache))
    before = graphs.claim_graph(verification)
    theorems = read_traced(json.dumps(RECORDED), "facts.json")
    graph = with_premises(before, {theorem.name: theorem.premises for theorem in theorems})
    start = f"theorem:{NAMESPACE}.a'_strictly_dominant"
    relations = {end: graph.edges[start, end]["relation"] for end in graph.successors(start)}
    assert relations["premise:And.intro"] == "mentions"
    # Terms and sources agree where both speak: found by both, said by both.
    assert relations[f"theorem:{NAMESPACE}.row_a'_strictly_dominant"] == "rests_on, mentions"
    assert relations[f"definition:{NAMESPACE}.outcome"] == "rests_on, mentions"
    assert relations[f"definition:{NAMESPACE}.uRow"] == "rests_on"
    assert graph.nodes["premise:And.intro"] == {"node_kind": "premise", "label": "And.intro"}
    # Nothing is lost, and the graph that was given is as it was.
    assert set(before.edges) < set(graph.edges)
    assert "premise:And.intro" not in before
    assert before.edges[start, f"definition:{NAMESPACE}.outcome"]["relation"] == "rests_on"


def test_theorems_that_no_claim_names() -> None:
    graph = with_premises(
        graphs.claim_graph(verify(load("othman_sandholm"), lean="none", symbolic=False)),
        {"Other.lemma": ["Other.lemma₁", "Other.step"], "Other.lemma₁": []},
    )
    assert graph.nodes["theorem:Other.lemma"]["status"] == "traced"
    assert graph.has_edge("theorem:Other.lemma", "theorem:Other.lemma₁")
    assert graph.has_edge("theorem:Other.lemma", "premise:Other.step")
    document = to_json(graph)
    assert [node["id"] for node in document["nodes"]] == sorted(graph)
    assert {
        "from": "theorem:Other.lemma",
        "to": "premise:Other.step",
        "relation": "mentions",
        "label": "mentions",
    } in document["edges"]
    assert json.loads(json.dumps(document)) == json.loads(json.dumps(to_json(graph)))


@pytest.mark.parametrize(
    ("text", "found", "expected"),
    [
        ("[", "file: found Expecting value: line 1 column 2 (char 1)", "JSON"),
        ("{}", "file: found dict", "an array of theorems"),
        ("[7]", "[0]: found 'int' object is not subscriptable", THEOREM),
        (json.dumps([RECORDED[0], {"full_name": "x"}]), "[1]: found no 'file_path'", THEOREM),
        (
            json.dumps([{**RECORDED[0], "full_name": 1}]),
            "[0]: found full_name, file_path or start of another type",
            THEOREM,
        ),
        (
            json.dumps([{**RECORDED[0], "premises": [None]}]),
            "[0]: found a premise that is no name: None",
            THEOREM,
        ),
        (json.dumps([{**RECORDED[0], "start": []}]), "[0]: found list index out of range", THEOREM),
    ],
)
def test_facts_in_another_form(text: str, found: str, expected: str) -> None:
    with pytest.raises(InputFileError) as caught:
        read_traced(text, "facts.json")
    assert caught.value.diagnostics() == (f"facts.json: {found}; expected {expected}",)


def test_the_command_reads_recorded_facts(tmp_path: Path, lean_cache: Path) -> None:
    facts, output = tmp_path / "facts.json", tmp_path / "graph.json"
    facts.write_text(json.dumps(RECORDED), encoding="utf-8")
    arguments = ["lean", "trace", "othman_sandholm", "--facts", str(facts), "-o", str(output)]
    run = CliRunner().invoke(cli, [*arguments, "--lean", "embedded", "--cache", str(lean_cache)])
    assert run.exit_code == 0, run.output
    document = json.loads(output.read_text(encoding="utf-8"))
    assert document["traced_by"] == "read from facts.json"
    assert [theorem["line"] for theorem in document["theorems"]] == [120, 114]
    edges = {(e["from"], e["to"]): e["relation"] for e in document["graph"]["edges"]}
    start = f"theorem:{NAMESPACE}.a'_strictly_dominant"
    assert edges[start, "premise:And.intro"] == "mentions"
    assert edges["claim:a_prime_strictly_dominant", start] == "proved_by"


def test_facts_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(NotTraceable, match=r"nowhere\.json: cannot be read"):
        read_trace(tmp_path / "nowhere.json")


# --- what is missing ---


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> StandIn:
    """A PATH with nothing on it but what a test puts there."""
    StandIn(tmp_path / "programs").bin.mkdir(parents=True)
    monkeypatch.setenv("PATH", str(tmp_path / "programs/bin"))
    return StandIn(tmp_path / "programs")


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package lean_dojo to be found, whose text a test may set."""
    package = tmp_path / "site" / "lean_dojo"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("", encoding="utf-8")
    monkeypatch.syspath_prepend(str(package.parent))
    monkeypatch.setenv("PYTHONPATH", str(package.parent))
    return package / "__init__.py"


@pytest.mark.skipif(importlib.util.find_spec("lean_dojo") is not None, reason="lean-dojo is installed")
def test_everything_is_missing(programs: StandIn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dojo, "API", "http://127.0.0.1:9")
    monkeypatch.setattr(dojo, "LEAST_UNSUPPORTED_PYTHON", (3, 11))
    lines = missing_for_tracing(network=True)
    assert len(lines) == 5
    for line, beginning in zip(
        lines,
        (
            "lean-dojo is not installed: pip install 'pycheck[dojo]'",
            "lean-dojo needs a Python before 3.11: make a virtual environment with an older one",
            "git is not on the PATH (2.25 or newer is needed): https://git-scm.com/downloads",
            "lake and lean are not on the PATH: install elan (https://lean-lang.org/install)",
            "http://127.0.0.1:9 cannot be reached ([Errno 111] Connection refused): lean-dojo looks up",
        ),
        strict=True,
    ):
        assert line.startswith(beginning), line


@pytest.mark.parametrize(
    ("script", "line"),
    [
        ("echo git version 2.24.9", "git 2.24 is too old: 2.25 or newer is needed"),
        ("echo 'git version 2.25.0.windows.1'", None),
        ("echo git version 3.0.1", None),
        ("echo hello", "git --version gives no version: hello"),
        ("exit 1", "git --version gives no version: nothing"),
    ],
)
def test_git(programs: StandIn, installed: Path, script: str, line: str | None) -> None:
    programs.replace("git", script)
    programs.replace("lake", "")
    programs.replace("lean", "")
    assert missing_for_tracing(network=False) == (() if line is None else (line,))


def test_one_program_is_missing(programs: StandIn, installed: Path) -> None:
    programs.replace("git", "echo git version 2.40.0")
    programs.replace("lake", "")
    (line,) = missing_for_tracing(network=False)
    assert line.startswith("lean is not on the PATH: install elan")


@pytest.fixture
def refusing_server() -> Iterator[str]:
    """A server that answers everything with 403, as GitHub does beyond its rate limit."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_error(403)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_server_that_answers_is_reached(
    programs: StandIn, installed: Path, refusing_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for program in ("lake", "lean"):
        programs.replace(program, "")
    programs.replace("git", "echo git version 2.40.0")
    monkeypatch.setattr(dojo, "API", refusing_server)
    assert missing_for_tracing(network=True) == ()


def test_the_command_says_what_is_missing_and_exits_with_2(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pycheck", "lean", "trace", "othman_sandholm", "--cache", str(tmp_path)]
    run = subprocess.run(
        command,
        cwd=ROOT,
        env={"PATH": str(tmp_path), "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 2
    assert run.stdout == ""
    assert "lake and lean are not on the PATH: install elan" in run.stderr
    assert "git is not on the PATH" in run.stderr
    assert "Traceback" not in run.stderr


def test_doctor_says_the_same(programs: StandIn, lean_cache: Path) -> None:
    from pycheck.doctor import examine_installation

    usable, lines = examine_installation(lean_cache)
    assert usable
    for line in missing_for_tracing(network=False):
        assert f"trace     not possible (optional): {line}" in lines


def test_a_mechanism_without_a_lean_section(tmp_path: Path) -> None:
    home = tmp_path / "bare"
    home.mkdir()
    (home / "mechanism.toml").write_text(
        'format = 1\nname = "bare"\ntitle = "t"\noutcomes = ["x", "y"]\n[[agents]]\nname = "p"\ntypes = ["l"]'
        '\n[utilities.p]\nx = { l = 1 }\ny = { l = 0 }\n[outcome_map]\nconstant = "x"\n',
        encoding="utf-8",
    )
    run = CliRunner().invoke(cli, ["lean", "trace", str(home)])
    assert isinstance(run.exception, NotTraceable)
    assert str(run.exception) == "bare: no [lean] section, so there is nothing to trace"


# --- the repository, and the process that lean-dojo runs in ---


def closure() -> tuple[Any, ...]:
    return import_closure("Mechanisms.OthmanSandholm", (LEAN,), TOOLCHAIN_MODULES)


def test_the_repository_is_what_lean_dojo_wants(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commits = []
    # Nobody's Git settings get into it.
    (tmp_path / "gitconfig").write_text(
        "[commit]\ngpgsign = true\n[init]\ndefaultBranch = x\n[user]\nname = Me\n", encoding="utf-8"
    )
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        make_repository(tmp_path / name, closure(), "Mechanisms.OthmanSandholm", "leanprover/lean4:v4.20.0")
        log = subprocess.run(
            ["git", "log", "--format=%H %an", "--stat"],
            cwd=tmp_path / name,
            capture_output=True,
            text=True,
            check=True,
        )
        commits.append(log.stdout.split()[0])
        monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "gitconfig"))
        monkeypatch.setenv("GIT_AUTHOR_NAME", "Somebody")
    # The same sources are the same commit, so that lean-dojo knows them again.
    assert commits[0] == commits[1]
    files = {
        path.relative_to(tmp_path / "one").as_posix()
        for path in (tmp_path / "one").rglob("*")
        if path.is_file() and ".git/" not in path.as_posix()
    }
    assert files == {
        "lakefile.toml",
        "lean-toolchain",
        "Mechanisms/Finite.lean",
        "Mechanisms/TwoAgent.lean",
        "Mechanisms/OthmanSandholm.lean",
    }
    assert 'roots = ["Mechanisms.OthmanSandholm"]' in (tmp_path / "one/lakefile.toml").read_text(
        encoding="utf-8"
    )


def test_the_repository_builds_with_lake(tmp_path: Path, lean_library: Path, lean_cache: Path) -> None:
    # As far as the stand-in is a Lake: it finds the module and its imports where they are put.
    from pycheck.lean.embedded import EmbeddedRunner

    from .standin_lake import install

    init = EmbeddedRunner(Cache(lean_cache)).toolchain.base[0][1]
    standin = install(tmp_path / "toolchain", lean_library, init)
    (tmp_path / "traced").mkdir()
    make_repository(tmp_path / "traced", closure(), "Mechanisms.OthmanSandholm", "leanprover/lean4:v4.35.0")
    run = subprocess.run(
        [standin.bin / "lake", "build", "+Mechanisms.OthmanSandholm"],
        cwd=tmp_path / "traced",
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert "Build completed successfully (3 jobs)." in run.stdout


@pytest.fixture
def complete(
    programs: StandIn, installed: Path, refusing_server: str, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """Everything that is looked for is there; returns the text of the package to be traced with."""
    import shutil

    for program in ("lake", "lean"):
        programs.replace(program, "")
    monkeypatch.setattr(dojo, "API", refusing_server)
    git = shutil.which("git", path="/usr/local/bin:/usr/bin:/bin")
    assert git is not None
    programs.replace("git", f'PATH=/usr/local/bin:/usr/bin:/bin exec {git} "$@"')
    return installed


#: What lean-dojo 4.20.0 has that the child uses: attributes, methods, their results.
SHAPE = """
import os
from pathlib import Path
from types import SimpleNamespace as Object

class LeanGitRepo:
    is_lean4, url, commit = False, "somewhere", "0" * 40
    @classmethod
    def from_path(cls, path):
        assert (Path(path) / ".git").is_dir()
        assert (Path(path) / "lean-toolchain").read_text() == "leanprover/lean4:v4.20.0\\n"
        assert os.environ["DISABLE_REMOTE_CACHE"] == "1" and os.environ["NUM_PROCS"] == "2"
        print("chatter")
        return cls()

def trace(repo, dst_dir=None, build_deps=True):
    assert not build_deps
    annotated = ("<a>rfl</a>", [{"full_name": "rfl"}])
    tactic = Object(tactic="rfl", state_before="a", state_after="b", get_annotated_tactic=lambda: annotated)
    theorem = Object(
        repo=repo,
        theorem=Object(file_path=Path("A.lean"), full_name="A.t"),
        start=(3, 1),
        end=(3, 9),
        get_traced_tactics=lambda: [tactic],
        get_premise_full_names=lambda: ["A.f", "A.f"],
    )
    return Object(get_traced_theorems=lambda: [theorem])
"""


def run_trace(cache: Path, **more: Any) -> dojo.Trace:
    return trace("Mechanisms.OthmanSandholm", (LEAN,), Cache(cache), lambda _: None, **more)


def test_what_is_traced_is_kept(complete: Path, tmp_path: Path) -> None:
    complete.write_text(SHAPE, encoding="utf-8")
    found = run_trace(tmp_path / "cache")
    assert found.theorems == (TracedTheorem("A.t", "A.lean", 3, ("A.f", "rfl")),)
    assert found.toolchain == "leanprover/lean4:v4.20.0"
    # The second time nothing is run, and nothing needs to be there.
    complete.write_text("raise SystemExit('run again')", encoding="utf-8")
    assert run_trace(tmp_path / "cache") == found
    with pytest.raises(NotTraceable, match="run again"):
        run_trace(tmp_path / "cache", toolchain="leanprover/lean4:v4.21.0")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "raise RuntimeError('no such thing')",
            "lean-dojo did not trace the sources: RuntimeError: no such thing",
        ),
        (
            "print('ExtractData.lean:13:19: error: type expected'); raise RuntimeError('exit status 1')",
            "lean-dojo did not trace the sources: RuntimeError: exit status 1; "
            "ExtractData.lean:13:19: error: type expected",
        ),
        ("import os; os._exit(0)", "lean-dojo did not trace the sources: exit code 0"),
    ],
)
def test_a_trace_that_fails(complete: Path, tmp_path: Path, text: str, message: str) -> None:
    complete.write_text(text, encoding="utf-8")
    with pytest.raises(NotTraceable) as caught:
        run_trace(tmp_path / "cache")
    assert str(caught.value) == message


def test_sources_that_need_another_package(tmp_path: Path) -> None:
    (tmp_path / "A.lean").write_text("import Mathlib.Tactic\n", encoding="utf-8")
    with pytest.raises(NotTraceable) as caught:
        trace("A", (tmp_path,), Cache(tmp_path / "cache"), print, open_ended=True)
    assert str(caught.value).startswith("module Mathlib.Tactic (imported by A.lean) is another package's: ")


# --- nothing rests on it ---


def test_verifying_does_not_load_it() -> None:
    code = (
        "import sys, pycheck; r = pycheck.verify('othman_sandholm', lean='none'); "
        "print([m for m in sys.modules if 'dojo' in m])"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"


def test_only_the_command_and_doctor_import_it() -> None:
    found = set()
    for path in (ROOT / "pycheck").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module == "pycheck.lean.dojo":
                found.add(path.relative_to(ROOT / "pycheck").as_posix())
    assert found == {"cli/lean_group.py", "doctor.py"}


def test_its_errors_are_for_people() -> None:
    assert issubclass(NotTraceable, PycheckError)
    assert NotTraceable("a\nb").diagnostics() == ("a", "b")
    assert NotTraceable.exit_code == 2
