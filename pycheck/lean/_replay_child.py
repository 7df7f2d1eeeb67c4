"""The process that talks to Lean's kernel: ``python -I _replay_child.py <libleanshared.so>``.

It needs nothing but the standard library, reads one JSON document from standard input (the plan that
:mod:`pycheck.lean._plan` writes) and answers with one JSON line per step on standard output: the step's
number before it begins, then ``[number, null]`` or ``[number, reason]`` after it. The last line is an object
with the counts. A crash of the kernel kills this process alone, and an answer without that last line counts
for nothing.

Every name, level and term is built by Lean's own exported constructors, which compute the data that the
kernel relies on (hashes, ranges of loose variables). No byte of a compiled file reaches the kernel.

Lean objects (``src/include/lean/lean.h``): an 8-byte head of reference count (4 bytes), size (2), number of
fields (1) and constructor number (1), then the fields. An object whose count is 0 is never freed: all objects
made here are marked so, which is how Lean treats the contents of compiled files too. Small numbers and
constructors without fields are the odd words ``2 * n + 1``.
"""

from __future__ import annotations

import ctypes
import json
import os
import resource
import sys
from collections.abc import Callable
from typing import Any, TextIO

#: The calling conventions below are those of this version.
LEAN_VERSION = "4.35.0"

OBJECT = ctypes.c_void_p
BYTE = ctypes.c_uint8
SIZE = ctypes.c_size_t

#: ``Lean.Kernel.Exception`` in order: what each says, and which of its fields are names and terms.
EXCEPTIONS: tuple[tuple[str, tuple[int, ...], tuple[int, ...]], ...] = (
    ("unknown constant", (1,), ()),
    ("already declared", (1,), ()),
    ("the value has another type than the one declared: it has type", (), (2,)),
    ("the declaration has metavariables", (1,), (2,)),
    ("the declaration has free variables", (1,), (2,)),
    ("a function was expected, not", (), (2,)),
    ("a type was expected, not", (), (2,)),
    ("the value of a let has another type than the one declared: found, expected", (2,), (3, 4)),
    ("a term has another type than expected: the term, the type", (), (2, 3)),
    ("an argument has the wrong type: in, the function's type, the argument's type", (), (2, 3, 4)),
    ("invalid projection", (), (2,)),
    ("the type of a theorem is not a proposition", (1,), (2,)),
    ("", (), ()),
    ("time limit reached", (), ()),
    ("memory limit reached", (), ()),
    ("recursion too deep", (), ()),
    ("interrupted", (), ()),
)
OTHER = 12
LONGEST_TERM = 600


def box(number: int) -> int:
    """Return the word for a small number or a constructor without fields."""
    return number << 1 | 1


def tag_of(pointer: int) -> int:
    """Return the constructor number of an object."""
    return pointer >> 1 if pointer & 1 else ctypes.c_uint8.from_address(pointer + 7).value


def field(pointer: int, position: int) -> int:
    """Return a field of a constructor object."""
    return ctypes.c_uint64.from_address(pointer + 8 + 8 * position).value


def keep(pointer: int) -> int:
    """Mark an object as never to be freed."""
    if not pointer & 1:
        ctypes.c_int32.from_address(pointer).value = 0
    return pointer


def retain(pointer: int) -> None:
    """Count one more reference to an object (negative counts are those of objects shared by threads)."""
    count = ctypes.c_int32.from_address(pointer)
    if count.value:
        count.value += 1 if count.value > 0 else -1


def text_of(pointer: int) -> str:
    """Return the text of a Lean string."""
    return ctypes.string_at(pointer + 32, field(pointer, 0) - 1).decode(errors="replace")


