"""The coup on the table."""

from __future__ import annotations

from typing import Any

from projections.shown import shown
from rules.junta import GAME
from rules.junta.forces import ZoneId
from rules.kernel.frozen import but
from rules.kernel.identifiers import ANYBODY, Seat
from tests.given import Play
from tests.json_schema import JsonSchema
from tests.rules.junta.couping import coup_at, peace, put

SCHEMA = JsonSchema(GAME.table_schema()["properties"]["coup"])


def coup_of(play: Play, viewer: Any = ANYBODY) -> Any:
    """The coup on the viewer's table, held against the schema."""
    written = shown(GAME.table(play.view(viewer))["coup"])
    assert SCHEMA.faults(written) == []
    return written


def place(coup: Any, zone: str) -> Any:
    return next(it for it in (*coup["zones"], *coup["off_map"]) if it["zone"] == zone)


def test_there_is_none_in_peace() -> None:
    assert coup_of(peace()) is None


def test_every_zone_and_every_place_off_the_map_is_there() -> None:
    coup = coup_of(coup_at())
    assert len(coup["zones"]) == 27
    assert [it["zone"] for it in coup["off_map"]] == ["airfield", "marine_camp", "river"]
    assert place(coup, "barracks_1")["stacks"] == [
        {
            "seat": 1,
            "units": {"army_1": 6},
            "groups": [
                {
                    "entered": 0,
                    "units": [f"army_1-{n}" for n in range(1, 7)],
                    **{key: [] for key in ("blocked", "marked", "moved", "retreated")},
                    "places": {},
                }
            ],
        }
    ]
    assert place(coup, "airfield")["stacks"][0]["units"] == {"paratroops": 1}
    assert (coup["phase"], coup["segment"], coup["moving"]) == (
        1, "movement", {"seat": 0, "place": 0},
    )  # fmt: skip


def test_groups_stand_in_order_of_entry_and_the_holder_is_who_stands_alone() -> None:
    units = [
        ("army_1", "market", 1, 2), ("army_2", "market", 2, 1), ("student", "market", 1, 3),
        ("army_3", "radio_station", 4, 1),
    ]  # fmt: skip
    coup = coup_of(coup_at(units))
    market = place(coup, "market")
    assert market["holder"] is None
    assert [stack["seat"] for stack in market["stacks"]] == [1, 2]
    assert market["stacks"][0]["units"] == {"army_1": 2, "student": 3}
    assert [group["entered"] for group in market["stacks"][0]["groups"]] == [1, 3]
    assert place(coup, "radio_station")["holder"] == 4
    assert coup["power_centres"]["radio_station"] == "junta"
    assert coup["power_centres"]["central_bank"] == "president"


def test_the_last_declarations_decide_who_holds_a_power_centre() -> None:
    units = [("army_3", "radio_station", 3, 1), ("marines", "central_bank", 4, 1)]
    play = coup_at(units, more={"declared": {Seat(4): "president", Seat(3): "junta"}})
    held = coup_of(play)["power_centres"]
    assert (held["radio_station"], held["central_bank"]) == ("junta", "president")


def test_losses_and_marks_are_told() -> None:
    play = coup_at([("army_1", "market", 3, 2)])
    coup = play.state.coup
    units = {i: but(unit, moved=True) for i, unit in coup.units.items()}
    losses = {ZoneId("market"): {Seat(3): 2}}
    put(play, but(coup, units=units, losses=losses, fought=frozenset({ZoneId("market")})))
    market = place(coup_of(play), "market")
    assert (market["losses"], market["fought"]) == ({"3": 2}, True)
    (group,) = market["stacks"][0]["groups"]
    assert group["marked"] == group["moved"] == ["army_1-1", "army_1-2"]
