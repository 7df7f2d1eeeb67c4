"""The public files of a war, all at once or none: figures, leaderboard, journals, and a manifest of them.

They are made in a hidden folder beside the final one, read again by :mod:`pycheck.empirical.war.audit`, and
appear with one renaming. Killed at any moment, nothing is there, or everything.
"""

from __future__ import annotations

import fcntl
import hashlib
import mmap
import os
import shutil
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from pycheck import __version__
from pycheck.empirical.war.accounts import Account
from pycheck.empirical.war.audit import audit
from pycheck.empirical.war.events import MAX_NUMBER, Event
from pycheck.empirical.war.journal import Clerk, secrets_of
from pycheck.empirical.war.measure import Measurement
from pycheck.empirical.war.records import FORMAT, AgentRow, Board, Figures, HumanRow, JournalHead
from pycheck.empirical.war.vocabulary import LEADERBOARD, LIMIT
from pycheck.errors import EnvironmentUnusable, PycheckError

FIGURES, BOARD, JOURNALS, MANIFEST = "figures.json", "leaderboard.json", "journals", "manifest.json"
_PRETTY = orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE


class PublicationRefused(PycheckError):
    """Something private would be published, or cannot be ruled out."""

    exit_code = 1


@dataclass(frozen=True)
class Published:
    """What was published: where, and which journals."""

    folder: Path
    journals: tuple[JournalHead, ...]


def publish(measured: Measurement, target: Path, withdrawn: frozenset[str] = frozenset()) -> Published:
    """Write the public files into the new folder ``target``.

    ``withdrawn`` are accounts whose consent is taken back apart from the log. Raises
    :class:`PublicationRefused` if a line of the log cannot be read (there may be names in it), a withdrawal
    is nobody's, or the audit finds anything, :class:`~pycheck.errors.EnvironmentUnusable` if ``target`` is
    there or cannot be written.
    """
    if measured.unreadable:
        where = f"{measured.log.name}:{measured.unreadable[0]}"
        raise PublicationRefused(
            f"{where}: cannot be read, nor can {len(measured.unreadable) - 1} lines after it; names in them "
            "would not be known for what they are. Mend the log"
        )
    if measured.unattributed and any(account.consent for account in measured.accounts):
        where = f"{measured.log.name}:{measured.unattributed[0]}"
        raise PublicationRefused(
            f"{where}: a withdrawal of consent of nobody who is known; expected an account of the log. Mend "
            "the line, or the journal that was withdrawn may be among those published"
        )
    unknown = withdrawn - {account.id for account in measured.accounts}
    if unknown:
        raise PublicationRefused(f"withdrawn: found {min(unknown)}; expected an account of the log")
    try:
        with _made_beside(target) as folder:
            journals = _write(measured, withdrawn, folder)
            found = audit(folder, measured.log, withdrawn)
            if found:
                raise PublicationRefused("\n".join(found))
    except OSError as error:
        raise EnvironmentUnusable(f"{target}: cannot be written: {error.strerror or error}") from None
    return Published(target, journals)