class Lean:
    """The library, with its constructors as methods on object pointers."""

    def __init__(self, path: str) -> None:
        self._library = ctypes.CDLL(path)
        self._buffers: list[Any] = []
        self._library.lean_initialize()
        self._library.lean_io_mark_end_initialization()
        self.version = text_of(OBJECT.in_dll(self._library, "l_Lean_versionStringCore").value or 0)
        self.githash = text_of(OBJECT.in_dll(self._library, "l_Lean_githash").value or 0)

        self.name_string = self._maker("lean_name_mk_string", OBJECT, OBJECT)
        self.name_number = self._maker("lean_name_mk_numeral", OBJECT, OBJECT)
        self.levels = {
            1: self._maker("lean_level_mk_succ", OBJECT),
            2: self._maker("lean_level_mk_max", OBJECT, OBJECT),
            3: self._maker("lean_level_mk_imax", OBJECT, OBJECT),
            4: self._maker("lean_level_mk_param", OBJECT),
        }
        self.expr_bvar = self._maker("lean_expr_mk_bvar", OBJECT)
        self.expr_sort = self._maker("lean_expr_mk_sort", OBJECT)
        self.expr_const = self._maker("lean_expr_mk_const", OBJECT, OBJECT)
        self.expr_app = self._maker("lean_expr_mk_app", OBJECT, OBJECT)
        self.expr_lambda = self._maker("lean_expr_mk_lambda", OBJECT, OBJECT, OBJECT, BYTE)
        self.expr_forall = self._maker("lean_expr_mk_forall", OBJECT, OBJECT, OBJECT, BYTE)
        self.expr_let = self._maker("lean_expr_mk_let", OBJECT, OBJECT, OBJECT, OBJECT, BYTE)
        self.expr_lit = self._maker("lean_expr_mk_lit", OBJECT)
        self.expr_proj = self._maker("lean_expr_mk_proj", OBJECT, OBJECT, OBJECT)
        common = (OBJECT, OBJECT, OBJECT)
        self.axiom = self._maker("lean_mk_axiom_val", *common, BYTE)
        self.definition = self._maker("lean_mk_definition_val", *common, OBJECT, OBJECT, BYTE, OBJECT)
        self.theorem = self._maker("lean_mk_theorem_val", *common, OBJECT, OBJECT)
        self.opaque = self._maker("lean_mk_opaque_val", *common, OBJECT, BYTE, OBJECT)
        self.quot = self._maker("lean_mk_quot_val", *common, BYTE)
        self.inductive = self._maker("lean_mk_inductive_val", *common, *[OBJECT] * 5, BYTE, BYTE, BYTE)
        self.constructor = self._maker("lean_mk_constructor_val", *common, *[OBJECT] * 4, BYTE)
        self.recursor = self._maker("lean_mk_recursor_val", *common, *[OBJECT] * 6, BYTE, BYTE)
        self.inductive_decl = self._maker("lean_mk_inductive_decl", OBJECT, OBJECT, OBJECT, BYTE)
        self.height = self._maker("lean_mk_reducibility_hints_regular", ctypes.c_uint32)
        self._string = self._maker("lean_mk_string_from_bytes", ctypes.c_char_p, SIZE)
        self._natural = self._maker("lean_cstr_to_nat", ctypes.c_char_p)
        self._show = self._function("lean_expr_dbg_to_string", OBJECT, OBJECT)
        self._empty = self._maker("l_Lean_mkEmptyEnvironment", ctypes.c_uint32, OBJECT)
        self._to_kernel = self._function("lean_elab_environment_to_kernel_env", OBJECT, OBJECT)
        self._add = self._function("lean_add_decl", OBJECT, OBJECT, SIZE, SIZE, OBJECT, OBJECT)
        self._release = self._function("lean_dec_ref_cold", None, OBJECT)
        self._find = self._maker("lean_environment_find", OBJECT, OBJECT)
        self._equal = self._function("l_Lean_instBEqConstantInfo_beq", BYTE, OBJECT, OBJECT)

    def _function(self, name: str, result: Any, *arguments: Any) -> Callable[..., Any]:
        function = getattr(self._library, name)
        function.restype, function.argtypes = result, arguments
        return function  # type: ignore[no-any-return]

    def _maker(self, name: str, *arguments: Any) -> Callable[..., int]:
        function = self._function(name, OBJECT, *arguments)
        return lambda *values: keep(function(*values))

    def record(self, tag: int, *fields: int) -> int:
        """Make a constructor object that has nothing but fields."""
        head = tag << 56 | len(fields) << 48 | 8 * (1 + len(fields)) << 32
        buffer = (ctypes.c_uint64 * (1 + len(fields)))(head, *fields)
        self._buffers.append(buffer)
        return ctypes.addressof(buffer)

    def list(self, items: list[int]) -> int:
        """Make a list of objects."""
        result = box(0)
        for item in reversed(items):
            result = self.record(1, item, result)
        return result

    def string(self, text: str) -> int:
        """Make a string."""
        data = text.encode()
        return self._string(data, len(data))

    def natural(self, number: int) -> int:
        """Make a natural number of any size."""
        return box(number) if number < 1 << 63 else self._natural(str(number).encode())

    def empty_environment(self) -> int:
        """Return the kernel environment without declarations, at trust level 0."""
        result = self._empty(0, box(0))
        if tag_of(result) != 0:
            raise RuntimeError("Lean could not make an empty environment")
        return int(self._to_kernel(keep(field(result, 0))))

    def add(self, environment: int, declaration: int) -> tuple[int, str | None]:
        """Let the kernel check a declaration; return the new environment, or the old one and the reason."""
        # Environments are large enough to be worth freeing. The kernel consumes one reference.
        retain(environment)
        result = self._add(environment, 0, 0, declaration, box(0))
        if tag_of(result) != 1:
            return environment, self.explain(field(result, 0))
        if ctypes.c_int32.from_address(environment).value == 1:
            self._release(environment)
        return field(result, 0), None

    def has(self, environment: int, name: int, constant: int) -> str | None:
        """Compare a constant with the one the kernel made; return what is wrong, or None."""
        retain(environment)
        found = self._find(environment, name)
        if tag_of(found) == 0:
            return "the kernel does not make this one"
        if not self._equal(keep(field(found, 0)), constant):
            return "it differs from the one the kernel makes"
        return None

    def explain(self, exception: int) -> str:
        """Return the reason in a ``Lean.Kernel.Exception``."""
        tag = tag_of(exception)
        if tag == OTHER:
            return text_of(field(exception, 0))
        if tag >= len(EXCEPTIONS):
            return f"kernel exception {tag}"
        words, names, terms = EXCEPTIONS[tag]
        parts = [self._show_name(field(exception, position)) for position in names]
        parts += [self._show_term(field(exception, position)) for position in terms]
        return f"{words} {'; '.join(parts)}" if parts else words

    def _show_name(self, name: int) -> str:
        return self._show_term(self.expr_const(keep(name), box(0)))

    def _show_term(self, term: int) -> str:
        text = text_of(self._show(keep(term)))
        return text if len(text) <= LONGEST_TERM else text[:LONGEST_TERM] + "…"


