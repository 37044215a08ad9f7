"""The city: CY."""

from __future__ import annotations

import copy
from collections import Counter
from typing import Any

import pytest

from rules.junta import GAME
from rules.junta.city import CAPITAL, Zone, built, city, written
from rules.junta.city_faults import KINDS, NEEDED, city_faults
from rules.junta.forces import OFF_MAP, ZoneId
from rules.kernel.document import Document
from rules.kernel.options import option_faults, resolved
from tests.when_then import table

PALACE, MARKET = ZoneId("presidential_palace"), ZoneId("market")


def the_capital() -> dict[str, Any]:
    return copy.deepcopy(written(CAPITAL))


def faults(plan: Any) -> dict[tuple[Any, ...], str]:
    return {where[1:]: said for where, said in option_faults(GAME.options, {"city": plan})}


def test_CY_1_the_zones_of_the_capital() -> None:
    kinds = Counter(zone.kind for zone in CAPITAL.zones.values())
    assert kinds == {
        "power_centre": 5, "barracks": 3, "police_station": 4, "district": 11, "embassy": 4,
    }  # fmt: skip
    assert len(CAPITAL.power_centres) == 5
    assert len(CAPITAL.embassies) == 4
    assert CAPITAL.rivers == ("barracks_1", "docks", "eastern_suburb")
    assert "reconstruction" in CAPITAL.name


def test_CY_1_a_label_stands_in_its_zone() -> None:
    assert all(_inside(zone, zone.x, zone.y) for zone in CAPITAL.zones.values())


def _inside(zone: Zone, x: float, y: float) -> bool:
    """Whether a ray to the east crosses the outline an odd number of times."""
    crossed = False
    corners = zone.outline
    for (x1, y1), (x2, y2) in zip(corners, (*corners[1:], corners[0]), strict=True):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            crossed = not crossed
    return crossed


def test_CY_2_borders_go_both_ways() -> None:
    for zone, others in CAPITAL.borders.items():
        assert list(others) == sorted(set(others) - {zone})
        assert all(zone in CAPITAL.neighbours(other) for other in others)
    assert sum(map(len, CAPITAL.borders.values())) == 2 * 61


def test_CY_2_the_attested_borders() -> None:
    assert {"rich_district", "market", "university"} < set(CAPITAL.neighbours(PALACE))
    assert {"chamber_of_deputies", "police_station_3"} < set(CAPITAL.neighbours(MARKET))


def test_CY_2_zones_border_each_other_where_their_outlines_share_a_side() -> None:
    sides = {zone.id: list(_sides(zone)) for zone in CAPITAL.zones.values()}
    for a in CAPITAL.zones:
        for b in CAPITAL.zones:
            if a < b:
                touch = any(_shared(one, other) > 0 for one in sides[a] for other in sides[b])
                assert touch == (b in CAPITAL.neighbours(a)), (a, b)


Side = tuple[bool, float, float, float]


def _sides(zone: Zone) -> Any:
    """Each side: whether it is upright, where it lies, and from where to where."""
    for (x1, y1), (x2, y2) in zip(zone.outline, (*zone.outline[1:], zone.outline[0]), strict=True):
        assert x1 == x2 or y1 == y2
        if x1 == x2:
            yield True, x1, min(y1, y2), max(y1, y2)
        else:
            yield False, y1, min(x1, x2), max(x1, x2)


def _shared(one: Side, other: Side) -> float:
    """How long the part is that two sides share."""
    return min(one[3], other[3]) - max(one[2], other[2]) if one[:2] == other[:2] else 0


def test_CY_4_three_places_lie_off_the_map() -> None:
    assert set(CAPITAL.off_map) == {*OFF_MAP, "river"}
    assert not set(CAPITAL.off_map) & set(CAPITAL.zones)
    assert CAPITAL.name_of(ZoneId("airfield")) == "Airfield"
    assert CAPITAL.name_of(PALACE) == "Presidential Palace"


def test_CY_5_where_units_start() -> None:
    counts: Counter[str] = Counter()
    for kind, place, count in CAPITAL.start:
        counts[kind] += count
        assert place in CAPITAL.zones or place in CAPITAL.off_map
    assert counts == {
        "army_1": 6, "army_2": 6, "army_3": 6, "police": 4, "palace_guard": 4, "paratroops": 1,
        "air_force": 3, "marines": 1, "gunboat": 1,
    }  # fmt: skip


# --- a city that the group brings


def test_CY_3_the_capital_may_be_brought_as_it_is() -> None:
    assert faults(the_capital()) == {}
    brought = resolved(GAME.options, {"city": the_capital()})["city"]
    assert isinstance(brought, Document)
    assert city(table(city=brought).state) == CAPITAL
    assert city(table().state) is CAPITAL


def test_CY_3_a_city_is_played_as_it_was_brought() -> None:
    plan = the_capital()
    plan["name"] = "Our board"
    plan["borders"].remove(["market", "presidential_palace"])
    plan["zones"].append(
        {"id": "harbour", "name": "Harbour", "kind": "district", "river": True}
        | {"x": 1.0, "y": 2.25, "outline": [[0, 0], [2, 0], [2, 4.5]]}
    )
    plan["borders"].append(["harbour", "market"])
    assert faults(plan) == {}
    ours = city(table(city=Document.of(plan)).state)
    assert (ours.name, len(ours.zones)) == ("Our board", 28)
    assert ours.rivers == (*CAPITAL.rivers, "harbour")
    assert MARKET in ours.neighbours(ZoneId("harbour"))
    assert MARKET not in ours.neighbours(PALACE)
    assert ours.start == CAPITAL.start
    assert city(table(city=Document.of(plan)).state) is ours


