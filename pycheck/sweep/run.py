"""Running a sweep: what is known already is read, the rest is worked on in pieces and kept piece by piece."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pycheck.cache import Cache, code_digest, digest
from pycheck.mechanism import ClaimEntry, Mechanism
from pycheck.sweep.engines import Rows, in_pool, on_ray
from pycheck.sweep.points import Point
from pycheck.sweep.work import Piece

Engine = Callable[[Sequence[tuple[int, Piece]], "int | None"], Iterator[tuple[int, Rows]]]
#: Where the work is done, by the name of the option.
ENGINES: Mapping[str, Engine] = {"processes": in_pool, "ray": on_ray}
#: Points in a piece: what an interruption may cost at most, for each worker.
PIECE = 32


@dataclass(frozen=True)
class Job:
    """A mechanism, claims of it, and the points at which they are asked."""

    mechanism: Mechanism
    claims: tuple[ClaimEntry, ...]
    points: tuple[Point, ...]


@dataclass(frozen=True)
class Found:
    """What a job gave: ``rows[k][c]`` is whether claim c holds at point k (``None``: not decided)."""

    job: Job
    rows: tuple[tuple[bool | None, ...], ...]

    def holding(self, claim: int) -> int:
        """At how many points a claim holds."""
        return sum(row[claim] is True for row in self.rows)

    def undecided(self, claim: int) -> int:
        """At how many points nothing is known."""
        return sum(row[claim] is None for row in self.rows)


def sweep(
    jobs: Sequence[Job],
    *,
    engine: str = "processes",
    workers: int | None = None,
    cache: Cache | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> list[Found]:
    """Decide every claim at every point by enumeration, whatever the engine with the same result.

    Pieces done are kept in ``cache`` (if given) and not done again; ``progress`` is called with the pieces
    done and all. Raises :class:`~pycheck.errors.EnvironmentUnusable` for an engine that is not installed.
    """
    for job in jobs:
        job.mechanism.require_utilities("a sweep")
    pieces = [
        Piece(job.mechanism, job.claims, job.points[start : start + PIECE])
        for job in jobs
        for start in range(0, len(job.points), PIECE)
    ]
    keys = [_key(piece) for piece in pieces]
    done = {k: rows for k, key in enumerate(keys) if (rows := _kept(cache, key, pieces[k])) is not None}
    missing = [(number, piece) for number, piece in enumerate(pieces) if number not in done]
    if missing:
        for number, rows in ENGINES[engine](missing, workers):
            done[number] = rows
            if cache is not None:
                cache.write("sweep", keys[number], json.dumps(rows).encode())
            if progress is not None:
                progress(len(done), len(pieces))
    rows_in_order = iter([tuple(row) for number in range(len(pieces)) for row in done[number]])
    return [Found(job, tuple(next(rows_in_order) for _ in job.points)) for job in jobs]


def _key(piece: Piece) -> str:
    code = code_digest("sweep", "claims", "census", "mechanism")
    mechanism = piece.mechanism
    tables = (mechanism.signature, mechanism.utilities, sorted(mechanism.maps.items()))
    return digest([code, *map(repr, (*tables, piece.claims, piece.points))])


def _kept(cache: Cache | None, key: str, piece: Piece) -> Rows | None:
    content = cache.read("sweep", key) if cache is not None else None
    if content is None:
        return None
    rows: Rows = json.loads(content)
    return rows if len(rows) == len(piece.points) else None
