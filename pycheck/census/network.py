"""Binary constraint networks over bit masks: exact counting without listing, and lazy listing.

Variables have domains that are bit masks of values (Python integers, of any size). Counting branches on
a variable, filters its neighbours' domains, splits what is left into independent components, and
remembers the count of a component by its variables and their domains, so that equal remainders are
counted once. Listing walks the same tree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

#: ``rows[value]`` is the mask of values of the second variable that go with ``value`` of the first.
Rows = Sequence[int]


#: Steps between two calls of a network's ``tick``.
TICK = 10_000
#: Steps that take no time worth speaking of.
QUICK = 10_000
#: Estimates beyond this need not be any better.
ENDLESS = 1e30


class OutOfBudget(Exception):
    """Counting took more steps than it was given."""


def values_of(mask: int) -> Iterator[int]:
    """The positions of the set bits, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


@dataclass
class Network:
    """A binary constraint network.

    ``domains[v]`` is the mask of variable v; ``rows[v, w]`` constrains v and w and must be given in both
    directions. ``budget`` bounds the steps of a count (``None``: no bound), a step being one look at the
    constraint between two variables; ``tick`` is called now and then with the steps so far, and may raise
    to stop.
    """

    domains: tuple[int, ...]
    rows: dict[tuple[int, int], Rows]
    budget: int | None = None
    tick: Callable[[int], None] | None = None
    _neighbours: dict[int, tuple[int, ...]] = field(init=False, repr=False)
    _known: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = field(init=False, repr=False)
    _steps: int = field(init=False, default=0, repr=False)
    _ticked: int = field(init=False, default=0, repr=False)

    def __post_init__(self) -> None:
        found: dict[int, list[int]] = {v: [] for v in range(len(self.domains))}
        for v, w in self.rows:
            found[v].append(w)
        self._neighbours = {v: tuple(sorted(ws)) for v, ws in found.items()}
        self._known = {}

    def count(self) -> int:
        """The number of solutions. Raises :class:`OutOfBudget` after too many steps, or nested too deep."""
        try:
            domains = self._filtered(dict(enumerate(self.domains)))
            return 0 if domains is None else self._count(domains)
        except RecursionError as error:
            raise OutOfBudget from error

    def solutions(self) -> Iterator[tuple[int, ...]]:
        """The solutions as tuples of values, lazily, in lexicographic order."""
        # One entry for each variable fixed so far: the domains before it was, and the values still to try.
        stack: list[tuple[dict[int, int], Iterator[int]]] = []
        domains = self._filtered(dict(enumerate(self.domains)), charged=False)
        if domains is None:
            return
        if not self.domains:
            yield ()
            return
        stack.append((domains, values_of(domains[0])))
        last = len(self.domains) - 1
        while stack:
            before, values = stack[-1]
            value = next(values, None)
            if value is None:
                stack.pop()
                continue
            position = len(stack) - 1
            chosen = 1 << value
            domains = before
            # The only value left was taken account of when it became the only one.
            if before[position] != chosen:
                domains = self._filtered({**before, position: chosen}, [position], charged=False)
            if domains is None:
                continue
            if position == last:
                yield tuple(domains[v].bit_length() - 1 for v in range(len(self.domains)))
            else:
                stack.append((domains, values_of(domains[position + 1])))

    def within(self, budget: int, count: Callable[[], int]) -> int:
        """``count()`` with a smaller budget: :class:`OutOfBudget` comes soon, and nothing found is lost."""
        before = self.budget
        self.budget = self._steps + budget if before is None else min(before, self._steps + budget)
        try:
            return count()
        finally:
            self.budget = before

    def count_cautiously(
        self, check: Callable[[], None], slowly: Callable[[], int] | None = None, quick: int = QUICK
    ) -> int:
        """The count; beyond ``quick`` steps ``check`` may raise first, and ``slowly`` counts."""
        try:
            return self.within(quick, self.count)
        except OutOfBudget:
            check()
            return (slowly or self.count)()

    def divided(self) -> tuple[dict[int, int], int, tuple[int, ...]]:
        """A count to be had in parts: the domains left, a variable to divide by, and its values."""
        domains = self._filtered(dict(enumerate(self.domains)), charged=False)
        if domains is None or not domains:
            return {}, 0, ()
        chosen = max(domains, key=lambda v: (domains[v].bit_count() > 1, len(self._neighbours[v])))
        return domains, chosen, tuple(values_of(domains[chosen]))

    def count_part(self, domains: dict[int, int], variable: int, value: int) -> int:
        """The solutions within ``domains`` in which a variable has a value. Raises as :meth:`count` does."""
        try:
            left = self._filtered({**domains, variable: 1 << value}, [variable])
            return 0 if left is None else self._count(left)
        except RecursionError as error:
            raise OutOfBudget from error

    def descent(self, rng: Random) -> tuple[float, int]:
        """One random descent through the search: about how many nodes it has, and the steps taken here."""
        budget, before = self.budget, self._steps
        self.budget = None
        try:
            domains = self._filtered(dict(enumerate(self.domains)))
            nodes = 1.0 if domains is None else self._descent(domains, rng, 1.0)
        except RecursionError:
            nodes = ENDLESS
        finally:
            taken, self.budget, self._steps = self._steps - before, budget, before
        return nodes, taken

    def _descent(self, domains: dict[int, int], rng: Random, product: float) -> float:
        """The nodes below, each part of what is left apart (they add up), one value standing for all."""
        free = {v: mask for v, mask in domains.items() if mask.bit_count() > 1}
        nodes = 1.0
        for component in self._components(free):
            if len(component) == 1:
                continue
            base = {v: free[v] for v in component}
            chosen = self._most_constrained(component)
            values = tuple(values_of(base[chosen]))
            if product * len(values) > ENDLESS:
                return ENDLESS
            child = self._filtered({**base, chosen: 1 << rng.choice(values)}, [chosen])
            below = 1.0 if child is None else self._descent(child, rng, product * len(values))
            nodes += len(values) * below
        return nodes

    def _most_constrained(self, variables: tuple[int, ...]) -> int:
        """The one with most neighbours among them, so that what is left falls apart."""
        inside = set(variables)
        return max(variables, key=lambda v: sum(w in inside for w in self._neighbours[v]))

    def _count(self, domains: dict[int, int]) -> int:
        total = 1
        free: dict[int, int] = {}
        for v, mask in domains.items():
            # A variable with one value left constrains nobody any more: its neighbours were filtered.
            if mask.bit_count() > 1:
                free[v] = mask
        for component in self._components(free):
            if len(component) == 1:
                total *= free[component[0]].bit_count()
            else:
                total *= self._count_component(component, tuple(free[v] for v in component))
            if not total:
                return 0
        return total

    def _count_component(self, variables: tuple[int, ...], masks: tuple[int, ...]) -> int:
        key = (variables, masks)
        known = self._known.get(key)
        if known is not None:
            return known
        self._spend(1)
        chosen = self._most_constrained(variables)
        base = dict(zip(variables, masks, strict=True))
        total = 0
        for value in values_of(base[chosen]):
            domains = self._filtered({**base, chosen: 1 << value}, [chosen])
            if domains is not None:
                total += self._count(domains)
        self._known[key] = total
        return total

    def _spend(self, steps: int) -> None:
        self._steps += steps
        if self.budget is not None and self._steps > self.budget:
            raise OutOfBudget
        if self.tick is not None and self._steps - self._ticked >= TICK:
            self._ticked = self._steps
            self.tick(self._steps)

    def _filtered(
        self, domains: dict[int, int], changed: list[int] | None = None, *, charged: bool = True
    ) -> dict[int, int] | None:
        """Remove values without support until nothing changes (arc consistency); ``None`` if one runs dry.

        Listing is not ``charged`` to the budget: whoever asks for solutions may stop at any of them.
        """
        queue = list(domains) if changed is None else list(changed)
        if not all(domains.values()):
            return None
        while queue:
            v = queue.pop()
            mask = domains[v]
            single = mask.bit_count() == 1
            if charged:
                self._spend(len(self._neighbours[v]))
            for w in self._neighbours[v]:
                before = domains.get(w)
                if before is None:
                    continue
                if single:
                    after = before & self.rows[v, w][mask.bit_length() - 1]
                else:
                    after = before & self._support(v, w, mask, before)
                if after != before:
                    if not after:
                        return None
                    domains[w] = after
                    queue.append(w)
        return domains

    def _support(self, v: int, w: int, mask: int, wanted: int) -> int:
        """The values of w, among ``wanted``, that go with some value of v in ``mask``."""
        rows = self.rows[v, w]
        found = 0
        for value in values_of(mask):
            found |= rows[value]
            if not wanted & ~found:
                break
        return found

    def _components(self, free: dict[int, int]) -> list[tuple[int, ...]]:
        """The connected components of the free variables."""
        left = set(free)
        parts: list[tuple[int, ...]] = []
        for start in sorted(free):
            if start not in left:
                continue
            stack = [start]
            left.discard(start)
            part = []
            while stack:
                v = stack.pop()
                part.append(v)
                for w in self._neighbours[v]:
                    if w in left:
                        left.discard(w)
                        stack.append(w)
            parts.append(tuple(sorted(part)))
        return parts
