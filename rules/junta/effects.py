"""What the events do: effect name -> who or what may be named, what bars it, what follows.

CD-10 to CD-20. The effects on ballots stand in `effects_ballot.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any

from rules.junta import effect, effects_ballot, trimming
from rules.junta.effect import Effect, Play
from rules.junta.ruleset import GENERALS, PostId
from rules.junta.state import State, present, with_family
from rules.junta.trimming import lost_votes
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Event, event
from rules.kernel.stages import Events
from rules.kernel.visibility import PUBLIC, only_to


@event("excuse_given")
class ExcuseGiven(Event):
    """There is an excuse for a coup this turn."""


@event("reform_demanded")
class ReformDemanded(Event):
    """The seat casts the others' small influence until the turn ends."""

    seat: Annotated[Seat, PUBLIC]


@event("account_spied")
class AccountSpied(Event):
    """SE-3: a player learns the sum in another's account, in MP; who and whose, everybody."""

    seat: Annotated[Seat, PUBLIC]
    target: Annotated[Seat, PUBLIC]
    mp: Annotated[int, only_to("seat")]


@event("unarmed_armed")
class UnarmedArmed(Event):
    """All unarmed units count as armed until the turn ends."""


@event("bank_holiday_declared")
class BankHolidayDeclared(Event):
    """The bank is closed for the rest of the turn."""


@event("coalition_broken")
class CoalitionBroken(Event):
    """The target has to give up one exposed influence card."""

    target: Annotated[Seat, PUBLIC]


@event("brigade_left")
class BrigadeLeft(Event):
    """The units of this General's brigade are out of the city until the turn ends."""

    post: Annotated[PostId, PUBLIC]


def _excuse(state: State, play: Play) -> Events:
    """CD-10: the Street Festival and the United Nations are an excuse, and nothing else."""
    return (ExcuseGiven(),)


def _reform(state: State, play: Play) -> Events:
    """CD-11: small influence votes for the reformer from now on."""
    demanded = ReformDemanded(seat=play.seat)
    return (demanded, *lost_votes(reform_demanded(state, demanded)))


def others(state: State, seat: Seat) -> tuple[Seat, ...]:
    """CD-7: a card is aimed at another family that is neither dead nor in exile."""
    return tuple(other for other in present(state) if other != seat)


def _spy(state: State, play: Play) -> Events:
    """CD-13: the exact sum, as it is at this moment."""
    assert play.target is not None
    account = state.families[play.target].swiss
    return (AccountSpied(seat=play.seat, target=play.target, mp=account.mp),)


def _arm(state: State, play: Play) -> Events:
    """CD-14: all unarmed units are armed, also those that come in later."""
    return (UnarmedArmed(),)


def _close_bank(state: State, play: Play) -> Events:
    """CD-15: no operations any more this turn, whatever the budget said."""
    return (BankHolidayDeclared(),)


def _break(state: State, play: Play) -> Events:
    """CD-18: the target will be asked which exposed influence he gives up."""
    assert play.target is not None
    return (CoalitionBroken(target=play.target),)


def allied(state: State, seat: Seat) -> tuple[Seat, ...]:
    """CD-18: the others before whom at least one influence card lies."""
    return tuple(other for other in others(state, seat) if state.families[other].exposed)


def _no_coalition(state: State, seat: Seat) -> str | None:
    """CD-18: it needs a target, and one discard at a time."""
    if state.coalition is not None:
        return f"seat {state.coalition} has yet to give up an influence card"
    return None if allied(state, seat) else "nobody else has exposed influence"


def brigades(state: State, seat: Seat) -> tuple[PostId, ...]:
    """CD-20: the army brigades that are still in the city."""
    return tuple(post for post in GENERALS if post not in state.turn.brigades_gone)


def _remove(state: State, play: Play) -> Events:
    """CD-20: the brigade is out until the turn ends; its General keeps post and vote."""
    assert play.post is not None
    return (BrigadeLeft(post=play.post),)


def _no_target(state: State, seat: Seat) -> str | None:
    return None if others(state, seat) else "there is nobody else to spy on"


def _no_brigade(state: State, seat: Seat) -> str | None:
    return None if brigades(state, seat) else "no brigade is left in the city"


OWN: Mapping[str, Effect] = {
    "excuse": Effect(rule="CD-10", events=_excuse),
    "reform": Effect(rule="CD-11", events=_reform),
    "spy": Effect(rule="CD-13", events=_spy, targets=others, bars=_no_target),
    "arm_unarmed": Effect(rule="CD-14", events=_arm),
    "bank_holiday": Effect(rule="CD-15", events=_close_bank),
    "lies_for_the_turn": Effect(rule="CD-16", stays=True),
    "nothing": Effect(rule="CD-17"),
    "coalition_break": Effect(rule="CD-18", events=_break, targets=allied, bars=_no_coalition),
    "remove_brigade": Effect(rule="CD-20", events=_remove, posts=brigades, bars=_no_brigade),
}

EFFECTS: Mapping[str, Effect] = {**OWN, **effects_ballot.EFFECTS}
"""CD-9: every effect of a card that is laid down as an event, by the name the deck gives it."""


def excuse_given(state: State, event: ExcuseGiven) -> State:
    return but(state, turn=but(state.turn, excuse=True))


def reform_demanded(state: State, event: ReformDemanded) -> State:
    return but(state, turn=but(state.turn, reformer=event.seat))


def account_spied(state: State, event: AccountSpied) -> State:
    spied = state.families[event.seat].spied
    known = {**spied, event.target: (state.turn.number, event.mp)}
    return with_family(state, event.seat, spied=known)


def unarmed_armed(state: State, event: UnarmedArmed) -> State:
    return but(state, turn=but(state.turn, unarmed_armed=True))


def bank_holiday_declared(state: State, event: BankHolidayDeclared) -> State:
    return but(state, turn=but(state.turn, bank_holiday=True))


def coalition_broken(state: State, event: CoalitionBroken) -> State:
    return but(state, coalition=event.target)


def brigade_left(state: State, event: BrigadeLeft) -> State:
    gone = state.turn.brigades_gone | {event.post}
    return but(state, turn=but(state.turn, brigades_gone=gone))


EVOLVERS: Mapping[type[Event], Callable[[State, Any], State]] = {
    effect.CardPlayed: effect.card_played,
    effect.CardsOfTheTurnDiscarded: effect.cards_of_the_turn_discarded,
    trimming.CastVotesLost: trimming.cast_votes_lost,
    trimming.ChamberVotesLost: trimming.chamber_votes_lost,
    ExcuseGiven: excuse_given,
    ReformDemanded: reform_demanded,
    AccountSpied: account_spied,
    UnarmedArmed: unarmed_armed,
    BankHolidayDeclared: bank_holiday_declared,
    CoalitionBroken: coalition_broken,
    BrigadeLeft: brigade_left,
}
"""How what the cards bring about is folded."""
