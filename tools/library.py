"""Write the mechanism files and Lean files of the library: ``python tools/library.py [NAME …]``.

The rules below are the definitions (an auction's winner and price, a matching procedure, a voting rule);
the tables in ``mechanisms/<name>/mechanism.toml`` are what they come to. The claims, and whether each is
expected to hold, are written down here by hand; whether they do is for ``pycheck verify`` to find out.
The Lean files are written as ``pycheck lean write`` writes them, but for those written by hand.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations, product
from pathlib import Path
from typing import Any

from pycheck.files import write_atomically
from pycheck.lean.generate import LeanFile
from pycheck.loading import load
from pycheck.scaffold import Draft, DraftAgent
from pycheck.scaffold.names import camel, theorem
from pycheck.scaffold.toml import mechanism_toml

ROOT = Path(__file__).resolve().parents[1]
Claims = list[dict[str, Any]]


@dataclass(frozen=True)
class Entry:
    """A mechanism of the library: data, claims, sources (id to citation), a paragraph on what it is.

    ``by_hand`` renames what the Lean file, which is written by hand then, calls otherwise.
    """

    draft: Draft
    claims: Claims
    sources: Mapping[str, str]
    description: str
    by_hand: Mapping[str, str] | None = None


def built(
    name: str,
    title: str,
    agents: Sequence[DraftAgent],
    rule: Callable[..., str],
    utility: Callable[[int, str, str], int],
    outcomes: Sequence[str] | None = None,
) -> Draft:
    """The tables of ``rule`` (reports to outcome) and ``utility`` (agent, outcome, type to number)."""
    cells = {profile: rule(*profile) for profile in product(*(agent.reports for agent in agents))}
    possible = tuple(outcomes) if outcomes is not None else tuple(sorted(set(cells.values())))
    utilities = {
        (agent.name, outcome): tuple(Fraction(utility(i, outcome, t)) for t in agent.types)
        for i, agent in enumerate(agents)
        for outcome in possible
    }
    return Draft(name, title, tuple(agents), possible, utilities, cells)


def claim(
    claim_id: str, kind: str, holds: bool, source: str, proved: bool = True, **params: Any
) -> dict[str, Any]:
    """A claims entry; ``proved`` ones name a theorem."""
    entry = {"id": claim_id, "kind": kind, **params}
    if not holds:
        entry["expect"] = "fails"
    if proved:
        entry["theorem"] = theorem(claim_id if holds else f"not_{claim_id}")
    return {**entry, "source": source}


def truthful(
    holds: bool, source: str, *, agent: str = "all", strict: bool = False, note: str = ""
) -> dict[str, Any]:
    """Reporting the truth is dominant."""
    strength = "strictly" if strict else "weakly"
    whose = "" if agent == "all" else f"_for_{theorem(agent.replace(' ', '_'))}"
    entry = claim(
        f"truth_{strength}_dominant{whose}", "truthful_dominance", holds, source, agent=agent, strict=strict
    )
    return {**entry, "note": note} if note else entry


def general(file: str, module: str, source: str, theorems: Mapping[str, str]) -> Claims:
    """Theorems on more than one mechanism, with the file that has their statements."""
    return [
        {
            "id": name,
            "kind": "general_theorem",
            "statements": f"{file}.lean",
            "statement": statement,
            "theorem": f"_root_.Mechanisms.{module}.{name}",
            "source": source,
        }
        for name, statement in theorems.items()
    ]


# --- Auctions ---

VALUES = ("0", "1", "2")
BIDDERS = tuple(DraftAgent(f"bidder {i}", VALUES, VALUES) for i in (1, 2))
VICKREY = (
    "W. Vickrey. Counterspeculation, Auctions, and Competitive Sealed Tenders. Journal of Finance 16(1), "
    "8-37, 1961."
)


def auction(name: str, title: str, price: Callable[[int, int], int]) -> Draft:
    """Two bidders, values and bids 0, 1, 2; the higher bid wins, a tie goes to bidder 1."""

    def rule(first: str, second: str) -> str:
        bids = int(first), int(second)
        winner = 1 if bids[0] >= bids[1] else 2
        return f"{winner} pays {price(max(bids), min(bids))}"

    def utility(bidder: int, outcome: str, value: str) -> int:
        winner, _, paid = outcome.split()
        return int(value) - int(paid) if int(winner) == bidder + 1 else 0

    return built(name, title, BIDDERS, rule, utility, [f"{i} pays {p}" for i in (1, 2) for p in range(3)])


def second_price() -> Entry:
    """Vickrey's auction."""
    return Entry(
        auction("second_price", "Second-price sealed-bid auction, two bidders", lambda _high, low: low),
        [
            truthful(True, "V1961", note="A bid decides whether one wins and not what one pays."),
            truthful(False, "V1961", strict=True, note="Several bids have the same effect."),
            claim("bid_0_weakly_dominant", "action_dominance", False, "V1961", report="0", strict=False),
            claim("bid_2_weakly_dominant", "action_dominance", False, "V1961", report="2", strict=False),
            claim(
                "surplus_goes_to_the_winner_at_2_0",
                "welfare_value",
                True,
                "V1961",
                profile={"bidder 1": "2", "bidder 2": "0"},
                values={
                    "1 pays 0": 2,
                    "1 pays 1": 1,
                    "1 pays 2": 0,
                    "2 pays 0": 0,
                    "2 pays 1": -1,
                    "2 pays 2": -2,
                },
            ),
        ],
        {"V1961": VICKREY},
        "One object, two bidders who value it at 0, 1 or 2 and bid 0, 1 or 2. The higher bid wins and pays "
        "the lower one; a tie goes to bidder 1. An outcome is the winner and the price. Utility is value "
        "minus price for the winner and 0 for the other; the seller is not an agent, so that welfare here "
        "is the bidders' surplus.",
    )


