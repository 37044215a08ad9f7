"""What gives no answer for a while is told in a few lines."""

from __future__ import annotations

import logging

import pytest

from workers.outage import Outage


class Clock:
    """Seconds that go on only when told."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_it_is_told_once_then_once_a_minute_and_when_it_is_back(
    caplog: pytest.LogCaptureFixture,
) -> None:
    clock = Clock()
    outage = Outage(what="the queue", logger=logging.getLogger("test"), clock=clock)
    outage.is_over()
    pauses = []
    while clock.now < 130:
        pauses.append(outage.goes_on("refused"))
        clock.now += pauses[-1]
    assert pauses[:6] == [1, 2, 4, 8, 15, 15]
    outage.is_over()
    outage.is_over()
    assert outage.goes_on("refused") == 1
    assert caplog.messages == [
        "the queue gives no answer: refused",
        "the queue has given no answer for 60 s: refused",
        "the queue has given no answer for 120 s: refused",
        f"the queue answers again, after {round(clock.now)} s",
        "the queue gives no answer: refused",
    ]
