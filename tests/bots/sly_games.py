"""What is asked of `sly`: it starts, joins, fights and betrays; the cards are played with sense.

Each of four files plays fifty of two hundred games. What holds in every fifty holds in all.
"""

from __future__ import annotations

from tests.bots.whole_games import counted

SEEN = (
    *("coup_started", "insurgent_joined", "units_moved", "units_landed", "bombardment_fell"),
    *("unit_card_played", "fight_opened", "volley_fired", "units_lost", "fight_ended"),
    *("side_declared", "coup_decided", "power_taken", "squad_ordered", "end_agreed"),
    *("motion_opened", "ballot_voided", "coalition_broken"),
)
"""What occurs in every fifty games."""

FAVOURITES = 45
"""So many of the 64 cards are played in every fifty games, at least."""


def check_coups(seeds: range) -> None:
    """A third of the games see a coup, both sides win some, and some turn their coats."""
    games = counted("sly", seeds)
    assert games.games == len(seeds)
    assert 3 * games.with_coup >= games.games, games.with_coup
    assert games.won("junta") and games.won("president")
    assert any(coup.turned for coup in games.coups)
    unseen = [kind for kind in SEEN if not games.events[kind]]
    assert not unseen, unseen
    assert len(games.played) >= FAVOURITES, sorted(games.played)