def first_price() -> Entry:
    """The winner pays its own bid."""
    return Entry(
        auction("first_price", "First-price sealed-bid auction, two bidders", lambda high, _low: high),
        [
            truthful(
                False, "V1961", note="Whoever values the object at 2 and meets a bid of 0 does better with 1."
            ),
            truthful(False, "V1961", agent="bidder 2"),
            claim("bid_0_weakly_dominant", "action_dominance", False, "V1961", report="0", strict=False),
            claim("bid_1_weakly_dominant", "action_dominance", False, "V1961", report="1", strict=False),
            claim(
                "low_prices_leave_most_surplus_at_2_1",
                "welfare_optimum",
                True,
                "V1961",
                profile={"bidder 1": "2", "bidder 2": "1"},
                outcome="1 pays 0",
            ),
            claim(
                "the_truthful_outcome_is_optimal_at_2_1",
                "welfare_optimum",
                False,
                "V1961",
                profile={"bidder 1": "2", "bidder 2": "1"},
                outcome="1 pays 2",
            ),
        ],
        {"V1961": VICKREY},
        "One object, two bidders who value it at 0, 1 or 2 and bid 0, 1 or 2. The higher bid wins and is "
        "paid; a tie goes to bidder 1. Outcomes, utilities and welfare are those of the second-price auction "
        "on the same grid, which differs in the price alone.",
    )


# --- Matching: three agents, three objects, strict preferences; priority 1, 2, 3 for every object ---

OBJECTS = "xyz"
PREFERENCES = tuple("".join(order) for order in permutations(OBJECTS))
PEOPLE = tuple(DraftAgent(f"agent {i}", PREFERENCES, PREFERENCES) for i in (1, 2, 3))


def matching(name: str, title: str, rule: Callable[..., str]) -> Draft:
    """The outcome ``yxz`` gives y to agent 1, x to agent 2, z to agent 3; utilities are 2, 1, 0."""
    return built(name, title, PEOPLE, rule, lambda i, got, prefers: 2 - prefers.index(got[i]), PREFERENCES)


def in_turn(*preferences: str) -> str:
    """Each agent in turn takes the best object that is left."""
    taken = ""
    for order in preferences:
        taken += next(o for o in order if o not in taken)
    return taken


def immediate_acceptance(*preferences: str) -> str:
    """In round k every unmatched agent applies to its k-th choice; a free object takes one for good.

    Agents are gone through by priority, so that the first applicant is the one accepted.
    """
    got: dict[int, str] = {}
    for k in range(3):
        for i, order in enumerate(preferences):
            if i not in got and order[k] not in got.values():
                got[i] = order[k]
    return "".join(got[i] for i in range(3))


SS1981 = (
    "M. A. Satterthwaite and H. Sonnenschein. Strategy-Proof Allocation Mechanisms at Differentiable Points. "
    "Review of Economic Studies 48(4), 587-597, 1981."
)
AS2003 = (
    "A. Abdulkadiroğlu and T. Sönmez. School Choice: A Mechanism Design Approach. American Economic Review "
    "93(3), 729-747, 2003."
)


