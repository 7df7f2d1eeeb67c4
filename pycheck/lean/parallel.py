"""Working on several things at a time, and stopping at once when interrupted."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import count

#: Set while an interruption is under way: whoever waits for a process ends it.
interrupted = threading.Event()

_numbers = count()

#: How often (seconds) whoever waits for a process looks.
TICK = 0.2


@contextmanager
def side_by_side(most: int) -> Iterator[ThreadPoolExecutor]:
    """A pool of threads; when the block is left by an exception, the processes they wait for are ended."""
    name = f"pycheck-{next(_numbers)}-"
    pool = ThreadPoolExecutor(most, thread_name_prefix=name)
    try:
        yield pool
    except BaseException:
        interrupted.set()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
        # An interruption while a thread was being started: the pool does not know that it has it.
        for thread in threading.enumerate():
            if thread.name.startswith(name):
                thread.join()
        interrupted.clear()
