"""Step 6: one seat after another announces attempts on others. AS-1 to AS-8."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Annotated

from rules.junta.cards import CardId
from rules.junta.intrigue import Attempt, Plot
from rules.junta.playable import Playable
from rules.junta.plots import MEANS, SECRET_POLICE, LocationsRevealed, plot
from rules.junta.prices import payment, ways_to_pay
from rules.junta.rejections import NoSuchLocation, NoSuchVictim
from rules.junta.ruleset import LOCATIONS, Location
from rules.junta.sending import means_barred, means_of
from rules.junta.state import State, minister, present, with_family
from rules.kernel.bills import Bills
from rules.kernel.choices import Accept, Choice, OneOf
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.stages import Events, in_turn
from rules.kernel.visibility import PUBLIC

NO_ATTEMPT = "is no attempt that you can announce"
NOTHING: Mapping[str, Choice] = dict.fromkeys(
    ("victim", "location", "powers", "bills"), OneOf(values=())
)
"""The other fields of an announcement that nothing can be named in."""


@command("announce_attempt")
class AnnounceAttempt(Command):
    """Send somebody after a victim; burglars and indiscretion name no location (null)."""

    means: str
    victim: Seat
    location: Location | None
    powers: frozenset[CardId]
    bills: Bills


@command("end_announcements")
class EndAnnouncements(Command):
    """Announce nothing more."""


@event("plot_opened")
class PlotOpened(Event):
    """The step of assassinations begins; `order` is who announces when."""

    order: Annotated[tuple[Seat, ...], PUBLIC]


@event("attempt_announced")
class AttemptAnnounced(Event):
    """Who, after whom, where. `bank_watched`: the secret police may not name the bank next turn."""

    seat: Annotated[Seat, PUBLIC]
    means: Annotated[str, PUBLIC]
    victim: Annotated[Seat, PUBLIC]
    location: Annotated[Location | None, PUBLIC]
    card: Annotated[CardId | None, PUBLIC]
    bank_watched: Annotated[bool, PUBLIC]


@event("announcements_ended")
class AnnouncementsEnded(Event):
    """A seat announces nothing more."""

    seat: Annotated[Seat, PUBLIC]


class Announcements:
    """One seat's turn to announce, any number of attempts; opened again for the next one."""

    NAME = "announcements"
    COMMANDS: tuple[type[Command], ...] = (AnnounceAttempt, EndAnnouncements)

    def duration(self, state: State) -> int | None:
        return state.course.durations[self.NAME]

    def active(self, state: State) -> tuple[Seat, ...]:
        return in_turn(state.course, self.NAME, _unasked(state))

    def open(self, state: State) -> Events:
        return () if state.plot is not None else (PlotOpened(order=_order(state)),)

    def accepts(self, state: State, seat: Seat) -> tuple[Accept, ...]:
        """AS-2: every means that the seat has and can pay, on any other; EX-5: on no exile."""
        if seat not in self.active(state):
            return ()
        free, bars = tuple(means_of(state, seat)), means_barred(state, seat)
        named = partial(Playable, free=free, bars=bars, absent=NO_ATTEMPT, absent_rule="AS-3")
        attempts = (
            Accept(
                command=AnnounceAttempt,
                choices={"means": named(values=(means,)), **_choices(state, seat, means), **paid},
                rule="AS-4" if means == SECRET_POLICE else "AS-3",
            )
            for means in free
            for paid in ways_to_pay(state, seat, MEANS[means].price)
        )
        none = Accept(command=AnnounceAttempt, choices={"means": named(values=()), **NOTHING})
        return (none, *attempts, Accept(command=EndAnnouncements, choices={}))

    def decide(
        self, state: State, seat: Seat, command: AnnounceAttempt | EndAnnouncements
    ) -> Events:
        """AS-5: the card is laid down and its price paid now, whatever comes of it."""
        if isinstance(command, EndAnnouncements):
            return (AnnouncementsEnded(seat=seat),)
        police = command.means == SECRET_POLICE
        announced = AttemptAnnounced(
            seat=seat,
            means=command.means,
            victim=command.victim,
            location=command.location,
            card=None if police else CardId(command.means),
            bank_watched=police and command.location == "bank",
        )
        return (*payment(seat, command.bills, command.powers), announced)

    def is_over(self, state: State) -> bool:
        return not self.active(state)

    def close(self, state: State) -> Events:
        """LO-4, AS-9: when all have announced, all show where they are, attempts or not."""
        if _unasked(state):
            return ()
        places = sorted(state.whereabouts.places.items())
        shown = {seat: place for seat, place in places if place != "exile"}
        return (LocationsRevealed(locations=shown),)

    def expire(self, state: State) -> Events:
        """AS-8: silence announces nothing more."""
        return tuple(AnnouncementsEnded(seat=seat) for seat in self.active(state))


def _order(state: State) -> tuple[Seat, ...]:
    """AS-1: the Minister of the Interior announces first, then clockwise; EX-3: no exile does."""
    first = minister(state)
    return tuple(s for s in state.course.clockwise_from(first or 0) if s in present(state))


def _unasked(state: State) -> tuple[Seat, ...]:
    if state.plot is None:
        return _order(state)
    return tuple(s for s in state.plot.order if s not in state.plot.spoken)


def _choices(state: State, seat: Seat, means: str) -> dict[str, Choice]:
    others = tuple(s for s in present(state) if s != seat)
    places: tuple[Location | None, ...] = LOCATIONS if MEANS[means].names_place else (None,)
    rule = "AS-2"
    if means == SECRET_POLICE and state.police_bank_turn == state.turn.number - 1:
        places, rule = tuple(place for place in places if place != "bank"), "AS-4"
    return {
        "victim": OneOf(values=others, refusal=NoSuchVictim, rule="AS-2"),
        "location": OneOf(values=places, refusal=NoSuchLocation, rule=rule),
    }


def plot_opened(state: State, event: PlotOpened) -> State:
    return but(state, plot=Plot(order=event.order))


def attempt_announced(state: State, event: AttemptAnnounced) -> State:
    made = Attempt(
        sender=event.seat, means=event.means, victim=event.victim, location=event.location
    )
    running = plot(state)
    state = but(state, plot=but(running, attempts=(*running.attempts, made)))
    if event.bank_watched:
        state = but(state, police_bank_turn=state.turn.number)
    if event.card is None:
        return state
    family, deck = state.families[event.seat], state.deck
    return with_family(
        but(state, deck=but(deck, discards=deck.discards | {event.card})),
        event.seat,
        hand=family.hand - {event.card},
        hand_size=family.hand_size - 1,
    )


def announcements_ended(state: State, event: AnnouncementsEnded) -> State:
    running = plot(state)
    return but(state, plot=but(running, spoken=running.spoken | {event.seat}))