def serial_dictatorship() -> Entry:
    """Agents choose in turn."""
    everybody = {f"agent {i}": "xyz" for i in (1, 2, 3)}
    return Entry(
        matching("serial_dictatorship", "Serial dictatorship, three agents and three objects", in_turn),
        [
            truthful(
                True, "SS1981", note="One takes the best of what is left, and cannot change what is left."
            ),
            truthful(False, "SS1981", strict=True, note="The last agent's report changes nothing."),
            claim(
                "report_xyz_weakly_dominant", "action_dominance", False, "SS1981", report="xyz", strict=False
            ),
            claim(
                "chosen_outcome_optimal_when_all_agree",
                "welfare_optimum",
                True,
                "SS1981",
                profile=everybody,
                outcome="xyz",
            ),
            claim(
                "chosen_outcome_optimal_when_first_choices_differ",
                "welfare_optimum",
                True,
                "SS1981",
                profile={"agent 1": "xyz", "agent 2": "yxz", "agent 3": "zxy"},
                outcome="xyz",
            ),
            claim(
                "chosen_outcome_optimal_when_the_first_hardly_cares",
                "welfare_optimum",
                False,
                "SS1981",
                profile={"agent 1": "xyz", "agent 2": "xzy", "agent 3": "zxy"},
                outcome="xzy",
            ),
        ],
        {"SS1981": SS1981},
        "Agents 1, 2, 3 take in turn the best object that is left, by the strict preference each reports "
        "(yxz: y best, z worst). The outcome yxz gives y to agent 1, x to agent 2 and z to agent 3. The "
        "utility of the best object is 2, of the second 1, of the last 0; only the order matters for "
        "dominance, the numbers matter for welfare.",
    )


def boston() -> Entry:
    """Immediate acceptance."""
    return Entry(
        matching(
            "boston",
            "Boston mechanism (immediate acceptance), three agents and three objects",
            immediate_acceptance,
        ),
        [
            truthful(
                False, "AS2003", note="Whoever is refused by a first choice finds the second one taken."
            ),
            truthful(
                True, "AS2003", agent="agent 1", note="The first by priority always gets its first choice."
            ),
            truthful(False, "AS2003", agent="agent 2"),
            truthful(False, "AS2003", agent="agent 3"),
            claim(
                "report_xyz_weakly_dominant", "action_dominance", False, "AS2003", report="xyz", strict=False
            ),
            claim(
                "chosen_outcome_optimal_when_first_choices_differ",
                "welfare_optimum",
                True,
                "AS2003",
                profile={"agent 1": "xyz", "agent 2": "yzx", "agent 3": "zxy"},
                outcome="xyz",
            ),
        ],
        {"AS2003": AS2003},
        "In round k every agent without an object applies to the k-th of its reported preference; an object "
        "still free goes for good to the applicant of highest priority, which is 1, 2, 3 for every object. "
        "Labels and utilities are those of the serial dictatorship.",
    )


# --- Voting ---

MAY = (
    "K. O. May. A Set of Independent Necessary and Sufficient Conditions for Simple Majority Decision. "
    "Econometrica 20(4), 680-684, 1952."
)
GIBBARD = "A. Gibbard. Manipulation of Voting Schemes: A General Result. Econometrica 41(4), 587-601, 1973."
SATTERTHWAITE = (
    "M. A. Satterthwaite. Strategy-proofness and Arrow's Conditions. Journal of Economic Theory 10(2), "
    "187-217, 1975."
)


def majority() -> Entry:
    """Three voters, two alternatives."""
    voters = tuple(DraftAgent(f"voter {i}", ("yes", "no"), ("yes", "no")) for i in (1, 2, 3))
    draft = built(
        "majority",
        "Majority of three voters on two alternatives",
        voters,
        lambda *votes: "pass" if votes.count("yes") >= 2 else "reject",
        lambda _i, outcome, wants: int((outcome == "pass") == (wants == "yes")),
        ["pass", "reject"],
    )
    predicate = {"kind": "truthful_dominance", "strict": False}
    split = {"voter 1": "yes", "voter 2": "yes", "voter 3": "no"}
    return Entry(
        draft,
        [
            truthful(True, "M1952"),
            truthful(False, "M1952", strict=True, note="A vote that is not pivotal changes nothing."),
            claim("yes_weakly_dominant", "action_dominance", False, "M1952", report="yes", strict=False),
            claim("majority_wish_optimal", "welfare_optimum", True, "M1952", profile=split, outcome="pass"),
            claim(
                "minority_wish_optimal", "welfare_optimum", False, "M1952", profile=split, outcome="reject"
            ),
            claim("twenty_truthful_rules", "census_count", True, "M1952", predicate=predicate, count=20)
            | {"note": "The monotone Boolean functions of three variables: the Dedekind number 20."},
            claim("four_truthful_rules", "census_count", False, "M1952", predicate=predicate, count=4)
            | {"note": "Four is the number of the self-dual ones among them."},
            claim("anonymous", "anonymity", True, "M1952"),
            claim(
                "neutral",
                "neutrality",
                True,
                "M1952",
                reports={"yes": "no", "no": "yes"},
                outcomes={"pass": "reject", "reject": "pass"},
            ),
            claim(
                "monotone",
                "monotonicity",
                True,
                "M1952",
                agent="all",
                reports=["no", "yes"],
                outcomes=["reject", "pass"],
            )
            | {"note": "May asks for more where there are ties (positive responsiveness); here are none."},
            claim(
                "unanimity_needed", "outcome_condition", False, "M1952", outcome="pass", relation="only_when"
            )
            | {"condition": {"reporting": {"report": "yes", "exactly": 3}}},
            claim("pivotal_in_two", "pivotal_count", True, "M1952", agent="voter 1", count=2)
            | {"note": "Where the other two disagree: half of the profiles, Banzhaf's measure of power."},
        ],
        {"M1952": MAY},
        "Three voters vote yes or no; the motion passes with two votes. A voter's utility is 1 if what it "
        "wants happens and 0 otherwise.",
    )


