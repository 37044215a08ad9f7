"""Every game there is, played by random seats: proofs, files, tables and options hold for all."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from events.codec import canonical, decode
from events.envelope import read, written
from events.gamefile import read as read_file
from projections.catalogue import events as catalogue
from projections.checkpoints import Checkpoints
from projections.export import export
from projections.feed import entries
from projections.options import options
from projections.source import MemorySource
from projections.table import Tables
from rules.kernel.decider import Moment, decide, fold
from rules.kernel.game import Game
from rules.kernel.identifiers import ArchivedSeat, Seat
from rules.kernel.visibility import admits
from rules.registry import GAMES
from tests import verifier
from tests.played import Played, play, seated
from tests.toy.game import TOY

ALL = [TOY, *GAMES.values()]
SEATS = 5
VIEWERS: tuple[Any, ...] = (
    *(0, 3, "public", "auditor", "archive"),
    ArchivedSeat(Seat(3)),
)
SECRET = {"money_given", "offer_made", "offer_ended", "whispered", "answered_beforehand"}
"""Events of Junta that most viewers know nothing of."""


@pytest.fixture(scope="module", params=ALL, ids=lambda game: game.id)
def played(request: pytest.FixtureRequest) -> Played:
    return play(request.param, seats=SEATS, seed=21)


@pytest.fixture(scope="module")
def source(played: Played) -> MemorySource:
    found = MemorySource(lambda _: played.game)
    found.add(played.envelopes)
    return found


def documented(game: Game[Any]) -> dict[Any, Any]:
    return {
        (event["type"], event["version"]): (
            {field["name"] for field in event["fields"]},
            {field["name"] for field in event["fields"] if field["committed"]},
        )
        for event in catalogue(game)
    }


@pytest.mark.parametrize("viewer", VIEWERS, ids=str)
def test_every_feed_verifies(played: Played, viewer: Any) -> None:
    feed = json.loads(canonical(entries(played.envelopes, viewer)))
    verifier.check_feed(played.game_id, feed, documented=documented(played.game))
    verifier.check_revealed(played.game_id, feed)


def test_of_secret_events_others_have_stubs_that_verify() -> None:
    """Every secret event is one link of the chain for everybody, whatever it was."""
    played = play(GAMES["junta/1"], seats=SEATS, seed=23)
    secret = [e for e in played.envelopes if e.event.SEEN_BY.kind != "public"]
    assert {e.type for e in secret} >= SECRET
    for viewer in VIEWERS:
        feed = json.loads(canonical(entries(played.envelopes, viewer)))
        verifier.check_feed(played.game_id, feed, documented=documented(played.game))
        for envelope in secret:
            told = admits(envelope.event.SEEN_BY, envelope.event, viewer)
            assert ("type" in feed[envelope.position - 1]) == told
            assert told or set(feed[envelope.position - 1]) == verifier.STUB


@pytest.mark.parametrize("revealed", [False, True])
def test_the_archive_tells_private_talk_only_if_the_game_was_made_so(revealed: bool) -> None:
    played = play(GAMES["junta/1"], seats=SEATS, seed=24, private_talk_revealed=revealed)
    feed = json.loads(canonical(entries(played.envelopes, "archive")))
    verifier.check_feed(played.game_id, feed, documented=documented(played.game))
    verifier.check_revealed(played.game_id, feed)
    stubs = {entry["position"] for entry in feed if "type" not in entry}
    talk = {e.position for e in played.envelopes if e.type == "whispered"}
    assert talk
    assert stubs == (set() if revealed else talk)


def test_every_draw_and_command_verifies(played: Played) -> None:
    feed = json.loads(canonical(entries(played.envelopes, "auditor")))
    commands = {e.position: json.loads(canonical(e.command)) for e in played.envelopes}
    verifier.check_revealed(played.game_id, feed, commands)


def test_records_and_files_fold_to_the_same_game(played: Played, source: MemorySource) -> None:
    again = [read(played.game_id, written(e), played.game) for e in played.envelopes]
    assert again == played.envelopes
    file = read_file(export(source, played.game_id, "auditor"), lambda _: played.game)
    assert fold(played.game, file.events) == played.moment
    assert file.envelopes() == played.envelopes


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_table_at_every_position(played: Played, source: MemorySource, viewer: Any) -> None:
    tables = Tables(source)
    fresh = Tables(source)
    last = len(played.envelopes)
    shown = [canonical(tables.table(played.game_id, viewer, n + 1)) for n in range(last)]
    for position in Random(1).sample(range(1, last + 1), 20):
        again = canonical(fresh.table(played.game_id, viewer, position))
        assert again == shown[position - 1]


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.id)
def test_every_body_that_is_offered_is_taken(game: Game[Any]) -> None:
    """Worked out from the seat's own view, judged on the full state."""
    played, random = seated(game, seats=SEATS, seed=22), Random(22)
    source = MemorySource(lambda _: game)
    checkpoints, told = Checkpoints(source), 0
    for _ in range(150):
        if played.moment.state.course.status != "running":  # type: ignore[union-attr]
            break
        source.add(played.envelopes[told:])
        told = len(played.envelopes)
        for seat in map(Seat, range(SEATS)):
            view = checkpoints.seen(played.game_id, seat, source.now(played.game_id))
            for option in options(game, view.moment, seat):
                bodies = option.get("choices") or option["examples"]
                body = json.loads(canonical(random.choice(bodies)))
                _take(game, played.moment, seat, body)
        played.step(random)


def _take(game: Game[Any], moment: Moment[Any], seat: Seat, body: dict[str, Any]) -> None:
    fields = {name: value for name, value in body.items() if name not in ("type", "stage")}
    command = decode(game.declarations[body["type"]], fields)
    assert decide(game, moment, seat, command, body.get("stage"))
