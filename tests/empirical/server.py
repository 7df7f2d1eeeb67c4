"""A real HTTP server that answers like a chat endpoint, and misbehaves where it is told to."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

KEY = "sk-test-0123456789abcdef"
GOOD = '{"report": "a\'"}'


@dataclass(frozen=True)
class Served:
    """What the server does with one request. ``body`` is sent as it is; ``cut`` stops in the middle of it.

    ``raw`` is sent in the place of everything, piece after piece, with a moment after each; the server counts
    those that it could send to their end in ``finished``.
    """

    status: int = 200
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)
    delay_s: float = 0.0
    drip: bool = False
    cut: bool = False
    raw: tuple[bytes, ...] = ()


def completion(content: str | None = GOOD, finish: str | None = "stop", **changes: Any) -> Served:
    """A chat completion; ``message`` and other members of it can be replaced."""
    message = changes.pop("message", {"role": "assistant", "content": content})
    body = {
        "id": "x",
        "model": "model-1",
        "choices": [{"index": 0, "message": message, "finish_reason": finish}],
        "usage": {"prompt_tokens": 40, "completion_tokens": 8},
    } | changes
    return Served(body=json.dumps(body).encode(), headers={"Content-Type": "application/json"})


#: From a request's number (1, 2, …) and its body to what is done with it.
Script = Callable[[int, Mapping[str, Any]], Served]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Server

    def do_POST(self) -> None:
        sent = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.encodings.add(self.headers.get("Accept-Encoding", ""))
        served = self.server.serve(sent, self.headers.get("Authorization", ""), self.path)
        time.sleep(served.delay_s)
        if served.raw:
            self._pieces(served.raw)
            return
        self.send_response(served.status)
        for name, value in served.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(served.body)))
        self.end_headers()
        if served.drip:
            for byte in served.body:
                self.wfile.write(bytes([byte]))
                self.wfile.flush()
                time.sleep(0.02)
        else:
            self.wfile.write(served.body[: len(served.body) // 2] if served.cut else served.body)
        self.close_connection = served.cut

    def _pieces(self, raw: tuple[bytes, ...]) -> None:
        self.close_connection = True
        for piece in raw:
            self.wfile.write(piece)
            self.wfile.flush()
            time.sleep(0.02)
        self.server.finished += 1

    def handle(self) -> None:
        try:
            super().handle()
        except (ConnectionError, TimeoutError):
            self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


class Server(ThreadingHTTPServer):
    """The server; ``requests`` are the bodies that were sent, in order."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, script: Script) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.script = script
        self.requests: list[Mapping[str, Any]] = []
        self.authorizations: set[str] = set()
        self.paths: set[str] = set()
        self.encodings: set[str] = set()
        self.finished = 0
        self._lock = threading.Lock()

    def serve(self, sent: Mapping[str, Any], authorization: str, path: str) -> Served:
        with self._lock:
            self.requests.append(sent)
            self.authorizations.add(authorization)
            self.paths.add(path)
            return self.script(len(self.requests), sent)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that goes away is what some tests are about."""

    @property
    def environment(self) -> dict[str, str]:
        """The variables that lead to it."""
        return {"TEST_BASE_URL": f"http://127.0.0.1:{self.server_port}/v1", "TEST_KEY": KEY}


@contextmanager
def serving(script: Script) -> Iterator[Server]:
    """A server that runs as long as the block."""
    with Server(script) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