def borda() -> Entry:
    """Two voters, three alternatives."""
    alternatives = "abc"
    rankings = tuple(">".join(order) for order in permutations(alternatives))
    voters = tuple(DraftAgent(f"voter {i}", rankings, rankings) for i in (1, 2))

    def score(ranking: str, alternative: str) -> int:
        return 2 - ranking.split(">").index(alternative)

    def rule(*reports: str) -> str:
        return max(alternatives, key=lambda a: (sum(score(r, a) for r in reports), -ord(a)))

    predicate = {"kind": "truthful_dominance", "strict": False}
    return Entry(
        built(
            "borda",
            "Borda's rule, two voters and three alternatives",
            voters,
            rule,
            lambda _i, outcome, ranking: score(ranking, outcome),
            list(alternatives),
        ),
        [
            truthful(
                False, "G1973", note="Onto three alternatives and not dictatorial, so it must fail somewhere."
            ),
            truthful(False, "G1973", agent="voter 1"),
            truthful(False, "G1973", agent="voter 2"),
            claim(
                "report_a_b_c_weakly_dominant",
                "action_dominance",
                False,
                "G1973",
                report="a>b>c",
                strict=False,
            ),
            claim(
                "winner_optimal_at_abc_bca",
                "welfare_optimum",
                True,
                "G1973",
                profile={"voter 1": "a>b>c", "voter 2": "b>c>a"},
                outcome="b",
            ),
            claim(
                "loser_optimal_at_abc_bca",
                "welfare_optimum",
                False,
                "G1973",
                profile={"voter 1": "a>b>c", "voter 2": "b>c>a"},
                outcome="a",
            ),
            claim(
                "seventeen_truthful_rules",
                "census_count",
                True,
                "S1975",
                proved=False,
                predicate=predicate,
                count=17,
            )
            | {
                "note": "Of 3^36 rules: 3 constants, 3 times 4 committees on two alternatives, 2 dictators. "
                "Counted exactly in Python; too many for the kernel to count one by one."
            },
        ],
        {"G1973": GIBBARD, "S1975": SATTERTHWAITE},
        "Each voter's ranking gives 2, 1 and 0 points; most points win, and of several with most the first "
        "in the alphabet. Utilities are the points of the true ranking, so that the winner at truthful "
        "reports has the highest welfare.",
    )


# --- A public good ---

CLARKE = "E. H. Clarke. Multipart Pricing of Public Goods. Public Choice 11, 17-33, 1971."
NET_VALUES = ("-2", "-1", "1", "2")


def pivotal(first: str, second: str) -> str:
    """Built if the net values sum to 0 or more; who changes the decision pays what that costs the other."""
    values = int(first), int(second)
    build = sum(values) >= 0
    words = ["yes" if build else "no"]
    for i in (0, 1):
        other = values[1 - i]
        if (other >= 0) != build:
            words.append(f"{i + 1} pays {abs(other)}")
    return ", ".join(words)


def public_good() -> Entry:
    """The pivotal mechanism."""
    agents = tuple(DraftAgent(f"agent {i}", NET_VALUES, NET_VALUES) for i in (1, 2))

    def utility(agent: int, outcome: str, value: str) -> int:
        decision, *taxes = outcome.split(", ")
        paid = sum(int(tax.split()[2]) for tax in taxes if int(tax.split()[0]) == agent + 1)
        return (int(value) if decision == "yes" else 0) - paid

    return Entry(
        built("public_good", "A public good with the Clarke tax, two agents", agents, pivotal, utility),
        [
            truthful(True, "C1971", note="The tax makes everybody bear what its report costs the other."),
            truthful(False, "C1971", strict=True),
            claim("report_2_weakly_dominant", "action_dominance", False, "C1971", report="2", strict=False),
            claim(
                "building_optimal_when_both_want_it",
                "welfare_optimum",
                True,
                "C1971",
                profile={"agent 1": "2", "agent 2": "1"},
                outcome="yes",
            ),
            claim(
                "untaxed_building_optimal_at_2_minus_1",
                "welfare_optimum",
                True,
                "C1971",
                profile={"agent 1": "2", "agent 2": "-1"},
                outcome="yes",
            ),
            claim(
                "what_is_chosen_optimal_at_2_minus_1",
                "welfare_optimum",
                False,
                "C1971",
                profile={"agent 1": "2", "agent 2": "-1"},
                outcome="yes, 1 pays 1",
            )
            | {"note": "The decision is efficient; the tax, which nobody receives, is not."},
        ],
        {"C1971": CLARKE},
        "Two agents have a value of -2, -1, 1 or 2 for a public good, their shares of its cost taken off, "
        "and report one. It is built when the reports sum to 0 or more. An agent whose report changes the "
        "decision pays a tax of what the change costs the other by its report. An outcome is the decision "
        "and the tax; utility is the value if it is built, minus the tax.",
    )


