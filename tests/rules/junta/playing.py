"""What the tests of cards share: short words for plays, and a turn in which something was so."""

from __future__ import annotations

from typing import Any

from rules.junta.effect import CardPlayed
from rules.junta.interrupts.play_card import PlayCard
from rules.kernel.decider import Moment
from rules.kernel.frozen import but
from tests.given import Play, given


def play_card(card: str, target: int | None = None, post: str | None = None) -> PlayCard:
    return PlayCard(card=card, target=target, post=post)  # type: ignore[arg-type]


def laid(
    seat: int, card: str, target: int | None = None, post: str | None = None, stays: bool = False
) -> CardPlayed:
    """The event of a card laid down."""
    named: Any = (seat, card, target, post)
    seat, card, target, post = named
    return CardPlayed(seat=seat, card=card, target=target, post=post, stays=stays)  # type: ignore


def holding(card: str, *exposed: str, seat: int = 2, at: str = "cabinet", **goods: Any) -> Play:
    """The seat holds the card, with this influence before it; 0 is President."""
    hands, shown = {seat: [card]}, {seat: list(exposed)}
    hands |= goods.pop("hands", {})
    shown |= goods.pop("exposed", {})
    return given(at=at, hands=hands, exposed=shown, **({"president": 0} | goods))


def in_a_turn(play: Play, **facts: Any) -> Play:
    """This is so in this turn, as everybody knows."""

    def so(moment: Moment[Any]) -> Moment[Any]:
        assert moment.state is not None
        return but(moment, state=but(moment.state, turn=but(moment.state.turn, **facts)))

    play.moment = so(play.moment)
    play.views = {viewer: so(moment) for viewer, moment in play.views.items()}
    return play
