"""Step 5: everybody secretly chooses where to be, or exile. LO-1 to LO-4, EX-1, EX-2."""

from __future__ import annotations

from typing import Annotated

from rules.junta.exile import ExileEntered, embassies
from rules.junta.forces import ZoneId
from rules.junta.rejections import NoSuchLocation
from rules.junta.ruleset import EXILE, LOCATION_OF_THE_SILENT, LOCATIONS, Destination
from rules.junta.state import State, present
from rules.kernel.choices import Accept, OneOf
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.stages import Events
from rules.kernel.visibility import PUBLIC, only_to


@command("choose_location")
class ChooseLocation(Command):
    """LO-2: be there until the turn ends, or go into exile in an embassy; a choice stands."""

    location: Destination
    embassy: ZoneId | None = None


@event("location_chosen")
class LocationChosen(Event):
    """SE-7: a seat has chosen; where, it alone knows."""

    seat: Annotated[Seat, PUBLIC]
    location: Annotated[Destination, only_to("seat")]
    embassy: Annotated[ZoneId | None, only_to("seat")] = None


class PresidentsPlaces(OneOf):
    """EX-2: the five locations; the President hears why exile is not among them."""

    def objection(self, value: object) -> str:
        if value == EXILE:
            return "the President cannot go into exile; he would have to resign first"
        return OneOf.objection(self, value)

    def rule_of(self, value: object) -> str | None:
        return "EX-2" if value == EXILE else None


class Locations:
    """Every seat at once, in secret."""

    NAME = "locations"
    COMMANDS: tuple[type[Command], ...] = (ChooseLocation,)

    def duration(self, state: State) -> int | None:
        return state.course.durations[self.NAME]

    def active(self, state: State) -> tuple[Seat, ...]:
        chosen = state.whereabouts.chosen
        return tuple(s for s in present(state) if s not in chosen)

    def open(self, state: State) -> Events:
        return ()

    def accepts(self, state: State, seat: Seat) -> tuple[Accept, ...]:
        """LO-1: one of the five locations; LO-2: once, in secret; EX-1: or exile."""
        if seat not in self.active(state):
            return ()
        if state.government.president == seat:
            return (_way(PresidentsPlaces(values=LOCATIONS, refusal=NoSuchLocation), AT_HOME),)
        abroad = OneOf(values=embassies(state), refusal=NoSuchLocation, rule="EX-1")
        return (
            _way(OneOf(values=LOCATIONS, refusal=NoSuchLocation), AT_HOME),
            _way(OneOf(values=(EXILE,), refusal=NoSuchLocation), abroad),
        )

    def decide(self, state: State, seat: Seat, command: ChooseLocation) -> Events:
        chosen = LocationChosen(seat=seat, location=command.location, embassy=command.embassy)
        return (chosen,)

    def is_over(self, state: State) -> bool:
        return not self.active(state)

    def close(self, state: State) -> Events:
        """EX-1: when all have chosen, all see who is in which embassy."""
        bound = sorted(state.whereabouts.bound_for.items())
        return tuple(
            ExileEntered(seat=seat, embassy=embassy) for seat, embassy in bound if embassy
        )

    def expire(self, state: State) -> Events:
        """LO-3: the silent spend the turn at the nightclub."""
        return tuple(
            LocationChosen(seat=seat, location=LOCATION_OF_THE_SILENT)
            for seat in self.active(state)
        )


AT_HOME = OneOf(values=(None,), refusal=NoSuchLocation, rule="EX-1")
"""Only an exile names an embassy."""


def _way(location: OneOf, embassy: OneOf) -> Accept:
    choices = {"location": location, "embassy": embassy}
    return Accept(command=ChooseLocation, choices=choices, rule="LO-1")


def location_chosen(state: State, event: LocationChosen) -> State:
    whereabouts = but(
        state.whereabouts,
        chosen=state.whereabouts.chosen | {event.seat},
        places={**state.whereabouts.places, event.seat: event.location},
        bound_for={**state.whereabouts.bound_for, event.seat: event.embassy},
    )
    return but(state, whereabouts=whereabouts)
