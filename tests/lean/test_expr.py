from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pycheck.lean.expr import (
    PROP,
    TYPE,
    App,
    BinderInfo,
    BVar,
    Const,
    Expr,
    Lam,
    Let,
    Level,
    LevelIMax,
    LevelMax,
    LevelParam,
    LevelSucc,
    Lit,
    MData,
    Pi,
    Proj,
    Sort,
    app,
    arrow,
    join_name,
    level,
    render,
    same_term,
    split_name,
    subterms,
    unapply,
    used_constants,
)

NAT = Const("Nat")
U, V = LevelParam("u"), LevelParam("v")

parts = st.one_of(
    st.integers(min_value=0, max_value=10**30), st.text(max_size=6), st.sampled_from("ab«»._0'?é→")
)
levels = st.recursive(
    st.sampled_from([level(0), level(1), U, V]),
    lambda inner: st.one_of(
        st.builds(LevelSucc, inner), st.builds(LevelMax, inner, inner), st.builds(LevelIMax, inner, inner)
    ),
    max_leaves=6,
)
leaves = st.one_of(
    st.builds(BVar, st.integers(0, 3)),
    st.builds(Sort, levels),
    st.builds(Const, st.sampled_from(["a", "b.c"]), st.lists(levels, max_size=2).map(tuple)),
    st.builds(Lit, st.one_of(st.integers(0, 3), st.sampled_from(["", "1"]))),
)
binder_names = st.sampled_from(["x", "y"])
terms = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.builds(App, inner, inner),
        st.builds(Lam, binder_names, inner, inner, st.sampled_from(BinderInfo)),
        st.builds(Pi, binder_names, inner, inner, st.sampled_from(BinderInfo)),
        st.builds(Let, binder_names, inner, inner, inner),
        st.builds(MData, inner),
        st.builds(Proj, st.sampled_from(["S", "T"]), st.integers(0, 1), inner),
    ),
    max_leaves=12,
)


@given(st.lists(parts).map(tuple))
def test_names_survive_being_written_as_text(name: tuple[str | int, ...]) -> None:
    assert split_name(join_name(name)) == name


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ((), "[anonymous]"),
        (("Nat", "lt"), "Nat.lt"),
        (("term_=_",), "«term_=_»"),
        (("_private", "M", 0, "f"), "_private.M.0.f"),
        (("0",), "«0»"),
        (("",), "«»"),
        (("x'", "α₁", "λ"), "x'.α₁.«λ»"),
        (("a».«b",), "«a»».«b»"),
        (("[anonymous]",), "«[anonymous]»"),
    ],
)
def test_names_are_written_as_lean_writes_them(name: tuple[str | int, ...], text: str) -> None:
    assert join_name(name) == text


@pytest.mark.parametrize("text", ["", "a.", ".a", "a b", "«a", "a»", "«a»b", "00", "«a»", "a..b"])
def test_text_that_is_no_name_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a Lean name"):
        split_name(text)


def tree(expr: Expr) -> object:
    """The term as nested tuples, without what the kernel ignores; levels kept as they are written."""
    match expr:
        case MData(inner):
            return tree(inner)
        case Sort(at):
            return ("sort", level_tree(at))
        case Const(name, at):
            return ("const", name, tuple(map(level_tree, at)))
        case Lit(value):
            return ("lit", repr(value))
        case BVar(index):
            return ("bvar", index)
        case Proj(structure, index, inner):
            return ("proj", structure, index, tree(inner))
        case App(fn, arg):
            return ("app", tree(fn), tree(arg))
        case Let(_, type_, value, body):
            return ("let", tree(type_), tree(value), tree(body))
        case Lam(_, type_, body) | Pi(_, type_, body):
            return (type(expr).__name__, tree(type_), tree(body))


def level_tree(at: Level) -> object:
    match at:
        case LevelParam(name):
            return name
        case LevelSucc(pred):
            return ("succ", level_tree(pred))
        case LevelMax(left, right) | LevelIMax(left, right):
            return (type(at).__name__, level_tree(left), level_tree(right))
        case _:
            return 0


def value_of(at: Level, u: int, v: int) -> int:
    match at:
        case LevelParam(name):
            return u if name == "u" else v
        case LevelSucc(pred):
            return value_of(pred, u, v) + 1
        case LevelMax(left, right):
            return max(value_of(left, u, v), value_of(right, u, v))
        case LevelIMax(left, right):
            below = value_of(right, u, v)
            return 0 if below == 0 else max(value_of(left, u, v), below)
        case _:
            return 0


@given(terms, terms)
def test_terms_with_the_same_tree_are_the_same_and_only_levels_may_be_spelled_otherwise(
    first: Expr, second: Expr
) -> None:
    assert same_term(first, first)
    if tree(first) == tree(second):
        assert same_term(first, second)
    elif same_term(first, second):
        assert erase_levels(tree(first)) == erase_levels(tree(second))


def erase_levels(node: object) -> object:
    if isinstance(node, tuple) and node and node[0] in ("sort", "const"):
        return node[:1] if node[0] == "sort" else (*node[:2], len(node[2]))
    return tuple(map(erase_levels, node)) if isinstance(node, tuple) else node


