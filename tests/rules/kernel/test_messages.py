"""Events say who may see each of their fields, or do not import."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, fields, replace
from typing import Annotated, Any, ClassVar

import pytest

from rules.kernel.frozen import but, make
from rules.kernel.hidden import HIDDEN, is_hidden
from rules.kernel.identifiers import ANYBODY, AUDITOR, Seat
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.visibility import (
    PUBLIC,
    PUBLIC_TEXT,
    SEALED,
    STUB,
    Mark,
    among,
    only_to,
    redact,
)


def declare(name: str, fields: dict[str, Any], seen_by: Mark = PUBLIC) -> type[Event]:
    """An event class with these annotated fields."""
    return event(name, seen_by=seen_by)(type(name, (Event,), {"__annotations__": fields}))


def test_a_field_without_a_mark_does_not_import() -> None:
    with pytest.raises(TypeError, match="seat does not say who may see it"):
        declare("bare", {"seat": Seat})
    with pytest.raises(TypeError, match="seat does not say who may see it"):
        declare("annotated", {"seat": Annotated[Seat, "public"]})


def test_two_marks_on_one_field_do_not_import() -> None:
    with pytest.raises(TypeError, match="seat does not say who may see it"):
        declare("both", {"seat": Annotated[Seat, PUBLIC, SEALED]})


def test_a_mark_on_an_unknown_field_does_not_import() -> None:
    with pytest.raises(TypeError, match="no public field 'owner'"):
        declare("lost", {"card": Annotated[str, only_to("owner")]})


@pytest.mark.parametrize("mark", [SEALED, only_to("other"), among("other")])
def test_a_mark_on_a_hidden_field_does_not_import(mark: Mark) -> None:
    fields = {
        "other": Annotated[Seat, PUBLIC],
        "seat": Annotated[Seat, mark],
        "card": Annotated[str, only_to("seat")],
    }
    with pytest.raises(TypeError, match="no public field 'seat'"):
        declare("chained", fields)


def test_the_mark_of_existence_hangs_on_a_public_field_too() -> None:
    with pytest.raises(TypeError, match="no public field 'parties'"):
        declare("whisper", {}, seen_by=among("parties"))


def test_class_variables_are_no_fields() -> None:
    kind = declare("constant", {"LIMIT": ClassVar[int], "seat": Annotated[Seat, PUBLIC]})
    assert [field.name for field in kind.FIELDS] == ["seat"]


@event("given_away")
class GivenAway(Event):
    parties: Annotated[tuple[Seat, ...], PUBLIC]
    giver: Annotated[Seat, PUBLIC]
    cards: Annotated[tuple[str, ...], among("parties")]
    thought: Annotated[str, only_to("giver")]
    seed: Annotated[str, SEALED]
    words: Annotated[str, PUBLIC_TEXT]


@command("knock")
class Knock(Command):
    door: int
    times: int = 3


@command("wave")
class Wave(Command):
    pass


def test_a_message_is_frozen_and_knows_its_fields() -> None:
    knock = Knock(door=2)
    assert (knock.door, knock.times, repr(knock)) == (2, 3, "Knock(door=2, times=3)")
    for change in (lambda: setattr(knock, "door", 1), lambda: delattr(knock, "door")):
        with pytest.raises(FrozenInstanceError, match="field 'door'"):
            change()
    with pytest.raises((AttributeError, FrozenInstanceError)):
        knock.window = 1  # type: ignore[attr-defined]
    assert replace(knock, times=1) == but(knock, times=1) == Knock(door=2, times=1)
    assert [field.name for field in fields(knock)] == ["door", "times"]


def test_messages_are_equal_if_all_fields_are_and_they_are_of_one_kind() -> None:
    assert Knock(door=1) == Knock(door=1, times=3) != Knock(door=2)
    assert Knock(door=1) != Wave() == Wave()
    assert len({Knock(door=1), Knock(door=1), Knock(door=2), Wave(), Wave()}) == 3
    assert Knock.__eq__(Knock(door=1), 1) is NotImplemented


@pytest.mark.parametrize("said", [{}, {"door": 1, "window": 2}, {"window": 2}])
def test_a_message_is_made_of_its_fields_by_name(said: dict[str, int]) -> None:
    for _ in range(2):
        with pytest.raises(TypeError, match=r"Knock\.__init__\(\)"):
            Knock(**said)
    with pytest.raises(TypeError):
        Knock(1)  # type: ignore[misc]
    with pytest.raises(TypeError):
        Wave(door=1)  # type: ignore[call-arg]


def test_a_message_that_extends_another_has_fields_of_its_own() -> None:
    assert Knock(door=1).times == 3

    @command("ring")
    class Ring(Knock):
        bell: str

    assert repr(Ring(door=1, bell="small")).endswith("Ring(door=1, times=3, bell='small')")
    assert [field.name for field in Ring.FIELDS] == ["door", "times", "bell"]
    assert Knock(door=1) != Ring(door=1, bell="small")


def test_a_copy_of_a_message_is_the_same_message() -> None:
    knock = Knock(door=2, times=1)
    for other in (copy.copy(knock), copy.deepcopy(knock), pickle.loads(pickle.dumps(knock))):
        assert other == knock and type(other) is Knock


GIFT = GivenAway(
    parties=(Seat(1), Seat(2)), giver=Seat(1), cards=("ace",), thought="hm", seed="7", words="hi"
)


@pytest.mark.parametrize(
    ("viewer", "hidden"),
    [
        (1, {"seed"}),
        (2, {"thought", "seed"}),
        (0, {"cards", "thought", "seed"}),
        (ANYBODY, {"cards", "thought", "seed"}),
        (AUDITOR, set()),
    ],
)
def test_redaction_shows_what_the_marks_admit(viewer: Any, hidden: set[str]) -> None:
    seen = redact(GIFT, viewer)
    for field in GivenAway.FIELDS:
        value = getattr(seen, field.name)
        assert is_hidden(value) if field.name in hidden else value == getattr(GIFT, field.name)


def test_an_event_that_hides_nothing_is_open() -> None:
    seat = {"seat": Annotated[Seat, PUBLIC]}
    assert declare("plain", seat).OPEN
    assert not declare("secret", {**seat, "card": Annotated[str, only_to("seat")]}).OPEN
    assert not declare("quiet", seat, seen_by=only_to("seat")).OPEN
    assert not GivenAway.OPEN


def test_an_event_of_a_secret_existence_is_a_stub_for_others() -> None:
    fields = {"parties": Annotated[tuple[Seat, ...], PUBLIC]}
    whisper = declare("whispered", fields, seen_by=among("parties"))(parties=(1, 2))
    assert [redact(whisper, viewer) is STUB for viewer in (0, 1, 2)] == [True, False, False]
    assert redact(whisper, ANYBODY) is STUB
    assert redact(whisper, AUDITOR) is whisper


@command("toggle")
class Toggle(Command):
    on: bool
    times: int = 1


def test_messages_are_frozen_slotted_and_keyword_only() -> None:
    toggle = Toggle(on=True)
    with pytest.raises(AttributeError):
        toggle.on = False  # type: ignore[misc]
    with pytest.raises(TypeError):
        Toggle(True)  # type: ignore[misc]
    assert not hasattr(toggle, "__dict__")


def test_but_changes_the_named_fields_of_a_copy() -> None:
    toggle = Toggle(on=True)
    assert but(toggle, times=3) == Toggle(on=True, times=3)
    assert but(toggle) == toggle == Toggle(on=True)
    assert but(toggle, on=HIDDEN).on is HIDDEN


def test_but_refuses_a_name_that_is_no_field() -> None:
    with pytest.raises(TypeError, match="Toggle has no field .?time"):
        but(Toggle(on=True), time=3)
    with pytest.raises(TypeError, match="has no field .?time"):
        but(Toggle(on=True), on=False, time=3)


def test_make_takes_all_the_fields_in_order() -> None:
    assert make(Toggle, (False, 2)) == Toggle(on=False, times=2)
    with pytest.raises(ValueError):
        make(Toggle, (False,))
