"""An endpoint that misbehaves in every way: each is filed as what it is, and no secret is kept."""

from __future__ import annotations

import gzip
import json
import threading
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any

import pytest

from pycheck.empirical.endpoint import Endpoint, retry_after
from pycheck.empirical.freeze import freeze
from pycheck.empirical.record import Act, Cause, Status
from pycheck.empirical.rescore import Contents, rescore
from pycheck.empirical.run import Outcome, run
from pycheck.errors import EnvironmentUnusable
from pycheck.mechanism import Mechanism

from .conftest import endpoint_pilot, protocol_of
from .server import GOOD, KEY, Script, Served, Server, completion, serving


class Ran:
    """One run against a server: how it ended, what is in its folder, what the server saw."""

    def __init__(self, outcome: Outcome, contents: Contents, server: Server, folder: Path) -> None:
        self.outcome, self.contents, self.server, self.folder = outcome, contents, server, folder

    @property
    def acts(self) -> list[Act]:
        return [act for act in self.contents.acts.values() if act.family == "far"]

    def only(self) -> tuple[Status, Cause | None, int, int]:
        """Status, cause, attempts and calls, the same for every act."""
        found = {(act.status, act.cause, len(act.attempts), act.calls) for act in self.acts}
        (one,) = found
        return one


Play = Callable[..., Ran]


@pytest.fixture
def play(mechanism: Mechanism, tmp_path: Path) -> Play:
    def played(script: Script, **changes: Any) -> Ran:
        protocol = protocol_of(endpoint_pilot(**changes), mechanism)
        frozen = freeze(protocol, mechanism, tmp_path / "freeze.json")
        folder = tmp_path / "run"
        with serving(script) as server:
            outcome = run(frozen, tmp_path / "freeze.json", folder, lambda f: Endpoint(f, server.environment))
        contents = rescore(folder)
        assert contents.faults == []
        return Ran(outcome, contents, server, folder)

    return played


def always(served: Served) -> Script:
    return lambda number, sent: served


def test_a_good_endpoint(play: Play) -> None:
    ran = play(always(completion(provider="somebody")))
    assert ran.only() == (Status.VALID, None, 1, 1)
    assert ran.outcome.missing == 0
    assert ran.outcome.spent.calls == len(ran.server.requests) == 16
    assert ran.outcome.spent.tokens == 16 * 48
    assert ran.server.authorizations == {f"Bearer {KEY}"}
    assert ran.server.paths == {"/v1/chat/completions"}
    sent = ran.server.requests[0]
    assert set(sent) == {"model", "messages", "temperature", "max_tokens", "seed"}
    assert (sent["model"], sent["temperature"], sent["max_tokens"]) == ("model-1", 0.7, 32)
    assert Counter(request["seed"] for request in ran.server.requests) == {11: 8, 29: 8}
    (attempt,) = ran.acts[0].attempts
    assert (attempt.raw, attempt.model, attempt.provider) == (GOOD, "model-1", "somebody")
    assert (attempt.finish_reason, attempt.http_status) == ("stop", 200)


HTML = Served(body=b"<html><h1>Welcome</h1></html>", headers={"Content-Type": "text/html"})
GOOD_BODY = completion().body
NO_DATE = "Mon, 01 Jan 99999999999999 00:00:00 GMT"


def deep(depth: int) -> Any:
    """An array in an array, so many times."""
    return json.loads("[" * depth + "]" * depth)


def packed(coding: str) -> Served:
    """A good answer, packed though nobody asked for that."""
    return Served(body=gzip.compress(completion().body), headers={"Content-Encoding": coding})


BOMB = Served(
    body=gzip.compress(gzip.compress(b" " * 10_000_000)), headers={"Content-Encoding": "gzip, gzip"}
)
INVALID, HTTP, NETWORK = Status.INVALID, Status.HTTP_ERROR, Status.NETWORK_ERROR


