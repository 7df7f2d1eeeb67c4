"""The process that talks to Lean's kernel; see :func:`main` for what it is given and what it answers.

It runs apart because the kernel may run out of stack, memory or time. No byte of a compiled file reaches it:
the plan (:mod:`pycheck.lean._plan`) holds decoded terms, and they are built anew here.
"""

from __future__ import annotations

import json
import os
import resource
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

from pycheck.lean._confine import hold
from pycheck.lean._lean_objects import LEAN_VERSION, Lean, box


class Replay:
    """The plans' tables as Lean objects, and their steps over one base or a layer on it."""

    def __init__(self, lean: Lean) -> None:
        self.lean = lean
        self.environment = lean.empty_environment()
        self.kept = {0: self.environment}
        self.names = [box(0)]
        self.levels = [box(0)]
        self.exprs: list[int] = []

    def take(self, plan: dict[str, Any]) -> None:
        """Add the plan's entries to the tables."""
        lean = self.lean
        for parent, part in plan["names"]:
            make = lean.name_string if isinstance(part, str) else lean.name_number
            value = lean.string(part) if isinstance(part, str) else lean.natural(part)
            self.names.append(make(self.names[parent], value))
        for tag, *parts in plan["levels"]:
            source = self.names if tag == 4 else self.levels
            self.levels.append(lean.levels[tag](*(source[part] for part in parts)))
        for tag, *parts in plan["exprs"]:
            self.exprs.append(self.expr(tag, parts))

    def steps(self, plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Yield the steps, each to be run before the next: those for the base, then the others."""
        lean, onto = self.lean, plan["onto"]
        self.environment = self.kept[onto]
        yield from plan["base"]
        if onto == 0:
            self.kept[0] = lean.hold(self.environment)
        yield from plan["steps"]
        if plan["keep"] is None:
            lean.drop(self.environment)
        else:
            self.kept[plan["keep"]] = lean.hold(self.environment)

    def expr(self, tag: int, parts: list[Any]) -> int:
        """Build one term from the tables."""
        lean, names, exprs = self.lean, self.names, self.exprs
        if tag == 0:
            return lean.expr_bvar(box(parts[0]))
        if tag == 3:
            return lean.expr_sort(self.levels[parts[0]])
        if tag == 4:
            return lean.expr_const(names[parts[0]], lean.list([self.levels[part] for part in parts[1:]]))
        if tag == 5:
            return lean.expr_app(exprs[parts[0]], exprs[parts[1]])
        if tag in (6, 7):
            make = lean.expr_lambda if tag == 6 else lean.expr_forall
            return make(names[parts[0]], exprs[parts[1]], exprs[parts[2]], parts[3])
        if tag == 8:
            return lean.expr_let(names[parts[0]], *(exprs[part] for part in parts[1:]), 0)
        if tag == 9:
            content = lean.natural(int(parts[1], 16)) if parts[0] == 0 else lean.string(parts[1])
            return lean.expr_lit(lean.record(parts[0], content))
        return lean.expr_proj(names[parts[0]], lean.natural(parts[1]), exprs[parts[2]])

    def run(self, step: dict[str, Any]) -> str | None:
        """Do one step of the plan; return the reason when the kernel refuses it."""
        if step["do"] == "compare":
            name = self.names[step["name"]]
            return self.lean.compare(self.environment, name, self.constant(step))
        self.environment, exception = self.lean.add(self.environment, self.declaration(step))
        if exception is None:
            return None
        # Needed only when something is refused.
        from pycheck.lean._exceptions import explain

        return explain(exception)

    def declaration(self, step: dict[str, Any]) -> int:
        """Build the ``Lean.Declaration`` of a step."""
        lean = self.lean
        kind = step["kind"]
        if kind == "quot":
            return box(4)
        if kind == "inductive":
            return lean.inductive_decl(
                self.name_list(step["levels"]),
                lean.natural(step["parameters"]),
                lean.list([self.inductive_type(*type_) for type_ in step["types"]]),
                0,
            )
        tag = ("axiom", "definition", "theorem", "opaque").index(kind)
        return lean.record(tag, self.value(step))

    def inductive_type(self, name: int, type_: int, constructors: list[list[int]]) -> int:
        """Build a ``Lean.InductiveType``."""
        pairs = [self.lean.record(0, self.names[ctor], self.exprs[of]) for ctor, of in constructors]
        return self.lean.record(0, self.names[name], self.exprs[type_], self.lean.list(pairs))

    def constant(self, step: dict[str, Any]) -> int:
        """Build the ``Lean.ConstantInfo`` of a step."""
        tag = ("quot", "inductive", "constructor", "recursor").index(step["kind"])
        return self.lean.record(4 + tag, self.value(step))

    def value(self, step: dict[str, Any]) -> int:
        """Build the ``AxiomVal``, ``DefinitionVal``, … of a step."""
        lean = self.lean
        common = (self.names[step["name"]], self.name_list(step["levels"]), self.exprs[step["type"]])
        match step["kind"]:
            case "axiom":
                return lean.axiom(*common, 0)
            case "definition":
                hint = step["hint"]
                hints = lean.height(hint) if isinstance(hint, int) else box(("opaque", "abbrev").index(hint))
                safe = 1
                return lean.definition(*common, self.exprs[step["value"]], hints, safe, self.block(step))
            case "theorem":
                return lean.theorem(*common, self.exprs[step["value"]], self.block(step))
            case "opaque":
                return lean.opaque(*common, self.exprs[step["value"]], 0, self.block(step))
            case "quot":
                return lean.quot(*common, step["part"])
            case "inductive":
                parameters, indices, nested = map(lean.natural, step["numbers"])
                constructors = self.name_list(step["constructors"])
                recursive, reflexive = step["flags"]
                return lean.inductive(
                    *common,
                    parameters,
                    indices,
                    self.block(step),
                    constructors,
                    nested,
                    recursive,
                    0,
                    reflexive,
                )
            case "constructor":
                numbers = tuple(map(lean.natural, step["numbers"]))
                return lean.constructor(*common, self.names[step["inductive"]], *numbers, 0)
            case _:
                numbers = tuple(map(lean.natural, step["numbers"]))
                rules = lean.list([self.rule(*rule) for rule in step["rules"]])
                return lean.recursor(*common, self.block(step), *numbers, rules, step["k"], 0)

    def rule(self, constructor: int, fields: int, value: int) -> int:
        """Build a ``Lean.RecursorRule``."""
        return self.lean.record(0, self.names[constructor], self.lean.natural(fields), self.exprs[value])

    def block(self, step: dict[str, Any]) -> int:
        """Build the list of declarations made together."""
        return self.name_list(step["block"])

    def name_list(self, names: list[int]) -> int:
        """Build a list of names."""
        return self.lean.list([self.names[name] for name in names])


def limit_memory(most: int) -> None:
    """Bound the address space of this process, in bytes, and leave no core file."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (most if hard < 0 else min(most, hard), hard))


def take_standard_output() -> TextIO:
    """Return standard output for the answer alone; whatever Lean prints goes to standard error."""
    answer = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return answer


def main(library: str, memory: int) -> int:
    """Read plans from standard input, a line each, run their steps, answer on standard output.

    For each step there is a line with its number before it begins, and a line ``[number, null]`` or
    ``[number, reason]`` after it. The last line for a plan is an object with the counts and the library's
    version. An answer without it counts for nothing. ``memory`` bounds the address space, in bytes. Returns
    the exit code.
    """
    answer = take_standard_output()

    def say(line: object) -> None:
        answer.write(json.dumps(line) + "\n")
        answer.flush()

    limit_memory(memory)
    # No code of a compiled file runs here, but the kernel is given terms that strangers made.
    hold([str(Path(library).parent), str(Path(os.__file__).parent), str(Path(__file__).parents[1])])
    # Loading takes about as long as writing the plan does on the other side.
    lean = Lean(library)
    if lean.version != LEAN_VERSION:
        say({"problem": f"the library is Lean {lean.version}; expected {LEAN_VERSION}"})
        return 1
    sys.set_int_max_str_digits(0)
    replay = Replay(lean)
    for line in sys.stdin:
        plan = json.loads(line)
        replay.take(plan)
        number = accepted = 0
        for step in replay.steps(plan):
            say(number)
            reason = replay.run(step)
            accepted += reason is None
            say([number, reason])
            number += 1
        say({"steps": number, "accepted": accepted, "version": lean.version, "githash": lean.githash})
    return 0


def run(library: str, memory: int) -> None:
    """Run :func:`main` and end the process at once."""
    code = main(library, memory)
    sys.stderr.flush()
    # Lean's finalisers have nothing to do here and may crash while an environment is alive.
    os._exit(code)
