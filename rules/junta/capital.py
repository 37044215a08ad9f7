"""The capital as data. A RECONSTRUCTION, not the printed board.

The printed board's borders are in no text that could be found. The five power centres, the three
barracks, most other places and five borders are attested; the other borders and all the shapes were
drawn for this game. Two zones border each other exactly where their outlines share a side. A group
that has the board may bring its own city: option `city`.

Units of length: the map is 100 wide and 70 high, x to the east, y to the south; land is the
rectangle from (2, 2) to (92, 68), and the river runs along its east side.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from rules.junta.forces import UnitType, Weapon, ZoneId

Point = tuple[float, float]
Kind = Literal["power_centre", "barracks", "police_station", "district", "embassy"]

ZONES: tuple[tuple[str, str, Kind, bool, Point, tuple[Point, ...]], ...] = (
    (
        "presidential_palace",
        "Presidential Palace",
        "power_centre",
        False,
        (46, 35),
        ((40, 28), (40, 42), (52, 42), (52, 28)),
    ),
    (
        "chamber_of_deputies",
        "Chamber of Deputies",
        "power_centre",
        False,
        (29, 48.5),
        ((21, 42), (21, 55), (37, 55), (37, 42)),
    ),
    (
        "central_bank",
        "Central Bank",
        "power_centre",
        False,
        (74.5, 35),
        ((69, 28), (69, 42), (80, 42), (80, 28)),
    ),
    (
        "radio_station",
        "Radio Station",
        "power_centre",
        False,
        (47.5, 8.5),
        ((36, 2), (36, 15), (59, 15), (59, 2)),
    ),
    (
        "railway_station",
        "Railway Station",
        "power_centre",
        False,
        (60.5, 48.5),
        ((55, 42), (55, 55), (66, 55), (66, 42)),
    ),
    (
        "barracks_1",
        "1st Brigade Barracks",
        "barracks",
        True,
        (85, 61),
        ((80, 50), (80, 55), (75, 55), (75, 68), (92, 68), (92, 50)),
    ),
    (
        "barracks_2",
        "2nd Brigade Barracks",
        "barracks",
        False,
        (9, 35),
        ((2, 28), (2, 42), (16, 42), (16, 28)),
    ),
    (
        "barracks_3",
        "3rd Brigade Barracks",
        "barracks",
        False,
        (10.5, 8.5),
        ((2, 2), (2, 15), (19, 15), (19, 2)),
    ),
    (
        "police_station_1",
        "1st Police Station",
        "police_station",
        False,
        (46, 48.5),
        ((37, 42), (37, 55), (55, 55), (55, 42)),
    ),
    (
        "police_station_2",
        "2nd Police Station",
        "police_station",
        False,
        (65.5, 21.5),
        ((56, 15), (56, 28), (75, 28), (75, 15)),
    ),
    (
        "police_station_3",
        "3rd Police Station",
        "police_station",
        False,
        (22, 35),
        ((16, 28), (16, 42), (28, 42), (28, 28)),
    ),
    (
        "police_station_4",
        "4th Police Station",
        "police_station",
        False,
        (73, 48.5),
        ((66, 42), (66, 55), (80, 55), (80, 42)),
    ),
    (
        "rich_district",
        "Rich District",
        "district",
        False,
        (60.5, 35),
        ((52, 28), (52, 42), (69, 42), (69, 28)),
    ),
    ("market", "Market", "district", False, (34, 35), ((28, 28), (28, 42), (40, 42), (40, 28))),
    (
        "university",
        "University",
        "district",
        False,
        (46, 21.5),
        ((36, 15), (36, 28), (56, 28), (56, 15)),
    ),
    (
        "docks",
        "Docks",
        "district",
        True,
        (84, 13),
        ((75, 21), (92, 21), (92, 2), (79, 2), (79, 8), (75, 8)),
    ),
    (
        "eastern_suburb",
        "Eastern Suburb",
        "district",
        True,
        (86, 35),
        ((75, 21), (75, 28), (80, 28), (80, 50), (92, 50), (92, 21)),
    ),
    (
        "northern_suburb",
        "Northern Suburb",
        "district",
        False,
        (27.5, 17),
        ((19, 2), (19, 28), (36, 28), (36, 2), (32, 2), (32, 8), (23, 8), (23, 2)),
    ),
    (
        "western_suburb",
        "Western Suburb",
        "district",
        False,
        (11, 53),
        ((21, 42), (2, 42), (2, 68), (17, 68), (17, 62), (21, 62)),
    ),
    (
        "southern_suburb",
        "Southern Suburb",
        "district",
        False,
        (60, 61),
        ((75, 68), (75, 55), (46, 55), (46, 62), (50, 62), (50, 68)),
    ),
    (
        "west_ghetto",
        "West Slums",
        "district",
        False,
        (10.5, 21.5),
        ((2, 15), (2, 28), (19, 28), (19, 15)),
    ),
    (
        "northeast_ghetto",
        "North-East Slums",
        "district",
        False,
        (66, 11),
        ((59, 2), (59, 15), (75, 15), (75, 8), (71, 8), (71, 2)),
    ),
    (
        "south_ghetto",
        "South Slums",
        "district",
        False,
        (33, 59),
        ((46, 55), (21, 55), (21, 62), (25, 62), (25, 68), (42, 68), (42, 62), (46, 62)),
    ),
    (
        "embassy_north",
        "North Embassy",
        "embassy",
        False,
        (27.5, 5),
        ((32, 2), (32, 8), (23, 8), (23, 2)),
    ),
    (
        "embassy_northeast",
        "North-East Embassy",
        "embassy",
        False,
        (75, 5),
        ((79, 2), (79, 8), (71, 8), (71, 2)),
    ),
    (
        "embassy_southwest",
        "South-West Embassy",
        "embassy",
        False,
        (21, 65),
        ((25, 62), (25, 68), (17, 68), (17, 62)),
    ),
    (
        "embassy_south",
        "South Embassy",
        "embassy",
        False,
        (46, 65),
        ((50, 62), (50, 68), (42, 68), (42, 62)),
    ),
)
"""CY-1: id, name, kind, whether it lies on the river, where its label stands, its outline."""

BORDERS: Mapping[str, tuple[str, ...]] = {
    "presidential_palace": ("police_station_1", "rich_district", "market", "university"),
    "chamber_of_deputies": (
        "police_station_1",
        "police_station_3",
        "market",
        "western_suburb",
        "south_ghetto",
    ),
    "central_bank": ("police_station_2", "police_station_4", "rich_district", "eastern_suburb"),
    "radio_station": ("police_station_2", "university", "northern_suburb", "northeast_ghetto"),
    "railway_station": ("police_station_1", "police_station_4", "rich_district", "southern_suburb"),
    "barracks_1": ("police_station_4", "eastern_suburb", "southern_suburb"),
    "barracks_2": ("police_station_3", "western_suburb", "west_ghetto"),
    "barracks_3": ("northern_suburb", "west_ghetto"),
    "police_station_1": ("rich_district", "market", "southern_suburb", "south_ghetto"),
    "police_station_2": (
        "rich_district",
        "university",
        "docks",
        "eastern_suburb",
        "northeast_ghetto",
    ),
    "police_station_3": ("market", "northern_suburb", "western_suburb", "west_ghetto"),
    "police_station_4": ("rich_district", "eastern_suburb", "southern_suburb"),
    "rich_district": ("university",),
    "market": ("university", "northern_suburb"),
    "university": ("northern_suburb",),
    "docks": ("eastern_suburb", "northeast_ghetto", "embassy_northeast"),
    "northern_suburb": ("west_ghetto", "embassy_north"),
    "western_suburb": ("south_ghetto", "embassy_southwest"),
    "southern_suburb": ("south_ghetto", "embassy_south"),
    "northeast_ghetto": ("embassy_northeast",),
    "south_ghetto": ("embassy_southwest", "embassy_south"),
}
"""CY-2: each zone and others that border it; every border once.

Attested: the Palace's with Rich District, Market and University; the Market's with the Chamber and
the 3rd Police Station. The other 56 are of our making.
"""

OFF_MAP: tuple[tuple[str, str], ...] = (
    ("airfield", "Airfield"),
    ("marine_camp", "Marine Camp"),
    ("river", "River"),
)
"""CY-4: where units wait that are not in the city, and where the gunboat lies."""

START: tuple[tuple[UnitType | Weapon, ZoneId, int], ...] = (
    ("army_1", ZoneId("barracks_1"), 6),
    ("army_2", ZoneId("barracks_2"), 6),
    ("army_3", ZoneId("barracks_3"), 6),
    ("police", ZoneId("police_station_1"), 1),
    ("police", ZoneId("police_station_2"), 1),
    ("police", ZoneId("police_station_3"), 1),
    ("police", ZoneId("police_station_4"), 1),
    ("palace_guard", ZoneId("presidential_palace"), 4),
    ("air_force", ZoneId("airfield"), 3),
    ("paratroops", ZoneId("airfield"), 1),
    ("marines", ZoneId("marine_camp"), 1),
    ("gunboat", ZoneId("river"), 1),
)
"""CY-5: type, place and number of what stands there at the start of every turn."""
