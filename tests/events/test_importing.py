"""What a file must hold to be taken in, beyond a chain that fits."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from events.codec import canonical
from events.envelope import Envelope, seal
from events.gamefile import GameFileBroken
from events.importing import Verified, verified
from projections.export import export
from projections.source import MemorySource
from rules.kernel.chance import DiceRolled
from rules.kernel.course import SecretsRevealed, StageCompleted, StageNumber
from rules.kernel.messages import Event
from tests.played import Played, play
from tests.toy.game import TOY


@pytest.fixture(scope="module")
def played() -> Played:
    return play(seats=3, seed=7, turns=4)


def lines(envelopes: list[Envelope]) -> list[bytes]:
    source = MemorySource(lambda _: TOY)
    source._logs[envelopes[0].game] = envelopes
    whole = MemorySource(lambda _: TOY)
    whole.add(envelopes[:1])
    first = whole._standings[envelopes[0].game]
    head = first.head._replace(position=envelopes[-1].position, hash=envelopes[-1].hash)
    source._standings[envelopes[0].game] = replace(first, head=head)
    return list(export(source, envelopes[0].game, "auditor"))


def taken(raw: list[bytes], game: Any = TOY) -> Verified:
    return verified(raw, lambda _: game)


def with_last(played: Played, *events: Event) -> list[Envelope]:
    """The game without its last event, and these as its last commit: a chain that fits."""
    kept = played.envelopes[:-1]
    added = seal(
        game_id=played.game_id,
        head=(kept[-1].position, kept[-1].hash),
        events=events,
        actor="system",
        command={"type": "x", "fields": {}, "stage": None, "key": "k"},
        recorded_at=played.envelopes[-1].recorded_at,
        salt_secret=played.secrets.salt_secret,
    )
    return [*kept, *added]


def test_a_game_as_it_was_played_is_verified(played: Played) -> None:
    game = taken(lines(played.envelopes))
    assert game.envelopes == played.envelopes
    assert game.standing.moment == played.moment
    assert game.standing.head.imported == "auditor"


def test_a_secret_that_was_changed_is_found_once_the_salts_lie_open(played: Played) -> None:
    raw = lines(played.envelopes)
    at = next(e.position for e in played.envelopes if e.type == "picked")
    row = json.loads(raw[at])
    row["data"]["number"] = row["data"]["number"] % 6 + 1
    raw[at] = canonical(row)
    with pytest.raises(GameFileBroken, match="number is not what was committed to") as broken:
        taken(raw)
    assert broken.value.line == at + 1


def test_other_secrets_than_those_bound_beforehand_are_found(played: Played) -> None:
    salt = played.secrets.salt_secret.hex()
    for draw in ("00" * 32, "not hex"):
        other = SecretsRevealed(salt_secret=salt, draw_secret=draw)
        with pytest.raises(GameFileBroken, match="another secret|in hex"):
            taken(lines(with_last(played, other)))


@pytest.mark.parametrize("what", ["link", "faces"])
def test_dice_that_do_not_come_from_the_chain_are_found(played: Played, what: str) -> None:
    rolls = [e.event for e in played.envelopes if isinstance(e.event, DiceRolled)]
    wrong = rolls[-1]
    if what == "faces":
        after = [e for e in played.envelopes if e.event is not wrong]
        place = next(e.position for e in played.envelopes if e.event is wrong)
        forged = replace(wrong, faces=(wrong.faces[0] % 6 + 1,))
        events = [forged if e.event is wrong else e.event for e in played.envelopes[place - 1 :]]
        kept = Played(
            game=TOY, game_id=played.game_id, secrets=played.secrets, envelopes=after[:place]
        )
        with pytest.raises(GameFileBroken, match="its faces do not come from its link"):
            taken(lines(with_last(kept, *events)))  # type: ignore[arg-type]
        return
    with pytest.raises(GameFileBroken, match="not the next one of the dice"):
        taken(lines(with_last(played, wrong)))


def test_what_the_rules_cannot_fold_is_found(played: Played) -> None:
    nonsense = StageCompleted(number=StageNumber(1), grace_s=1)
    with pytest.raises(GameFileBroken, match="toy/1 cannot read on here"):
        taken(lines(with_last(played, nonsense)))


def test_a_law_that_does_not_hold_is_found(played: Played) -> None:
    strict = replace(TOY, invariants={"turns": lambda s: "too many" if s.turn > 2 else None})
    with pytest.raises(GameFileBroken, match="a law of the game is broken here: too many"):
        taken(lines(played.envelopes), strict)