# --- A verdict on three criteria ---

CRITERIA = ("throne", "battles", "power")
CAMPS = ("ai", "humans")
WAR = (
    "The decision rule of a week of humans against AI agents in a strategy game, from the game's public "
    "page on how that war is measured, section on the verdict."
)
TWO_EACH = [{"reporting": {"report": camp, "at_least": 2}} for camp in CAMPS]


def war_rule(*leads: str) -> str:
    """Two leads win; else the first of the criteria in which somebody leads."""
    for camp in CAMPS:
        if leads.count(camp) >= 2:
            return camp
    return next((lead for lead in leads if lead != "nobody"), "undecided")


def outcome_condition(
    claim_id: str, holds: bool, outcome: Any, relation: str, condition: Any
) -> dict[str, Any]:
    """An outcome and a condition on who leads."""
    return claim(
        claim_id, "outcome_condition", holds, "WAR", outcome=outcome, relation=relation, condition=condition
    )


def count(claim_id: str, number: int, where: dict[str, Any], holds: bool = True) -> dict[str, Any]:
    """How many of the 27 patterns satisfy a condition."""
    return claim(claim_id, "profile_count", holds, "WAR", where=where, count=number)


def tie_breaks() -> Claims:
    """Which criterion decides where no camp leads in two."""
    claims = []
    for camp, other in (CAMPS, CAMPS[::-1]):
        no_two = {"reporting": {"report": other, "at_most": 1}}
        claims += [
            outcome_condition(
                f"throne_breaks_the_tie_for_{camp}", True, camp, "whenever",
                {"reports": {"throne": camp}} | no_two,
            ),
            outcome_condition(
                f"battles_break_the_tie_for_{camp}", True, camp, "whenever",
                {"reports": {"throne": "nobody", "battles": camp}},
            ),
            outcome_condition(
                f"power_breaks_the_tie_for_{camp}", True, camp, "whenever",
                {"reports": {"throne": "nobody", "battles": "nobody", "power": camp}},
            ),
        ]  # fmt: skip
    no_two = {"reporting": {"report": "humans", "at_most": 1}}
    claims.append(
        outcome_condition(
            "battles_break_the_tie_first", False, "ai", "whenever", {"reports": {"battles": "ai"}} | no_two
        )
    )
    tied = {"not": {"any": TWO_EACH}}
    first = {"throne": list(CAMPS)}
    second = {"throne": "nobody", "battles": list(CAMPS)}
    third = {"throne": "nobody", "battles": "nobody", "power": list(CAMPS)}
    claims += [
        count("fourteen_won_by_two_leads", 14, {"any": TWO_EACH}),
        count("six_decided_by_the_throne", 6, {"reports": first} | tied),
        count("four_decided_by_battles", 4, {"reports": second} | tied),
        count("two_decided_by_power", 2, {"reports": third} | tied),
    ]
    return claims


def symmetries() -> Claims:
    """What may be renamed, raised and exchanged."""
    swap = {"ai": "humans", "humans": "ai"}
    raised: dict[str, Any] = {
        "agent": "all",
        "reports": ["humans", "nobody", "ai"],
        "outcomes": ["humans", "undecided", "ai"],
    }
    return [
        claim("neutral", "neutrality", True, "M1952", reports=swap, outcomes=swap),
        claim(
            "nobody_is_a_camp", "neutrality", False, "M1952",
            reports={"ai": "nobody", "nobody": "ai"}, outcomes={"ai": "undecided", "undecided": "ai"},
        ),
        claim("monotone", "monotonicity", True, "M1952", **raised),
        claim(
            "monotone_from_nobody_up", "monotonicity", False, "M1952",
            **raised | {"reports": ["nobody", "humans", "ai"]},
        ),
        claim("anonymous", "anonymity", False, "M1952")
        | {"note": "Against an even split the throne weighs more than battles, and battles more than power."},
        claim("battles_and_power_exchangeable", "anonymity", False, "M1952", among=["battles", "power"]),
        claim("throne_pivotal_in_seven", "pivotal_count", True, "WAR", agent="throne", count=7),
        claim("battles_pivotal_in_five", "pivotal_count", True, "WAR", agent="battles", count=5),
        claim("power_pivotal_in_three", "pivotal_count", True, "WAR", agent="power", count=3),
        claim("power_pivotal_in_seven", "pivotal_count", False, "WAR", agent="power", count=7),
    ]  # fmt: skip


