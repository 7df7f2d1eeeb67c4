from __future__ import annotations

import random
import re
import struct
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from pycheck.lean.expr import (
    BinderInfo,
    BVar,
    Const,
    Expr,
    LevelParam,
    Lit,
    Pi,
    Sort,
    app,
    arrow,
    level,
    same_term,
    subterms,
    unapply,
)
from pycheck.lean.olean import (
    CompilerRule,
    DuplicateConstant,
    InductiveInfo,
    MissingConstant,
    Module,
    OleanError,
    RecursorInfo,
    all_constants,
    axioms_of,
    dependencies,
    read_olean,
)

SOURCE = """
namespace T
def f (n : Nat) : Nat := n
def g (n : Nat) : Nat := n
@[implemented_by f] def h (n : Nat) : Nat := n
@[extern "c"] def k (n : Nat) : Nat := n
@[csimp] theorem f_eq_g : @f = @g := rfl
unsafe def danger (n : Nat) : Nat := n
private theorem hidden : True := trivial
def large : Nat := 123456789012345678901234567890
def text : String := "héllo\\n"
inductive Ty where
  | a
  | a'
inductive Tree : Type where
  | leaf : Tree
  | node : (Nat → Tree) → Tree
theorem lt : Nat.lt 3 4 := Nat.le.refl
theorem all : ∀ t : Ty, t = t := fun _ => rfl
structure Pair where
  fst : Nat
  snd : Nat
theorem eta (p : Pair) : Pair.mk p.fst p.snd = p := rfl
axiom rule : 1 = 2
def behind : Nat → 1 = 2 := fun _ => rule
theorem onRule : 1 = 2 := behind 0
abbrev short : Nat := 0
inductive Odd (h : 1 = 2) : Type where
  | mk : Odd h
def odd := Odd onRule
end T
"""
HOLE = """
theorem hole : 1 = 2 := sorry
theorem behind : 1 = 2 ∧ True := ⟨hole, trivial⟩
"""


@pytest.fixture(scope="module")
def folder(compile_lean: Callable[[dict[str, str]], Path]) -> Path:
    return compile_lean({"Things": SOURCE, "Hole": HOLE})


@pytest.fixture(scope="module")
def things(folder: Path) -> Module:
    return read_olean(folder / "Things.olean")


@pytest.fixture(scope="module")
def init(folder: Path) -> Module:
    return read_olean(folder / "Init.olean")


def numeral(value: int) -> Expr:
    """What Lean makes of a number in source text."""
    instance = app(Const("instOfNatNat"), Lit(value))
    return app(Const("OfNat.ofNat", (level(0),)), Const("Nat"), Lit(value), instance)


def test_header_and_imports(folder: Path, things: Module, init: Module) -> None:
    assert (things.lean_version, things.format_version) == ("4.35.0", 2)
    assert re.fullmatch("[0-9a-f]{40}", things.githash)
    assert (init.imports, things.imports) == ((), ("Init",))
    assert read_olean(str(folder / "Things.olean")).digest == things.digest != init.digest


def test_statements_are_read_as_terms(things: Module) -> None:
    assert same_term(things.constants["T.lt"].type, app(Const("Nat.lt"), numeral(3), numeral(4)))
    assert not same_term(things.constants["T.lt"].type, app(Const("Nat.lt"), numeral(3), numeral(5)))
    tree = arrow(arrow(Const("Nat"), Const("T.Tree")), Const("T.Tree"))
    assert same_term(things.constants["T.Tree.node"].type, tree)


def test_a_quantified_statement(things: Module) -> None:
    statement = things.constants["T.all"].type
    assert isinstance(statement, Pi)
    head, args = unapply(statement.body)
    assert isinstance(head, Const)
    assert head.name == "Eq"
    assert [type(arg).__name__ for arg in args] == ["Const", "BVar", "BVar"]


