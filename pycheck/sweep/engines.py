"""Where the pieces of a sweep are worked on: in this process, in a pool of processes, or on Ray."""

from __future__ import annotations

import importlib
import os
import signal
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Any

from pycheck.errors import EnvironmentUnusable
from pycheck.sweep.work import Piece, decide

#: What a piece gives: for each point, each claim's truth.
Rows = list[list[bool | None]]


def in_pool(pieces: Sequence[tuple[int, Piece]], jobs: int | None) -> Iterator[tuple[int, Rows]]:
    """Each piece's number and rows, as they are done; a single piece, or one job, stays in this process."""
    workers = min(jobs or os.cpu_count() or 1, len(pieces))
    if workers <= 1:
        for number, piece in pieces:
            yield number, decide(piece)
        return
    # Started afresh, so that nothing is inherited from whoever uses threads.
    context = get_context("spawn")
    lifeline, held = context.Pipe(duplex=False)
    with held, ProcessPoolExecutor(workers, context, initializer=_live_by, initargs=(lifeline,)) as pool:
        waiting = {pool.submit(decide, piece): number for number, piece in pieces}
        try:
            for done in as_completed(waiting):
                yield waiting[done], done.result()
        except BaseException:
            held.close()
            pool.shutdown(wait=True, cancel_futures=True)
            raise


def _live_by(lifeline: Connection) -> None:
    """End this worker when the other end of ``lifeline`` is closed: by an interruption, or with its process.

    What it is at has no result that would be kept. Ctrl-C reaches every process; one is enough to tell of it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        wait([lifeline])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def on_ray(pieces: Sequence[tuple[int, Piece]], jobs: int | None) -> Iterator[tuple[int, Rows]]:
    """The same on Ray: the cluster at ``RAY_ADDRESS``, or one on this machine with ``jobs`` CPUs.

    Machines of a cluster need the same pycheck. Raises :class:`~pycheck.errors.EnvironmentUnusable` where ray
    is not installed.
    """
    ray = _ray()
    ours = not ray.is_initialized()
    if ours:
        local = {} if os.environ.get("RAY_ADDRESS") else {"num_cpus": jobs or os.cpu_count()}
        ray.init(include_dashboard=False, log_to_driver=False, logging_level="error", **local)
    try:
        remote = ray.remote(decide)
        waiting = {remote.remote(piece): number for number, piece in pieces}
        while waiting:
            (done, *_), _ = ray.wait(list(waiting), num_returns=1)
            yield waiting.pop(done), ray.get(done)
    finally:
        if ours:
            ray.shutdown()


def _ray() -> Any:
    try:
        return importlib.import_module("ray")
    except ImportError as error:
        raise EnvironmentUnusable("ray is not installed; get it with: pip install 'pycheck[ray]'") from error