@given(levels, levels)
def test_levels_taken_for_equal_are_equal_everywhere(first: Level, second: Level) -> None:
    if same_term(Sort(first), Sort(second)):
        assert all(value_of(first, u, v) == value_of(second, u, v) for u in range(5) for v in range(5))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (LevelMax(U, V), LevelMax(V, U)),
        (LevelMax(U, U), U),
        (LevelIMax(U, level(0)), level(0)),
        (LevelIMax(U, LevelSucc(V)), LevelMax(LevelSucc(V), U)),
        (LevelIMax(level(1), U), U),
        (LevelSucc(LevelMax(U, V)), LevelMax(LevelSucc(U), LevelSucc(V))),
        (LevelMax(level(1), LevelSucc(U)), LevelSucc(U)),
    ],
)
def test_spellings_of_one_level_are_the_same(first: Level, second: Level) -> None:
    assert same_term(Sort(first), Sort(second))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (Lit(1), Lit("1")),
        (Lit(4), Lit(5)),
        (BVar(0), BVar(1)),
        (PROP, TYPE),
        (Const("a"), Const("a", (U,))),
        (Lam("x", NAT, BVar(0)), Pi("x", NAT, BVar(0))),
        (Proj("S", 0, NAT), Proj("S", 1, NAT)),
        (Proj("S", 0, NAT), Proj("T", 0, NAT)),
        (app(NAT, NAT, PROP), App(NAT, App(NAT, PROP))),
        (Sort(LevelMax(U, V)), Sort(LevelIMax(U, V))),
        (Sort(LevelMax(U, level(1))), Sort(U)),
    ],
)
def test_different_terms_are_different(first: Expr, second: Expr) -> None:
    assert not same_term(first, second)
    assert not same_term(Pi("x", NAT, first), Pi("x", NAT, second))


def test_binder_names_brackets_and_notes_do_not_matter() -> None:
    first = Pi("x", NAT, Lam("y", TYPE, App(BVar(0), BVar(1))))
    second = MData(Pi("z", MData(NAT), Lam("w", TYPE, App(BVar(0), BVar(1)), BinderInfo.INSTANCE)))
    assert same_term(first, second)


def tower(height: int) -> Expr:
    """A graph of ``height`` nodes whose tree has 2^height leaves."""
    term: Expr = Const("leaf")
    for _ in range(height):
        term = App(term, term)
    return term


def test_shared_subterms_are_looked_at_once() -> None:
    first, second = tower(5000), tower(5000)
    assert same_term(first, second)
    assert not same_term(first, tower(4999))
    assert used_constants(first) == {"leaf"}
    assert len(list(subterms(first))) == 5001
    assert len(render(first)) < 3000


def test_depth_is_no_limit() -> None:
    deep: Expr = BVar(0)
    at = U
    for _ in range(30_000):
        deep = Lam("x", NAT, deep)
        at = LevelIMax(LevelSucc(at), V)  # type: ignore[assignment]
    assert same_term(deep, Lam("y", NAT, deep.body)) if isinstance(deep, Lam) else False
    assert same_term(Sort(at), Sort(LevelMax(at, at)))
    assert "…" in render(deep)
    assert render(Sort(at)).startswith("Sort ")


def test_constants_of_a_term_include_the_structures_of_projections() -> None:
    term = Let("x", NAT, Proj("Prod", 0, Const("p")), Lam("y", Const("T"), Lit(3)))
    assert used_constants(term) == {"Nat", "Prod", "p", "T"}


def test_application_and_its_inverse() -> None:
    term = app(Const("f"), NAT, Lit(4))
    assert unapply(MData(term)) == (unapply(term)[0], (NAT, term.arg if isinstance(term, App) else None))


@pytest.mark.parametrize(
    ("term", "text"),
    [
        (Pi("n", NAT, app(Const("Nat.lt"), BVar(0), Lit(4))), "(n : Nat) → Nat.lt n 4"),
        (arrow(NAT, NAT, PROP), "Nat → Nat → Prop"),
        (Pi("f", arrow(NAT, NAT), App(BVar(0), Lit(1))), "(f : Nat → Nat) → f 1"),
        (Pi("a", arrow(NAT, NAT), NAT), "(Nat → Nat) → Nat"),
        (
            Lam("x", TYPE, Lam("x", BVar(0), App(BVar(0), BVar(1)))),
            "fun (x : Type) => fun (x_1 : x) => x_1 x",
        ),
        (Pi("α", Sort(U), BVar(0), BinderInfo.IMPLICIT), "{α : Sort u} → α"),
        (
            Let("x", NAT, Lit(2), app(Const("f"), BVar(0), App(Const("g"), BVar(0)))),
            "let x : Nat := 2; f x (g x)",
        ),
        (Proj("Prod", 1, App(Const("f"), Const("p"))), "(f p).2"),
        (Lit('say "hi"\n'), '"say \\"hi\\"\\n"'),
        (Pi("x", NAT, Lam("y", NAT, App(BVar(1), BVar(2)))), "(x : Nat) → fun (y : Nat) => x #2"),
        (App(Const("f"), Sort(LevelMax(U, LevelSucc(V)))), "f (Sort (max u (v+1)))"),
        (Sort(level(3)), "Type 2"),
    ],
)
def test_rendering(term: Expr, text: str) -> None:
    assert render(term) == text


def test_rendering_is_cut_at_the_limit() -> None:
    assert render(app(Const("f"), *[NAT] * 100), limit=10) == "f Nat Nat …"
