"""The write path, in one process and in memory: the order of things, and every way to fail."""

from __future__ import annotations

import copy
import hmac
import logging
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import orjson
import pytest
from freezegun import freeze_time

from events.commit import MOST_TRIES, Commits
from events.envelope import check_chain
from events.log import (
    BrokenLog,
    Busy,
    GameExists,
    Halted,
    Head,
    InvariantBroken,
    OtherBody,
    PositionMoved,
    Unavailable,
    UnknownGame,
)
from events.memory_log import MemoryIndex, MemoryLog
from events.recent import Recent
from events.vault import new_secrets
from rules.kernel.course import ExpireStage
from rules.kernel.decider import fold
from rules.kernel.identifiers import Seat, StageNumber
from rules.kernel.laws import reads
from rules.kernel.lobby import StartGame, TakeSeat
from rules.kernel.rejections import NotRunning, StageMoved, TooFewPlayers
from tests.toy.game import TOY, Nod, Pick, Shout, Shouted
from tests.toy.playing import (
    GAME,
    another_process,
    closes_at,
    commits_in_memory,
    create,
    declare,
    order_of,
    start,
    types,
)

NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)


@pytest.fixture
def commits() -> Commits:
    return commits_in_memory()


def whole(commits: Commits) -> None:
    """The chain holds, commits are whole, and folding the log gives the remembered state."""
    envelopes = another_process(commits).reading.envelopes(GAME)
    check_chain(envelopes)
    last = 0
    for envelope in envelopes:
        if envelope.position > last:
            last = envelope.commit_end
        assert envelope.commit_end == last
    assert last == len(envelopes) == commits.now(GAME).head.position
    folded = fold(TOY, (envelope.event for envelope in envelopes))
    assert folded == commits.now(GAME).moment
    times = [envelope.recorded_at for envelope in envelopes]
    assert times == sorted(times)


class TestBeginning:
    def test_a_game_begins_with_its_lobby_open(self, commits: Commits) -> None:
        made = create(commits)
        assert types(commits) == ["game_created", "stage_opened"]
        assert (made.first, made.last, made.replay) == (1, 2, False)
        assert made.head == commits.log.head(GAME)
        assert commits.index.newest(0, 9) == [GAME]
        whole(commits)

    def test_its_secrets_are_kept_before_it_exists(self, commits: Commits) -> None:
        secrets = new_secrets()
        commits.create(GAME, order_of(secrets), secrets, key="k", digest="d")
        assert commits.vault.get(GAME) == secrets

    def test_the_same_key_again_gets_the_first_answer(self, commits: Commits) -> None:
        secrets = new_secrets()
        first = commits.create(GAME, order_of(secrets), secrets, key="k", digest="d")
        again = commits.create(GAME, order_of(secrets), secrets, key="k", digest="d")
        assert again.replay
        assert again.envelopes == first.envelopes

    def test_another_key_finds_the_game_there(self, commits: Commits) -> None:
        create(commits)
        secrets = new_secrets()
        with pytest.raises(GameExists):
            commits.create(GAME, order_of(secrets), secrets, key="other", digest="d")

    def test_the_game_starts_with_its_last_seat(self, commits: Commits) -> None:
        made = start(commits)
        assert [e.type for e in made.envelopes] == [
            "seat_taken",
            "stage_closed",
            "game_started",
            "stage_opened",
        ]
        assert made.head.status == "running"
        whole(commits)

    def test_a_host_is_refused_like_anybody(self, commits: Commits) -> None:
        create(commits)
        with pytest.raises(TooFewPlayers):
            commits.administer(GAME, "host", StartGame(), key="k", digest="d")

    def test_a_key_that_hands_out_a_token_is_not_written_down(self, commits: Commits) -> None:
        create(commits)
        key = "a-secret-of-at-least-32-characters"
        commits.administer(GAME, "joiner", TakeSeat(name="A"), key=key, digest="d")
        assert all(key.encode() not in record for record in commits.log.read(GAME))

    def test_no_game_no_declaration(self, commits: Commits) -> None:
        with pytest.raises(UnknownGame):
            commits.declare("none", 0, Pick(number=1), key="k", digest="d", stage=1)
        with pytest.raises(UnknownGame):
            commits.now("none")