def test_values(things: Module) -> None:
    large, text = things.constants["T.large"].value, things.constants["T.text"].value
    assert large is not None
    assert same_term(large, numeral(123456789012345678901234567890))
    assert text is not None
    assert same_term(text, Lit("héllo\n"))
    assert things.constants["T.rule"].value is None
    assert things.constants["T.lt"].value is not None


def test_kinds_and_safety(things: Module, init: Module) -> None:
    kinds = {name: things.constants[f"T.{name}"].kind for name in ("rule", "lt", "f", "Ty", "Ty.a", "Ty.rec")}
    assert list(kinds.values()) == ["axiom", "theorem", "definition", "inductive", "constructor", "recursor"]
    assert {constant.kind for constant in init.constants.values()} >= {"opaque"}
    assert [name for name, constant in things.constants.items() if constant.is_unsafe] == ["T.danger"]
    assert not any(constant.is_partial for constant in things.constants.values())
    assert (things.constants["T.short"].hint, things.constants["T.f"].hint) == ("abbrev", 1)


def test_inductive_types(things: Module) -> None:
    assert things.constants["T.Ty"].constructors == ("T.Ty.a", "T.Ty.a'")
    assert things.constants["T.Ty.a"].constructors == ()
    info = things.constants["T.Tree"].info
    assert info == InductiveInfo(
        0, 0, ("T.Tree.leaf", "T.Tree.node"), 0, is_recursive=True, is_reflexive=True
    )
    recursor = things.constants["T.Tree.rec"]
    assert recursor.level_params == ("u",)
    assert isinstance(recursor.info, RecursorInfo)
    assert [rule.constructor for rule in recursor.info.rules] == ["T.Tree.leaf", "T.Tree.node"]
    assert (recursor.info.motives, recursor.info.minors, recursor.info.k) == (1, 2, False)


def test_sharing_in_the_file_stays_sharing(init: Module) -> None:
    terms = [constant.value for constant in init.constants.values() if constant.value is not None]
    variables = [node.index for node in subterms(*terms) if isinstance(node, BVar)]
    assert len(variables) == len(set(variables)) > 5


def test_names_of_all_sorts(things: Module, init: Module) -> None:
    assert "_private.Things.0.T.hidden" in things.constants
    assert "«term_=_»" in init.constants


def test_compiler_tables_and_positions(things: Module) -> None:
    entries = things.extension_entries
    assert entries.implemented_by == {"T.h": "T.f"}
    assert entries.extern == {"T.k"}
    assert entries.csimp == (CompilerRule("T.f", "T.g", "T.f_eq_g"),)
    line = SOURCE.split("\n").index("theorem lt : Nat.lt 3 4 := Nat.le.refl") + 1
    assert entries.positions["T.lt"] == (line, len("theorem "))
    assert entries.counts["Lean.externAttr"] == 1


def test_axioms(folder: Path, things: Module, init: Module) -> None:
    constants = all_constants([init, things])
    assert axioms_of("T.lt", constants) == frozenset()
    assert axioms_of("T.rule", constants) == {"T.rule"}
    assert axioms_of("T.onRule", constants) == {"T.rule"}
    assert axioms_of("T.odd", constants) == {"T.rule"}
    assert {"Nat", "Nat.succ", "Nat.rec", "T.Tree.leaf"} <= dependencies("T.Tree.rec", constants) | {
        "Nat.rec"
    }

    hole = all_constants([init, read_olean(folder / "Hole.olean")])
    assert axioms_of("hole", hole) == axioms_of("behind", hole) == {"sorryAx"}


def test_what_is_missing_or_double_is_an_error(things: Module, init: Module) -> None:
    with pytest.raises(MissingConstant, match="Nat"):
        axioms_of("T.lt", things.constants)
    with pytest.raises(MissingConstant, match=r"T\.nowhere"):
        dependencies("T.nowhere", all_constants([init, things]))
    with pytest.raises(DuplicateConstant, match=r"Things\.olean and in .*Things\.olean"):
        all_constants([init, things, things])


