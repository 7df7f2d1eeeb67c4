from __future__ import annotations

import random
import struct
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from pycheck.lean.expr import (
    PROP,
    App,
    BVar,
    Const,
    Expr,
    Lam,
    Lit,
    Pi,
    app,
    arrow,
    level,
    unapply,
)
from pycheck.lean.olean import (
    Constant,
    ConstructorInfo,
    InductiveInfo,
    Module,
    OleanError,
    RecursorInfo,
    all_constants,
    axioms_of,
    dependencies,
    read_olean,
)
from pycheck.lean.replay import KERNEL_NAMES, Replayer, ReplayResult, replay

HONEST = """
namespace H
inductive Ty where
  | a
  | b
  deriving DecidableEq
structure Pair (α : Type) where
  left : α
  right : α
mutual
inductive Even : Nat → Prop where
  | zero : Even 0
  | succ {n} : Odd n → Even (n + 1)
inductive Odd : Nat → Prop where
  | succ {n} : Even n → Odd (n + 1)
end
inductive Tree where
  | node : List Tree → (Nat → Tree) → Tree
def u (t : Ty) : Nat := match t with
  | .a => 3
  | .b => 5
theorem less : u .a < u .b := by decide
theorem most : ∀ t : Ty, u t ≤ 5 := fun t => by cases t <;> decide
theorem eta (p : Pair Nat) : Pair.mk p.left p.right = p := rfl
def large : Nat := 123456789012345678901234567890
theorem product : 123456789012345678901 * 2 = 246913578024691357802 := rfl
theorem local_ : let x := 2; x + x = 4 := rfl
def greeting : String := "héllo"
def length : List Ty → Nat
  | [] => 0
  | _ :: rest => length rest + 1
theorem two : length [.a, .b] = 2 := rfl
unsafe def danger (n : Nat) : Nat := n
end H
"""
UNCHECKED = """
set_option debug.skipKernelTC true
theorem bad : (2 : Nat) = 3 := by decide +kernel
"""
IMPORTER = """
import Unchecked
theorem boom : False := absurd bad (by decide)
"""
HOLE = """
theorem fine : 2 + 2 = 4 := rfl
theorem hole : 1 = 2 := sorry
"""
BOOLEAN = """
theorem t1 : and true (or false true) = true := rfl
theorem t2 : or (not true) (and true false) = false := rfl
theorem t3 : not (and true (not false)) = false := rfl
theorem t4 : or false (or false true) = not false := rfl
def c1 : Bool := and false true
theorem t5 : c1 = false := rfl
theorem t6 : and (not c1) true = or true c1 := rfl
"""


@pytest.fixture(scope="module")
def folder(compile_lean: Callable[[dict[str, str]], Path]) -> Path:
    return compile_lean(
        {
            "Honest": HONEST,
            "Unchecked": UNCHECKED,
            "Importer": IMPORTER,
            "Hole": HOLE,
            "Boolean": BOOLEAN,
        }
    )


@pytest.fixture(scope="module")
def init(folder: Path) -> Module:
    return read_olean(folder / "Init.olean")


@pytest.fixture(scope="module")
def honest(folder: Path) -> Module:
    return read_olean(folder / "Honest.olean")


Check = Callable[..., ReplayResult]


@pytest.fixture(scope="module")
def check(lean_library: Path, init: Module) -> Check:
    """Replay modules over the part of Init that they use."""
    below = {name: dependencies(name, init.constants) for name in init.constants}

    def run(*modules: Module, timeout: float = 60.0) -> ReplayResult:
        used = {
            name for module in modules for constant in module.constants.values() for name in constant.uses
        }
        part = {name for start in used & set(init.constants) for name in below[start]}
        base = replace(
            init, constants={name: init.constants[name] for name in init.constants if name in part}
        )
        named = [(module.path.stem, module) for module in modules]
        return replay(lean_library, [("Init", base), *named], timeout=timeout)

    return run


def reasons(result: ReplayResult) -> dict[str, str]:
    assert result.problem is None
    return {failure.name: failure.reason for failure in result.failures}