def mark(secret: bytes, command_id: str) -> str:
    """What is written of a key: nobody can guess at it without the game's secret."""
    return hmac.digest(secret, command_id.encode(), "sha256").hex()


class TestDeclaring:
    def test_a_plain_declaration_is_one_commit(self, commits: Commits) -> None:
        start(commits)
        made = declare(commits, 0, Pick(number=3), "k")
        [envelope] = made.envelopes
        assert envelope.type == "picked"
        assert envelope.actor == 0
        assert envelope.command == {
            "type": "pick",
            "fields": {"number": 3},
            "stage": 7,
            "key": mark(commits.secrets(GAME).token_secret, "0:k"),
        }
        whole(commits)

    def test_what_follows_carries_neither_actor_nor_command(self, commits: Commits) -> None:
        start(commits)
        declare(commits, 0, Pick(number=3), "a")
        made = declare(commits, 1, Pick(number=3), "b")
        assert [e.type for e in made.envelopes] == ["picked", "stage_closed", "dice_requested"]
        assert [e.actor for e in made.envelopes] == [1, None, None]
        assert [e.commit_end for e in made.envelopes] == [11, 11, 11]
        assert made.head.request == 1

    def test_if_match_binds_a_declaration_to_a_position(self, commits: Commits) -> None:
        start(commits)
        with pytest.raises(PositionMoved) as moved:
            declare(commits, 0, Pick(number=3), "k", if_match=6)
        assert (moved.value.meant, moved.value.position) == (6, 7)
        assert declare(commits, 0, Pick(number=3), "k", if_match=7).last == 8

    def test_a_closed_stage_is_told_from_the_open_one(self, commits: Commits) -> None:
        start(commits)
        with pytest.raises(StageMoved):
            declare(commits, 0, Pick(number=3), "k", stage=2)


class TestKeys:
    def test_a_repeated_declaration_gets_its_first_answer(self, commits: Commits) -> None:
        start(commits)
        first = declare(commits, 0, Pick(number=3), "k")
        again = declare(commits, 0, Pick(number=3), "k")
        assert again.replay
        assert again.envelopes == first.envelopes
        assert commits.now(GAME).head.position == 8

    def test_even_when_its_stage_has_closed_and_in_another_process(self, commits: Commits) -> None:
        stage = start(commits).head.stage
        first = declare(commits, 0, Pick(number=3), "k", stage=stage)
        declare(commits, 1, Pick(number=3), "l", stage=stage)
        other = another_process(commits)
        again = declare(other, 0, Pick(number=3), "k", stage=stage)
        assert again.replay
        assert again.envelopes == first.envelopes
        assert (again.first, again.last, again.head.position) == (8, 8, 11)

    def test_even_when_its_stage_is_overdue(self, commits: Commits) -> None:
        with freeze_time("2026-11-29T12:00:00Z") as clock:
            stage = start(commits).head.stage
            declare(commits, 0, Pick(number=3), "k", stage=stage)
            clock.tick(61)
            assert declare(commits, 0, Pick(number=3), "k", stage=stage).replay
        assert "stage_expired" not in types(commits)

    def test_the_same_key_with_another_body_is_told(self, commits: Commits) -> None:
        start(commits)
        declare(commits, 0, Pick(number=3), "k")
        with pytest.raises(OtherBody):
            declare(commits, 0, Pick(number=4), "k")

    def test_two_seats_with_the_same_key_never_meet(self, commits: Commits) -> None:
        stage = start(commits).head.stage
        assert not declare(commits, 0, Pick(number=3), "k", stage=stage).replay
        assert not declare(commits, 1, Pick(number=4), "k", stage=stage).replay
        assert types(commits).count("picked") == 2

    def test_a_seat_cannot_reach_the_keys_of_others(self, commits: Commits) -> None:
        start(commits)
        for actor_and_key in ("joiner:join-0", "host:create", "1:k", "system:expire-7"):
            made = declare(commits, 0, Shout(words="x"), actor_and_key)
            assert not made.replay