FIGURES = {
    "warVerdict_swap": "For all figures of two camps: swapping the camps swaps the verdict.",
    "warVerdict_undecided": "For all figures of two camps: the verdict is undecided exactly if the camps are "
    "level in throne time, in battles won, and in power per player, compared crosswise.",
    "warVerdict_scaleThrone": "Multiplying both throne times by the same positive number leaves the "
    "verdict as it is.",
    "warVerdict_addThrone": "So does adding the same throne time to both.",
    "warVerdict_scaleBattles": "So does multiplying both numbers of battles won.",
    "warVerdict_addBattles": "So does adding as many battles won to both.",
    "warVerdict_scalePower": "So does multiplying the power of both camps.",
    "battlesLead_shares": "Shares of the battles won by either camp, compared crosswise, are led by whoever "
    "won more of them.",
}


def war_verdict() -> Entry:
    """A rule that nobody is said to have utilities for."""
    leaders = (*CAMPS, "nobody")
    agents = tuple(DraftAgent(name, leaders, leaders) for name in CRITERIA)
    cells = {leads: war_rule(*leads) for leads in product(leaders, repeat=3)}
    once = [{"outcome": camp, "reporting": {"report": camp, "exactly": 1}} for camp in CAMPS]
    return Entry(
        Draft(
            "war_verdict", "Verdict of a war on three criteria", agents, (*CAMPS, "undecided"), {}, cells
        ),
        [
            outcome_condition(
                "undecided_exactly_when_nobody_leads", True, "undecided", "exactly_when",
                {"reporting": {"report": "nobody", "exactly": 3}},
            ),
            count("always_decided", 27, {"outcome": list(CAMPS)}, holds=False)
            | {"note": "One pattern is left: nobody leads in anything."},
            *(
                outcome_condition(
                    f"two_leads_win_for_{camp}", True, camp, "whenever",
                    {"reporting": {"report": camp, "at_least": 2}},
                )
                for camp in CAMPS
            ),
            outcome_condition(
                "one_lead_wins_for_ai", False, "ai", "whenever",
                {"reporting": {"report": "ai", "at_least": 1}},
            ),
            outcome_condition(
                "ai_wins_with_two_leads_only", False, "ai", "only_when",
                {"reporting": {"report": "ai", "at_least": 2}},
            ),
            *symmetries(),
            count("thirteen_won_by_ai", 13, {"outcome": "ai"}),
            count("thirteen_won_by_humans", 13, {"outcome": "humans"}),
            count("one_undecided", 1, {"outcome": "undecided"}),
            count("twelve_won_with_one_lead", 12, {"any": once})
            | {"note": "Of the 26 patterns that are decided: the winner leads in one criterion only."},
            *tie_breaks(),
            *general("Figures", "WarVerdict", "WAR", FIGURES),
            {
                "id": "figures_measured_rightly",
                "kind": "not_formalised",
                "statement": "The figures are right: who held the Palace when, which battles were fought "
                "between the camps and who won them, each camp's power and cities at the end, and who "
                "belonged to which camp at each moment.",
                "reason": "The rule begins where it is known who leads, and the general theorems where "
                "figures are given. That the figures were measured rightly is an empirical matter, and so "
                "is what an account marks or declares about itself.",
                "source": "WAR",
            },
        ],
        {"WAR": WAR, "M1952": MAY},
        "Three criteria (throne time, battles won between the camps, power per player) are each led by the "
        "AI camp, by the human camp or by nobody. A camp that leads in two wins; if none does, the one that "
        "leads in throne time, else in battles, else in power. The criteria are the agents here and who "
        "leads is what they report; a type is who leads in truth. Nobody is said to value the verdict, so "
        "there are no utilities.",
        by_hand={"Outcome": "Verdict", "Ty": "Lead", "outcome": "verdict"},
    )  # fmt: skip


# --- The day's vote in Mafia ---

LIVING = ("alex", "bailey", "casey")
BALLOTS = (*LIVING, "nobody")
MAFIASCOPE = (
    "I. Karpov. MafiaScope, 2026: the rules of its games, and private questions on a copy of the players' "
    "messages, after every utterance."
)


def plurality(*votes: str) -> str:
    """Whoever has more votes than everybody else, else nobody."""
    counts = {name: votes.count(name) for name in LIVING}
    most = max(counts.values())
    first = [name for name in LIVING if counts[name] == most]
    return first[0] if most and len(first) == 1 else "nobody"


def vote(claim_id: str, kind: str, holds: bool = True, note: str = "", **params: Any) -> dict[str, Any]:
    """A claim about the vote."""
    entry = claim(claim_id, kind, holds, "M1952" if kind in _SYMMETRIES else "MAFIASCOPE", **params)
    return {**entry, "note": note} if note else entry


_SYMMETRIES = ("anonymity", "neutrality", "monotonicity")


