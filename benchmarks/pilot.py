"""Time pilots: ``python -m benchmarks.pilot``.

10,000 scripted acts, run and scored again; and what the rig adds to a call of a bare client, against a server
in a process of its own that answers at once. Wall-clock and CPU time; nothing is asserted.
"""

from __future__ import annotations

import json
import multiprocessing
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import httpx

from pycheck.empirical.endpoint import Endpoint
from pycheck.empirical.freeze import Freeze, freeze
from pycheck.empirical.protocol_file import validate_protocol
from pycheck.empirical.rescore import rescore
from pycheck.empirical.run import run
from pycheck.loading import load
from pycheck.mechanism import Mechanism

MECHANISM = "othman_sandholm"
#: Seeds of four turns with two acts each.
SCRIPTED_SEEDS = 1250
CALLED_SEEDS = 50
BODY = json.dumps(
    {
        "model": "model-1",
        "choices": [{"message": {"content": '{"report": "a"}'}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 50, "completion_tokens": 8},
    }
).encode()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_POST(self) -> None:
        """Answer at once."""
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.send_header("Content-Length", str(len(BODY)))
        self.end_headers()
        self.wfile.write(BODY)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


def _serve(port: Connection) -> None:
    server = HTTPServer(("127.0.0.1", 0), _Handler)
    port.send(server.server_port)
    server.serve_forever()


def _protocol(**tables: Any) -> dict[str, Any]:
    return {
        "format": 1,
        "name": "benchmark",
        "title": "A benchmark",
        "mechanism": MECHANISM,
        "roles": ["row", "col"],
        "profiles": [{"row": row, "col": col} for row in ("a", "a'") for col in ("a", "a'")],
        "sampling": {"temperature": 0.7, "max_tokens": 64, "timeout_s": 60},
        "network": {"retry_waits_s": [], "concurrency": 1},
        "unusable": {"reformulations": 0},
        "budgets": {"calls": 100_000, "tokens": 10**9, "wall_s": 36_000},
    } | tables


def _frozen(data: dict[str, Any], mechanism: Mechanism, folder: Path) -> Freeze:
    protocol, faults = validate_protocol(data, mechanism)
    assert protocol is not None, faults
    return freeze(protocol, mechanism, folder / "freeze.json")


def scripted(mechanism: Mechanism, folder: Path) -> None:
    """10,000 acts of the seeded coin."""
    coin = {"name": "coin", "seeds": list(range(SCRIPTED_SEEDS)), "scripted": {"policy": "uniform"}}
    frozen = _frozen(_protocol(conditions=[coin]), mechanism, folder)

    def no_player(family: object) -> Endpoint:
        raise AssertionError(family)

    with timed("10,000 scripted acts, run and written"):
        run(frozen, folder / "freeze.json", folder, no_player)
    with timed("10,000 scripted acts, scored again"):
        assert not rescore(folder).faults


@contextmanager
def timed(what: str, calls: int = 1) -> Iterator[None]:
    """Print how long the block took, in milliseconds a call if there are several."""
    wall, cpu = time.perf_counter(), time.process_time()
    yield
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    unit = "s" if calls == 1 else "ms a call"
    scale = 1 if calls == 1 else 1000 / calls
    print(f"  {what:<40} {wall * scale:8.3f} {unit} ({cpu * scale:.3f} of CPU)")


def overhead(mechanism: Mechanism, folder: Path) -> None:
    """What the rig adds to a call, one call after the other."""
    ours, theirs = multiprocessing.Pipe()
    server = multiprocessing.Process(target=_serve, args=(theirs,), daemon=True)
    server.start()
    base = f"http://127.0.0.1:{ours.recv()}/v1"
    family = {"name": "far", "model": "model-1", "player": "endpoint", "base_url_variable": "BENCH_URL"}
    data = _protocol(
        families=[family],
        prompts=[
            {"name": "blind", "system": "You answer with JSON.", "user": "You are $agent, of type $type."}
        ],
        conditions=[{"name": "blind", "seeds": list(range(CALLED_SEEDS)), "llm": {"prompt": "blind"}}],
    )
    frozen = _frozen(data, mechanism, folder)
    calls = len(frozen.plan.asked)
    with httpx.Client() as client:
        client.post(f"{base}/chat/completions", json={})
        with timed(f"{calls} calls of a bare client", calls):
            for _ in range(calls):
                json.loads(client.post(f"{base}/chat/completions", json={"messages": []}).content)
    with timed(f"{calls} calls of the rig", calls):
        outcome = run(frozen, folder / "freeze.json", folder, lambda f: Endpoint(f, {"BENCH_URL": base}))
    assert outcome.missing == 0
    server.terminate()


def main() -> None:
    """Both, one line each."""
    mechanism = load(MECHANISM).mechanism
    with tempfile.TemporaryDirectory(prefix="pycheck-bench-") as folder:
        scripted(mechanism, Path(folder) / "scripted")
        overhead(mechanism, Path(folder) / "called")


if __name__ == "__main__":
    main()