def test_honest_files_pass_whole(lean_library: Path, folder: Path) -> None:
    modules = [(name, folder / f"{name}.olean") for name in ("Init", "Honest")]
    result = replay(lean_library, modules)
    assert result.ok, (result.problem, result.failures)
    assert (result.lean_version, len(result.githash)) == ("4.35.0", 40)
    base, own = result.modules
    assert (base.name, own.name) == ("Init", "Honest")
    assert set(own.skipped) == {"H.danger", "H.length._unsafe_rec"}
    assert own.checked == own.declared - 2 > 50
    assert base.checked == base.declared - len(base.skipped) > 500
    assert own.digest == read_olean(folder / "Honest.olean").digest


def test_a_part_of_init_is_enough(check: Check, honest: Module) -> None:
    assert check(honest).ok


def test_what_skipped_the_kernel_is_refused(check: Check, folder: Path) -> None:
    result = check(read_olean(folder / "Unchecked.olean"))
    assert not result.ok
    refused = reasons(result)
    assert "bad" in refused
    assert any("an argument of type" in reason for reason in refused.values())
    assert result.modules[1].checked == 0


def test_what_rests_on_it_is_refused(check: Check, folder: Path, init: Module) -> None:
    unchecked, importer = (read_olean(folder / f"{name}.olean") for name in ("Unchecked", "Importer"))
    assert axioms_of("boom", all_constants([init, unchecked, importer])) == frozenset()
    result = check(unchecked, importer)
    assert not result.ok
    assert reasons(result)["boom"] == "unknown constant bad"


def own_gcd() -> tuple[Constant, ...]:
    """A gcd that is always 0, that fact, and what the kernel's own arithmetic says: gcd 4 6 = 2."""
    nat, zero, two = Const("Nat"), Lit(0), Lit(2)

    def equal(left: Expr, right: Expr) -> Expr:
        return app(Const("Eq", (level(1),)), nat, left, right)

    refl = app(Const("Eq.refl", (level(1),)), nat)
    gcd = Const("Nat.gcd")
    always = Pi("a", nat, Pi("b", nat, equal(app(gcd, BVar(1), BVar(0)), zero)))
    return (
        Constant("Nat.gcd", "definition", (), arrow(nat, nat, nat), Lam("a", nat, Lam("b", nat, zero))),
        Constant("always_0", "theorem", (), always, Lam("a", nat, Lam("b", nat, App(refl, zero)))),
        Constant("now_2", "theorem", (), equal(app(gcd, Lit(4), Lit(6)), two), App(refl, two)),
    )


def test_names_that_the_kernel_computes_are_for_the_base_alone(
    lean_library: Path, init: Module, honest: Module
) -> None:
    """The kernel itself accepts a contradiction here, so it must not be asked."""
    used = dependencies("H.u", all_constants([init, honest])) | {"Eq", "Eq.refl"}
    assert "Nat.gcd" not in used
    base = replace(init, constants={name: init.constants[name] for name in used if name in init.constants})
    own = replace(honest, constants={constant.name: constant for constant in own_gcd()})
    modules = [("Init", base), ("Own", own)]
    result = replay(lean_library, modules)
    assert not result.ok
    assert reasons(result)["Nat.gcd"] == "the kernel knows Nat.gcd by name; only Init may declare it"
    assert result.modules[1].checked == 0
    assert replay(lean_library, modules, base=("Init", "Own")).ok


def test_the_bootstrap_has_the_kernel_names_it_needs(init: Module) -> None:
    assert {"Nat", "Nat.add", "Nat.beq", "Bool.true", "Eq"} <= KERNEL_NAMES & set(init.constants)


def test_sorry_passes_the_kernel_and_is_seen_as_an_axiom(check: Check, folder: Path, init: Module) -> None:
    hole = read_olean(folder / "Hole.olean")
    assert check(hole).ok
    assert axioms_of("hole", all_constants([init, hole])) == {"sorryAx"}
    assert axioms_of("fine", all_constants([init, hole])) == frozenset()


def doctor(module: Module, name: str, **changes: object) -> Module:
    changed = replace(module.constants[name], **changes)  # type: ignore[arg-type]
    return replace(module, constants={**module.constants, name: changed})


def inductive(module: Module, name: str) -> InductiveInfo:
    info = module.constants[name].info
    assert isinstance(info, InductiveInfo)
    return info


