"""Step 5: everybody secretly chooses where to be. LO-1 to LO-4."""

from __future__ import annotations

from typing import Annotated

from rules.junta.rejections import NoSuchLocation
from rules.junta.ruleset import LOCATION_OF_THE_SILENT, LOCATIONS, Location
from rules.junta.state import State
from rules.kernel.choices import Accept, OneOf
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.stages import Events
from rules.kernel.visibility import PUBLIC, only_to


@command("choose_location")
class ChooseLocation(Command):
    """LO-2: be there until the turn ends; a choice stands."""

    location: Location


@event("location_chosen")
class LocationChosen(Event):
    """SE-7: a seat has chosen; where, it alone knows."""

    seat: Annotated[Seat, PUBLIC]
    location: Annotated[Location, only_to("seat")]


class Locations:
    """Every seat at once, in secret."""

    NAME = "locations"
    COMMANDS: tuple[type[Command], ...] = (ChooseLocation,)

    def duration(self, state: State) -> int | None:
        return state.course.durations[self.NAME]

    def active(self, state: State) -> tuple[Seat, ...]:
        chosen = state.whereabouts.chosen
        return tuple(s for s in state.course.clockwise_from(0) if s not in chosen)

    def open(self, state: State) -> Events:
        return ()

    def accepts(self, state: State, seat: Seat) -> tuple[Accept, ...]:
        """LO-1: one of the five locations; LO-2: once, in secret."""
        if seat not in self.active(state):
            return ()
        choice = OneOf(values=LOCATIONS, refusal=NoSuchLocation)
        return (Accept(command=ChooseLocation, choices={"location": choice}, rule="LO-1"),)

    def decide(self, state: State, seat: Seat, command: ChooseLocation) -> Events:
        return (LocationChosen(seat=seat, location=command.location),)

    def is_over(self, state: State) -> bool:
        return not self.active(state)

    def close(self, state: State) -> Events:
        return ()

    def expire(self, state: State) -> Events:
        """LO-3: the silent spend the turn at the nightclub."""
        return tuple(
            LocationChosen(seat=seat, location=LOCATION_OF_THE_SILENT)
            for seat in self.active(state)
        )


def location_chosen(state: State, event: LocationChosen) -> State:
    whereabouts = but(
        state.whereabouts,
        chosen=state.whereabouts.chosen | {event.seat},
        places={**state.whereabouts.places, event.seat: event.location},
    )
    return but(state, whereabouts=whereabouts)
