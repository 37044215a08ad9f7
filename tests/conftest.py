"""Fixtures that tests of several rooms share, and which files are begun first."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from rules import registry
from tests.redis_server import own_server, redis, redis_server, redis_url
from workers.garbage import settle

__all__ = ["own_server", "redis", "redis_server", "redis_url"]

TESTS = Path(__file__).parent
LONGEST = ("laws/test_whole_games.py", "bots/test_live_equals_past.py")
LONG = ("laws", "bots", "test_readme.py", "commands")


@pytest.fixture(autouse=True)
def rulesets_as_they_were() -> Iterator[None]:
    """A test that registers a game of its own leaves none behind."""
    before = dict(registry.GAMES)
    yield
    registry.GAMES.clear()
    registry.GAMES.update(before)


def pytest_configure(config: pytest.Config) -> None:
    """Of two processes one collects from the end: each finds half of the modules prepared."""
    worker = getattr(config, "workerinput", {}).get("workerid", "gw0")
    if worker == "gw1" and config.args_source is config.ArgsSource.TESTPATHS:
        config.args = sorted(map(str, TESTS.rglob("test_*.py")), reverse=True)


def pytest_collection_finish() -> None:
    """As each process of the service does, once everything is loaded."""
    settle()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes longest is begun first, so that no processor waits for it at the end."""
    items.sort(key=lambda item: _turn(item.path.relative_to(TESTS).as_posix()))


def _turn(path: str) -> tuple[int, str]:
    if path in LONGEST:
        return LONGEST.index(path), path
    return len(LONGEST) + (path.split("/")[0] not in LONG), path