def recursor(module: Module, name: str) -> RecursorInfo:
    info = module.constants[name].info
    assert isinstance(info, RecursorInfo)
    return info


TY = Const("H.Ty")
DIFFERS = "it differs from the one the kernel makes"


@pytest.mark.parametrize(
    ("name", "changes", "reason"),
    [
        ("H.less", {"type": Const("False")}, "the value has not the declared type"),
        ("H.less", {"type": app(Const("Nat.lt"), Lit(5), Lit(3))}, "the value has not the declared type"),
        ("H.less", {"type": TY}, "its type is no proposition"),
        ("H.less", {"value": BVar(0)}, "loose bound variable"),
        ("H.less", {"value": Const("H.less")}, "unknown constant H.less"),
        ("H.less", {"value": Const("H.nowhere")}, "unknown constant H.nowhere"),
        ("H.less", {"value": App(Const("H.u"), Lit("a"))}, "an argument of type String"),
        ("H.less", {"value": App(Lit(0), Lit(0))}, "not a function, but applied: 0"),
        ("H.u", {"value": Lam("x", Lit(3), Lit(3))}, "not a type, but used as one: 3"),
        ("H.u", {"level_params": ("u", "u")}, "duplicate"),
        ("H.Ty.a", {"type": arrow(TY, TY)}, DIFFERS),
        ("H.Ty.b", {"type": Const("Nat")}, ""),
        ("H.Ty.rec", {"type": Const("False"), "level_params": ()}, DIFFERS),
        ("H.Ty", {"level_params": ("u",)}, "invalid occurrence of datatype"),
        ("H.Ty.b", {"kind": "axiom", "info": None}, ""),
        ("H.Even.rec", {"kind": "axiom", "info": None}, "already declared"),
    ],
)
def test_doctored_declarations_are_refused(
    check: Check, honest: Module, name: str, changes: dict[str, object], reason: str
) -> None:
    result = check(doctor(honest, name, **changes))
    assert not result.ok
    refused = reasons(result)
    assert any(reason in text for key, text in refused.items() if key == name or key.startswith("H.Ty")), (
        refused
    )


def test_doctored_reduction_rules_are_refused(check: Check, honest: Module) -> None:
    info = recursor(honest, "H.Ty.rec")
    swapped = tuple(
        replace(rule, value=other.value) for rule, other in zip(info.rules, info.rules[::-1], strict=True)
    )
    assert (
        reasons(check(doctor(honest, "H.Ty.rec", info=replace(info, rules=swapped))))["H.Ty.rec"] == DIFFERS
    )
    assert reasons(check(doctor(honest, "H.Ty.rec", info=replace(info, k=True))))["H.Ty.rec"] == DIFFERS
    assert reasons(check(doctor(honest, "H.Ty.rec", info=replace(info, minors=1))))["H.Ty.rec"] == DIFFERS


def test_doctored_facts_about_types_are_refused(check: Check, honest: Module) -> None:
    info = inductive(honest, "H.Ty")
    recursive = doctor(honest, "H.Ty", info=replace(info, is_recursive=True))
    assert reasons(check(recursive))["H.Ty"] == DIFFERS
    constructor = honest.constants["H.Ty.b"].info
    assert isinstance(constructor, ConstructorInfo)
    misplaced = doctor(honest, "H.Ty.b", info=replace(constructor, index=0))
    assert reasons(check(misplaced))["H.Ty.b"] == DIFFERS


def test_a_constructor_too_many_or_too_few_is_refused(check: Check, honest: Module) -> None:
    info = inductive(honest, "H.Ty")
    fewer = doctor(honest, "H.Ty", info=replace(info, constructors=("H.Ty.a",)))
    assert reasons(check(fewer))["H.Ty.b"] == "the kernel does not make this one"
    more = doctor(honest, "H.Ty", info=replace(info, constructors=(*info.constructors, "H.less")))
    assert "H.less, a constructor of H.Ty, is not there" in reasons(check(more))["H.Ty"]