def write(folder: Path, data: bytes) -> Path:
    path = folder / "Damaged.olean"
    path.write_bytes(data)
    return path


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda data: b"", "not a compiled Lean file"),
        (lambda data: data[:87], "not a compiled Lean file"),
        (lambda data: b"ELF" + data[3:], "not a compiled Lean file"),
        (lambda data: data[:88], "cut short"),
        (lambda data: data[:96], "no earlier object"),
        (lambda data: data[:-8], "cut short|no earlier object"),
        (lambda data: data[:-1], "cut short"),
        (lambda data: data + bytes(8), "smaller than its fields"),
        (lambda data: data[:5] + b"\x03" + data[6:], "container version 3"),
        (lambda data: data.replace(b"4.35.0", b"4.31.0", 1), "written by Lean 4.31.0"),
        (lambda data: data[:80] + bytes(8) + data[88:], "no earlier object"),
        (lambda data: data[:88] + data[80:88] + data[96:], "no earlier object"),
        (lambda data: data[:96] + b"\x01" + data[97:], "reference count"),
    ],
)
def test_broken_files_are_refused(
    folder: Path, tmp_path: Path, change: Callable[[bytes], bytes], problem: str
) -> None:
    path = write(tmp_path, change((folder / "Things.olean").read_bytes()))
    with pytest.raises(OleanError, match=problem) as caught:
        read_olean(path)
    assert str(path) in str(caught.value)


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OleanError, match="not a file"):
        read_olean(tmp_path)
    with pytest.raises(OleanError, match="No such file"):
        read_olean(tmp_path / "Nothing.olean")


def test_other_versions_can_be_allowed(folder: Path, tmp_path: Path) -> None:
    path = write(tmp_path, (folder / "Things.olean").read_bytes().replace(b"4.35.0", b"4.36.0", 1))
    assert read_olean(path, versions={"4.36.0"}).lean_version == "4.36.0"


def test_a_circle_is_refused(folder: Path, tmp_path: Path) -> None:
    """Let the first application be its own function."""
    words = list(struct.unpack_from("<10000Q", data := (folder / "Things.olean").read_bytes()))
    base = words[10]
    application = 5 << 56 | 2 << 48 | 32 << 32
    index = words.index(application)
    words[index + 1] = base + 8 * index
    path = write(tmp_path, struct.pack("<10000Q", *words) + data[80_000:])
    with pytest.raises(OleanError, match="no earlier object"):
        read_olean(path)


def damaged(data: bytes, seed: int, count: int) -> Iterator[bytes]:
    rng = random.Random(seed)
    for _ in range(count):
        changed = bytearray(data)
        for _ in range(rng.choice([1, 1, 1, 8])):
            changed[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        yield bytes(changed)


def test_random_damage_never_gives_anything_but_a_clear_error(folder: Path, tmp_path: Path) -> None:
    refused = 0
    for data in damaged((folder / "Hole.olean").read_bytes(), seed=1, count=300):
        try:
            module = read_olean(write(tmp_path, data))
        except OleanError:
            refused += 1
        else:
            with suppress(MissingConstant):
                axioms_of("behind", module.constants)
    assert refused > 30


def test_a_file_of_the_module_system_is_refused(folder: Path, tmp_path: Path, things: Module) -> None:
    data = bytearray((folder / "Things.olean").read_bytes())
    # The Boolean isModule stands after the five fields of the root, the last object.
    root = struct.unpack_from("<Q", data, 88)[0] - struct.unpack_from("<Q", data, 80)[0]
    data[root + 48] = 1
    with pytest.raises(OleanError, match="module system"):
        read_olean(write(tmp_path, bytes(data)))


def test_universe_parameters_are_kept(init: Module) -> None:
    equality = init.constants["Eq"]
    (name,) = equality.level_params
    binder = equality.type
    assert isinstance(binder, Pi)
    assert binder.info is BinderInfo.IMPLICIT
    assert same_term(binder.type, Sort(LevelParam(name)))