def test_CY_3_the_zones_that_every_city_needs() -> None:
    assert Counter(NEEDED.values()) == {
        "power_centre": 5, "barracks": 3, "police_station": 4, "district": 8,
    }  # fmt: skip


@pytest.mark.parametrize("missing", sorted(NEEDED))
def test_CY_3_each_of_them_is_missed(missing: str) -> None:
    plan = the_capital()
    plan["zones"] = [zone for zone in plan["zones"] if zone["id"] != missing]
    plan["borders"] = [pair for pair in plan["borders"] if missing not in pair]
    assert faults(plan)["zones",] == f"there is no zone {missing}, a {NEEDED[missing]}"


def test_CY_3_an_embassy_and_a_river_zone_are_needed() -> None:
    plan = the_capital()
    for zone in plan["zones"]:
        zone["river"] = False
    gone = {zone["id"] for zone in plan["zones"] if zone["kind"] == "embassy"}
    plan["zones"] = [zone for zone in plan["zones"] if zone["id"] not in gone]
    plan["borders"] = [pair for pair in plan["borders"] if not gone & set(pair)]
    said = [said for _, said in city_faults(plan)]
    assert said == ["there is no embassy", "no zone lies on the river"]


def test_CY_3_a_sixth_power_centre_or_a_wrong_kind() -> None:
    plan = the_capital()
    zones = {zone["id"]: (i, zone) for i, zone in enumerate(plan["zones"])}
    zones["market"][1]["kind"] = "power_centre"
    zones["northern_suburb"][1]["kind"] = "barracks"
    zones["docks"][1]["kind"] = "harbour"
    assert faults(plan) == {
        ("zones", zones["market"][0], "kind"): "market is a district, not a power_centre",
        ("zones", zones["northern_suburb"][0], "kind"): (
            "a barracks is one of barracks_1, barracks_2, barracks_3"
        ),
        ("zones", zones["docks"][0], "kind"): (f"harbour is none of the kinds {', '.join(KINDS)}"),
    }


def test_CY_3_faults_of_borders() -> None:
    plan = the_capital()
    plan["borders"] += [
        ["university", "market"],
        ["market", "market"],
        ["market", "atlantis"],
        ["market"],
        "market",
        [1, None],
    ]
    assert list(faults(plan).items()) == [
        (("borders", 61), "the border of university and market is named twice"),
        (("borders", 62), "market cannot border itself"),
        (("borders", 63), "there is no zone atlantis"),
        (("borders", 64), "a border is an array of two zones"),
        (("borders", 65), "a border is an array of two zones"),
        (("borders", 66), "there is no zone 1, None"),
    ]


def test_CY_3_a_zone_that_nobody_reaches() -> None:
    plan = the_capital()
    plan["borders"] = [pair for pair in plan["borders"] if "docks" not in pair]
    assert faults(plan) == {("borders",): "not connected with the other zones: docks"}


def test_CY_3_a_zone_that_is_reached_through_an_embassy_alone() -> None:
    plan = the_capital()
    plan["borders"] = [
        pair for pair in plan["borders"] if "docks" not in pair or "embassy_northeast" in pair
    ]
    said = "connected with the others through embassies alone: docks"
    assert faults(plan) == {("borders",): said}


def test_CY_3_every_fault_is_said_at_once() -> None:
    plan = the_capital()
    plan["name"] = "\u202e"
    plan["motto"] = 1
    zone = plan["zones"][0]
    zone.update(id="Palace!", name="", river="no", x=-1, y=True, outline=[[0, 0], [1], [2.005, 3]])
    plan["zones"][1]["id"] = "central_bank"
    plan["zones"][2] = 7
    del plan["zones"][3]["river"]
    plan["zones"][4]["id"] = "airfield"
    plan["zones"][5]["name"] = plan["zones"][6]["name"].upper()
    found = faults(plan)
    assert {
        ("motto",),
        ("name",),
        *((("zones", 0, key)) for key in ("id", "name", "river", "x", "y")),
        ("zones", 0, "outline", 1),
        ("zones", 0, "outline", 2, 0),
        ("zones", 2),
        ("zones", 3, "river"),
        ("zones", 4, "id"),
        ("zones", 6, "name"),
        ("zones",),
    } <= set(found)
    assert found["zones", 3, "river"] == "river is missing"


@pytest.mark.parametrize(
    ("change", "where", "said"),
    [
        ({"zones": "all"}, ("zones",), "an array is needed"),
        ({"zones": [{}] * 81}, ("zones",), "81 are too many, 80 at most"),
        ({"borders": [[]] * 401}, ("borders",), "401 are too many, 400 at most"),
        ({"borders": None}, ("borders",), "an array is needed"),
        ({"name": 3}, ("name",), "a name of 1 to 40 characters is needed"),
    ],
)
def test_CY_3_sizes_are_bounded(change: Any, where: tuple[str, ...], said: str) -> None:
    assert (where, said) in list(city_faults(the_capital() | change))


@pytest.mark.parametrize("value", [3, None, [], "metropolis", True])
def test_CY_3_a_word_or_an_object(value: Any) -> None:
    ((where, said),) = option_faults(GAME.options, {"city": value})
    assert where == ("city",)
    assert said in ("city takes a word or an object", "city is one of capital")


def test_CY_3_equal_ids_are_told() -> None:
    plan = the_capital()
    plan["zones"].append(dict(plan["zones"][0], name="Another palace"))
    where = ("zones", 27, "id")
    assert faults(plan) == {where: "presidential_palace is the id of two zones"}


def test_CY_3_a_city_of_the_least_size_is_built() -> None:
    zones = [Zone(ZoneId(i), i, "district", True, 0, 0, ()) for i in ("a", "b")]
    small = built("Two places", zones, [("b", "a")])
    assert small.borders == {"a": ("b",), "b": ("a",)}