class TestTime:
    def test_an_overdue_stage_is_expired_first_as_a_commit_of_its_own(
        self, commits: Commits
    ) -> None:
        with freeze_time("2026-11-29T12:00:00Z") as clock:
            start(commits)
            stage = declare(commits, 0, Pick(number=3), "a").head.stage
            clock.tick(60)
            with pytest.raises(StageMoved):
                declare(commits, 1, Pick(number=4), "b", stage=stage)
        late = commits.reading.envelopes(GAME, 8)
        assert [(e.type, e.actor, e.commit_end) for e in late] == [
            ("stage_expired", "system", 12),
            ("picked", None, 12),
            ("stage_closed", None, 12),
            ("dice_requested", None, 12),
        ]
        assert late[0].command == {
            "type": "expire_stage",
            "fields": {"stage": 7},
            "stage": None,
            "key": mark(commits.secrets(GAME).token_secret, "system:expire-7"),
        }
        whole(commits)

    def test_the_last_millisecond_is_in_time(self, commits: Commits) -> None:
        with freeze_time("2026-11-29T12:00:00Z") as clock:
            start(commits)
            clock.move_to("2026-11-29T12:00:59.999Z")
            made = declare(commits, 0, Pick(number=3), "a")
        assert made.envelopes[0].recorded_at == "2026-11-29T12:00:59.999Z"
        assert "stage_expired" not in types(commits)

    def test_an_abandoned_lobby_closes_before_the_newcomer_is_judged(
        self, commits: Commits
    ) -> None:
        with freeze_time("2026-11-29T12:00:00Z") as clock:
            create(commits)
            clock.tick(3600)
            with pytest.raises(NotRunning):
                commits.administer(GAME, "joiner", TakeSeat(name="A"), key="k", digest="d")
        assert commits.now(GAME).head.status == "abandoned"

    def test_the_clock_is_read_once(self) -> None:
        readings: Iterator[datetime] = iter([NOON + timedelta(seconds=n) for n in range(9)])
        read: list[datetime] = []

        def clock() -> datetime:
            read.append(next(readings))
            return read[-1]

        commits = commits_in_memory(clock=clock)
        start(commits)
        read.clear()
        declare(commits, 0, Pick(number=3), "a")
        assert len(read) == 1

    def test_recorded_times_never_go_back(self, commits: Commits) -> None:
        with freeze_time("2026-11-29T12:00:00Z") as clock:
            start(commits)
            clock.move_to("2026-11-29T11:00:00Z")
            made = declare(commits, 0, Pick(number=3), "a")
        assert made.envelopes[0].recorded_at == "2026-11-29T12:00:00.000Z"
        whole(commits)

    def test_a_timer_that_comes_early_finds_nothing_to_do(self, commits: Commits) -> None:
        with freeze_time("2026-11-29T12:00:00Z") as clock:
            start(commits)
            clock.tick(59)
            with pytest.raises(StageMoved, match="open until 2026-11-29T12:01:00.000Z"):
                commits.system(GAME, ExpireStage(stage=StageNumber(7)))

    def test_a_timer_that_comes_twice_finds_it_done(self, commits: Commits) -> None:
        with freeze_time("2026-11-29T12:00:00Z") as clock:
            start(commits)
            clock.move_to(closes_at(commits))
            assert not commits.system(GAME, ExpireStage(stage=StageNumber(7))).replay
            assert commits.system(GAME, ExpireStage(stage=StageNumber(7))).replay
            with pytest.raises(StageMoved):
                commits.system(GAME, ExpireStage(stage=StageNumber(2)))
        assert types(commits).count("stage_expired") == 1


