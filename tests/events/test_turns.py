"""A turn goes to whoever has waited longest, and is never lost."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable

import pytest

from events.turns import Turns

KILLED = """
from gevent import monkey
monkey.patch_all()
import gevent
from events.turns import Turns

turns, order = Turns(), []

def take(name):
    with turns:
        order.append(name)

turns.__enter__()
early, late = gevent.spawn(take, "killed"), gevent.spawn(take, "late")
gevent.sleep(0)
early.kill()
turns.__exit__(None, None, None)
gevent.joinall([early, late], timeout=5)
print(order)
"""


def _waiting(turns: Turns, number: int) -> bool:
    return len(turns._waiting) == number


def _until(true: Callable[[], bool]) -> None:
    pause = threading.Event()
    while not true():
        pause.wait(0.001)


def test_in_the_order_of_waiting() -> None:
    turns, order = Turns(), list[int]()

    def take(number: int) -> None:
        with turns:
            order.append(number)

    threads = [threading.Thread(target=take, args=(n,)) for n in range(5)]
    with turns:
        for number, thread in enumerate(threads):
            thread.start()
            _until(lambda n=number: _waiting(turns, n + 1))
    for thread in threads:
        thread.join()
    assert order == [0, 1, 2, 3, 4]


def test_one_at_a_time() -> None:
    turns, inside, most = Turns(), 0, 0

    def count() -> None:
        nonlocal inside, most
        for _ in range(300):
            with turns:
                inside += 1
                most = max(most, inside)
                inside -= 1

    threads = [threading.Thread(target=count) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == 1
    with turns:
        pass


def test_an_error_inside_passes_the_turn_on() -> None:
    turns = Turns()
    with pytest.raises(ZeroDivisionError), turns:
        raise ZeroDivisionError
    with turns:
        pass


def test_a_greenlet_that_is_killed_while_it_waits_keeps_nobody_from_his_turn() -> None:
    done = subprocess.run(
        [sys.executable, "-c", KILLED], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == "['late']"
