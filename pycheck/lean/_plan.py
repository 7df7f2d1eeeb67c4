"""The plan of a replay: declarations in an order the kernel can check them in.

A plan is one JSON document: tables of names, levels and terms, and steps that refer to them by number. A
step either gives the kernel a declaration to check, or compares a constant of the file with the one that the
kernel made of its own (inductive types, constructors, recursors, quotients). What the steps of the ``base``
add stays for the plans that follow, if the plan begins on the base alone; what the other steps add is
forgotten after them, unless it is to be kept as a layer on which other plans may begin.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pycheck.lean._tables import Tables
from pycheck.lean.olean import Constant, ConstructorInfo, InductiveInfo, RecursorInfo

_MADE_BY_KERNEL = ("inductive", "constructor", "recursor", "quot")


@dataclass(frozen=True, slots=True)
class Step:
    """One step, the constant it is about, and whether it is the step that settles this constant."""

    constant: str
    settles: bool
    content: dict[str, Any]


@dataclass(slots=True)
class Plan:
    """Tables, steps, and the constants refused beforehand (name -> reason), for which there is no step.

    ``tables`` may have entries of earlier plans for the same process, which has them already. ``onto`` is the
    environment to begin with: 0 is the base, other numbers are layers; ``keep`` the number under which what
    comes out is kept.
    """

    tables: Tables = field(default_factory=Tables)
    base: list[Step] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    refused: dict[str, str] = field(default_factory=dict)
    onto: int = 0
    keep: int | None = None

    @property
    def all_steps(self) -> list[Step]:
        """The steps in the order in which they are done."""
        return self.base + self.steps

    def document(self) -> str:
        """Return the plan as the line of JSON that the checking process reads. To be called once."""
        return json.dumps(
            {
                **self.tables.fresh(),
                "onto": self.onto,
                "keep": self.keep,
                "base": [step.content for step in self.base],
                "steps": [step.content for step in self.steps],
            }
        )


def make_plan(
    constants: Mapping[str, Constant],
    tables: Tables | None = None,
    base: Mapping[str, Constant] | None = None,
) -> Plan:
    """Return the plan for all of the constants, which must not be unsafe or partial.

    ``base`` is what they rest on and the process does not have yet; ``tables`` is what it has.
    """
    plan = Plan() if tables is None else Plan(tables)
    plan.tables.forget_nodes()
    plan.base += _steps(plan, base or {})
    plan.steps += _steps(plan, constants)
    return plan


def _steps(plan: Plan, constants: Mapping[str, Constant]) -> list[Step]:
    steps: list[Step] = []

    def add(constant: Constant, content: dict[str, Any], *, settles: bool) -> None:
        steps.append(Step(constant.name, settles, content))

    units = _units(constants)
    for unit in _in_order(units, constants):
        members = [constants[name] for name in units[unit]]
        inductive = [member for member in members if member.kind == "inductive"]
        problem = _block_problem(inductive, constants)
        if problem is not None:
            plan.refused.update((member.name, problem) for member in members)
            continue
        if inductive:
            add(inductive[0], _declare_block(plan.tables, inductive, constants), settles=False)
        if any(member.kind == "quot" for member in members):
            add(members[0], {"do": "add", "kind": "quot"}, settles=False)
        for member in members:
            do = "compare" if member.kind in _MADE_BY_KERNEL else "add"
            add(member, {"do": do} | _content(plan.tables, member), settles=True)
    return steps


def _units(constants: Mapping[str, Constant]) -> dict[str, list[str]]:
    """Group the constants that the kernel takes in at once: inductive types with their constructors."""
    units: dict[str, list[str]] = {}
    for name, constant in constants.items():
        units.setdefault(_unit_of(constant, constants), []).append(name)
    return units


def _unit_of(constant: Constant, constants: Mapping[str, Constant]) -> str:
    if constant.kind == "quot":
        return "Quot"
    if isinstance(constant.info, ConstructorInfo):
        owner = constants.get(constant.info.inductive)
        if owner is not None and constant.name in owner.constructors:
            constant = owner
    return constant.block[0] if constant.kind == "inductive" and constant.block else constant.name


def _in_order(units: Mapping[str, list[str]], constants: Mapping[str, Constant]) -> list[str]:
    """Return the units, each after those it rests on. Circles are cut somewhere: the kernel refuses them."""

    def rests_on(unit: str) -> set[str]:
        used = {name for member in units[unit] for name in constants[member].uses}
        if any(constants[member].kind == "quot" for member in units[unit]):
            used.add("Eq")
        return {_unit_of(constants[name], constants) for name in used if name in constants}

    order: list[str] = []
    begun: set[str] = set()
    for start in units:
        stack: list[tuple[str, bool]] = [(start, False)]
        while stack:
            unit, finished = stack.pop()
            if finished:
                order.append(unit)
            elif unit not in begun:
                begun.add(unit)
                stack.append((unit, True))
                stack.extend((other, False) for other in sorted(rests_on(unit) - begun))
    return order


def _block_problem(inductive: list[Constant], constants: Mapping[str, Constant]) -> str | None:
    """Say what keeps inductive types from being one declaration, or return None."""
    names = {constant.name for constant in inductive}
    for constant in inductive:
        first = inductive[0]
        if constant.block != first.block or set(constant.block) != names or len(constant.block) != len(names):
            return f"the types declared together with {constant.name} do not agree on who they are"
        if constant.level_params != first.level_params or _parameters(constant) != _parameters(first):
            return f"the types declared together with {constant.name} have different parameters"
        for name in constant.constructors:
            if name not in constants or constants[name].kind != "constructor":
                return f"{name}, a constructor of {constant.name}, is not there"
    return None


def _parameters(constant: Constant) -> int:
    assert isinstance(constant.info, InductiveInfo)
    return constant.info.parameters


def _declare_block(
    tables: Tables, inductive: list[Constant], constants: Mapping[str, Constant]
) -> dict[str, Any]:
    by_name = {constant.name: constant for constant in inductive}
    return {
        "do": "add",
        "kind": "inductive",
        "levels": tables.all_names(inductive[0].level_params),
        "parameters": _parameters(inductive[0]),
        "types": [
            (
                tables.name(name),
                tables.expr(by_name[name].type),
                [
                    (tables.name(ctor), tables.expr(constants[ctor].type))
                    for ctor in by_name[name].constructors
                ],
            )
            for name in inductive[0].block
        ],
    }


def _content(tables: Tables, constant: Constant) -> dict[str, Any]:
    """Return everything about a constant, in terms of the tables."""
    content: dict[str, Any] = {
        "kind": constant.kind,
        "name": tables.name(constant.name),
        "levels": tables.all_names(constant.level_params),
        "type": tables.expr(constant.type),
        "block": tables.all_names(constant.block),
    }
    if constant.value is not None:
        content["value"] = tables.expr(constant.value)
    match constant.info:
        case InductiveInfo() as info:
            content["numbers"] = (info.parameters, info.indices, info.nested)
            content["constructors"] = tables.all_names(info.constructors)
            content["flags"] = (int(info.is_recursive), int(info.is_reflexive))
        case ConstructorInfo() as info:
            content["inductive"] = tables.name(info.inductive)
            content["numbers"] = (info.index, info.parameters, info.fields)
        case RecursorInfo() as info:
            content["numbers"] = (info.parameters, info.indices, info.motives, info.minors)
            content["rules"] = [
                (tables.name(rule.constructor), rule.fields, tables.expr(rule.value)) for rule in info.rules
            ]
            content["k"] = int(info.k)
        case None:
            content["hint"] = constant.hint
            content["part"] = constant.quot_part
    return content