class TestFollowing:
    def followed(self) -> tuple[Commits, list[Head]]:
        heads: list[Head] = []
        return commits_in_memory(follow=lambda game_id, head: heads.append(head)), heads

    def test_a_plain_declaration_tells_nobody(self) -> None:
        commits, heads = self.followed()
        start(commits)
        heads.clear()
        declare(commits, 0, Pick(number=3), "a")
        declare(commits, 0, Shout(words="x"), "b")
        declare(commits, 0, Nod(to=Seat(1)), "c")
        assert heads == []

    def test_a_stage_with_a_deadline_and_a_request_are_told(self) -> None:
        commits, heads = self.followed()
        made = start(commits)
        assert heads[-1] == made.head
        assert commits.index.all_due() == {GAME: closes_at(commits).timestamp()}
        declare(commits, 0, Pick(number=3), "a")
        made = declare(commits, 1, Pick(number=3), "b")
        assert heads[-1] == made.head
        assert commits.index.all_due() == {GAME: 0.0}

    def test_what_an_expiry_opened_is_told_although_the_command_was_refused(self) -> None:
        commits, heads = self.followed()
        with freeze_time("2026-11-29T12:00:00Z") as clock:
            stage = start(commits).head.stage
            clock.tick(60)
            with pytest.raises(StageMoved):
                declare(commits, 0, Pick(number=3), "a", stage=stage)
        assert heads[-1].request is not None
        assert commits.index.all_due() == {GAME: 0.0}

    def test_an_index_that_gives_no_answer_does_not_undo_a_commit(
        self, caplog: pytest.LogCaptureFixture
    ) -> None:
        class Down(MemoryIndex):
            def set_due(self, game_id: str, at: float | None) -> None:
                raise Unavailable("down")

        commits = commits_in_memory(index=Down())
        made = start(commits)
        assert made.head.status == "running"
        assert "the index was not told" in caplog.text


class Racing(MemoryLog):
    """A log on which somebody else is faster, as often as told."""

    def __init__(self) -> None:
        super().__init__()
        self.races = 0
        self.other: Commits | None = None

    def append(self, game_id: str, **parts: Any) -> Any:
        if self.races and parts["command_id"].startswith("0:"):
            self.races -= 1
            assert self.other is not None
            shouting, self.races = self.races, 0
            declare(self.other, 1, Shout(words="first!"), f"race-{shouting}")
            self.races = shouting
        return super().append(game_id, **parts)


class TestRaces:
    def racing(self) -> tuple[Commits, Racing]:
        log = Racing()
        commits = commits_in_memory(log=log)
        start(commits)
        log.other = another_process(commits)
        return commits, log

    def test_the_loser_takes_the_tail_and_judges_again(self) -> None:
        commits, log = self.racing()
        log.races = MOST_TRIES - 1
        made = declare(commits, 0, Pick(number=3), "k")
        assert made.first == 7 + MOST_TRIES
        assert types(commits, after=7) == ["shouted"] * 4 + ["picked"]
        whole(commits)

    def test_five_lost_races_are_enough(self) -> None:
        commits, log = self.racing()
        log.races = MOST_TRIES
        with pytest.raises(Busy):
            declare(commits, 0, Pick(number=3), "k")
        assert types(commits, after=7) == ["shouted"] * 5
        assert declare(commits, 0, Pick(number=3), "k").first == 13

    def test_a_declaration_bound_to_a_position_loses_at_once(self) -> None:
        commits, log = self.racing()
        log.races = 1
        with pytest.raises(PositionMoved):
            declare(commits, 0, Pick(number=3), "k", if_match=7)


