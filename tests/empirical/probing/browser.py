"""A headless Chromium spoken to through two pipes: real keys, real widths, and no script of ours in a page.

The protocol is that of Chrome DevTools, one JSON object after the other with a zero byte behind each.
"""

from __future__ import annotations

import base64
import json
import os
import select
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

#: Puts two descriptors where the browser looks for them, 3 and 4, and becomes the browser.
_PIPES = """
import fcntl, os, sys
away = [fcntl.fcntl(int(one), fcntl.F_DUPFD, 10) for one in sys.argv[1:3]]
os.dup2(away[0], 3)
os.dup2(away[1], 4)
os.execv(sys.argv[3], sys.argv[3:])
"""
_FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--remote-debugging-pipe",
)
#: So long is waited for an answer of the browser before it is taken for dead. Seconds.
PATIENCE = 120


class Page:
    """One open page. ``events`` is everything that the browser reported of it."""

    def __init__(self, to: int, back: int) -> None:
        self._to, self._back, self._rest = to, back, b""
        self._number, self._session = 0, ""
        self.events: list[dict[str, Any]] = []

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Ask for something and wait for the answer."""
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._to, json.dumps(message).encode() + b"\0")
        while True:
            found = self._read()
            if found.get("id") == self._number:
                assert "error" not in found, found
                result: dict[str, Any] = found["result"]
                return result
            self.events.append(found)

    def _read(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._back], [], [], PATIENCE)
            assert ready, "the browser says nothing"
            data = os.read(self._back, 1 << 20)
            assert data, "the browser has ended"
            self._rest += data
        line, _, self._rest = self._rest.partition(b"\0")
        message: dict[str, Any] = json.loads(line)
        return message

    def attach(self) -> None:
        """Open a tab and listen to what happens in it."""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")

    def open(
        self, path: Path, width: int = 1200, height: int = 900, scripts: bool = True, at: str = ""
    ) -> None:
        """Open a file at a width, and wait until it is loaded."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )
        self.call("Emulation.setScriptExecutionDisabled", value=not scripts)
        # Another document first: a second visit that differs in its anchor alone would load nothing.
        self._visit("about:blank")
        self.events.clear()
        self._visit(path.as_uri() + at)

    def _visit(self, address: str) -> None:
        self.events.clear()
        self.call("Page.navigate", url=address)
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self._read())

    def value(self, expression: str) -> Any:
        """What an expression of JavaScript is in the page."""
        found = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    def press(self, key: str, shift: bool = False) -> None:
        """Press a key and let it go, as a keyboard does."""
        codes = {"ArrowLeft": 37, "ArrowRight": 39, "Tab": 9, "Enter": 13, " ": 32}
        text = {"Enter": "\r", " ": " "}.get(key)
        for kind in ("keyDown" if text else "rawKeyDown", "keyUp"):
            more = {"text": text} if text and kind == "keyDown" else {}
            self.call(
                "Input.dispatchKeyEvent",
                type=kind,
                key=key,
                windowsVirtualKeyCode=codes[key],
                modifiers=8 if shift else 0,
                **more,
            )

    def faults(self) -> list[str]:
        """What the browser complained of: exceptions, a broken policy, anything in the log."""
        self.call("Runtime.evaluate", expression="0")
        complaints = {"Runtime.exceptionThrown", "Log.entryAdded", "Runtime.consoleAPICalled"}
        return [json.dumps(event["params"]) for event in self.events if event.get("method") in complaints]

    def fetched(self) -> list[str]:
        """Every address that was asked for."""
        sent = [event for event in self.events if event.get("method") == "Network.requestWillBeSent"]
        return [event["params"]["request"]["url"] for event in sent]

    def photograph(self, path: Path, whole: bool = False) -> None:
        """Save what is seen as a picture."""
        found = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        path.write_bytes(base64.b64decode(found["data"]))


@contextmanager
def opened(program: str, profile: Path) -> Iterator[Page]:
    """A browser with one page, ended afterwards."""
    theirs_in, ours_out = os.pipe()
    ours_in, theirs_out = os.pipe()
    command = [sys.executable, "-c", _PIPES, str(theirs_in), str(theirs_out), program]
    browser = subprocess.Popen(
        [*command, *_FLAGS, f"--user-data-dir={profile}"],
        pass_fds=(theirs_in, theirs_out),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(theirs_in)
    os.close(theirs_out)
    try:
        page = Page(ours_out, ours_in)
        page.attach()
        yield page
    finally:
        browser.terminate()
        browser.wait(30)
        os.close(ours_out)
        os.close(ours_in)