PROBED = {
    "run_probed": "In the model of games, for every game, every list of events, every schedule of probes and "
    "all notes to begin with, the probed run is the unprobed run: the same end, the same transcript, and the "
    "same contexts of every player at every step.",
    "play_probed": "The same where events are what players do, and what a player does is any function of its "
    "name, of the number of the turn and of what it is shown.",
    "readsOnly_iff": "An instrument changes no run of any game on any events exactly when it gives the game "
    "back as it was handed to it.",
    "leak_shows": "The model can tell: there is an instrument that appends its question to what everybody "
    "hears, and in a talk of two it changes what they are shown.",
    "leak_changes_the_end": "And where the two say what follows from what they hear, that instrument changes "
    "how the talk ends.",
}
RULES = {
    "eliminated_iff": "Whoever the living are, each once, and whatever the votes: a player is eliminated by "
    "day exactly if it lives, has a vote, and has strictly more votes than every other living player.",
    "eliminated_monotone": "Whoever is eliminated by some votes is eliminated, too, by votes with as many or "
    "more for that player and as many or fewer for every other one.",
    "target_iff": "The Mafia's target is exactly the name that has the most of the Mafia's votes, and before "
    "whose first vote only names with fewer come.",
    "winner_mafia": "While anybody lives, the Mafia has won exactly if it is at least as many as the others.",
    "winner_villagers": "The others have won exactly if no Mafia is left.",
    "never_both": "While anybody lives, the winning conditions of both camps never hold together.",
    "loop_ends_after_fifteen_rounds": "Whatever the players choose, a game of at most 15 rounds is over "
    "after 30 phases, and more phases change nothing.",
}
OUTSIDE = {
    "reports_are_beliefs": (
        "What a player answers in private is what it believes.",
        "An answer is an operational report of this model in this game. That a question changes nothing does "
        "not make its answer a belief.",
    ),
    "engine_is_the_model": (
        "The program that plays and probes is the game of the model: its copies are copies, no probe draws "
        "from a game's random numbers, and no prompt is made of a log.",
        "The theorems are about a model of the engine. That the code is as the model says is tested, with "
        "mutants that leak, and not proved.",
    ),
    "no_memory_at_the_provider": (
        "A service answers a move as it would have if no probe had been put to it before.",
        "Caches and any other memory outside the context are the provider's, and cannot be seen from here.",
    ),
    "no_clock": (
        "The time that probes take changes nothing.",
        "In the model a turn has a number and no duration. A player with a clock, or a limit of requests, "
        "can notice probes.",
    ),
    "sampling_is_seeded": (
        "The dice that a model is sampled with fall alike with and without probes.",
        "In the model a player is a function. Without a seed that a service honours, two runs differ anyway, "
        "probed or not.",
    ),
}