class TestLostTails:
    def test_events_that_were_confirmed_and_are_gone_are_noticed(
        self, commits: Commits, caplog: pytest.LogCaptureFixture
    ) -> None:
        start(commits)
        before = copy.deepcopy(stream_of(commits))
        declare(commits, 0, Pick(number=3), "a")
        put_back(commits, before)
        with caplog.at_level(logging.ERROR):
            assert commits.now(GAME).head.position == 7
        assert commits.reading.lost_tails == 1
        assert "lost acknowledged events" in caplog.text
        assert not declare(commits, 0, Pick(number=3), "a").replay
        whole(commits)

    def test_even_where_others_have_gone_on_from_what_was_left(self, commits: Commits) -> None:
        start(commits)
        before = copy.deepcopy(stream_of(commits))
        declare(commits, 0, Pick(number=3), "a")
        put_back(commits, before)
        other = another_process(commits)
        for number in range(3):
            declare(other, 1, Shout(words="x"), f"s-{number}")
        made = declare(commits, 0, Pick(number=4), "b")
        assert made.first == 11
        assert (commits.reading.lost_tails, other.reading.lost_tails) == (1, 0)
        whole(commits)

    def test_an_append_that_meets_a_shorter_log_goes_on_from_it(self, commits: Commits) -> None:
        """The tail is lost between the look at the head and the append."""
        start(commits)
        log = commits.log
        assert isinstance(log, MemoryLog)
        before = copy.deepcopy(stream_of(commits))
        declare(commits, 0, Pick(number=3), "a")
        append, lose = log.append, [True]

        def losing(game_id: str, **parts: Any) -> Any:
            if lose.pop() if lose else False:
                put_back(commits, before)
            return append(game_id, **parts)

        log.append = losing  # type: ignore[method-assign]
        made = declare(commits, 1, Pick(number=4), "b")
        assert made.first == 8
        assert commits.reading.lost_tails == 1
        whole(commits)

    def test_a_whole_game_that_is_gone_is_noticed(self, commits: Commits) -> None:
        start(commits)
        assert isinstance(commits.log, MemoryLog)
        commits.log._streams.clear()
        with pytest.raises(UnknownGame):
            commits.now(GAME)
        assert commits.reading.lost_tails == 1

    def test_a_log_whose_links_do_not_hold_is_not_built_on(self, commits: Commits) -> None:
        start(commits)
        records = stream_of(commits).records
        records[3], records[4] = records[4], records[3]
        with pytest.raises(BrokenLog):
            another_process(commits).now(GAME)
        del records[-1]
        with pytest.raises(BrokenLog):
            another_process(commits).now(GAME)


def stream_of(commits: Commits) -> Any:
    assert isinstance(commits.log, MemoryLog)
    return commits.log._streams[GAME]


def put_back(commits: Commits, stream: Any) -> None:
    assert isinstance(commits.log, MemoryLog)
    commits.log._streams[GAME] = copy.deepcopy(stream)


def lawless(law: Callable[[Any], str | None]) -> Callable[[str], Any]:
    game = replace(TOY, invariants={"quiet": law})
    return lambda ruleset: game


