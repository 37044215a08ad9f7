"""The write path under gevent, as the API's processes run it: prints what forty greenlets got."""

# ruff: noqa: E402
from gevent import monkey

monkey.patch_all()

import json
import sys
import time

import gevent

from events.redis_client import connect
from events.redis_log import RedisLog
from tests.toy.game import Pick
from tests.toy.playing import commits_on, declare, start


def main(url: str) -> None:
    """Forty seats at once on four connections, and a listener that must not keep them waiting."""
    commits = commits_on(connect(url, connections=4))
    stage = start(commits, seats=40).head.stage
    heard: list[int] = []
    gevent.spawn(listen, url, heard)
    while not heard:
        gevent.sleep(0.01)
    ticks: list[float] = []
    gevent.spawn(tick, ticks)
    jobs = [
        gevent.spawn(lambda s=seat: declare(commits, s, Pick(number=1), "k", stage=stage).first)
        for seat in range(40)
    ]
    gevent.joinall(jobs, timeout=20)
    gevent.sleep(0.2)
    first = [job.value for job in jobs]
    print(json.dumps({"first": first, "heard": heard[1:], "ticks": len(ticks)}))


def listen(url: str, heard: list[int]) -> None:
    for notice in RedisLog(connect(url)).listen(quiet_s=0.5):
        heard.append(0 if notice is None else notice.position)


def tick(ticks: list[float]) -> None:
    while True:
        ticks.append(time.monotonic())
        gevent.sleep(0.001)


if __name__ == "__main__":
    main(sys.argv[1])
