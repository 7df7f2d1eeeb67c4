"""Numbers for declarations: what makes two of them the same, and what does not."""

from __future__ import annotations

from collections.abc import Hashable

import pytest

from pycheck.lean.expr import PROP, TYPE, App, BVar, Const, Expr, Lam, Lit, MData, Pi, app, arrow, level
from pycheck.lean.meaning import Side, made_by_compiler, public_name
from pycheck.lean.olean import Constant, ConstructorInfo, InductiveInfo

NAT = Const("Nat")
PROOF = Const("p")


def define(name: str, value: Expr, type_: Expr = NAT) -> Constant:
    return Constant(name, "definition", (), type_, value)


def theorem(name: str, statement: Expr, proof: Expr = PROOF, levels: tuple[str, ...] = ()) -> Constant:
    return Constant(name, "theorem", levels, statement, proof)


def inductive(name: str, *constructors: tuple[str, Expr]) -> list[Constant]:
    names = tuple(f"{name}.{last}" for last, _ in constructors)
    info = InductiveInfo(0, 0, names, 0, False, False)
    whole = Constant(name, "inductive", (), TYPE, block=(name,), info=info)
    parts = [
        Constant(full, "constructor", (), type_, info=ConstructorInfo(name, place, 0, 0))
        for place, (full, (_, type_)) in enumerate(zip(names, constructors, strict=True))
    ]
    return [whole, *parts]


BASE = [Constant("Nat", "axiom", (), TYPE), theorem("base.fact", PROP)]


def side(numbers: dict[Hashable, int], *constants: Constant) -> Side:
    table = {constant.name: constant for constant in (*BASE, *constants)}
    return Side(table, {constant.name for constant in constants}, numbers)


def same(mine: list[Constant], theirs: list[Constant], name: str = "t", other: str = "t") -> bool:
    numbers: dict[Hashable, int] = {}
    return side(numbers, *mine).statement(name) == side(numbers, *theirs).statement(other)


def about(*constants: str) -> Constant:
    return theorem("t", app(Const("holds"), *(Const(name) for name in constants)))


def test_a_definition_counts_by_what_it_is() -> None:
    here = [define("a", Lit(1)), define("b", App(Const("f"), Const("a"))), about("b")]
    assert same(here, here)
    assert same(here, [define("x", Lit(1)), define("y", App(Const("f"), Const("x"))), about("y")])
    assert not same(here, [define("a", Lit(2)), define("b", App(Const("f"), Const("a"))), about("b")])
    assert not same(here, [define("a", Lit(1)), define("b", Const("a")), about("b")])
    assert not same(here, [define("b", App(Const("f"), Const("a"))), about("b")])


def test_a_definition_of_another_type_is_another() -> None:
    assert not same([define("a", Lit(1)), about("a")], [define("a", Lit(1), arrow(NAT, NAT)), about("a")])


def test_constants_of_the_base_count_by_name() -> None:
    assert not same([about("Nat")], [about("Int")])
    assert not same([about("Nat")], [define("Nat2", NAT), about("Nat2")])
    # One's own definition never passes for a constant of the base, whatever it is called.
    assert not same([about("a")], [define("a", Lit(1)), about("a")])


def test_binder_names_notes_and_universe_names_do_not_count() -> None:
    def stated(binder: str, universe: str, note: bool) -> list[Constant]:
        body: Expr = App(Const("f", (level(0),)), BVar(0))
        type_ = Pi(binder, NAT, MData(body) if note else body)
        return [Constant("t", "theorem", (universe, "w"), type_, Const("p"))]

    assert same(stated("n", "u", True), stated("m", "v", False))
    assert not same(stated("n", "u", True), [theorem("t", stated("n", "u", False)[0].type)])


def test_proofs_do_not_count() -> None:
    def stated(*lemmas: Constant, proof: Expr) -> list[Constant]:
        return [*lemmas, define("a", app(Const("mk"), Lit(1), proof)), about("a")]

    one = stated(theorem("l", PROP), proof=Const("l"))
    assert same(one, stated(theorem("l._proof_1", PROP), proof=App(Const("l._proof_1"), Lit(3))))
    assert same(one, stated(proof=Lam("x", NAT, Const("base.fact"))))
    assert not same(one, stated(define("l", Lit(1)), proof=Const("l")))
    assert not same(one, [define("a", app(Const("mk"), Lit(2), Const("base.fact"))), about("a")])