class Replay:
    """The plan's tables as Lean objects, and its steps."""

    def __init__(self, lean: Lean, plan: dict[str, Any]) -> None:
        self.lean = lean
        self.environment = lean.empty_environment()
        self.names = [box(0)]
        for parent, part in plan["names"]:
            make = lean.name_string if isinstance(part, str) else lean.name_number
            value = lean.string(part) if isinstance(part, str) else lean.natural(part)
            self.names.append(make(self.names[parent], value))
        self.levels = [box(0)]
        for tag, *parts in plan["levels"]:
            source = self.names if tag == 4 else self.levels
            self.levels.append(lean.levels[tag](*(source[part] for part in parts)))
        self.exprs: list[int] = []
        for tag, *parts in plan["exprs"]:
            self.exprs.append(self.expr(tag, parts))

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
            return self.lean.has(self.environment, name, self.constant(step))
        self.environment, reason = self.lean.add(self.environment, self.declaration(step))
        return reason

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
                    *common, parameters, indices, self.block(step), constructors, nested, recursive, 0, reflexive
                )
            case "constructor":
                numbers = map(lean.natural, step["numbers"])
                return lean.constructor(*common, self.names[step["inductive"]], *numbers, 0)
            case _:
                numbers = map(lean.natural, step["numbers"])
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


def main() -> int:
    """Read the plan, run its steps, answer."""
    answer = take_standard_output()

    def say(line: object) -> None:
        answer.write(json.dumps(line) + "\n")
        answer.flush()

    sys.set_int_max_str_digits(0)
    plan = json.load(sys.stdin)
    limit_memory(plan["memory"])
    lean = Lean(sys.argv[1])
    if lean.version != LEAN_VERSION:
        say({"problem": f"the library is Lean {lean.version}; expected {LEAN_VERSION}"})
        return 1
    replay = Replay(lean, plan)
    accepted = 0
    for number, step in enumerate(plan["steps"]):
        say(number)
        reason = replay.run(step)
        accepted += reason is None
        say([number, reason])
    say({"steps": len(plan["steps"]), "accepted": accepted, "version": lean.version, "githash": lean.githash})
    return 0


if __name__ == "__main__":
    # Lean's own finalisers have nothing to do here and may crash when an environment is still alive.
    code = main()
    sys.stderr.flush()
    os._exit(code)
