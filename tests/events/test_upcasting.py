"""Old shapes: read one version newer at a time; what is unknown stops."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

import pytest

from events.codec import CodecError, canonical, encode, loads
from events.envelope import check_chain, read, seal, written
from events.upcasting import UnknownEvent, event_of
from projections.feed import entry
from rules.kernel.course import GameCreated
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Event, event
from rules.kernel.visibility import PUBLIC, SEALED, only_to
from tests.played import seated
from tests.toy.game import TOY


@event("dealt")
class DealtFirst(Event):
    who: Annotated[Seat, PUBLIC]
    card: Annotated[str, only_to("who")]
    deck: Annotated[str, SEALED]


@event("dealt", version=3)
class Dealt(Event):
    seat: Annotated[Seat, PUBLIC]
    cards: Annotated[tuple[str, ...], only_to("seat")]


def renamed(fields: dict[str, Any]) -> dict[str, Any]:
    fields["seat"] = fields.pop("who")
    return fields


def listed(fields: dict[str, Any]) -> dict[str, Any]:
    return {"seat": fields["seat"], "cards": [fields["card"]]}


OLD = replace(TOY, evolvers={**TOY.evolvers, DealtFirst: lambda state, event: state})
NEW = replace(
    TOY,
    evolvers={**TOY.evolvers, Dealt: lambda state, event: state},
    upcasters={("dealt", 1): renamed, ("dealt", 2): listed},
)
STORED = {"who": 1, "card": "coup", "deck": "x"}


def test_upcasters_are_chained_and_leave_the_stored_fields_alone() -> None:
    stored = dict(STORED)
    assert event_of(NEW, "dealt", 1, stored) == Dealt(seat=Seat(1), cards=("coup",))
    assert stored == STORED
    second = {"seat": 2, "card": "spy", "deck": "x"}
    assert event_of(NEW, "dealt", 2, second) == Dealt(seat=Seat(2), cards=("spy",))


@pytest.mark.parametrize(
    ("kind", "version", "why"),
    [("dealt", 4, "version 4"), ("drowned", 1, "drowned"), ("dealt", 0, "no upcaster")],
)
def test_what_is_unknown_stops(kind: str, version: int, why: str) -> None:
    with pytest.raises(UnknownEvent, match=why):
        event_of(NEW, kind, version, dict(STORED))


def test_a_missing_upcaster_stops() -> None:
    broken = replace(NEW, upcasters={("dealt", 1): renamed})
    with pytest.raises(UnknownEvent, match="no upcaster for dealt version 2"):
        event_of(broken, "dealt", 1, STORED)


def test_an_upcaster_that_leaves_a_wrong_shape_stops() -> None:
    broken = replace(NEW, upcasters={("dealt", 1): renamed, ("dealt", 2): lambda fields: fields})
    with pytest.raises(CodecError, match="dealt: missing: cards; unknown: card, deck"):
        event_of(broken, "dealt", 1, STORED)


def test_the_feed_shows_what_was_stored_and_no_more_than_is_admitted() -> None:
    (sealed,) = seal(
        game_id="g",
        head=(0, ""),
        events=[DealtFirst(who=Seat(1), card="coup", deck="x")],
        actor=None,
        command=None,
        recorded_at="2026-11-29T20:00:00.000Z",
        salt_secret=b"s" * 32,
    )
    envelope = read("g", written(sealed), NEW)
    check_chain([envelope])
    assert loads(canonical(envelope.data)) == STORED
    assert entry(envelope, "public")["data"] == {
        "who": 1,
        "card": {"hidden": True},
        "deck": {"hidden": True},
    }
    assert entry(envelope, "auditor")["data"] == STORED
    assert read("g", written(sealed), OLD).event == sealed.event


def test_a_game_made_before_there_were_sandboxes_is_none() -> None:
    """The kernel's own upcasters serve every game."""
    created = played_created()
    stored = {name: value for name, value in encode(created).items() if name != "sandbox"}
    assert event_of(TOY, "game_created", 1, stored) == created


def played_created() -> GameCreated:
    first = seated(TOY).envelopes[0].event
    assert isinstance(first, GameCreated)
    return first