def test_blocks_that_disagree_are_refused(check: Check, honest: Module) -> None:
    for block in (("H.Even",), ("H.Odd", "H.Even"), ("H.Even", "H.Odd", "H.Odd"), ("H.Even", "H.Ty")):
        result = check(doctor(honest, "H.Odd", block=block))
        assert not result.ok
        assert any("do not agree" in reason for reason in reasons(result).values())


def test_a_recursor_out_of_nowhere_is_refused(check: Check, honest: Module) -> None:
    extra = replace(honest.constants["H.Ty.rec"], name="H.Ty.rec_7")
    result = check(replace(honest, constants={**honest.constants, extra.name: extra}))
    assert reasons(result) == {"H.Ty.rec_7": "the kernel does not make this one"}


def added(module: Module, *constants: Constant) -> Module:
    return replace(module, constants={**module.constants, **{c.name: c for c in constants}})


def test_circular_proofs_are_refused(check: Check, honest: Module) -> None:
    one = Constant("one", "theorem", (), Const("False"), Const("two"))
    two = Constant("two", "theorem", (), Const("False"), Const("one"))
    result = check(added(honest, one, two))
    assert set(reasons(result)) == {"one", "two"}
    assert result.modules[1].checked == result.modules[1].declared - 2 - len(result.modules[1].skipped)


def test_a_type_that_contains_its_own_negation_is_refused(check: Check, honest: Module) -> None:
    liar = Constant(
        "Liar", "inductive", (), PROP, block=("Liar",), info=InductiveInfo(0, 0, ("Liar.mk",), 0, True, True)
    )
    negation = Pi("h", Pi("x", Const("Liar"), Const("False")), Const("Liar"))
    mk = Constant("Liar.mk", "constructor", (), negation, info=ConstructorInfo("Liar", 0, 0, 1))
    assert "non positive" in reasons(check(added(honest, liar, mk)))["Liar"]


def test_safe_declarations_cannot_rest_on_unsafe_ones(check: Check, honest: Module) -> None:
    false = Const("False")
    axiom = Constant("cheat", "axiom", (), false, safety="unsafe")
    use = Constant("boom", "theorem", (), false, Const("cheat"))
    result = check(added(honest, axiom, use))
    assert reasons(result) == {"boom": "unknown constant cheat"}
    assert set(result.modules[1].skipped) == {"H.danger", "H.length._unsafe_rec", "cheat"}


def test_axioms_pass_and_are_no_secret(check: Check, honest: Module, init: Module) -> None:
    axiom = Constant("assumed", "axiom", (), Const("False"))
    use = Constant("boom", "theorem", (), Const("False"), Const("assumed"))
    module = added(honest, axiom, use)
    assert check(module).ok
    assert axioms_of("boom", all_constants([init, module])) == {"assumed"}


def test_a_name_declared_twice_is_refused(
    check: Check, lean_library: Path, honest: Module, init: Module
) -> None:
    again = replace(honest, path=Path("Again.olean"), constants={"H.u": honest.constants["H.u"]})
    result = replay(lean_library, [("Init", init), ("Honest", honest), ("Again", again)])
    assert not result.ok
    assert [str(failure) for failure in result.failures] == ["Again: H.u: already declared in Honest"]
    twice = replay(lean_library, [("Honest", honest), ("Honest", honest)])
    assert not twice.ok
    assert "given twice" in {failure.reason for failure in twice.failures}


def test_a_missing_module_is_noticed(lean_library: Path, honest: Module) -> None:
    result = replay(lean_library, [("Honest", honest)])
    assert not result.ok
    assert any(reason.startswith("unknown constant Nat") for reason in reasons(result).values())


def test_nothing_is_not_everything(lean_library: Path) -> None:
    assert not replay(lean_library, []).ok


def test_quotients_are_the_kernels_own(
    check: Check, honest: Module, init: Module, lean_library: Path
) -> None:
    alpha, u = BVar(0), ("u",)
    quot = Constant("Quot", "quot", u, Pi("α", PROP, alpha), quot_part=0)
    result = replay(lean_library, [("Init", added(init, quot))])
    assert reasons(result)["Quot"] == DIFFERS
    assert "Quot" in reasons(check(added(honest, quot)))


