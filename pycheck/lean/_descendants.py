"""The processes below a process, found in ``/proc``. Loaded by path in children: standard library only.

A process stays below its ancestor as long as that is alive: if it sets up a session of its own it keeps
its parent, and if its parent ends it is handed to the nearest *subreaper*.
"""

import os

_KILL = 9


def descendants(pid: int) -> "list[int]":
    """The process ids below ``pid``, nearest first."""
    found: list[int] = []
    queue = [pid]
    while queue:
        children = _children(queue.pop(0))
        found += children
        queue += children
    return found


def kill_below(pid: int) -> None:
    """Kill everything below ``pid``, which is alive and gathers orphans, until nothing is left.

    One look can miss the children of a process that ends meanwhile; when all that it found are dead, those
    have come to ``pid``, so that a second one sees them.
    """
    empty = 0
    for _ in range(10000):
        living = [child for child in descendants(pid) if not _is_dead(child)]
        empty = 0 if living else empty + 1
        if empty == 2:
            return
        for child in living:
            try:
                os.kill(child, _KILL)
            except OSError:
                continue


def _children(pid: int) -> "list[int]":
    folder = f"/proc/{pid}/task"
    try:
        tasks = os.listdir(folder)  # noqa: PTH208 (pathlib is slow to load)
    except OSError:
        return []
    found: list[int] = []
    for task in tasks:
        try:
            with open(f"{folder}/{task}/children", encoding="ascii") as file:  # noqa: PTH123
                found += map(int, file.read().split())
        except OSError:
            if not _keeps_children():
                return _children_by_search(pid)
    return found


def _keeps_children() -> bool:
    """Whether the kernel keeps such files at all; otherwise a thread has ended."""
    own = os.getpid()
    return os.path.exists(f"/proc/{own}/task/{own}/children")  # noqa: PTH110


def _children_by_search(pid: int) -> "list[int]":
    names = os.listdir("/proc")  # noqa: PTH208
    return [int(name) for name in names if name.isdecimal() and _status(int(name))[1] == pid]


def _is_dead(pid: int) -> bool:
    return _status(pid)[0] in "ZX"


def _status(pid: int) -> "tuple[str, int]":
    """State and parent of a process; ``("X", 0)`` for one that is no more."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:  # noqa: PTH123
            state, parent = file.read().rpartition(")")[2].split()[:2]
    except (OSError, ValueError):
        return "X", 0
    return state, int(parent)
