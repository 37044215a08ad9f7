"""A second process on the same Redis; it is told what to do, and answers, in lines of JSON."""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from events.commit import Commits
from events.log import Busy, LogError
from events.redis_client import connect
from rules.kernel.rejections import Rejection
from tests.toy.game import Pick, Shout
from tests.toy.playing import GAME, commits_on, declare


def main(url: str) -> None:
    """Answer each line until there are no more."""
    commits = commits_on(connect(url))
    for line in sys.stdin:
        asked = json.loads(line)
        print(json.dumps(TASKS[asked.pop("task")](commits, **asked)), flush=True)


def now(commits: Commits) -> dict[str, Any]:
    """Where the game stands."""
    head = commits.now(GAME).head
    return {"position": head.position, "hash": head.hash, "lost": commits.reading.lost_tails}


def pick(commits: Commits, seat: int, number: int, key: str, stage: int) -> dict[str, Any]:
    """One declaration."""
    try:
        made = declare(commits, seat, Pick(number=number), key, stage=stage)
    except (Rejection, LogError) as no:
        return {"no": type(no).__name__}
    return {"first": made.first, "hash": made.envelopes[0].hash, "replay": made.replay}


def rush(commits: Commits, seats: list[int], stage: int) -> list[int]:
    """Many seats at once, each in a thread; who finds it busy comes again with the same key."""

    def come(seat: int) -> int:
        for _ in itertools.count():
            try:
                return declare(commits, seat, Pick(number=1), "rush", stage=stage).first
            except Busy:
                continue
        raise AssertionError

    with ThreadPoolExecutor(len(seats)) as pool:
        return list(pool.map(come, seats))


def talk(commits: Commits, seat: int) -> None:
    """Declare without end, and say each position that was confirmed."""
    for number in itertools.count():
        made = declare(commits, seat, Shout(words="x" * (number % 50 + 1)), f"talk-{number}")
        print(json.dumps(made.last), flush=True)


TASKS = {"now": now, "pick": pick, "rush": rush, "talk": talk}


class OtherProcess:
    """The other process, from this side."""

    def __init__(self, url: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.events.other_process", url],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=Path(__file__).parents[2],
            text=True,
        )

    def ask(self, task: str, **words: Any) -> None:
        """Give it something to do."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"task": task} | words) + "\n")
        self.process.stdin.flush()

    def answer(self) -> Any:
        """What it says next."""
        assert self.process.stdout is not None
        return json.loads(self.process.stdout.readline())

    def told(self, task: str, **words: Any) -> Any:
        """Give it something to do and wait for what it says."""
        self.ask(task, **words)
        return self.answer()

    def kill(self) -> None:
        """End it in the middle of whatever it does."""
        self.process.kill()
        self.process.communicate()


@contextmanager
def other_process(url: str) -> Iterator[OtherProcess]:
    """A second process for the length of a block."""
    other = OtherProcess(url)
    try:
        yield other
    finally:
        other.kill()


if __name__ == "__main__":
    main(sys.argv[1])
