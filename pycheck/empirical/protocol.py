"""The protocol of a pilot as data: who plays, what is asked, how often, what would count.

These are the models that a ``protocol.toml`` (and the protocol inside a freeze) is validated with. Names are
checked against each other here and against the mechanism in :mod:`pycheck.empirical.fit`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field

FORMAT = 1

Name = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$")]
Variable = Annotated[str, Field(pattern=r"^[A-Z][A-Z0-9_]{0,63}$")]
Label = Annotated[str, Field(min_length=1, max_length=64)]
Prose = Annotated[str, Field(min_length=1, max_length=20_000)]
Positive = Annotated[int, Field(ge=1, le=10**12)]
Seed = Annotated[int, Field(ge=0, lt=2**31)]
Share = Annotated[float, Field(ge=0, le=1)]
Wait = Annotated[float, Field(ge=0, le=3600)]


class Part(BaseModel):
    """A table of the file: no unknown keys, no conversions, no changes afterwards."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False)


class Sampling(Part):
    """How every model is sampled. ``timeout_s`` is the longest that one call may take."""

    temperature: Annotated[float, Field(ge=0, le=2)]
    max_tokens: Annotated[int, Field(ge=1, le=100_000)]
    timeout_s: Annotated[float, Field(gt=0, le=3600)]
    top_p: Annotated[float, Field(gt=0, le=1)] | None = None


class Network(Part):
    """After a timeout, a broken connection, a 5xx or a 429 the same call is made again, after these waits.

    A ``Retry-After`` that is longer replaces the wait, up to ``longest_wait_s``.
    """

    retry_waits_s: Annotated[tuple[Wait, ...], Field(max_length=10)]
    longest_wait_s: Wait = 60.0
    concurrency: Annotated[int, Field(ge=1, le=64)] = 1


class Unusable(Part):
    """An answer that gives no report: how often the question is put again, after what, in which words.

    ``suffix`` is added to the question. What is unusable after that stays so: counted, in no rate of reports.
    """

    reformulations: Annotated[int, Field(ge=0, le=3)]
    after: tuple[Literal["invalid", "empty", "truncated", "refused"], ...] = (
        "invalid",
        "empty",
        "truncated",
        "refused",
    )
    suffix: Prose | None = None


class Price(Part):
    """What a family's tokens cost, per million, in the budget's currency."""

    prompt_per_million: Annotated[float, Field(ge=0)]
    completion_per_million: Annotated[float, Field(ge=0)]


class Family(Part):
    """A model that plays: at an OpenAI-compatible endpoint, in a process asked over HTTP, or a file here.

    The protocol has the *names* of the environment variables with base URL and key, never their values.
    ``returned_as`` lists other names under which the endpoint may report the model. ``sha256`` is the digest
    of a local model's file.
    """

    name: Name
    model: Annotated[str, Field(min_length=1, max_length=200)]
    player: Literal["endpoint", "local", "process"]
    base_url_variable: Variable | None = None
    key_variable: Variable | None = None
    returned_as: tuple[str, ...] = ()
    sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")] | None = None
    price: Price | None = None


class Prompt(Part):
    """What is asked, with ``$agent``, ``$type``, ``$reports``, ``$rules``, ``$answers``, ``$announced`` and
    ``$others`` filled in (see docs/pilot.md). ``$$`` is a dollar."""

    name: Name
    system: Prose
    user: Prose


class Scripted(Part):
    """A policy that is no model: always one report, the true type's report, or a seeded coin."""

    policy: Literal["constant", "truthful", "uniform"]
    report: Label | None = None


class Asked(Part):
    """Models are asked: with which prompt, which families (all by default), and what is announced.

    ``announced`` is the report that the prompt calls dominant, for each agent, whatever the mechanism does.
    With ``as_long_as`` every prompt has the length of that condition's prompt.
    """

    prompt: Name
    families: tuple[Name, ...] | None = None
    announced: dict[Label, Label] | None = None
    as_long_as: Name | None = None


class Condition(Part):
    """One condition, its seeds, and who acts under it: exactly one of ``scripted`` and ``llm``."""

    name: Name
    seeds: Annotated[tuple[Seed, ...], Field(min_length=1)]
    scripted: Scripted | None = None
    llm: Asked | None = None


class Budgets(Part):
    """Limits that no run passes: calls (retries included), tokens, seconds of the run's own time, money.

    ``may_stop_early`` has the reason why a budget below the plan's worst case is accepted.
    """

    calls: Positive
    tokens: Positive
    wall_s: Annotated[float, Field(gt=0)]
    money: Annotated[float, Field(gt=0)] | None = None
    currency: Annotated[str, Field(pattern=r"^[A-Z]{3}$")] | None = None
    may_stop_early: Prose | None = None


class Threshold(Part):
    """Something measured and the least it has to be, for every family.

    ``rate``: of ``report`` among the valid acts of ``condition``. ``difference``: that rate less the
    one of the condition ``minus``.
    """

    id: Name
    measure: Literal["rate", "difference"]
    condition: Name
    report: Label
    at_least: Annotated[float, Field(ge=-1, le=1)]
    minus: Name | None = None


class Equivalence(Part):
    """A rate said to be indistinguishable from ``value``: within ``margin``, also given the type."""

    id: Name
    condition: Name
    report: Label
    value: Share = 0.5
    margin: Annotated[float, Field(gt=0, le=0.5)]


class Hypothesis(Part):
    """A hypothesis, in words and as what would have to be measured: all of its parts together."""

    id: Name
    statement: Prose
    thresholds: tuple[Threshold, ...] = ()
    equivalences: tuple[Equivalence, ...] = ()


class Analysis(Part):
    """How it is analysed. ``confidence`` is that of the intervals, ``alpha`` the level of the tests."""

    interval: Literal["wilson"] = "wilson"
    confidence: Annotated[float, Field(gt=0, lt=1)] = 0.95
    effect_size: Literal["cohen_h"] = "cohen_h"
    alpha: Annotated[float, Field(gt=0, lt=1)] = 0.05


class Protocol(Part):
    """A whole protocol."""

    format: Literal[1]
    name: Name
    title: Prose
    mechanism: Name
    roles: Annotated[tuple[Label, ...], Field(min_length=1)]
    profiles: Annotated[tuple[dict[Label, Label], ...], Field(min_length=1)]
    sampling: Sampling
    network: Network
    unusable: Unusable
    budgets: Budgets
    families: tuple[Family, ...] = ()
    prompts: tuple[Prompt, ...] = ()
    conditions: Annotated[tuple[Condition, ...], Field(min_length=1)]
    hypotheses: tuple[Hypothesis, ...] = ()
    analysis: Analysis = Analysis()

    def families_of(self, condition: Condition) -> tuple[Family, ...]:
        """The families that act under a condition; none for a scripted one."""
        if condition.llm is None:
            return ()
        chosen = condition.llm.families
        return tuple(f for f in self.families if chosen is None or f.name in chosen)

    def family(self, name: str) -> Family:
        """The family called ``name``; :class:`KeyError` if there is none."""
        return _named(self.families, name)

    def condition(self, name: str) -> Condition:
        """The condition called ``name``; :class:`KeyError` if there is none."""
        return _named(self.conditions, name)

    def prompt(self, name: str) -> Prompt:
        """The prompt called ``name``; :class:`KeyError` if there is none."""
        return _named(self.prompts, name)


_Entry = TypeVar("_Entry", Family, Condition, Prompt)


def _named(entries: Iterable[_Entry], name: str) -> _Entry:
    for entry in entries:
        if entry.name == name:
            return entry
    raise KeyError(name)