def test_a_library_that_is_none(tmp_path: Path, honest: Module) -> None:
    fake = tmp_path / "libleanshared.so"
    fake.write_text("no library")
    for library in (fake, tmp_path / "nothing.so"):
        result = replay(library, [("Honest", honest)])
        assert not result.ok
        assert result.problem is not None
        assert library.name in result.problem


def test_time_and_memory_limits(lean_library: Path, init: Module) -> None:
    late = replay(lean_library, [("Init", init)], timeout=0.01)
    assert not late.ok
    assert late.problem is not None
    assert late.problem.startswith("no answer within 0.01 s")
    cramped = replay(lean_library, [("Init", init)], memory=300 << 20)
    assert not cramped.ok
    assert cramped.problem is not None


def nested(depth: int) -> Expr:
    term: Expr = Lit(0)
    for _ in range(depth):
        term = App(Const("Nat.succ"), term)
    return term


@pytest.mark.exhaustive
def test_a_term_too_deep_for_the_kernel_is_a_failure_and_no_crash(check: Check, honest: Module) -> None:
    deep = Constant("deep", "definition", (), Const("Nat"), nested(50_000))
    result = check(added(honest, deep))
    assert not result.ok
    assert result.problem is not None or "deep" in reasons(result)


def test_a_term_whose_tree_is_astronomical(check: Check, honest: Module) -> None:
    """2^200 leaves, and the refusal has to be explained."""
    pair: Expr = Lit(1)
    for _ in range(200):
        pair = app(Const("Nat.add"), pair, pair)
    wide = Constant("wide", "definition", (), Const("Nat"), pair)
    claim = Constant("claim", "theorem", (), Const("False"), App(Const("H.less"), pair))
    result = check(added(honest, wide, claim))
    assert set(reasons(result)) == {"claim"}


