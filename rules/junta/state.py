"""What a game of Junta is at one moment: small frozen slices, and questions about them. No rule.

A slice or field that its viewer does not know is HIDDEN; sizes that are public are fields of their
own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from rules.junta.cards import SMALL, CardId, influence_votes, printed_votes
from rules.junta.forces import Coup, ZoneId
from rules.junta.intrigue import Offer, Plot, Returns, Threat
from rules.junta.parliament import Budget, Election, Motion
from rules.junta.ruleset import MINISTER, POSTS, Destination, PostId
from rules.junta.sandbox.script import Script
from rules.kernel.bills import NO_BILLS, Bills
from rules.kernel.course import Course
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat

NO_CARDS: frozenset[CardId] = frozenset()

BankState = Literal["open", "lunch", "closed"]


TAKEOVER_STEPS = ("aid", "budget", "announcements", "bank", "coup")
"""BR-5, BR-7: the steps after which the brother-in-law takes over a post; and a formed cabinet."""


class Family(NamedTuple):
    """SE-1, SE-2, SE-3: cards, bills and account; the sizes are public, the rest its owner's.

    `for_the_turn`: event cards that lie before the family until the turn ends. `embassy`: where it
    lives in exile. `spied`: what it has learnt of other accounts: the turn, and the sum in MP.
    """

    hand: frozenset[CardId] = NO_CARDS
    hand_size: int = 0
    exposed: frozenset[CardId] = NO_CARDS
    laid: frozenset[CardId] = NO_CARDS
    for_the_turn: frozenset[CardId] = NO_CARDS
    cash: Bills = NO_BILLS
    swiss: Bills = NO_BILLS
    swiss_bills: int = 0
    alive: bool = True
    embassy: ZoneId | None = None
    spied: Mapping[Seat, tuple[int, int]] = {}

    @property
    def present(self) -> bool:
        """Neither dead nor in exile: whoever may vote, play, plot and command."""
        return self.alive and self.embassy is None

    @property
    def cards_held(self) -> int:
        """Hand and exposed influence together."""
        return self.hand_size + len(self.exposed)


class Deck(NamedTuple):
    """The political cards that no family has."""

    pile: frozenset[CardId] = NO_CARDS
    pile_size: int = 0
    discards: frozenset[CardId] = NO_CARDS


class Treasury(NamedTuple):
    """The bills that no family has: the face-down pile, and what was paid, face up under it."""

    pile: Bills = NO_BILLS
    pile_size: int = 0
    sink: Bills = NO_BILLS


class Government(NamedTuple):
    """Who holds which post. `purse` is set aside, when a President leaves, for who comes next.

    `left_by`: who left that purse. `resigning`: the President has announced that he resigns.
    """

    posts: Mapping[PostId, Seat]
    president: Seat | None = None
    last_president: Seat | None = None
    brother_in_law: PostId | None = None
    purse: Bills = NO_BILLS
    left_by: Seat | None = None
    resigning: bool = False


class Turn(NamedTuple):
    """Where the turn stands. `bank` is what the budget made of it.

    `trusted`: who lets the President form his cabinet. `reformer`: who casts the others' small
    influence.
    """

    number: int = 1
    step: str = "set_up"
    bank: BankState = "closed"
    excuse: bool = False
    police_in_chamber: bool = False
    cabinet_by: Seat | None = None
    trusted: frozenset[Seat] = frozenset()
    powers_used: frozenset[CardId] = NO_CARDS
    discarded: frozenset[Seat] = frozenset()
    reformer: Seat | None = None
    bank_holiday: bool = False
    unarmed_armed: bool = False
    brigades_gone: frozenset[PostId] = frozenset()
    coup_fought: bool = False
    no_coup_by: frozenset[Seat] = frozenset()


class Whereabouts(NamedTuple):
    """Where everybody is this turn. `chosen` is public; the places are, once `revealed`.

    `bound_for`: the embassies of those who have chosen exile, until all have chosen.
    """

    places: Mapping[Seat, Destination]
    chosen: frozenset[Seat] = frozenset()
    bound_for: Mapping[Seat, ZoneId | None] = {}
    revealed: bool = False
    banked: frozenset[Seat] = frozenset()


class Result(NamedTuple):
    """How the game ended: each account in MP, and the rank that it brings."""

    accounts: Mapping[Seat, int]
    ranks: Mapping[Seat, int]
    winners: tuple[Seat, ...]


class State(NamedTuple):
    """The whole game at one moment."""

    course: Course
    deck: Deck
    treasury: Treasury
    government: Government
    turn: Turn
    whereabouts: Whereabouts
    offers_made: Mapping[tuple[Seat, Seat], int]
    spoken: Mapping[Seat, int]
    families: tuple[Family, ...] = ()
    prepared: bool = False
    election: Election | None = None
    budget: Budget | None = None
    plot: Plot | None = None
    threat: Threat | None = None
    returns: Returns | None = None
    motion: Motion | None = None
    coup: Coup | None = None
    coalition: Seat | None = None
    police_bank_turn: int = -1
    offers: tuple[Offer, ...] = ()
    aid_ran_out: bool = False
    script: Script = Script()
    result: Result | None = None


def beginning(course: Course) -> State:
    """A table at which nobody sits yet."""
    return State(
        course=course,
        deck=Deck(),
        treasury=Treasury(),
        government=Government(posts={}),
        turn=Turn(),
        whereabouts=Whereabouts(places={}),
        offers_made={},
        spoken={},
    )


def with_family(state: State, seat: Seat, **changes: Any) -> State:
    """The state with one family changed."""
    families = list(state.families)
    families[seat] = but(families[seat], **changes)
    return but(state, families=tuple(families))


def president(state: State) -> Seat:
    """The President in office; to be asked only where there is one."""
    found = state.government.president
    assert found is not None
    return found


def minister(state: State) -> Seat | None:
    """The Minister of the Interior, if the cabinet has been formed."""
    return state.government.posts.get(MINISTER)


def posts_of(state: State, seat: Seat) -> tuple[str, ...]:
    """Every post of the seat, the presidency first."""
    own = ("president",) if state.government.president == seat else ()
    return (*own, *(post for post in POSTS if state.government.posts.get(post) == seat))


def living(state: State) -> tuple[Seat, ...]:
    """Every seat whose family has a head, in order of seats."""
    return tuple([Seat(i) for i, family in enumerate(state.families) if family.alive])


def present(state: State) -> tuple[Seat, ...]:
    """Every seat that is neither dead nor in exile, in order of seats."""
    families = enumerate(state.families)
    return tuple([Seat(i) for i, family in families if family.alive and family.embassy is None])


def vacant_posts(state: State) -> tuple[PostId, ...]:
    """BR-1: the posts of the dead and exiled: one at most is run, by the brother-in-law."""
    posts, families = state.government.posts, state.families
    return tuple(p for p in POSTS if p in posts and not families[posts[p]].present)


def takeover_due(state: State) -> bool:
    """BR-2, BR-5, BR-7: whether the brother-in-law may take a post over now, and has none yet."""
    step, formed = state.turn.step, state.turn.cabinet_by is not None
    when = step in TAKEOVER_STEPS or (step == "cabinet" and formed)
    return when and bool(vacant_posts(state)) and state.government.brother_in_law is None


def left_without(state: State, seat: Seat) -> Returns | None:
    """Those who are on their way home, without one who has arrived or will never arrive."""
    if state.returns is None:
        return None
    coming = tuple(s for s in state.returns.coming if s != seat)
    at_border = state.returns.at_border
    return but(state.returns, coming=coming, at_border=None if at_border == seat else at_border)


def frozen(state: State, seat: Seat) -> bool:
    """AS-7, AS-14: whether the seat is named in an attempt that is not resolved, or may die now."""
    if state.plot is None and state.threat is None and not state.course.requests:
        return False
    attempts = () if state.plot is None else state.plot.attempts
    named = any(a.victim == seat and not a.settled for a in attempts)
    threatened = state.threat is not None and state.threat.victim == seat
    rolling = any(r.purpose == "backfire" and r.seat == seat for r in state.course.requests)
    return named or threatened or rolling


def clockwise(state: State) -> tuple[Seat, ...]:
    """Every seat, the President first; seat 0 first while there is none."""
    return state.course.clockwise_from(state.government.president or 0)


def ballot_open(state: State) -> bool:
    """VO-3: vote cards may be laid in elections and in votes on budgets and motions."""
    if state.motion is not None:
        return True
    if state.election is not None:
        return state.election.phase != "acceptance"
    return state.budget is not None and state.budget.phase in ("voting", "counting")


def influence_cast(state: State, seat: Seat) -> frozenset[CardId]:
    """CD-11: the exposed influence that the seat casts: a reform moves what is small."""
    reformer, family = state.turn.reformer, state.families[seat]
    if reformer is None or not family.present or not state.families[reformer].present:
        return family.exposed
    small = SMALL[str(state.course.options["reform_threshold"])]
    if seat != reformer:
        return family.exposed - small
    return family.exposed.union(*(state.families[s].exposed & small for s in present(state)))


def card_votes(state: State, seat: Seat) -> int:
    """VO-1, CD-16: influence, the vote cards laid for this ballot, and a sacked church."""
    family = state.families[seat]
    others = printed_votes(family.laid) + printed_votes(family.for_the_turn)
    return influence_votes(influence_cast(state, seat)) + others


def votes_of(state: State, seat: Seat) -> int:
    """VO-2, BR-4, BR-8: all votes in the open ballot: cards, posts, and the vote of need."""
    if not state.families[seat].present:
        return 0
    need = 1 if state.election is not None and state.election.everyone else 0
    taken = state.government.brother_in_law is not None and state.government.president == seat
    return card_votes(state, seat) + len(posts_of(state, seat)) + need + taken


def over_the_limit(state: State) -> tuple[Seat, ...]:
    """HL-1: the seats that hold more cards than the hand limit, exposed influence included."""
    limit = int(state.course.options["hand_limit"])
    return tuple(Seat(i) for i, family in enumerate(state.families) if family.cards_held > limit)


def is_over_the_limit(state: State, seat: Seat) -> bool:
    """HL-1: whether this seat does."""
    return state.families[seat].cards_held > int(state.course.options["hand_limit"])