@pytest.mark.parametrize(
    ("served", "expected"),
    [
        # Answers of the model: the question is put once more.
        (completion("I would say a'."), (INVALID, Cause.PROSE, 2, 2)),
        (completion('{"report": "a", "why": "x"}'), (INVALID, Cause.EXTRA_FIELD, 2, 2)),
        (completion(GOOD + GOOD), (INVALID, Cause.SEVERAL_OBJECTS, 2, 2)),
        (completion("\ud800 \u0000"), (INVALID, Cause.PROSE, 2, 2)),
        (completion(None), (Status.EMPTY, None, 2, 2)),
        (completion("  \n"), (Status.EMPTY, None, 2, 2)),
        (completion('{"repo', "length"), (Status.TRUNCATED, None, 2, 2)),
        (completion(None, "length"), (Status.TRUNCATED, None, 2, 2)),
        (completion("", "content_filter"), (Status.REFUSED, None, 2, 2)),
        (completion(message={"content": None, "refusal": "No."}), (Status.REFUSED, None, 2, 2)),
        (completion(usage=None), (Status.VALID, None, 1, 1)),
        (completion(usage={"prompt_tokens": -3, "completion_tokens": "8"}), (Status.VALID, None, 1, 1)),
        (completion(usage={"prompt_tokens": 10**400, "completion_tokens": 8}), (Status.VALID, None, 1, 1)),
        (completion(model=None), (Status.VALID, None, 1, 1)),
        # Answers of something else: neither the model's behaviour nor a reason to ask again.
        (completion(model="model-2"), (HTTP, Cause.WRONG_MODEL, 1, 1)),
        (HTML, (HTTP, Cause.NOT_JSON, 1, 1)),
        (Served(body=b""), (HTTP, Cause.NOT_JSON, 1, 1)),
        (Served(body=b"[" * 100_000), (HTTP, Cause.NOT_JSON, 1, 1)),
        (completion(more=deep(100)), (HTTP, Cause.NOT_JSON, 1, 1)),
        (packed("gzip"), (HTTP, Cause.NOT_JSON, 1, 1)),
        (packed("deflate"), (HTTP, Cause.NOT_JSON, 1, 1)),
        (packed("identity"), (HTTP, Cause.NOT_JSON, 1, 1)),
        (BOMB, (HTTP, Cause.NOT_JSON, 1, 1)),
        (Served(body=GOOD_BODY, headers={"Content-Encoding": "Identity"}), (Status.VALID, None, 1, 1)),
        (completion(model=5), (HTTP, Cause.WRONG_SHAPE, 1, 1)),
        (Served(body=b"[]"), (HTTP, Cause.WRONG_SHAPE, 1, 1)),
        (completion(choices=[]), (HTTP, Cause.WRONG_SHAPE, 1, 1)),
        (completion(choices=[{"message": {"content": GOOD}}] * 2), (HTTP, Cause.WRONG_SHAPE, 1, 1)),
        (completion(message={"content": [{"text": GOOD}]}), (HTTP, Cause.WRONG_SHAPE, 1, 1)),
        (completion(message=None), (HTTP, Cause.WRONG_SHAPE, 1, 1)),
        (Served(400, b"{}"), (HTTP, Cause.HTTP_STATUS, 1, 1)),
        (Served(404, b"{}"), (HTTP, Cause.HTTP_STATUS, 1, 1)),
        (Served(302, b"", {"Location": "/elsewhere"}), (HTTP, Cause.HTTP_STATUS, 1, 1)),
        # Failures on the way: the same call again, twice.
        (Served(500, b"oops"), (NETWORK, Cause.HTTP_STATUS, 1, 3)),
        (Served(429, b"slow down"), (NETWORK, Cause.HTTP_STATUS, 1, 3)),
        (Served(429, b"", {"Retry-After": "0"}), (NETWORK, Cause.HTTP_STATUS, 1, 3)),
        (Served(429, b"", {"Retry-After": NO_DATE}), (NETWORK, Cause.HTTP_STATUS, 1, 3)),
        (Served(body=completion().body, cut=True), (NETWORK, Cause.CONNECTION, 1, 3)),
    ],
)  # fmt: skip
def test_each_misbehaviour_is_filed_as_what_it_is(
    play: Play, served: Served, expected: tuple[Status, Cause | None, int, int]
) -> None:
    ran = play(always(served))
    assert ran.only() == expected
    assert ran.outcome.missing == 0
    assert len(ran.server.requests) == ran.outcome.spent.calls == 16 * expected[3]
    turns = [turn for turn in ran.contents.turns.values() if turn.family == "far"]
    assert len(turns) == 8
    valid = expected[0] is Status.VALID
    assert all((turn.outcome is not None) == valid == (turn.welfare is not None) for turn in turns)


