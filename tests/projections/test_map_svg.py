"""The drawing of a board: well-formed, legible, told by more than colours."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any
from xml.etree import ElementTree

import pytest

from projections.map_layout import inside
from projections.map_piles import COLOURS, PATTERNS
from projections.map_svg import WIDTH, drawn
from projections.svg_text import plain, shortened, width, wrapped
from rules.kernel.identifiers import Seat
from rules.kernel.picture import Area, Box, Kind, Person, Picture, Pile

SVG = "{http://www.w3.org/2000/svg}"

SQUARE = ((0.0, 0.0), (20.0, 0.0), (20.0, 20.0), (0.0, 20.0))
CORNER = ((20.0, 0.0), (60.0, 0.0), (60.0, 40.0), (50.0, 40.0), (50.0, 20.0), (20.0, 20.0))
AREAS = (
    Area("square", "Old Square", "strong", SQUARE, 10, 10),
    Area("corner", "Corner of the Long Street", "plain", CORNER, 40, 10, at_water=True),
)
KINDS = (Kind("plain", "plain place"), Kind("strong", "strong place", strong=True))
PEOPLE = tuple(Person(Seat(seat), f"Player {seat}", "Admiral") for seat in range(7))


def picture(*piles: Pile, **more: Any) -> Picture:
    given: dict[str, Any] = {
        "title": "The town",
        "subtitle": "Turn 1",
        "areas": AREAS,
        "kinds": KINDS,
        "boxes": (Box("camp", "Camp"),),
        "water": "River",
        "piles": piles,
        "people": PEOPLE,
    }
    return Picture(**{**given, **more})


def pile(place: str, seat: int | None, *pieces: tuple[str, int], **more: Any) -> Pile:
    return Pile(place, None if seat is None else Seat(seat), pieces or (("tanks", 2),), **more)


def texts(svg: str) -> list[str]:
    """The words of every text element."""
    return ["".join(it.itertext()) for it in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def test_it_is_one_svg_1_1_document_with_title_and_description() -> None:
    svg = drawn(picture(pile("square", 0)))
    root = ElementTree.fromstring(svg)
    assert (root.tag, root.get("version"), root.get("width")) == (f"{SVG}svg", "1.1", str(WIDTH))
    assert [child.tag for child in root][:2] == [f"{SVG}title", f"{SVG}desc"]
    assert root[0].text == "The town. Turn 1"
    assert root[1].text == "Old Square: 0 Player 0: 2×tanks."
    assert drawn(picture(pile("square", 0))) == svg


def test_every_pile_has_a_label_with_its_owner_and_its_pieces() -> None:
    svg = drawn(
        picture(
            pile("corner", 3, ("tanks", 2), ("students", 6), starred=True),
            pile("camp", None, ("boats", 1)),
            pile("square", 1, idle=True),
        )
    )
    told = " ".join(texts(svg))
    for words in ("★3 Player 3", "2×tanks", "6×students", "nobody 1×boats", "(blocked)"):
        assert words in told, told


def test_piles_that_find_no_room_are_told_in_full_below() -> None:
    crowd = [pile("square", seat, ("students", seat + 1)) for seat in range(7)]
    told = texts(drawn(picture(*crowd, areas=(AREAS[0]._replace(outline=_shrunk()), AREAS[1]))))
    assert "[A] Old Square" in told
    for seat in range(7):
        assert f"{seat} Player {seat}: {seat + 1}×students" in told
        assert f"{seat}: {seat + 1}" in told


def test_letters_are_explained_only_where_there_are_any() -> None:
    crowd = [pile("square", seat, ("students", seat + 1)) for seat in range(7)]
    small = (AREAS[0]._replace(outline=_shrunk()), AREAS[1])
    assert "[A] in full below the map" in " ".join(texts(drawn(picture(*crowd, areas=small))))
    assert "[A]" not in " ".join(texts(drawn(picture(pile("square", 0)))))


def test_a_part_takes_the_room_that_a_short_name_leaves() -> None:
    part = "Minister of the Interior, General of the 1st Brigade"
    for name, whole in (("Ana", True), ("W" * 40, False)):
        told = " ".join(texts(drawn(picture(people=(Person(Seat(0), name, part),)))))
        assert (part in told) is whole


def test_a_note_goes_on_in_the_next_line() -> None:
    narrow = (AREAS[0]._replace(outline=tuple((x / 2, y) for x, y in SQUARE)), AREAS[1])
    notes = (("square", "exiles: Ana and Bartholomew and Carla"),)
    told = texts(drawn(picture(areas=narrow, notes=notes)))
    assert all(any(word in line for line in told) for word in ("exiles:", "Bartholomew", "Carla"))


def _shrunk() -> tuple[tuple[float, float], ...]:
    return tuple((x / 4, y / 4) for x, y in SQUARE)


def test_words_stay_inside_the_drawing() -> None:
    long = tuple(Person(Seat(seat), "W" * 40, "Minister of " * 8) for seat in range(7))
    crowd = [pile(place, seat) for seat in range(7) for place in ("square", "corner", "camp")]
    root = ElementTree.fromstring(drawn(picture(*crowd, people=long, subtitle="Turn " * 60)))
    for element in root.iter(f"{SVG}text"):
        size = float(element.get("font-size", "10"))
        x = float(element.get("x", "0"))
        if element.get("transform") is None:
            assert x + width("".join(element.itertext()), size) <= WIDTH, "".join(
                element.itertext()
            )


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", '&amp; "x"', "]]>", "a\x00b\ufffe", "é 独裁者 🎉"]
)
def test_names_cannot_break_out(name: str) -> None:
    people = (Person(Seat(0), name, name),)
    shown = picture(pile("square", 0), people=people, title=name, notes=(("corner", name),))
    svg = drawn(shown)
    root = ElementTree.fromstring(svg)
    assert not list(root.iter(f"{SVG}script"))
    assert "<script" not in svg


def test_what_happens_somewhere_is_said_there() -> None:
    assert "fight, salvo 2" in texts(drawn(picture(notes=(("corner", "fight, salvo 2"),))))


def test_signs_are_explained() -> None:
    told = " ".join(texts(drawn(picture(star="insurgent"))))
    assert "★ insurgent" in told
    assert "≈ at the water" in told
    assert "strong place" in told


# --- colours ---

DEFICIENT = {
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
}
"""What eyes without one kind of cone make of linear red, green and blue (Machado 2009)."""


def linear(colour: str) -> tuple[float, ...]:
    channels = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return tuple(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)


@pytest.mark.parametrize("eye", DEFICIENT)
def test_colours_are_told_apart_by_every_eye(eye: str) -> None:
    seen = {
        colour: [
            sum(m * c for m, c in zip(row, linear(colour), strict=True)) for row in DEFICIENT[eye]
        ]
        for colour in COLOURS
    }
    for one, other in combinations(COLOURS, 2):
        apart = max(abs(a - b) for a, b in zip(seen[one], seen[other], strict=True))
        assert apart > 0.06, (eye, one, other)


def test_each_seat_has_a_pattern_of_its_own_besides() -> None:
    assert len(set(PATTERNS)) == len(PATTERNS) == len(COLOURS) == len(set(COLOURS)) == 7
    svg = drawn(picture(*(pile("corner", seat) for seat in range(7))))
    assert set(re.findall(r'id="seat-(\d)"', svg)) == set("0123456")


# --- room and words ---


def test_the_room_of_an_area_lies_inside_it() -> None:
    room = inside(CORNER)
    assert (room.left, room.wide) == (20, 40)
    assert room.top >= 0
    assert room.top + room.high <= 21


def test_the_room_of_an_area_without_extent_is_a_point() -> None:
    assert inside(((1.0, 2.0), (5.0, 2.0), (3.0, 2.0))).high == 1


def test_words_are_shortened_to_the_room_there_is() -> None:
    assert shortened("short", 10, 100) == "short"
    cut = shortened("a very long name indeed", 10, 60)
    assert cut.endswith("…")
    assert width(cut, 10) <= 60
    assert shortened("WWW", 10, 1) == "W…"


def test_words_are_wrapped_and_broken_at_a_hyphen() -> None:
    assert wrapped(["North-East", "Embassy"], 10, 50) == ["North-", "East", "Embassy"]
    assert wrapped(["a", "b"], 10, 50) == ["a b"]


def test_plain_words_keep_their_meaning_in_xml() -> None:
    assert plain('a<b>&"c"\x0b') == "a&lt;b&gt;&amp;&quot;c&quot;\ufffd"
