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
    """Kill everything below ``pid``, which is alive and gathers orphans, until nothing is left."""
    for _ in range(1000):
        living = [child for child in descendants(pid) if not _is_dead(child)]
        if not living:
            return
        for child in living:
            try:
                os.kill(child, _KILL)
            except OSError:
                continue


def _children(pid: int) -> "list[int]":
    folder = f"/proc/{pid}/task"
    found: list[int] = []
    try:
        for task in os.listdir(folder):  # noqa: PTH208 (pathlib is slow to load)
            with open(f"{folder}/{task}/children", encoding="ascii") as file:  # noqa: PTH123
                found += map(int, file.read().split())
    except FileNotFoundError:
        # The process or thread has ended, or the kernel keeps no such files.
        return found or _children_by_search(pid)
    except OSError:
        pass
    return found


def _children_by_search(pid: int) -> "list[int]":
    if not os.path.exists(f"/proc/{pid}") or os.path.exists(f"/proc/self/task/{os.getpid()}/children"):  # noqa: PTH110
        return []
    return [int(name) for name in os.listdir("/proc") if name.isdecimal() and _status(int(name))[1] == pid]  # noqa: PTH208


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
