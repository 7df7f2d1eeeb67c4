"""Whether a protocol's parts fit together, and fit the mechanism that they are about."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from string import Template

from pycheck.empirical.protocol import Asked, Condition, Family, Protocol, Scripted, Threshold
from pycheck.empirical.record import SCRIPTED
from pycheck.errors import Fault
from pycheck.mechanism import Mechanism

#: What a prompt may ask to have filled in.
PLACEHOLDERS = ("agent", "type", "reports", "rules", "answers", "announced", "others")
_ANNOUNCING = {"announced", "others"}


def faults_of(protocol: Protocol, mechanism: Mechanism) -> Iterator[Fault]:
    """Everything that does not fit, by key."""
    agents = [agent.name for agent in mechanism.agents]
    if protocol.mechanism != mechanism.name:
        yield Fault("mechanism", repr(protocol.mechanism), f"the mechanism's name, {mechanism.name!r}")
    if not mechanism.utilities:
        found = f"{mechanism.name!r}, which has no utilities"
        yield Fault(
            "mechanism", found, "a mechanism with utilities: of a pilot welfare and gains are measured"
        )
    if list(protocol.roles) != agents:
        yield Fault("roles", repr(list(protocol.roles)), f"the mechanism's agents in their order, {agents}")
    yield from _profiles(protocol, mechanism)
    yield from twice("families", [f.name for f in protocol.families])
    yield from _same_player(protocol.families)
    yield from twice("prompts", [p.name for p in protocol.prompts])
    yield from twice("conditions", [c.name for c in protocol.conditions])
    for index, family in enumerate(protocol.families):
        yield from family_faults(f"families[{index}]", family)
    yield from _prompts(protocol)
    for index, condition in enumerate(protocol.conditions):
        yield from _condition(f"conditions[{index}]", condition, protocol, mechanism)
    yield from _unusable(protocol)
    yield from _money(protocol)
    yield from _hypotheses(protocol, mechanism)


def twice(key: str, names: Sequence[object]) -> Iterator[Fault]:
    """Names that are there already."""
    for index, name in enumerate(names):
        if name in names[:index]:
            yield Fault(
                f"{key}[{index}]", f"{name!r} again", f"different {key}", f"see {key}[{names.index(name)}]"
            )


def _same_player(families: Sequence[Family]) -> Iterator[Fault]:
    """Families that are one player under two names: every answer of it would count twice."""
    first: dict[tuple[str | None, ...], int] = {}
    for index, family in enumerate(families):
        local = family.player == "local"
        player = (family.sha256,) if local else (family.model, family.base_url_variable)
        before = first.setdefault((family.player, *player), index)
        if before != index and None not in player:
            found = f"{family.model!r}, which {families[before].name} is too"
            yield Fault(
                f"families[{index}]",
                found,
                "another player than the other families",
                f"see families[{before}]",
            )


def _known(key: str, found: str, known: Collection[str], what: str) -> Iterator[Fault]:
    if found not in known:
        yield Fault(key, repr(found), f"{what}: {', '.join(map(repr, known)) or 'there is none'}")


def _profiles(protocol: Protocol, mechanism: Mechanism) -> Iterator[Fault]:
    agents = {agent.name: agent for agent in mechanism.agents}
    for index, profile in enumerate(protocol.profiles):
        key = f"profiles[{index}]"
        if set(profile) != set(agents):
            yield Fault(key, f"types of {sorted(profile)}", f"a type of each of {list(agents)}")
        for name in sorted(set(profile) & set(agents)):
            yield from _known(f"{key}.{name}", profile[name], agents[name].types, "a type of the agent")
    yield from twice("profiles", [dict(sorted(profile.items())) for profile in protocol.profiles])


def family_faults(key: str, family: Family) -> Iterator[Fault]:
    """What a family lacks, or has and cannot use."""
    if family.name == SCRIPTED:
        yield Fault(
            f"{key}.name", repr(family.name), "another name: this one is for players that are no models"
        )
    if family.player != "local":
        if family.base_url_variable is None:
            yield Fault(f"{key}.base_url_variable", "nothing", "the environment variable with the base URL")
        if family.sha256 is not None:
            yield Fault(f"{key}.sha256", "a digest", "nothing: an endpoint's model has no file here")
        return
    if family.sha256 is None:
        yield Fault(f"{key}.sha256", "nothing", "the SHA-256 of the model's file")
    for name in ("base_url_variable", "key_variable", "price"):
        if getattr(family, name) is not None:
            yield Fault(f"{key}.{name}", "a value", "nothing: a local model has no endpoint")


def _prompts(protocol: Protocol) -> Iterator[Fault]:
    used = {condition.llm.prompt for condition in protocol.conditions if condition.llm}
    for index, prompt in enumerate(protocol.prompts):
        if prompt.name not in used:
            yield Fault(f"prompts[{index}]", f"{prompt.name!r}, which no condition uses", "prompts in use")
        for part in ("system", "user"):
            template = Template(getattr(prompt, part))
            if not template.is_valid():
                yield Fault(f"prompts[{index}].{part}", "a lone dollar", "$$ for a dollar, or a placeholder")
                continue
            for name in template.get_identifiers():
                yield from _known(f"prompts[{index}].{part}", name, PLACEHOLDERS, "a placeholder")


def _condition(key: str, condition: Condition, protocol: Protocol, mechanism: Mechanism) -> Iterator[Fault]:
    yield from twice(f"{key}.seeds", condition.seeds)
    if (condition.scripted is None) == (condition.llm is None):
        yield Fault(key, "both" if condition.scripted else "neither", "exactly one of scripted and llm")
    if condition.scripted is not None:
        yield from _scripted(f"{key}.scripted", condition.scripted, mechanism)
    if condition.llm is not None:
        yield from _asked(f"{key}.llm", condition.llm, protocol, mechanism)


def _scripted(key: str, scripted: Scripted, mechanism: Mechanism) -> Iterator[Fault]:
    if scripted.policy == "constant":
        if scripted.report is None:
            yield Fault(f"{key}.report", "nothing", "the report that is always made")
            return
        for agent in mechanism.agents:
            yield from _known(f"{key}.report", scripted.report, agent.reports, f"a report of {agent.name}")
    elif scripted.report is not None:
        yield Fault(f"{key}.report", repr(scripted.report), f"nothing: the policy is {scripted.policy}")
    if scripted.policy == "truthful":
        for agent in mechanism.agents:
            if agent.truthful is None:
                yield Fault(f"{key}.policy", "'truthful'", f"another policy: {agent.name} has no true report")


def _asked(key: str, asked: Asked, protocol: Protocol, mechanism: Mechanism) -> Iterator[Fault]:
    names = [family.name for family in protocol.families]
    prompts = {prompt.name: prompt for prompt in protocol.prompts}
    yield from _known(f"{key}.prompt", asked.prompt, prompts, "a prompt")
    if not names:
        yield Fault(key, "no families", "at least one [[families]] entry")
    if asked.families is not None:
        yield from twice(f"{key}.families", asked.families)
        for name in asked.families:
            yield from _known(f"{key}.families", name, names, "a family")
        if not asked.families:
            yield Fault(f"{key}.families", "[]", "at least one family")
    if asked.as_long_as is not None:
        others = [c.name for c in protocol.conditions if c.llm is not None and c.llm is not asked]
        yield from _known(f"{key}.as_long_as", asked.as_long_as, others, "another condition with a prompt")
    announced = asked.announced or {}
    prompt = prompts.get(asked.prompt)
    texts = (prompt.system, prompt.user) if prompt else ()
    wanted = {name for text in texts for name in Template(text).get_identifiers()} & _ANNOUNCING
    if prompt is not None and bool(wanted) != bool(announced):
        expected = f"a report for each agent: the prompt has ${sorted(wanted)[0]}" if wanted else "nothing"
        yield Fault(f"{key}.announced", "something" if announced else "nothing", expected)
    if announced:
        yield from _one_each(f"{key}.announced", announced, mechanism, "the report that is announced")


def _unusable(protocol: Protocol) -> Iterator[Fault]:
    unusable = protocol.unusable
    if unusable.reformulations and not unusable.suffix:
        yield Fault("unusable.suffix", "nothing", "what is added when the question is put again")
    if unusable.reformulations and not unusable.after:
        yield Fault("unusable.after", "[]", "the statuses after which the question is put again")
    if not unusable.reformulations and unusable.suffix:
        yield Fault("unusable.suffix", "a text", "nothing: the question is never put again")
    yield from twice("unusable.after", unusable.after)


def _money(protocol: Protocol) -> Iterator[Fault]:
    budgets = protocol.budgets
    if (budgets.money is None) != (budgets.currency is None):
        yield Fault("budgets", "only one of money and currency", "both, or neither")
    for index, family in enumerate(protocol.families):
        priced = family.price is not None
        if family.player == "endpoint" and budgets.money is not None and not priced:
            yield Fault(f"families[{index}].price", "nothing", "a price: there is a budget of money")
        if priced and budgets.money is None:
            yield Fault(
                "budgets.money", "nothing", "a limit: families have prices", f"families[{index}].price"
            )


def _hypotheses(protocol: Protocol, mechanism: Mechanism) -> Iterator[Fault]:
    conditions = [condition.name for condition in protocol.conditions]
    reports = {report for agent in mechanism.agents for report in agent.reports}
    yield from twice("hypotheses", [hypothesis.id for hypothesis in protocol.hypotheses])
    ids: list[str] = []
    for index, hypothesis in enumerate(protocol.hypotheses):
        key = f"hypotheses[{index}]"
        if not hypothesis.thresholds and not hypothesis.equivalences:
            yield Fault(key, "only words", "at least one threshold or equivalence")
        parts: Iterable[tuple[str, int]] = [("thresholds", i) for i in range(len(hypothesis.thresholds))]
        parts = [*parts, *(("equivalences", i) for i in range(len(hypothesis.equivalences)))]
        for name, place in parts:
            part = getattr(hypothesis, name)[place]
            where = f"{key}.{name}[{place}]"
            ids.append(part.id)
            yield from _known(f"{where}.condition", part.condition, conditions, "a condition")
            yield from _known(f"{where}.report", part.report, sorted(reports), "a report")
            if isinstance(part, Threshold):
                yield from _threshold(where, part, conditions)
    yield from twice("hypotheses (ids of their parts)", ids)


def _threshold(key: str, part: Threshold, conditions: Collection[str]) -> Iterator[Fault]:
    if part.measure == "difference":
        if part.minus is None:
            yield Fault(f"{key}.minus", "nothing", "the condition whose rate is taken off")
        else:
            yield from _known(f"{key}.minus", part.minus, conditions, "a condition")
    elif part.minus is not None:
        yield Fault(f"{key}.minus", repr(part.minus), "nothing: a rate is measured")


def _one_each(key: str, chosen: Mapping[str, str], mechanism: Mechanism, what: str) -> Iterator[Fault]:
    """A report for each agent, and for nobody else."""
    for agent in mechanism.agents:
        if agent.name not in chosen:
            yield Fault(f"{key}.{agent.name}", "nothing", what)
        else:
            yield from _known(
                f"{key}.{agent.name}", chosen[agent.name], agent.reports, "a report of the agent"
            )
    for name in chosen:
        yield from _known(key, name, [agent.name for agent in mechanism.agents], "an agent")