@contextmanager
def _made_beside(target: Path) -> Iterator[Path]:
    """A hidden folder to be filled, which becomes ``target`` at the end and is removed on any failure."""
    if target.is_symlink() or (target.exists() and (not target.is_dir() or any(target.iterdir()))):
        raise EnvironmentUnusable(f"{target}: is there already; what was published is not replaced")
    target.parent.mkdir(parents=True, exist_ok=True)
    lock = os.open(target.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    folder = target.with_name(f".{target.name}.unfinished")
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise EnvironmentUnusable(
                f"{target.parent}: another publication is being written there"
            ) from None
        # Nobody else has it: what is there was left by a run that was killed.
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(mode=0o700)
        try:
            yield folder
            folder.chmod(0o755)
            folder.rename(target)
            os.fsync(lock)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    finally:
        os.close(lock)


def _write(measured: Measurement, withdrawn: frozenset[str], folder: Path) -> tuple[JournalHead, ...]:
    heads = []
    for name, data, head in public_bytes(measured, withdrawn, f"pycheck {__version__}"):
        path = folder / name
        if head is not None:
            path.parent.mkdir(exist_ok=True)
            heads.append(head)
        _put(path, data, sync=head is None)
    return tuple(heads)


def public_bytes(
    measured: Measurement, withdrawn: frozenset[str], made_by: str
) -> Iterator[tuple[str, bytes, JournalHead | None]]:
    """Every public file with its name, a journal with its head as well; the manifest comes last."""
    digests, heads = {}, []
    for name, data in ((FIGURES, figures_bytes(measured)), (BOARD, board_bytes(measured))):
        digests[name] = hashlib.sha256(data).hexdigest()
        yield name, data, None
    for head, data in _journals(measured, withdrawn):
        digests[head.file] = hashlib.sha256(data).hexdigest()
        heads.append(head)
        yield head.file, data, head
    manifest: dict[str, Any] = {
        "format": FORMAT,
        "limit": LIMIT,
        "made_by": made_by,
        "plan_sha256": measured.plan.digest,
        "log_sha256": measured.log_sha256,
        "journals": heads,
        "files": digests,
    }
    yield MANIFEST, orjson.dumps(manifest, option=_PRETTY), None


def figures_json(measured: Measurement) -> dict[str, Any]:
    """The figures as they are published.

    Raises :class:`~pycheck.errors.PycheckError` for a total that readers of JSON would round.
    """
    plan = measured.plan
    for day in measured.days:
        for camp, figures in day.camps.items():
            total = max(figures.power, figures.cities)
            if total > MAX_NUMBER:
                raise PycheckError(
                    f"{measured.log}: found {total} as the total Power or cities of {camp} on day "
                    f"{day.number}; expected no more than {MAX_NUMBER}, which JSON keeps exact. "
                    "Mend the snapshots"
                )
    return Figures(plan.realm, plan.start, plan.end, measured.days).to_json()


def figures_bytes(measured: Measurement) -> bytes:
    """The file of the figures."""
    return orjson.dumps(figures_json(measured), option=_PRETTY)


def board_bytes(measured: Measurement) -> bytes:
    """The file of the leaderboard."""
    return orjson.dumps(board(measured.accounts).to_json(), option=_PRETTY)


def board(accounts: tuple[Account, ...]) -> Board:
    """The most powerful players: by Power, then by battles won, then whoever was there first."""
    seen = [account for account in accounts if account.seen]
    seen.sort(key=lambda account: (-account.power, -account.won, account.number))
    return Board(tuple(_row(rank, account) for rank, account in enumerate(seen[:LEADERBOARD], 1)))


def _row(rank: int, account: Account) -> HumanRow | AgentRow:
    seen = (
        rank,
        account.name,
        account.camp.value,
        account.alliance.tag if account.alliance else None,
        account.power,
        account.town_hall,
        account.won,
        tuple(account.titles),
    )
    return AgentRow(*seen, account.operator, account.model) if account.marked else HumanRow(*seen)


def _journals(measured: Measurement, withdrawn: frozenset[str]) -> Iterator[tuple[JournalHead, bytes]]:
    """Each published journal, a line an act, in the order of the accounts."""
    secrets = secrets_of(measured, withdrawn)
    clerk = Clerk(measured, secrets)
    with (
        measured.log.open("rb") as file,
        mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as log,
    ):
        if hashlib.sha256(log).hexdigest() != measured.log_sha256:
            raise PublicationRefused(f"{measured.log.name}: another log than was measured; measure it again")
        for number, account in enumerate(secrets.published, 1):
            assert account.operator is not None
            assert account.model is not None
            acts = [clerk.act(event) for event in _events(log, measured.journals.get(account.id))]
            own = (account.id, account.name, account.operator, account.model)
            head = JournalHead(f"{JOURNALS}/{number:05}.jsonl", *own, len(acts))
            yield head, b"".join(orjson.dumps(act) + b"\n" for act in acts)


def _events(log: mmap.mmap, places: array[int] | None) -> Iterator[Event]:
    for place in places or ():
        end = log.find(b"\n", place)
        yield orjson.loads(log[place : end if end >= 0 else len(log)])


def _put(path: Path, data: bytes, *, sync: bool) -> None:
    """Write a new file.

    What was not forced onto the disk only a machine without power loses; the manifest's digest tells.
    """
    with path.open("xb") as file:
        file.write(data)
        if sync:
            file.flush()
            os.fsync(file.fileno())
