"""The worked battle over HTTP: a sandbox game with its dice written down, declared move by move."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.driving import HIDDEN, Service, Table

NAMES = ("Presidente", "Ministro", "Comandante", "Almirante")
PRESIDENT, MINISTER, COMMANDER, ADMIRAL = range(4)
PALACE = "presidential_palace"


def unit(kind: str, zone: str, controller: int, count: int) -> dict[str, Any]:
    return {"type": kind, "zone": zone, "controller": controller, "count": count}


POSITION: dict[str, Any] = {
    "president": PRESIDENT,
    "posts": {
        "minister_interior": MINISTER,
        "general_1": MINISTER,
        "general_2": COMMANDER,
        "air_commander": COMMANDER,
        "general_3": ADMIRAL,
        "admiral": ADMIRAL,
    },
    "coup": {
        "first_insurgent": ADMIRAL,
        "insurgents": [ADMIRAL, COMMANDER],
        "phase": 6,
        "air_strikes_left": 1,
        "landed": ["marines"],
        "units": [
            unit("palace_guard", PALACE, PRESIDENT, 3),
            unit("student", "university", PRESIDENT, 3),
            unit("police", "rich_district", MINISTER, 2),
            unit("army_1", "railway_station", MINISTER, 6),
            unit("helicopter", "police_station_3", COMMANDER, 1),
            unit("army_2", "market", COMMANDER, 4),
            unit("army_3", "market", ADMIRAL, 3),
            unit("striker", "market", ADMIRAL, 3),
        ],
    },
    "dice": [
        *(3, 3, 3, 4, 5, 6),
        *(1, 2, 3),
        *(2, 4, 4, 5, 5, 6),
        *(2, 6),
        *(2, 5, 5),
        *(2, 1, 6),
        *(1, 2, 3, 3, 3, 5, 6, 4, 1, 3, 4, 6, 6),
        *(1, 2, 3, 5, 5, 6, 2, 3, 4, 5, 6),
    ],
}

Declared = tuple[int, str, dict[str, Any]]
BOMBS: dict[str, Any] = {"weapon": "air_force", "zone": PALACE}
SHELLS: dict[str, Any] = {"weapon": "gunboat", "zone": PALACE}


def march(start: str, to: str, **units: int) -> dict[str, Any]:
    return {"from_zone": start, "to_zone": to, "units": units}


MOVEMENT: list[Declared] = [
    (MINISTER, "move_units", march("rich_district", PALACE, police=2)),
    (MINISTER, "end_movement", {}),
    (COMMANDER, "announce_bombardment", BOMBS),
    (COMMANDER, "land_paratroops", {"zone": "radio_station"}),
    (COMMANDER, "move_units", march("police_station_3", "market", helicopter=1)),
    (COMMANDER, "fly_on", {"to_zone": "chamber_of_deputies", "units": {"army_2": 2}}),
    (COMMANDER, "give_units", {"to": ADMIRAL, "zone": "market", "units": {"army_2": 2}}),
    (COMMANDER, "end_movement", {}),
    (ADMIRAL, "announce_bombardment", SHELLS),
    (ADMIRAL, "move_units", march("market", PALACE, striker=3, army_3=3, army_2=2)),
    (ADMIRAL, "end_movement", {}),
    (PRESIDENT, "move_units", march("university", PALACE, student=3)),
    (PRESIDENT, "end_movement", {}),
]


def at(target: int, dice: int) -> dict[str, Any]:
    return {"dice": {str(target): dice}}


FIRST_SALVO: list[Declared] = [
    (COMMANDER, "aim_bombardment", {"target": PRESIDENT}),
    (PRESIDENT, "lose_units", {"units": {"student": 1}}),
    (ADMIRAL, "aim_bombardment", {"target": PRESIDENT}),
    (MINISTER, "no_fight", {}),
    (ADMIRAL, "open_fight", {"zone": PALACE}),
    (PRESIDENT, "fire", at(ADMIRAL, 6)),
    (ADMIRAL, "lose_units", {"units": {"striker": 1}}),
    (MINISTER, "fire", at(ADMIRAL, 2)),
    (ADMIRAL, "lose_units", {"units": {"striker": 1}}),
    (ADMIRAL, "fire", at(PRESIDENT, 3)),
    (PRESIDENT, "fire", at(ADMIRAL, 1)),
    (ADMIRAL, "fire", at(PRESIDENT, 2)),
    (PRESIDENT, "lose_units", {"units": {"student": 1}}),
]

LATER_SALVOS: list[Declared] = [
    (PRESIDENT, "fire", at(ADMIRAL, 6)),
    (MINISTER, "fire", at(ADMIRAL, 2)),
    (ADMIRAL, "fire", at(PRESIDENT, 5)),
    (ADMIRAL, "lose_units", {"units": {"striker": 1}}),
    (PRESIDENT, "lose_units", {"units": {"student": 1, "palace_guard": 1}}),
    (PRESIDENT, "fire", at(ADMIRAL, 4)),
    (MINISTER, "fire", at(ADMIRAL, 2)),
    (ADMIRAL, "fire", at(PRESIDENT, 5)),
    (ADMIRAL, "lose_units", {"units": {"army_2": 1}}),
]

RETREATS: list[Declared] = [
    (ADMIRAL, "retreat", {"zone": "market"}),
    (PRESIDENT, "retreat", {"zone": "university"}),
]


def begun(service: Service) -> Table:
    table = Table(service, 4, ruleset="junta/1", sandbox=POSITION).fill(NAMES)
    service.look(table.id)
    return table


def declare(table: Table, declared: list[Declared]) -> Table:
    for seat, kind, fields in declared:
        body = {"type": kind, "stage": table.stage(), **fields}
        answer = table.declare(seat, body)
        assert answer.status_code == 201, (seat, body, answer.text)
        table.service.look(table.id)
    return table


def shown(table: Table, token: str | None = None) -> Any:
    return table.service.get(f"{table.path}/table", token).json


def palace(table: Table) -> dict[int, dict[str, int]]:
    (zone,) = [z for z in shown(table)["coup"]["zones"] if z["zone"] == PALACE]
    return {stack["seat"]: stack["units"] for stack in zone["stacks"]}


def happened(table: Table, kind: str) -> list[Any]:
    page: Any = table.service.get(f"{table.path}/events?after=0&limit=1000").json
    return [event["data"] for event in page["events"] if event.get("type") == kind]


def test_worked_battle_over_http_comes_out_at_0_4_and_5(service: Service) -> None:
    table = declare(begun(service), MOVEMENT)
    assert palace(table) == {
        PRESIDENT: {"palace_guard": 3, "student": 3},
        MINISTER: {"police": 2},
        ADMIRAL: {"army_2": 2, "army_3": 3, "striker": 3},
    }
    declare(table, FIRST_SALVO)
    assert palace(table)[PRESIDENT] == {"palace_guard": 3, "student": 1}
    assert palace(table)[ADMIRAL] == {"army_2": 2, "army_3": 3, "striker": 1}
    declare(table, LATER_SALVOS)
    (ended,) = happened(table, "fight_ended")
    assert ended["losses"] == {"0": 5, "1": 0, "3": 4}
    assert (ended["staying"], ended["leaving"]) == ([MINISTER], [ADMIRAL, PRESIDENT])
    declare(table, RETREATS)
    assert palace(table) == {MINISTER: {"police": 2}}


def test_worked_battle_over_http_every_die_of_it(service: Service) -> None:
    table = declare(begun(service), MOVEMENT + FIRST_SALVO + LATER_SALVOS)
    thrown = [rolled["faces"] for rolled in happened(table, "dice_rolled")]
    assert [face for faces in thrown for face in faces] == POSITION["dice"]
    assert [len(faces) for faces in thrown] == [6, 3, 6, 2, 3, 3, 13, 11]
    salvos = [(fired["salvo"], fired["group"] is None) for fired in happened(table, "volley_fired")]
    assert salvos == [(1, False), (1, False), (1, False), (1, True), (2, True), (3, True)]


def test_worked_battle_over_http_orders_are_secret_until_all_have_ordered(
    service: Service,
) -> None:
    table = declare(begun(service), MOVEMENT + FIRST_SALVO + LATER_SALVOS[:2])
    for seat, token in ((None, None), (ADMIRAL, table.tokens[ADMIRAL])):
        orders = shown(table, token)["coup"]["fight"]["orders"]
        assert orders == {"0": HIDDEN, "1": HIDDEN}, seat
    own = shown(table, table.tokens[MINISTER])["coup"]["fight"]["orders"]
    assert own == {"0": HIDDEN, "1": {"3": 2}}


@pytest.mark.parametrize(("side", "winner"), [("junta", "junta"), ("president", "president")])
def test_worked_battle_over_http_all_depends_on_the_minister(
    service: Service, side: str, winner: str
) -> None:
    table = declare(begun(service), MOVEMENT + FIRST_SALVO + LATER_SALVOS + RETREATS)
    declare(
        table,
        [
            (ADMIRAL, "declare_side", {"side": "junta"}),
            (MINISTER, "declare_side", {"side": side}),
            (COMMANDER, "declare_side", {"side": "junta"}),
        ],
    )
    (decided,) = happened(table, "coup_decided")
    assert decided["winner"] == winner
