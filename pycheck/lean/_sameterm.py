"""Equality of terms up to what the kernel ignores: binder names, binder brackets, notes, level spelling.

Every node gets a number such that two nodes have the same number exactly when they are equal in this
sense. Each node is looked at once, so the cost is linear in the size of the graphs, not of the trees.
Nothing is unfolded or computed: ``1 + 1`` and ``2`` are different terms.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping

from pycheck.lean._nodes import (
    App,
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
    LevelZero,
    Lit,
    MData,
    Pi,
    Proj,
    Sort,
    level_children,
    postorder,
    subterms,
)

#: A level in normal form: the maximum of (atom, offset) pairs, an atom being "" (zero), a parameter's
#: name, or the number of an ``imax`` that cannot be resolved.
_NormalForm = frozenset[tuple[str | int, int]]

_ZERO: _NormalForm = frozenset({("", 0)})


def same_term(first: Expr, second: Expr) -> bool:
    """Return whether two terms are equal up to binder names, binder brackets, notes and level spelling.

    Levels are compared in a normal form (``max u v`` is ``max v u``, ``imax u 1`` is ``max u 1``, …) that
    is sound but not complete around ``imax``: equal levels may exceptionally be told apart, different ones
    never taken for equal.
    """
    if first is second:
        return True
    table = TermNumbers()
    return table.number(first) == table.number(second)


def _itself(name: str) -> Hashable:
    return name


#: What is compared of a proof: that it is one.
PROOF: Hashable = ("proof",)


class TermNumbers:
    """Numbers for terms; equal terms get equal numbers.

    ``numbers`` may be shared with other tables, whose numbers then mean the same. ``constant`` gives what is
    compared of a constant (its name, where nothing is said), ``parameters`` the names under which universe
    parameters are compared. Where ``constant`` gives :data:`PROOF`, whatever is proved by that constant is
    one and the same: in terms that the kernel accepts, what surrounds a proof settles what it proves, and
    two proofs of one statement are equal.
    """

    def __init__(
        self,
        numbers: dict[Hashable, int] | None = None,
        constant: Callable[[str], Hashable] = _itself,
        parameters: Mapping[str, str] | None = None,
    ) -> None:
        self._numbers: dict[Hashable, int] = {} if numbers is None else numbers
        self._constant = constant
        self._parameters = parameters or {}
        # The nodes are kept so that their ids stay theirs while this table lives.
        self._of_node: dict[int, tuple[Expr, int]] = {}
        self._of_level: dict[int, tuple[Level, _NormalForm]] = {}

    def number(self, root: Expr) -> int:
        """Return the number of a term."""
        for node in subterms(root):
            if id(node) not in self._of_node:
                self._of_node[id(node)] = (node, self._number_node(node))
        return self._at(root)

    def _at(self, node: Expr) -> int:
        return self._of_node[id(node)][1]

    def _number_node(self, node: Expr) -> int:
        key: Hashable
        whole: Hashable
        match node:
            case MData(inner):
                return self._at(inner)
            case BVar(index):
                key = ("bvar", index)
            case Sort(level):
                key = ("sort", self._normal(level))
            case Const(name, levels):
                own = self._constant(name)
                key = (
                    PROOF if own == PROOF else ("const", own, tuple(self._normal(level) for level in levels))
                )
            case App(fn, arg):
                key = PROOF if self._proves(fn) else ("app", self._at(fn), self._at(arg))
            case Lam(_, type_, body):
                key = PROOF if self._proves(body) else ("lam", self._at(type_), self._at(body))
            case Pi(_, type_, body):
                key = ("pi", self._at(type_), self._at(body))
            case Let(_, type_, value, body):
                whole = ("let", self._at(type_), self._at(value), self._at(body))
                key = PROOF if self._proves(body) else whole
            case Lit(value):
                key = ("lit", type(value).__name__, value)
            case Proj(structure, index, inner):
                whole = ("proj", self._constant(structure), index, self._at(inner))
                key = PROOF if self._proves(inner) else whole
        return self._intern(key)

    def _proves(self, node: Expr) -> bool:
        """Whether a node below this one, applied, projected or under a binder, is the proof of something."""
        return self._at(node) == self._numbers.get(PROOF)

    def _intern(self, key: Hashable) -> int:
        return self._numbers.setdefault(key, len(self._numbers))

    def _normal(self, root: Level) -> _NormalForm:
        for level in postorder(root, children=level_children):
            if id(level) not in self._of_level:
                self._of_level[id(level)] = (level, self._normalise(level))
        return self._of_level[id(root)][1]

    def _normalise(self, level: Level) -> _NormalForm:
        def done(child: Level) -> _NormalForm:
            return self._of_level[id(child)][1]

        match level:
            case LevelZero():
                return _ZERO
            case LevelParam(name):
                return frozenset({(self._parameters.get(name, name), 0)})
            case LevelSucc(pred):
                return frozenset((atom, offset + 1) for atom, offset in done(pred))
            case LevelMax(left, right):
                return _maximum(done(left), done(right))
            case LevelIMax(left, right):
                return self._imax(done(left), done(right))

    def _imax(self, left: _NormalForm, right: _NormalForm) -> _NormalForm:
        if any(offset > 0 for _, offset in right):
            return _maximum(left, right)
        # imax u 0 = 0; imax 0 u = imax 1 u = imax u u = u.
        if right == _ZERO or left == right or left in (_ZERO, frozenset({("", 1)})):
            return right
        return frozenset({(self._intern(("imax", left, right)), 0)})


def _maximum(left: _NormalForm, right: _NormalForm) -> _NormalForm:
    best: dict[str | int, int] = {}
    for atom, offset in (*left, *right):
        best[atom] = max(offset, best.get(atom, 0))
    constant = best.get("")
    # Every atom is at least 0, so a + k absorbs the constant c when k >= c.
    if constant is not None and any(offset >= constant for atom, offset in best.items() if atom != ""):
        del best[""]
    return frozenset(best.items())