class TestFaults:
    def noisy(self) -> Commits:
        law = lambda state: "somebody shouted" if "HALT" in state.words else None  # noqa: E731
        commits = commits_in_memory(ruleset=lawless(law))
        start(commits)
        return commits

    def test_a_commit_that_breaks_a_law_appends_nothing_and_is_kept(self) -> None:
        commits = self.noisy()
        with pytest.raises(InvariantBroken, match="quiet: somebody shouted"):
            declare(commits, 1, Shout(words="HALT"), "k")
        assert commits.now(GAME).head.position == 7
        [kept] = commits.log.kept(GAME)
        assert orjson.loads(kept)["command"] == {
            "type": "shout",
            "fields": {"words": "HALT"},
            "stage": 7,
            "key": mark(b"", "1:k"),
        }
        assert orjson.loads(kept)["position"] == 7

    def test_what_somebody_else_wrote_is_not_taken_to_be_lawful(self) -> None:
        """A law whose parts have not changed is passed over only where this process saw it hold."""
        asked = []

        @reads("words")
        def quiet(state: Any) -> str | None:
            asked.append(state)
            return "somebody shouted" if "HALT" in state.words else None

        def after(words: str) -> Commits:
            careless = commits_in_memory()
            start(careless)
            declare(careless, 1, Shout(words=words), "k")
            strict = another_process(careless)
            strict.reading.ruleset = lawless(quiet)
            return strict

        strict = after("Hi")
        for seat in (0, 1):
            declare(strict, seat, Pick(number=1), f"p{seat}")
            assert len(asked) == 1
        with pytest.raises(InvariantBroken, match="quiet: somebody shouted"):
            declare(after("HALT"), 0, Pick(number=1), "p")

    def test_three_in_a_row_halt_the_game_and_say_why(self) -> None:
        commits = self.noisy()
        for number in range(3):
            with pytest.raises(InvariantBroken):
                declare(commits, 1, Shout(words="HALT"), f"k{number}")
        reason = "3 faults in a row, the last: quiet: somebody shouted"
        for process in (commits, another_process(commits)):
            assert process.now(GAME).head.halted == reason
            with pytest.raises(Halted) as halted:
                declare(process, 0, Pick(number=1), "p")
            assert halted.value.reason == reason
        commits.log.halt(GAME, None)
        assert declare(commits, 0, Pick(number=1), "p").first == 8

    def test_a_success_in_between_begins_the_count_anew(self) -> None:
        commits = self.noisy()
        for number in range(6):
            with pytest.raises(InvariantBroken):
                declare(commits, 1, Shout(words="HALT"), f"k{number}")
            if number % 2:
                declare(commits, 0, Shout(words="fine"), f"f{number}")
        assert commits.now(GAME).head.halted is None

    def test_a_game_that_was_halted_still_answers_what_it_answered(self) -> None:
        commits = self.noisy()
        declare(commits, 0, Pick(number=1), "p")
        commits.log.halt(GAME, "why")
        assert declare(commits, 0, Pick(number=1), "p").replay

    def test_an_exception_of_the_rules_is_a_fault_like_a_broken_law(self) -> None:
        def law(state: Any) -> str | None:
            raise KeyError("no such card")

        commits = commits_in_memory(ruleset=lawless(law))
        with pytest.raises(InvariantBroken, match="KeyError"):
            create(commits)
        assert commits.log.head(GAME) is None

    def test_an_event_that_cannot_be_written_is_a_fault_too(self) -> None:
        class Odd(type(TOY.interrupts[0])):  # type: ignore[misc]
            def decide(self, state: Any, seat: Any, command: Any) -> Any:
                return (Shouted(seat=seat, words=3.5),)  # type: ignore[arg-type]

        game = replace(TOY, interrupts=(Odd(),))
        commits = commits_in_memory(ruleset=lambda ruleset: game)
        start(commits)
        with pytest.raises(InvariantBroken, match="codec"):
            declare(commits, 0, Shout(words="x"), "k")
        assert len(commits.log.kept(GAME)) == 1

    def test_a_halt_between_look_and_append_is_seen(self, commits: Commits) -> None:
        start(commits)
        log = commits.log
        assert isinstance(log, MemoryLog)
        append = log.append

        def halting(game_id: str, **parts: Any) -> Any:
            log.halt(GAME, "stop")
            return append(game_id, **parts)

        log.append = halting  # type: ignore[method-assign]
        with pytest.raises(Halted):
            declare(commits, 0, Pick(number=1), "p")


class TestReading:
    def test_any_stretch_of_the_log_is_read_from_memory(self, commits: Commits) -> None:
        start(commits)
        reading = commits.reading
        assert [e.position for e in reading.envelopes(GAME)] == [1, 2, 3, 4, 5, 6, 7]
        assert [e.position for e in reading.envelopes(GAME, 2, 4)] == [3, 4]
        assert reading.envelopes(GAME, 7) == []
        assert [e.position for e in reading.envelopes(GAME, 6, 99)] == [7]

    def test_memory_is_bounded_and_what_was_let_go_is_read_again(self) -> None:
        commits = commits_in_memory()
        commits.reading.recent = Recent(most_standings=2, most_envelopes=10)
        for game in ("a", "b", "c"):
            start(commits, game)
        assert commits.reading.recent.standing("a") is None
        assert commits.reading.recent.run("b") is None
        assert len(commits.reading.envelopes("a")) == 7
        assert declare(commits, 0, Pick(number=1), "k", game_id="b").first == 8
        assert [e.position for e in commits.reading.envelopes("b", 5)] == [6, 7, 8]

    def test_what_another_process_appended_is_seen_at_once(self, commits: Commits) -> None:
        start(commits)
        other = another_process(commits)
        other.now(GAME)
        declare(commits, 0, Pick(number=1), "k")
        assert other.now(GAME).head.position == 8
        assert other.now(GAME).moment == commits.now(GAME).moment
