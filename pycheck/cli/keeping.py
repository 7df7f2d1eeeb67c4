"""Long counts on the command line: how far they are is kept in the cache, and shown."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from pycheck.cache import Cache, code_digest, digest
from pycheck.census.frontier import Frontier

#: Seconds between two savings, and before the first.
EVERY = 5.0


class CacheKeeper:
    """Keeps frontiers in the cache, each in one step; changed code goes on from none of them."""

    def __init__(self, cache: Cache, *, resume: bool, every: float = EVERY) -> None:
        self.cache = cache
        self.resume = resume
        self.every = every
        self.saved = time.monotonic()

    def load(self, problem: str) -> Frontier | None:
        """What an interrupted count of this problem left."""
        content = self.cache.read("census", _key(problem)) if self.resume else None
        if content is None:
            return None
        try:
            found = Frontier.from_bytes(content)
        except (ValueError, KeyError, TypeError):
            return None
        _say("going on from where an earlier count was interrupted")
        return found

    def offer(self, problem: str, make: Callable[[], Frontier]) -> None:
        """Save the frontier if the last saving was long enough ago."""
        if time.monotonic() - self.saved < self.every:
            return
        self.cache.write("census", _key(problem), make().to_bytes())
        self.saved = time.monotonic()


def progress() -> Callable[[int], None]:
    """Shows the steps of a long count on a terminal, every few seconds."""
    shown = time.monotonic()

    def tick(steps: int) -> None:
        nonlocal shown
        if time.monotonic() - shown > EVERY:
            shown = time.monotonic()
            _say(f"counting: {steps} steps")

    return tick


def _say(line: str) -> None:
    if sys.stderr.isatty():
        print(line, file=sys.stderr, flush=True)


def _key(problem: str) -> str:
    return digest([code_digest("census"), problem])
