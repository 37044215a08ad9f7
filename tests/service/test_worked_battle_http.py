"""The worked battle over HTTP: a sandbox in the midst of a coup, its dice written down.

Four families. 0 is President. 1 is Minister of the Interior and General 1, 2 Air Force Commander
and General 2, 3 Admiral, General 3 and the first insurgent. It is phase 6, and 1 begins it.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.driving import HIDDEN, Service, Table, refused
from tests.verifier import check_feed

PRESIDENT, MINISTER, COMMANDER, ADMIRAL = range(4)
PALACE, MARKET, UNIVERSITY = "presidential_palace", "market", "university"
CHAMBER, RADIO, RICH = "chamber_of_deputies", "radio_station", "rich_district"

DICE = [
    *(3, 3, 3, 4, 5, 6),  # the aircraft
    *(1, 2, 3),  # the gunboat
    *(2, 4, 4, 5, 5, 6),  # 1a: the guards
    *(2, 6),  # 1b: the police
    *(2, 5, 5),  # 1c: three dice of the Admiral at the students
    *(2, 1, 6),  # 1d: a pair of students; the Admiral's other two dice
    *(1, 2, 3, 3, 3, 5, 6, 4, 1, 3, 4, 6, 6),  # 2: guards, police, Admiral
    *(1, 2, 3, 5, 5, 6, 2, 3, 4, 5, 6),  # 3: the same
]


def stack(kind: str, zone: str, seat: int, count: int) -> dict[str, Any]:
    return {"type": kind, "zone": zone, "controller": seat, "count": count}


POSITION: dict[str, Any] = {
    "president": PRESIDENT,
    "posts": {
        "minister_interior": MINISTER,
        "general_1": MINISTER,
        "general_2": COMMANDER,
        "general_3": ADMIRAL,
        "admiral": ADMIRAL,
        "air_commander": COMMANDER,
    },
    "excuse": True,
    "coup": {
        "first_insurgent": ADMIRAL,
        "insurgents": [COMMANDER],
        "phase": 6,
        "units": [
            stack("palace_guard", PALACE, PRESIDENT, 3),
            stack("student", UNIVERSITY, PRESIDENT, 3),
            stack("police", RICH, MINISTER, 2),
            stack("army_1", "railway_station", MINISTER, 6),
            stack("helicopter", "police_station_3", COMMANDER, 1),
            stack("army_2", MARKET, COMMANDER, 4),
            stack("army_3", MARKET, ADMIRAL, 3),
            stack("striker", MARKET, ADMIRAL, 3),
        ],
        "air_strikes_left": 1,
    },
    "dice": DICE,
}


class Battle:
    """The game, and what everybody declares in it."""

    def __init__(self, service: Service) -> None:
        self.table = Table(service, 4, ruleset="junta/1", sandbox=POSITION)
        self.table.fill(("Papa", "Minister", "Barbe", "Admiral"))
        self.look()

    def look(self) -> None:
        self.table.service.look(self.table.id)

    def at(self, name: str, *seats: int) -> Battle:
        """This stage is open, for these seats."""
        stage = self.shown()["stage"]
        assert (stage["name"], stage["waiting_for"]) == (name, list(seats))
        return self

    def shown(self, token: str | None = None) -> Any:
        answer: Any = self.table.service.get(f"{self.table.path}/table", token)
        assert answer.status_code == 200, answer.text
        return answer.json

    def says(self, seat: int, kind: str, **fields: Any) -> Battle:
        body = {"type": kind, "stage": self.table.stage(), **fields}
        answer = self.table.declare(seat, body)
        assert answer.status_code == 201, answer.text
        self.look()
        return self

    def orders(self, seat: int, *declared: tuple[str, dict[str, Any]]) -> Battle:
        """One movement after another, and then no more."""
        for kind, fields in declared:
            self.at("movement", seat).says(seat, kind, **fields)
        return self.says(seat, "end_movement")

    def fires(self, seat: int, **at: int) -> Battle:
        return self.says(seat, "fire", dice={key[1:]: number for key, number in at.items()})

    def in_the_palace(self) -> dict[tuple[int, str], int]:
        """How many units of which type each has there, as the table shows it to all."""
        zones = self.shown()["coup"]["zones"]
        (palace,) = (place for place in zones if place["zone"] == PALACE)
        return {
            (stack["seat"], kind): number
            for stack in palace["stacks"]
            for kind, number in stack["units"].items()
        }

    def events(self, kind: str) -> list[Any]:
        page: Any = self.table.service.get(f"{self.table.path}/events?after=0&limit=1000").json
        return [entry["data"] for entry in page["events"] if entry.get("type") == kind]


def march(start: str, end: str, **units: int) -> tuple[str, dict[str, Any]]:
    return "move_units", {"from_zone": start, "to_zone": end, "units": units}


def marched(battle: Battle) -> Battle:
    battle.orders(MINISTER, march(RICH, PALACE, police=2))
    battle.orders(
        COMMANDER,
        ("announce_bombardment", {"weapon": "air_force", "zone": PALACE}),
        ("land_paratroops", {"zone": RADIO}),
        march("police_station_3", MARKET, helicopter=1),
        ("fly_on", {"to_zone": CHAMBER, "units": {"army_2": 2}}),
        ("give_units", {"to": ADMIRAL, "zone": MARKET, "units": {"army_2": 2}}),
    )
    battle.orders(
        ADMIRAL,
        ("announce_bombardment", {"weapon": "gunboat", "zone": PALACE}),
        march(MARKET, PALACE, striker=3, army_3=3, army_2=2),
    )
    return battle.orders(PRESIDENT, march(UNIVERSITY, PALACE, student=3))


def bombarded(battle: Battle) -> Battle:
    battle.at("bombard", COMMANDER).says(COMMANDER, "aim_bombardment", target=PRESIDENT)
    battle.at("losses", PRESIDENT).says(PRESIDENT, "lose_units", units={"student": 1})
    return battle.at("bombard", ADMIRAL).says(ADMIRAL, "aim_bombardment", target=PRESIDENT)


def first_salvo(battle: Battle) -> Battle:
    battle.at("open_fight", MINISTER).says(MINISTER, "no_fight")
    battle.at("open_fight", ADMIRAL).says(ADMIRAL, "open_fight", zone=PALACE)
    battle.at("priority_fire", PRESIDENT).fires(PRESIDENT, _3=6)
    battle.at("losses", ADMIRAL).says(ADMIRAL, "lose_units", units={"striker": 1})
    battle.at("priority_fire", MINISTER).fires(MINISTER, _3=2)
    battle.at("losses", ADMIRAL).says(ADMIRAL, "lose_units", units={"striker": 1})
    battle.at("priority_fire", ADMIRAL).fires(ADMIRAL, _0=3)
    battle.at("salvo", PRESIDENT, ADMIRAL).fires(ADMIRAL, _0=2).fires(PRESIDENT, _3=1)
    return battle.at("losses", PRESIDENT).says(PRESIDENT, "lose_units", units={"student": 1})


def all_fire(battle: Battle, guards: int) -> Battle:
    battle.at("salvo", PRESIDENT, MINISTER, ADMIRAL)
    return battle.fires(PRESIDENT, _3=guards).fires(MINISTER, _3=2).fires(ADMIRAL, _0=5)


def fought(battle: Battle) -> Battle:
    """The whole fight, and the retreats."""
    first_salvo(bombarded(marched(battle)))
    all_fire(battle, 6).at("losses", PRESIDENT, ADMIRAL)
    battle.says(ADMIRAL, "lose_units", units={"striker": 1})
    battle.says(PRESIDENT, "lose_units", units={"student": 1, "palace_guard": 1})
    all_fire(battle, 4).at("losses", ADMIRAL)
    battle.says(ADMIRAL, "lose_units", units={"army_2": 1})
    battle.at("retreat", ADMIRAL).says(ADMIRAL, "retreat", zone=MARKET)
    return battle.at("retreat", PRESIDENT).says(PRESIDENT, "retreat", zone=UNIVERSITY)


@pytest.fixture
def battle(service: Service) -> Battle:
    return Battle(service)


def test_worked_battle_it_begins_in_the_order_of_the_phase(battle: Battle) -> None:
    battle.at("movement", MINISTER)
    assert battle.shown()["sandbox"] is True
    marched(battle)
    assert battle.in_the_palace() == {
        (PRESIDENT, "palace_guard"): 3,
        (PRESIDENT, "student"): 3,
        (MINISTER, "police"): 2,
        (ADMIRAL, "striker"): 3,
        (ADMIRAL, "army_3"): 3,
        (ADMIRAL, "army_2"): 2,
    }


def test_worked_battle_the_aircraft_and_the_gunboat_come_first(battle: Battle) -> None:
    bombarded(marched(battle))
    rolled = [roll["faces"] for roll in battle.events("dice_rolled")]
    assert rolled == [[3, 3, 3, 4, 5, 6], [1, 2, 3]]
    assert battle.in_the_palace()[PRESIDENT, "student"] == 2


def test_worked_battle_what_is_ordered_is_secret_until_all_are_shown(battle: Battle) -> None:
    first_salvo(bombarded(marched(battle)))
    battle.at("salvo", PRESIDENT, MINISTER, ADMIRAL).fires(ADMIRAL, _0=5)
    assert battle.events("fire_ordered")[-1] == {"seat": ADMIRAL, "dice": HIDDEN}
    too_many = {"type": "fire", "stage": battle.table.stage(), "dice": {"3": 3}}
    refused(battle.table.declare(MINISTER, too_many), 422, "cannot-fire")


def test_worked_battle_comes_out_die_by_die(battle: Battle) -> None:
    fought(battle)
    (ended,) = battle.events("fight_ended")
    assert ended["losses"] == {"0": 5, "1": 0, "3": 4}
    assert battle.in_the_palace() == {(MINISTER, "police"): 2}
    rolls = battle.events("dice_rolled")
    assert [face for roll in rolls for face in roll["faces"]] == DICE
    assert all(roll["link"] is None for roll in rolls)


@pytest.mark.parametrize("side", ["junta", "president"])
def test_worked_battle_all_depends_on_the_minister(battle: Battle, side: str) -> None:
    fought(battle).at("last_declarations", ADMIRAL).says(ADMIRAL, "declare_side", side="junta")
    battle.says(MINISTER, "declare_side", side=side)
    battle.says(COMMANDER, "declare_side", side="junta")
    (decided,) = battle.events("coup_decided")
    assert decided["winner"] == side


def test_worked_battle_its_chain_holds_for_all(battle: Battle) -> None:
    fought(battle)
    for token in (None, *battle.table.tokens, battle.table.auditor):
        page: Any = battle.table.service.get(
            f"{battle.table.path}/events?after=0&limit=1000", token
        ).json
        check_feed(battle.table.id, page["events"])
