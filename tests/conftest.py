"""What all tests share: one cache of compiled Lean files, and an environment that says nothing of its own."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Nothing here depends on how fast the machine is; where CI is set, every run tries the same examples.
settings.register_profile(
    "pycheck",
    deadline=None,
    max_examples=20,
    derandomize=bool(os.environ.get("CI")),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("pycheck")


#: Files of tests that take long. What `make test` would run of them is marked ``long``; CI runs that too.
LONG = frozenset(
    {
        "tests/adversarial/test_adversarial.py",
        "tests/empirical/play/test_games_gate.py",
        "tests/empirical/play/test_hostile.py",
        "tests/empirical/play/test_kill.py",
        "tests/empirical/play/test_non_interference.py",
        "tests/empirical/play/test_own_game.py",
        "tests/empirical/play/test_process.py",
        "tests/empirical/play/test_rules.py",
        "tests/empirical/play/test_setup.py",
        "tests/empirical/probing/test_definition_faults.py",
        "tests/empirical/probing/test_fork_power.py",
        "tests/empirical/probing/test_measures.py",
        "tests/empirical/probing/test_page.py",
        "tests/empirical/probing/test_page_browser.py",
        "tests/empirical/test_gate.py",
        "tests/empirical/test_gate_anything.py",
        "tests/empirical/test_gate_command.py",
        "tests/empirical/test_gate_result.py",
        "tests/empirical/test_measured_report.py",
        "tests/empirical/test_secrets.py",
        "tests/empirical/test_viewer.py",
        "tests/empirical/war/test_war_gate.py",
        "tests/facts/test_mafia_vote.py",
        "tests/house/test_package.py",
        "tests/lean/test_dojo.py",
        "tests/lean/test_general_theorems.py",
        "tests/lean/test_hostile.py",
        "tests/lean/test_lake.py",
        "tests/lean/test_lake_project.py",
        "tests/lean/test_pins.py",
        "tests/lean/test_probing.py",
        "tests/lean/test_replay.py",
        "tests/lean/test_robustness.py",
        "tests/lean/test_sandbox.py",
        "tests/lean/test_trust_checker.py",
        "tests/lean/test_trust_proofs.py",
        "tests/report/test_files.py",
        "tests/report/test_honesty.py",
        "tests/report/test_html.py",
        "tests/sweep/test_sweep.py",
        "tests/symbolic/test_against_enumeration.py",
    }
)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark as ``exhaustive`` all but each so manieth case of a ``sample``, and what is ``long``."""
    seen: Counter[str] = Counter()
    for item in items:
        sample = item.get_closest_marker("sample")
        if sample is not None:
            test = item.nodeid.partition("[")[0]
            if seen[test] % sample.kwargs["every"]:
                item.add_marker(pytest.mark.exhaustive)
            seen[test] += 1
        if item.nodeid.partition("::")[0] in LONG and item.get_closest_marker("exhaustive") is None:
            item.add_marker(pytest.mark.long)
            item.add_marker(pytest.mark.exhaustive)


#: Variables that change what pycheck does or prints.
_REMOVED = ("CI", "COLUMNS", "LEAN_PATH", "NO_COLOR", "XDG_CACHE_HOME")


def pytest_addoption(parser: pytest.Parser) -> None:
    """How much of what is slow is tried."""
    parser.addoption(
        "--kernel-mechanisms",
        type=int,
        default=3,
        metavar="N",
        help="random mechanisms that go through the Lean kernel in tests/claims (default: 3)",
    )


@pytest.fixture(scope="session", autouse=True)
def shared_cache(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """``PYCHECK_CACHE`` for this process and all it starts: Lean compiles the shipped sources once.

    Entries are addressed by content (sources, Lean and pycheck's own code), so the folder may outlive a run.
    """
    cache = getattr(pytestconfig, "cache", None)
    folder = Path(cache.mkdir("pycheck")) if cache else tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        for name in _REMOVED:
            patch.delenv(name, raising=False)
        patch.setenv("PYCHECK_CACHE", str(folder))
        yield folder