#: Eight seconds of pieces, of which each comes well within the time, and a good answer after them.
DRIPPING = {
    "headers": (b"HTTP/1.1 200 OK\r\n", *[b"X-A: b\r\n"] * 400, b"\r\n", GOOD_BODY),
    "interim": (*[b"HTTP/1.1 102 Processing\r\n\r\n"] * 400, b"HTTP/1.1 200 OK\r\n\r\n", GOOD_BODY),
    "deflate": (
        b"HTTP/1.1 200 OK\r\nContent-Encoding: deflate\r\n\r\n", *[b"\x00\x00\x00\xff\xff"] * 400, GOOD_BODY,
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    "served",
    [
        Served(delay_s=2.0),
        Served(body=GOOD_BODY, drip=True),
        *(pytest.param(Served(raw=raw), id=name) for name, raw in DRIPPING.items()),
    ],
)
def test_an_endpoint_that_hangs_or_drips(play: Play, served: Served) -> None:
    one = [{"name": "blind", "seeds": [11], "llm": {"prompt": "blind"}}]
    profiles = [{"row": "a", "col": "a"}]
    ran = play(
        always(served), conditions=one, profiles=profiles, sampling={"timeout_s": 0.3},
        network={"retry_waits_s": [0]},
    )  # fmt: skip
    assert ran.only() == (NETWORK, Cause.TIMEOUT, 1, 2)
    assert ran.server.finished == 0


def test_after_a_failure_the_answer_counts(play: Play) -> None:
    seen: Counter[str] = Counter()
    lock = threading.Lock()

    def script(number: int, sent: Mapping[str, Any]) -> Served:
        with lock:
            question = json.dumps([sent["messages"], sent["seed"]])
            seen[question] += 1
            return Served(500, b"oops") if seen[question] % 2 else completion()

    ran = play(script, network={"concurrency": 1})
    assert ran.only() == (Status.VALID, None, 1, 2)
    assert {retry.http_status for act in ran.acts for retry in act.attempts[0].retries} == {500}


@pytest.mark.parametrize(("asked", "waited"), [("0", 0.05), ("1", 0.2), ("junk", 0.05)])
def test_retry_after_is_honoured_up_to_the_limit(play: Play, asked: str, waited: float) -> None:
    def script(number: int, sent: Mapping[str, Any]) -> Served:
        return Served(429, b"", {"Retry-After": asked}) if number == 1 else completion()

    ran = play(script, network={"retry_waits_s": [0.05], "concurrency": 1})
    (retry,) = [retry for act in ran.acts for a in act.attempts for retry in a.retries]
    assert (retry.http_status, retry.wait_s) == (429, waited)


def test_what_retry_after_can_be() -> None:
    assert retry_after(None) is None
    assert retry_after("120") == 120
    assert retry_after("Thu, 01 Jan 1970 00:00:00 GMT") == 0
    in_a_minute = retry_after(format_datetime(datetime.now(UTC) + timedelta(seconds=60)))
    assert in_a_minute is not None
    assert 0 < in_a_minute <= 60
    beyond = (NO_DATE, f"Mon, 01 Jan 2026 00:00:00 +{'9' * 30}", f"Mon, {'9' * 30} Jan 2026 00:00:00 GMT")
    for junk in ("", "-1", "soon", "1.5", "\u0661", "Mon, 99 Foo 2026", *beyond):
        assert retry_after(junk) is None


@pytest.mark.parametrize(("status", "reason"), [(402, "payment_required"), (401, "not_authorised")])
def test_an_endpoint_that_wants_money_stops_the_run(play: Play, status: int, reason: str) -> None:
    ran = play(lambda n, sent: completion() if n <= 5 else Served(status, b"{}"))
    assert ran.outcome.stop is not None
    assert ran.outcome.stop.reason == reason
    assert {act.status for act in ran.acts} == {Status.VALID}
    assert ran.outcome.missing == 16 - len(ran.acts) == 11
    assert len(ran.server.requests) <= 5 + 2
    assert [stop.reason for stop in ran.contents.stops] == [reason]
    not_asked = [
        a for turn in ran.contents.planned_turns() for a in turn.acts if a.status is Status.NOT_ASKED
    ]
    assert len(not_asked) == 11
    # Paid for, the run goes on and asks for the rest, once.
    again = play(always(completion()))
    assert again.outcome.missing == 0
    assert len(again.acts) == 16
    assert len(again.server.requests) == 11
    assert again.outcome.spent.calls == len(ran.server.requests) + 11


def test_a_run_that_is_done_asks_nothing(play: Play) -> None:
    first = play(always(completion()))
    data = (first.folder / "trace.jsonl").read_bytes()
    again = play(always(Served(500, b"")))
    assert again.server.requests == []
    assert again.outcome.asked == 0
    assert (first.folder / "trace.jsonl").read_bytes() == data


def test_nothing_packed_is_asked_for(play: Play) -> None:
    assert play(always(completion())).server.encodings == {"identity"}


# Budgets.


@pytest.mark.parametrize("tokens", [10**12 + 1, 10**30, 10**400])
def test_a_use_that_cannot_be_is_none_and_charged_in_full(play: Play, tokens: int) -> None:
    ran = play(always(completion(usage={"prompt_tokens": tokens, "completion_tokens": 8})))
    assert {act.attempts[0].prompt_tokens for act in ran.acts} == {None}
    plan = ran.contents.frozen.plan
    most = sum(plan.questions(act)[0].most_tokens + plan.protocol.sampling.max_tokens for act in plan.asked)
    assert ran.outcome.spent.tokens == most


@pytest.mark.parametrize(
    ("budgets", "concurrency"),
    [({"calls": 17}, 1), ({"calls": 20}, 4), ({"tokens": 6000}, 1), ({"tokens": 6000}, 4)],
)
def test_no_budget_is_ever_passed(play: Play, budgets: dict[str, Any], concurrency: int) -> None:
    changes: dict[str, Any] = {
        "budgets": budgets | {"may_stop_early": "a test"},
        "network": {"concurrency": concurrency},
    }
    script = always(completion("prose", usage={"prompt_tokens": 300, "completion_tokens": 64}))
    ran = play(script, **changes)
    assert ran.outcome.stop is not None
    assert ran.outcome.stop.reason == next(iter(budgets))
    calls = len(ran.server.requests)
    assert ran.outcome.spent.calls == calls <= budgets.get("calls", 10**9)
    assert calls * 364 <= budgets.get("tokens", 10**9)
    assert calls == budgets.get("calls", calls)
    # Going on changes nothing: the budget is the plan's, not a session's.
    again = play(script, **changes)
    assert again.server.requests == []
    assert again.outcome.stop is not None


@pytest.mark.parametrize("concurrency", [1, 4])
def test_money_is_a_budget(play: Play, concurrency: int) -> None:
    priced = endpoint_pilot()["families"][0] | {
        "price": {"prompt_per_million": 1000.0, "completion_per_million": 2000.0}
    }
    changes: dict[str, Any] = {
        "families": [priced],
        "budgets": {"money": 4.0, "currency": "EUR", "may_stop_early": "a test"},
        "network": {"concurrency": concurrency},
    }
    each = 300 / 1e3 + 20 / 500
    script = always(completion("prose", usage={"prompt_tokens": 300, "completion_tokens": 20}))
    ran = play(script, **changes)
    assert ran.outcome.stop is not None
    assert (ran.outcome.stop.reason, ran.outcome.missing > 0) == ("money", True)
    # Less than one more call's worst case is left, and what is spent is what the answers say.
    assert ran.outcome.spent.money == pytest.approx(len(ran.server.requests) * each)
    assert 4.0 - 2.0 < ran.outcome.spent.money <= 4.0
    again = play(script, **changes)
    assert again.server.requests == []
    assert again.outcome.spent.money == pytest.approx(ran.outcome.spent.money)


def test_wall_time_is_a_budget(play: Play) -> None:
    # As much as one call may take, and some of it has passed before the first.
    ran = play(
        always(completion()), budgets={"wall_s": 6.0, "may_stop_early": "a test"}, sampling={"timeout_s": 5}
    )
    assert ran.outcome.stop is not None
    assert ran.outcome.stop.reason == "wall_s"
    assert ran.server.requests == []


def test_no_wait_is_begun_after_which_no_call_is_in_time(play: Play) -> None:
    """An endpoint that asks for more patience than is left does not make the run pass its time."""
    busy = Served(429, headers={"Retry-After": "7"})
    ran = play(
        always(busy),
        budgets={"wall_s": 8.0, "may_stop_early": "a test"},
        sampling={"timeout_s": 1},
        network={"retry_waits_s": [0], "longest_wait_s": 7, "concurrency": 1},
    )
    assert ran.outcome.stop is not None
    assert ran.outcome.stop.reason == "wall_s"
    assert len(ran.server.requests) == 1
    # What the wait would have taken has not passed.
    assert ran.outcome.stop.elapsed_s < 7


# Secrets.


def test_no_secret_is_in_any_file(play: Play) -> None:
    def script(number: int, sent: Mapping[str, Any]) -> Served:
        leak = f"Your key is {KEY}."
        if number % 3 == 0:
            return Served(500, leak.encode(), {"X-Key": KEY})
        return completion(leak, model="model-1", provider=KEY, finish_reason=leak)

    ran = play(script)
    files = [path for path in ran.folder.rglob("*") if path.is_file()]
    assert {path.name for path in files} == {"freeze.json", "trace.jsonl", "journal.jsonl"}
    for path in files:
        data = path.read_bytes()
        assert KEY.encode() not in data
        assert b"Bearer" not in data
        assert b"127.0.0.1" not in data
    assert "[key removed]" in (ran.acts[0].attempts[-1].raw or "")


def test_a_leak_would_be_seen(play: Play) -> None:
    """The test above looks at files that do hold what a server says."""
    ran = play(always(completion("Your key is sk-other.")))
    assert b"sk-other" in (ran.folder / "trace.jsonl").read_bytes()


@pytest.mark.parametrize(
    ("environment", "words"),
    [
        ({}, "TEST_BASE_URL is not set"),
        ({"TEST_BASE_URL": "http://h/v1"}, "TEST_KEY is not set"),
        ({"TEST_BASE_URL": "ftp://h/v1", "TEST_KEY": KEY}, "cannot be used"),
        ({"TEST_BASE_URL": "http://", "TEST_KEY": KEY}, "cannot be used"),
        ({"TEST_BASE_URL": "http://h:port/v1", "TEST_KEY": KEY}, "cannot be used"),
        ({"TEST_BASE_URL": "http://h/v1", "TEST_KEY": f"{KEY}é"}, "cannot be used"),
        ({"TEST_BASE_URL": "http://h/v1", "TEST_KEY": f"{KEY}\n{KEY}"}, "cannot be used"),
        ({"TEST_BASE_URL": "http://h/v1", "TEST_KEY": f"{KEY} {KEY}"}, "cannot be used"),
        ({"TEST_BASE_URL": "http://h/v1", "TEST_KEY": f"{KEY}\0"}, "cannot be used"),
        ({"TEST_BASE_URL": "http://h/v1", "TEST_KEY": "a" * 7}, "8 or more characters"),
    ],
)
def test_an_environment_that_will_not_do(
    mechanism: Mechanism, environment: dict[str, str], words: str
) -> None:
    family = protocol_of(endpoint_pilot(), mechanism).family("far")
    with pytest.raises(EnvironmentUnusable, match=words) as caught:
        Endpoint(family, environment)
    assert KEY not in str(caught.value)


def test_a_player_does_not_show_its_key(mechanism: Mechanism) -> None:
    family = protocol_of(endpoint_pilot(), mechanism).family("far")
    player = Endpoint(family, {"TEST_BASE_URL": "http://user:word@h/v1", "TEST_KEY": KEY})
    assert repr(player) == "Endpoint('far', 'model-1')"
    player.close()