def broken(data: bytes, seed: int, count: int) -> Iterator[bytes]:
    """Copies of a compiled file in which one pointer to a constant or an application leads to another one."""
    rng = random.Random(seed)
    words = struct.unpack(f"<{len(data) // 8}Q", data)
    base = words[10]
    inside = range(base, base + len(data), 8)
    terms = {tag << 56 | 2 << 48 | 32 << 32 for tag in (4, 5)}
    pointers = [
        index
        for index, word in enumerate(words)
        if index > 11 and word in inside and words[(word - base) // 8] in terms
    ]
    for _ in range(count):
        index, other = rng.choices(pointers, k=2)
        changed = list(words)
        changed[index] = words[other]
        yield struct.pack(f"<{len(words)}Q", *changed)


def truth(term: Expr, constants: dict[str, Constant]) -> bool | None:
    """The value of a term of Boolean constants and connectives, None for any other term."""
    head, args = unapply(term)
    values = [truth(arg, constants) for arg in args]
    if not isinstance(head, Const) or None in values:
        return None
    match head.name, values:
        case "Bool.true" | "Bool.false" as name, []:
            return name == "Bool.true"
        case (("Bool.and" | "and"), [left, right]):
            return bool(left and right)
        case (("Bool.or" | "or"), [left, right]):
            return bool(left or right)
        case (("Bool.not" | "not"), [value]):
            return not value
        case name, [] if name in constants:
            value_of = constants[name].value
            others = {key: constant for key, constant in constants.items() if key != name}
            return None if value_of is None else truth(value_of, others)
        case _:
            return None


@pytest.mark.exhaustive
def test_no_damaged_file_passes_with_a_false_theorem(check: Check, folder: Path, tmp_path: Path) -> None:
    """An oracle of its own: the theorems are Boolean equations, and Python knows their truth."""
    original = read_olean(folder / "Boolean.olean")
    claims = [name for name in original.constants if name.startswith("t")]
    assert [evaluate(original, name) for name in claims] == [True] * 6
    path = tmp_path / "Boolean.olean"
    false = 0
    for data in broken((folder / "Boolean.olean").read_bytes(), seed=8, count=300):
        path.write_bytes(data)
        with suppress(OleanError):
            module = read_olean(path)
            if False in [evaluate(module, name) for name in module.constants if name.startswith("t")]:
                false += 1
                result = check(module)
                assert not result.ok
                assert result.problem is None
    assert false > 5


def evaluate(module: Module, name: str) -> bool | None:
    head, args = unapply(module.constants[name].type)
    if not isinstance(head, Const) or head.name != "Eq" or len(args) != 3:
        return None
    left, right = (truth(arg, dict(module.constants)) for arg in args[1:])
    return None if left is None or right is None else left == right


def own_theorem(name: str, statement: Expr, proof: Expr) -> Constant:
    return Constant(name, "theorem", (), statement, proof)


def small(module: Module, *constants: Constant) -> Module:
    return replace(module, constants={constant.name: constant for constant in constants})


@pytest.fixture
def replayer(lean_library: Path, folder: Path) -> Iterator[Replayer]:
    base = read_olean(folder / "Init.olean", on_demand=True)
    with Replayer(lean_library, [("Init", base)]) as made:
        yield made


def test_groups_do_not_see_each_other(replayer: Replayer, honest: Module) -> None:
    true, intro, false = Const("True"), Const("True.intro"), Const("False")
    lie = small(honest, own_theorem("lie", false, intro))
    truth_ = small(honest, own_theorem("lie", true, intro))
    user = small(honest, own_theorem("user", true, Const("lie")))
    assert reasons(replayer.check([("Lie", lie)])).keys() == {"lie"}
    assert replayer.check([("Truth", truth_), ("User", user)]).ok
    assert reasons(replayer.check([("User", user)])) == {"user": "unknown constant lie"}
    assert reasons(replayer.check([("Lie", lie)])).keys() == {"lie"}
    assert replayer.check([("Honest", honest)]).ok


def test_of_the_base_what_is_used_is_checked(replayer: Replayer, honest: Module, init: Module) -> None:
    result = replayer.check([("Honest", honest)])
    base, own = result.modules
    assert result.ok
    assert (base.below, own.below) == (True, False)
    assert own.checked == own.declared - len(own.skipped)
    used = {name for constant in honest.constants.values() for name in constant.uses}
    assert len(KERNEL_NAMES & init.constants.keys()) < base.checked == base.declared < len(init.constants)
    assert base.declared >= len(used & init.constants.keys())
    assert base.digest == init.digest


def test_a_base_that_does_not_pass_fails_every_group(
    lean_library: Path, init: Module, honest: Module
) -> None:
    """Even an unused one where the kernel computes by name; others only for whoever uses them."""
    true, nat = Const("True"), Const("Nat")
    unused = small(honest, own_theorem("fine", true, Const("True.intro")))
    with Replayer(lean_library, [("Init", doctor(init, "Nat.gcd", value=Lam("a", nat, Lit(0))))]) as made:
        for _ in range(2):
            assert "Nat.gcd" in reasons(made.check([("Own", unused)]))
    with Replayer(lean_library, [("Init", doctor(init, "Nat.le_trans", value=Const("True.intro")))]) as made:
        user = small(honest, own_theorem("user", init.constants["Nat.le_trans"].type, Const("Nat.le_trans")))
        assert made.check([("Own", unused)]).ok
        for _ in range(2):
            assert "Nat.le_trans" in reasons(made.check([("Own", user)]))
        assert made.check([("Own", unused)]).ok


def test_no_group_declares_what_the_base_has(replayer: Replayer, honest: Module) -> None:
    again = small(honest, own_theorem("Nat.le_trans", Const("True"), Const("True.intro")))
    result = replayer.check([("Own", again)])
    assert reasons(result) == {"Nat.le_trans": "already declared in Init"}
    kernel_names = small(honest, *own_gcd())
    assert reasons(replayer.check([("Own", kernel_names)]))["Nat.gcd"] == "already declared in Init"


def test_names_that_a_base_lacks_are_still_the_kernels(
    lean_library: Path, init: Module, honest: Module
) -> None:
    used = {name for start in ("Eq.refl", "Nat.succ") for name in dependencies(start, init.constants)}
    base = replace(init, constants={name: init.constants[name] for name in init.constants if name in used})
    with Replayer(lean_library, [("Init", base)]) as made:
        refused = reasons(made.check([("Own", small(honest, *own_gcd()))]))
    assert refused["Nat.gcd"] == "the kernel knows Nat.gcd by name; only Init may declare it"


@pytest.mark.exhaustive
def test_a_group_that_ends_the_process_harms_no_other(
    lean_library: Path, folder: Path, honest: Module
) -> None:
    base = read_olean(folder / "Init.olean", on_demand=True)
    deep = added(honest, Constant("deep", "definition", (), Const("Nat"), nested(400_000)))
    with Replayer(lean_library, [("Init", base)], memory=3 << 30) as made:
        assert made.check([("Honest", honest)]).ok
        assert not made.check([("Deep", deep)]).ok
        late = made.check([("Honest", honest)], timeout=0.0)
        assert late.problem is not None
        assert late.problem.startswith("no answer within 0 s")
        assert made.check([("Honest", honest)]).ok


def test_a_process_that_cannot_start_fails_every_group(tmp_path: Path, folder: Path, honest: Module) -> None:
    base = read_olean(folder / "Init.olean", on_demand=True)
    with Replayer(tmp_path / "nothing.so", [("Init", base)]) as made:
        for _ in range(2):
            result = made.check([("Honest", honest)])
            assert not result.ok
            assert result.problem is not None
            assert "nothing.so" in result.problem


def test_reading_on_demand_reads_the_same(folder: Path, init: Module) -> None:
    lazily = read_olean(folder / "Init.olean", on_demand=True)
    assert list(lazily.constants) == list(init.constants)
    for name in ("Nat.gcd", "Nat.rec", "List"):
        assert lazily.constants[name].uses == init.constants[name].uses
        assert lazily.constants[name] is lazily.constants[name]
    assert "nowhere" not in lazily.constants
    with pytest.raises(KeyError):
        lazily.constants["nowhere"]


def test_what_passed_is_kept_for_what_rests_on_it(replayer: Replayer, honest: Module, folder: Path) -> None:
    user = small(honest, own_theorem("user", honest.constants["H.less"].type, Const("H.less")))
    replayer.check([("Honest", honest)], keep=True)
    again = replayer.check([("Honest", honest), ("User", user)])
    fresh = Replayer(replayer._library, list(replayer._base.items()))
    with fresh:
        whole = fresh.check([("Honest", honest), ("User", user)])
    assert again.ok
    assert whole.ok
    assert again.modules == whole.modules
    # Another module of that name is another module, and nothing else sees the layer.
    other = read_olean(folder / "Honest.olean")
    assert replayer.check([("Honest", other), ("User", user)]).ok
    assert reasons(replayer.check([("User", user)])).keys() == {"user"}
    assert not replayer.check([("Honest", doctor(honest, "H.less", value=Lit(0))), ("User", user)]).ok


def test_names_of_a_layer_are_taken(replayer: Replayer, honest: Module) -> None:
    replayer.check([("Honest", honest)], keep=True)
    again = small(honest, own_theorem("H.less", Const("True"), Const("True.intro")))
    result = replayer.check([("Honest", honest), ("Own", again)])
    assert reasons(result) == {"H.less": "already declared in Honest"}


def test_what_did_not_pass_is_not_kept(replayer: Replayer, honest: Module) -> None:
    bad = doctor(honest, "H.less", type=Const("False"))
    user = small(honest, own_theorem("user", Const("False"), Const("H.less")))
    for _ in range(2):
        assert "H.less" in reasons(replayer.check([("Honest", bad)], keep=True))
        refused = reasons(replayer.check([("Honest", bad), ("User", user)]))
        assert refused.keys() == {"H.less", "user"}


def test_a_layer_may_be_laid_on_a_layer(replayer: Replayer, honest: Module) -> None:
    user = small(honest, own_theorem("user", honest.constants["H.less"].type, Const("H.less")))
    more = small(honest, own_theorem("more", honest.constants["H.less"].type, Const("user")))
    text = Constant("text", "definition", (), Const("String"), Lit("a"))
    replayer.check([("Honest", honest)], keep=True)
    replayer.check([("Honest", honest), ("User", user)], keep=True)
    result = replayer.check(
        [("Honest", honest), ("User", user), ("More", small(honest, *more.constants.values(), text))]
    )
    assert result.ok, result.failures
    assert [module.name for module in result.modules] == ["Init", "Honest", "User", "More"]
