"""The city with its units as a picture, in a coup and without one. Public facts only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.junta.city import CHAMBER, Zone, city
from rules.junta.coups import POST_OF, WEAPON_OF
from rules.junta.forces import Coup, Unit, Weapon, ZoneId, players_in, stack
from rules.junta.ruleset import POST_NAMES, PostId
from rules.junta.state import State, posts_of
from rules.junta.unit_choices import counts
from rules.junta.verdict import camp, holder
from rules.kernel.hidden import is_hidden
from rules.kernel.identifiers import Seat
from rules.kernel.picture import Area, Box, Kind, Person, Picture, Pile

KINDS = (
    Kind("power_centre", "power centre", strong=True),
    Kind("barracks", "barracks"),
    Kind("police_station", "police station"),
    Kind("district", "district"),
    Kind("embassy", "embassy"),
)

PIECES: Mapping[str, str] = {
    "army_1": "1st Bde",
    "army_2": "2nd Bde",
    "army_3": "3rd Bde",
    "police": "police",
    "palace_guard": "guards",
    "paratroops": "paras",
    "marines": "marines",
    "student": "students",
    "rioter": "rioters",
    "striker": "strikers",
    "demonstrator": "demos",
    "militia": "militia",
    "helicopter": "helicopter",
    "gunboat": "gunboat",
    "air_force": "air strikes",
}
"""What units are called where there is little room."""

POSTS: Mapping[str, PostId] = {
    **dict(POST_OF.items()),
    **{weapon: post for post, weapon in WEAPON_OF.items()},
}
"""Which post commands what; the guards are the President's."""

AIM: Mapping[Weapon, str] = {"gunboat": "aim: gunboat", "air_force": "aim: aircraft"}

SIDES = {"junta": "the insurgents have", "president": "the President has"}


def picture(state: State) -> Picture:
    """The city as everybody sees it now."""
    town, coup = city(state), state.coup
    return Picture(
        title=town.name,
        subtitle=_moment(state),
        areas=tuple(_area(zone) for zone in town.zones.values()),
        kinds=KINDS,
        boxes=tuple(Box(place, name) for place, name in town.off_map.items()),
        water=town.off_map[ZoneId("river")],
        piles=tuple(_at_rest(state) if coup is None else _deployed(state, coup)),
        notes=tuple(_notes(state)),
        people=tuple(_person(state, Seat(i)) for i in range(state.course.seats)),
        star="insurgent" if coup is not None else "",
    )


def _area(zone: Zone) -> Area:
    return Area(zone.id, zone.name, zone.kind, zone.outline, zone.x, zone.y, zone.river)


def _moment(state: State) -> str:
    coup, turn = state.coup, f"Turn {state.turn.number}"
    if coup is None:
        return f"{turn}: no coup. Units stand where they start."
    if coup.winner is not None:
        return f"{turn}: the coup is over, {SIDES[coup.winner]} won."
    phase = f"phase {coup.phase}" if coup.phase else "insurrection"
    return f"{turn}: coup, {phase}, {coup.segment} segment"


def _person(state: State, seat: Seat) -> Person:
    name = state.course.names[seat]
    posts = [POST_NAMES[post] for post in posts_of(state, seat)] if state.families else []
    return Person(
        seat=seat,
        name=None if is_hidden(name) else name,
        part=", ".join(posts),
        starred=state.coup is not None and camp(state.coup, seat) == "junta",
    )


# --- who stands where ---


def _at_rest(state: State) -> Iterator[Pile]:
    """CY-5: every unit at its start, under the holder of its post."""
    for kind, zone, count in city(state).start:
        if POSTS.get(kind) in state.turn.brigades_gone:
            continue
        there = CHAMBER if kind == "police" and state.turn.police_in_chamber else zone
        yield Pile(there, _commander(state, kind), ((PIECES[kind], count),))


def _commander(state: State, kind: str) -> Seat | None:
    if kind == "palace_guard":
        return state.government.president
    return state.government.posts.get(POSTS[kind])


def _deployed(state: State, coup: Coup) -> Iterator[Pile]:
    town = city(state)
    for place in (*town.zones, *town.off_map):
        for seat in players_in(coup, place):
            yield from _piles(coup, place, seat)
    for kind, place, count in town.start:
        if kind == "gunboat" or (kind == "air_force" and coup.strikes_left):
            owner = _commander(state, kind)
            left = coup.strikes_left if kind == "air_force" else count
            yield Pile(place, owner, ((PIECES[kind], left),), _starred(coup, owner))


def _piles(coup: Coup, place: ZoneId, seat: Seat) -> Iterator[Pile]:
    """One pile of what the seat can use, and one of what nobody can."""
    units = stack(coup, place, seat).values()
    for idle in (False, True):
        some = [unit for unit in units if unit.blocked is idle]
        if some:
            yield Pile(place, seat, _pieces(some), _starred(coup, seat), idle)


def _pieces(units: list[Unit]) -> tuple[tuple[str, int], ...]:
    return tuple((PIECES[kind], number) for kind, number in counts(units).items())


def _starred(coup: Coup, seat: Seat | None) -> bool:
    return seat is not None and camp(coup, seat) == "junta"


# --- what happens where ---


def _notes(state: State) -> Iterator[tuple[str, str]]:
    for seat, family in enumerate(state.families):
        if family.embassy is not None:
            yield family.embassy, f"exile: {called(state, seat)}"
    coup = state.coup
    if coup is None:
        return
    for zone in city(state).power_centres:
        if holder(coup, zone) == "junta":
            yield zone, "held by the junta"
    for made in (*coup.bombardments, *filter(None, (coup.rolling,))):
        yield made.zone, AIM[made.weapon]
    if coup.fight is not None:
        yield coup.fight.zone, f"fight, salvo {min(coup.fight.salvo, 3)}"


def called(state: State, seat: int) -> str:
    """The name of the player, or the number of the seat."""
    name = state.course.names[seat]
    return f"seat {seat}" if name is None or is_hidden(name) else name
