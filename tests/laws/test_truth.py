"""The check of a view against the truth finds what is false, and takes silence for no lie."""

from __future__ import annotations

from typing import Any

import pytest

from rules.junta.intrigue import Offer
from rules.junta.state import State, with_family
from rules.kernel.bills import Bills
from rules.kernel.frozen import but
from rules.kernel.hidden import HIDDEN
from rules.kernel.identifiers import ANYBODY, Seat
from rules.registry import GAMES
from tests.laws.driver import played
from tests.laws.truth import untrue

ONE, TWO, THREE = map(Seat, range(3))


@pytest.fixture(scope="module")
def state() -> Any:
    """A game under way, with an offer and a standing answer in it."""
    steps = list(played(GAMES["junta/1"], 1, 4))
    found: State = steps[len(steps) // 2].after.state  # type: ignore[assignment]
    course = but(found.course, standing={ONE: frozenset({"movement"})})
    offer = Offer(ONE, TWO, 1, Bills(1), frozenset(), 2, frozenset())
    return but(found, course=course, offers=(offer,), spoken={ONE: 5}, offers_made={(ONE, TWO): 1})


def of(state: Any, seat: Seat, **changes: Any) -> Any:
    """What a viewer who is party to nothing knows of the slices that are known in part."""
    course = but(
        state.course, standing={s: n for s, n in state.course.standing.items() if s == seat}
    )
    return but(state, **{"course": course, "offers": (), "offers_made": {}, **changes})


def test_what_is_so_is_true_and_silence_too(state: Any) -> None:
    assert untrue(of(state, THREE), state, THREE) is None
    silent = with_family(of(state, THREE), ONE, cash=HIDDEN, hand=HIDDEN)
    assert untrue(silent, state, THREE) is None


@pytest.mark.parametrize(
    ("part", "changes"),
    [
        ("state.turn.number", lambda s: {"turn": but(s.turn, number=99)}),
        ("state.deck.pile_size", lambda s: {"deck": but(s.deck, pile_size=99)}),
        (
            "state.whereabouts.places",
            lambda s: {"whereabouts": but(s.whereabouts, places={9: "x"})},
        ),
        ("state.families", lambda s: {"families": s.families[:-1]}),
        ("state.families.0.cash", lambda s: {"families": _richer(s)}),
        ("state.plot", lambda s: {"plot": "none"}),
    ],
)
def test_a_part_that_is_otherwise_is_named(state: Any, part: str, changes: Any) -> None:
    where = untrue(of(state, THREE, **changes(state)), state, THREE)
    assert where is not None and where.startswith(f"{part}: ")


def _richer(state: State) -> Any:
    return with_family(state, ONE, cash=state.families[0].cash + Bills(1)).families


def test_of_what_is_known_in_part_one_knows_ones_own_and_no_more(state: Any) -> None:
    """The whole truth is too much, and nothing too little, even where the parts are the same."""
    full = untrue(state, state, ANYBODY)
    assert full is not None and full.startswith("state.course.standing: ")
    missing = untrue(of(state, ONE), state, ONE)
    assert missing is not None and missing.startswith("state.offers_made: ")


def test_nobody_knows_of_more_words_than_were_said(state: Any) -> None:
    spoken = untrue(of(state, THREE, spoken={ONE: 6}), state, THREE)
    assert spoken is not None and spoken.startswith("state.spoken: ")
    assert untrue(of(state, THREE, spoken={}), state, THREE) is None
    own = of(state, ONE, spoken={}, offers=state.offers, offers_made=state.offers_made)
    less = untrue(own, state, ONE)
    assert less is not None and less.startswith("state.spoken: ")