def test_types_count_by_name_and_form() -> None:
    color = inductive("Color", ("red", Const("Color")), ("blue", Const("Color")))
    stated = about("Color.red")
    assert same([*color, stated], [*color, stated])
    for other in (
        inductive("Color", ("blue", Const("Color")), ("red", Const("Color"))),
        inductive("Color", ("red", Const("Color"))),
        inductive("Color", ("red", Const("Color")), ("blue", Const("Color")), ("green", Const("Color"))),
        inductive("Color", ("red", Const("Color")), ("blue", arrow(NAT, Const("Color")))),
    ):
        assert not same([*color, stated], [*other, stated])
    hue = inductive("Hue", ("red", Const("Hue")), ("blue", Const("Hue")))
    assert not same([*color, stated], [*hue, about("Hue.red")])
    assert not same([*color, stated], [*color, about("Color.blue")])


def test_types_declared_together_count_together() -> None:
    def both(argument: Expr) -> list[Constant]:
        block = ("A", "B")
        made = []
        for name, type_ in (("A", arrow(Const("B"), Const("A"))), ("B", arrow(argument, Const("B")))):
            info = InductiveInfo(0, 0, (f"{name}.mk",), 0, True, False)
            made += [
                Constant(name, "inductive", (), TYPE, block=block, info=info),
                Constant(f"{name}.mk", "constructor", (), type_, info=ConstructorInfo(name, 0, 0, 1)),
            ]
        return [*made, about("A.mk")]

    assert same(both(NAT), both(NAT))
    assert not same(both(NAT), both(Const("A")))


def test_opaque_constants_and_axioms_count_by_name() -> None:
    def opaque(name: str, value: int) -> list[Constant]:
        return [Constant(name, "opaque", (), NAT, Lit(value)), about(name)]

    assert same(opaque("o", 1), opaque("o", 1))
    assert not same(opaque("o", 1), opaque("o", 2))
    assert not same(opaque("o", 1), opaque("other", 1))
    axiom = [Constant("x", "axiom", (), NAT), about("x")]
    assert same(axiom, axiom)
    assert not same(axiom, [Constant("y", "axiom", (), NAT), about("y")])
    assert not same(axiom, opaque("x", 1))


def test_the_module_in_a_private_name_does_not_count() -> None:
    def stated(module: str) -> list[Constant]:
        name = f"_private.{module}.0.Way"
        return [*inductive(name, ("up", Const(name))), about(f"{name}.up")]

    assert same(stated("A"), stated("Some.Other"))
    assert public_name("_private.Some.Other.0.Way.up") == "Way.up"
    assert public_name("Task.main") == "Task.main"


def test_two_that_look_the_same_are_noticed() -> None:
    ways = [c for m in "AB" for c in inductive(f"_private.{m}.0.Way", ("up", Const(f"_private.{m}.0.Way")))]
    mine = side({}, *ways, about("_private.A.0.Way.up", "_private.B.0.Way.up"))
    mine.statement("t")
    assert mine.confused() == ("_private.A.0.Way", "_private.B.0.Way")
    calm = side({}, *ways, about("_private.A.0.Way.up"))
    calm.statement("t")
    assert calm.confused() == ()


def test_circles_end() -> None:
    circle = [define("a", Const("b")), define("b", Const("a")), about("a")]
    assert not same(circle, [define("a", Lit(1)), about("a")])
    same(circle, circle)


def test_long_chains_are_no_matter() -> None:
    def chain(first: int) -> list[Constant]:
        links = [define("c0", Lit(first))]
        links += [define(f"c{n}", App(Const("f"), Const(f"c{n - 1}"))) for n in range(1, 5000)]
        return [*links, about("c4999")]

    assert same(chain(1), chain(1))
    assert not same(chain(1), chain(2))


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("f.match_1", True),
        ("f._proof_3", True),
        ("_private.M.0.f.match_2", True),
        ("f.eq_1", True),
        ("matches", False),
        ("proof_of_work", False),
        ("installed", False),
        ("_private.M.0.record", False),
    ],
)
def test_names_that_the_compiler_makes(name: str, made: bool) -> None:
    assert made_by_compiler(name) == made