def mafia_vote() -> Entry:
    """Plurality among three who live; a tie, or no valid vote, eliminates nobody."""
    agents = tuple(DraftAgent(name, BALLOTS, BALLOTS) for name in LIVING)
    cells = {votes: plurality(*votes) for votes in product(BALLOTS, repeat=3)}
    for_another = {name: [b for b in BALLOTS if b != name] for name in LIVING}
    ladder = ["bailey", "casey", "nobody", "alex"]
    conditions: list[tuple[str, bool, str, str, dict[str, Any]]] = [
        ("majority_eliminates", True, "alex", "whenever", {"reporting": {"report": "alex", "at_least": 2}}),
        ("a_vote_is_needed", True, "alex", "only_when", {"reporting": {"report": "alex", "at_least": 1}}),
        ("one_vote_eliminates", False, "alex", "whenever", {"reporting": {"report": "alex", "at_least": 1}}),
        ("majority_is_needed", False, "alex", "only_when", {"reporting": {"report": "alex", "at_least": 2}}),
        (
            "eliminated_exactly_when", True, "alex", "exactly_when",
            {
                "any": [
                    {"reporting": {"report": "alex", "at_least": 2}},
                    {
                        "any": [
                            {"reports": {one: "alex" if one == by else "nobody" for one in LIVING}}
                            for by in LIVING
                        ]
                    },
                ]
            },
        ),
        (
            "no_vote_eliminates_nobody", True, "nobody", "whenever",
            {"reporting": {"report": "nobody", "exactly": 3}},
        ),
        (
            "nobody_without_votes_alone", False, "nobody", "only_when",
            {"reporting": {"report": "nobody", "exactly": 3}},
        ),
        (
            "tie_eliminates_nobody", True, "nobody", "whenever",
            {
                "reports": {"alex": "bailey", "bailey": "casey"},
                "not": {"reports": {"casey": list(LIVING[1:])}},
            },
        ),
    ]  # fmt: skip
    counts: list[tuple[str, int, dict[str, Any], bool]] = [
        ("thirteen_eliminate_alex", 13, {"outcome": "alex"}, True),
        ("twenty_five_eliminate_nobody", 25, {"outcome": "nobody"}, True),
        ("always_somebody", 64, {"outcome": list(LIVING)}, False),
        ("twelve_of_votes_for_others", 12, {"outcome": "nobody", "reports": for_another}, True),
        ("twenty_seven_vote_for_others", 27, {"reports": for_another}, True),
    ]
    swaps = (("alex", "bailey"), ("bailey", "casey"))
    return Entry(
        Draft("mafia_vote", "The day's vote in Mafia, three players left", agents, BALLOTS, {}, cells),
        [
            vote("anonymous", "anonymity"),
            *(
                vote(
                    f"neutral_{one}_{other}", "neutrality",
                    reports={one: other, other: one}, outcomes={one: other, other: one},
                )
                for one, other in swaps
            ),
            vote(
                "nobody_is_a_player", "neutrality", False,
                reports={"alex": "nobody", "nobody": "alex"}, outcomes={"alex": "nobody", "nobody": "alex"},
                note="A vote for nobody counts for nothing.",
            ),
            vote(
                "monotone_in_an_order", "monotonicity", False, agent="all", reports=ladder, outcomes=ladder,
                note="A vote that leaves one player can break a tie against another. For the player that a "
                "vote is moved to, eliminated_monotone says what holds, whoever else there is.",
            ),
            *(
                vote(name, "outcome_condition", holds, outcome=outcome, relation=how, condition=condition)
                for name, holds, outcome, how, condition in conditions
            ),
            *(vote(name, "profile_count", holds, where=where, count=n) for name, n, where, holds in counts),
            *(vote(f"{name}_pivotal_in_thirteen", "pivotal_count", agent=name, count=13) for name in LIVING),
            *general("Probing", "Probing", "MAFIASCOPE", PROBED),
            *general("Mafia", "Mafia", "MAFIASCOPE", RULES),
            *(
                {"id": name, "kind": "not_formalised", "statement": statement, "reason": reason,
                 "source": "MAFIASCOPE"}
                for name, (statement, reason) in OUTSIDE.items()
            ),
        ],
        {"MAFIASCOPE": MAFIASCOPE, "M1952": MAY},
        "Three players are left, and each votes for one of them or for nobody. Whoever has more votes than "
        "everybody else is eliminated; a tie, or no vote, eliminates nobody. A vote for oneself is in the "
        "table, since the rule does not look at who votes; the engine asks for the name of another player. A "
        "type is whom a player would have eliminated. Nobody is said to value outcomes, so there are no "
        "utilities. Beside the vote stand general theorems: the rules of Mafia for any number of players, "
        "and what private questions do to a game, in a model of the engine.",
        by_hand={"Outcome": "Gone", "Ty": "Ballot", "outcome": "vote"},
    )  # fmt: skip


LIBRARY = (
    second_price,
    first_price,
    serial_dictatorship,
    boston,
    majority,
    borda,
    public_good,
    war_verdict,
    mafia_vote,
)


def mechanism_text(entry: Entry) -> str:
    """The mechanism file of an entry."""
    head = (
        "# Written by tools/library.py, which has the rule behind the tables. The format: "
        "docs/mechanism-file.md.\n\n"
    )
    text = mechanism_toml(entry.draft, entry.claims)
    quoted = {key: json.dumps(value, ensure_ascii=False) for key, value in entry.sources.items()}
    sources = "\n\n".join(f'[[sources]]\nid = "{key}"\ncitation = {value}' for key, value in quoted.items())
    described = f"\ndescription = {json.dumps(entry.description, ensure_ascii=False)}\noutcomes = "
    module = camel(entry.draft.name)
    text = text.replace("\noutcomes = ", described, 1)
    text = text.replace("\n\n[[agents]]", f"\n\n{sources}\n\n[[agents]]", 1)
    for name, theirs in (entry.by_hand or {}).items():
        # As a value of the section on Lean; nothing else there is called so.
        before, section, after = text.partition("\n[lean]\n")
        text = before + section + after.replace(f'"{name}"', f'"{theirs}"')
    return head + text.replace(f'module = "{module}"', f'module = "Mechanisms.{module}"', 1)


def main(names: Sequence[str]) -> None:
    """Write the files of the entries called ``names``, or of all."""
    for make in LIBRARY:
        if names and make.__name__ not in names:
            continue
        folder = ROOT / "mechanisms" / make.__name__
        entry = make()
        write_atomically(folder / "mechanism.toml", mechanism_text(entry).encode())
        print(f"wrote {folder.name}")
        if entry.by_hand is not None:
            continue
        loaded = load(folder)
        link = loaded.mechanism.lean
        assert link is not None
        target = ROOT.joinpath("lean", *link.module.split(".")).with_suffix(".lean")
        write_atomically(target, LeanFile(loaded.mechanism, link, loaded.claims).source().encode())


if __name__ == "__main__":
    main(sys.argv[1:])
