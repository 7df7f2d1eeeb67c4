"""Lean objects and the exported functions of ``libleanshared.so`` that make and take them, through ctypes.

Objects (``src/include/lean/lean.h``): an 8-byte head of reference count (4 bytes), size (2), number of fields
(1) and constructor number (1), then the fields. An object whose count is 0 is never freed: the objects made
here are marked so, which is how Lean treats the contents of compiled files too. Small numbers and
constructors without fields are the odd words ``2 * n + 1``.

Every name, level and term is built by Lean's own constructors, which compute the data that the kernel relies
on (hashes, ranges of loose variables).
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

#: The calling conventions below are those of this version.
LEAN_VERSION = "4.35.0"

_OBJECT = ctypes.c_void_p
_BYTE = ctypes.c_uint8
_SIZE = ctypes.c_size_t


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


def scalar_byte(pointer: int, fields: int, offset: int) -> int:
    """Return a byte among the scalars that follow the fields of a constructor object."""
    return ctypes.c_uint8.from_address(pointer + 8 + 8 * fields + offset).value


def number_of(pointer: int) -> int:
    """Return a natural number: a small one, or one in GMP's form (``_mp_size`` and ``_mp_d``)."""
    if pointer & 1:
        return pointer >> 1
    limbs = ctypes.c_int32.from_address(pointer + 12).value
    return int.from_bytes(ctypes.string_at(field(pointer, 1), 8 * limbs), "little")


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
        self.version = text_of(_OBJECT.in_dll(self._library, "l_Lean_versionStringCore").value or 0)
        self.githash = text_of(_OBJECT.in_dll(self._library, "l_Lean_githash").value or 0)

        self.name_string = self._maker("lean_name_mk_string", _OBJECT, _OBJECT)
        self.name_number = self._maker("lean_name_mk_numeral", _OBJECT, _OBJECT)
        self.levels = {
            1: self._maker("lean_level_mk_succ", _OBJECT),
            2: self._maker("lean_level_mk_max", _OBJECT, _OBJECT),
            3: self._maker("lean_level_mk_imax", _OBJECT, _OBJECT),
            4: self._maker("lean_level_mk_param", _OBJECT),
        }
        self.expr_bvar = self._maker("lean_expr_mk_bvar", _OBJECT)
        self.expr_sort = self._maker("lean_expr_mk_sort", _OBJECT)
        self.expr_const = self._maker("lean_expr_mk_const", _OBJECT, _OBJECT)
        self.expr_app = self._maker("lean_expr_mk_app", _OBJECT, _OBJECT)
        self.expr_lambda = self._maker("lean_expr_mk_lambda", _OBJECT, _OBJECT, _OBJECT, _BYTE)
        self.expr_forall = self._maker("lean_expr_mk_forall", _OBJECT, _OBJECT, _OBJECT, _BYTE)
        self.expr_let = self._maker("lean_expr_mk_let", _OBJECT, _OBJECT, _OBJECT, _OBJECT, _BYTE)
        self.expr_lit = self._maker("lean_expr_mk_lit", _OBJECT)
        self.expr_proj = self._maker("lean_expr_mk_proj", _OBJECT, _OBJECT, _OBJECT)
        common = (_OBJECT, _OBJECT, _OBJECT)
        self.axiom = self._maker("lean_mk_axiom_val", *common, _BYTE)
        self.definition = self._maker("lean_mk_definition_val", *common, _OBJECT, _OBJECT, _BYTE, _OBJECT)
        self.theorem = self._maker("lean_mk_theorem_val", *common, _OBJECT, _OBJECT)
        self.opaque = self._maker("lean_mk_opaque_val", *common, _OBJECT, _BYTE, _OBJECT)
        self.quot = self._maker("lean_mk_quot_val", *common, _BYTE)
        self.inductive = self._maker("lean_mk_inductive_val", *common, *[_OBJECT] * 5, _BYTE, _BYTE, _BYTE)
        self.constructor = self._maker("lean_mk_constructor_val", *common, *[_OBJECT] * 4, _BYTE)
        self.recursor = self._maker("lean_mk_recursor_val", *common, *[_OBJECT] * 6, _BYTE, _BYTE)
        self.inductive_decl = self._maker("lean_mk_inductive_decl", _OBJECT, _OBJECT, _OBJECT, _BYTE)
        self.height = self._maker("lean_mk_reducibility_hints_regular", ctypes.c_uint32)
        self._string = self._maker("lean_mk_string_from_bytes", ctypes.c_char_p, _SIZE)
        self._natural = self._maker("lean_cstr_to_nat", ctypes.c_char_p)
        self._empty = self._maker("l_Lean_mkEmptyEnvironment", ctypes.c_uint32, _OBJECT)
        self._to_kernel = self._function("lean_elab_environment_to_kernel_env", _OBJECT, _OBJECT)
        self._add = self._function("lean_add_decl", _OBJECT, _OBJECT, _SIZE, _SIZE, _OBJECT, _OBJECT)
        self._release = self._function("lean_dec_ref_cold", None, _OBJECT)
        self._find = self._maker("lean_environment_find", _OBJECT, _OBJECT)
        self._equal = self._function("l_Lean_instBEqConstantInfo_beq", _BYTE, _OBJECT, _OBJECT)

    def _function(self, name: str, result: Any, *arguments: Any) -> Callable[..., Any]:
        function = getattr(self._library, name)
        function.restype, function.argtypes = result, arguments
        return function  # type: ignore[no-any-return]

    def _maker(self, name: str, *arguments: Any) -> Callable[..., int]:
        function = self._function(name, _OBJECT, *arguments)
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

    def add(self, environment: int, declaration: int) -> tuple[int, int | None]:
        """Let the kernel check a declaration; return the new environment, or the old and the exception."""
        # Environments are large enough to be worth freeing. The kernel consumes one reference.
        retain(environment)
        result = self._add(environment, 0, 0, declaration, box(0))
        if tag_of(result) != 1:
            return environment, field(result, 0)
        self.drop(environment)
        return field(result, 0), None

    def hold(self, environment: int) -> int:
        """Keep an environment whatever is added to it."""
        retain(environment)
        return environment

    def drop(self, environment: int) -> None:
        """Free an environment that nobody holds."""
        if ctypes.c_int32.from_address(environment).value == 1:
            self._release(environment)

    def compare(self, environment: int, name: int, constant: int) -> str | None:
        """Compare a constant with the one the kernel made; return what is wrong, or None."""
        retain(environment)
        found = self._find(environment, name)
        if tag_of(found) == 0:
            return "the kernel does not make this one"
        if not self._equal(keep(field(found, 0)), constant):
            return "it differs from the one the kernel makes"
        return None
