"""Instants: how they are written, and when a stage closes."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from freezegun import freeze_time

from events.clock import epoch, instant, utc_now, written
from events.deadlines import START, Timing, deadline, is_overdue, later, timed
from rules.kernel.course import StageClosed, StageOpened
from rules.kernel.identifiers import StageNumber

NOON = "2026-11-29T12:00:00.000Z"


def test_a_deadline_is_when_the_stage_was_opened_and_how_long_it_lasts() -> None:
    assert deadline(NOON, 90) == "2026-11-29T12:01:30.000Z"
    assert deadline("2026-12-31T23:59:59.999Z", 1) == "2027-01-01T00:00:00.999Z"
    assert deadline(NOON, 0) == NOON


def test_a_stage_that_waits_for_chance_alone_has_no_deadline() -> None:
    assert deadline(NOON, None) is None
    assert not is_overdue(None, "9999-01-01T00:00:00.000Z")


@pytest.mark.parametrize(
    ("at", "overdue"),
    [
        ("2026-11-29T11:59:59.999Z", False),
        ("2026-11-29T12:00:00.000Z", True),
        ("2026-11-29T12:00:00.001Z", True),
    ],
)
def test_a_stage_is_overdue_from_its_deadline_on(at: str, overdue: bool) -> None:
    assert is_overdue(NOON, at) is overdue


def test_nothing_runs_from_the_end_of_a_stage_to_the_next() -> None:
    number = StageNumber(3)
    opened = StageOpened(number=number, name="picking", lasts_s=90, seats=())
    open_now = timed(START, opened, NOON)
    assert open_now.closes_at == "2026-11-29T12:01:30.000Z"
    closed = timed(open_now, StageClosed(number=number), NOON)
    assert closed == Timing(opened_at=NOON)
    assert closed.closes_at is None


def test_the_written_instant_never_goes_back() -> None:
    assert later("2026-11-29T11:00:00.000Z", NOON) == NOON
    assert later("2026-11-29T13:00:00.000Z", NOON) == "2026-11-29T13:00:00.000Z"


def test_instants_are_written_in_utc_to_the_millisecond() -> None:
    here = datetime(2026, 11, 29, 13, 0, 0, 123_987, timezone(timedelta(hours=1)))
    assert written(here) == "2026-11-29T12:00:00.123Z"
    assert instant("2026-11-29T12:00:00.123Z") == datetime(2026, 11, 29, 12, 0, 0, 123_000, UTC)
    assert epoch("1970-01-01T00:00:01.500Z") == 1.5


@freeze_time("2026-11-29T12:00:00.123999Z")
def test_the_clock_says_whole_milliseconds() -> None:
    assert written(utc_now()) == "2026-11-29T12:00:00.123Z"
    assert instant(written(utc_now())) == utc_now()
