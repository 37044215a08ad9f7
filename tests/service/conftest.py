"""What the tests of the service share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rules import registry
from tests.service.driving import Service, Table, with_toy
from tests.toy.game import TOY


@pytest.fixture(autouse=True)
def toy_offered() -> Iterator[None]:
    """The toy game stands among the rulesets, for these tests only."""
    offered = TOY.id in registry.GAMES
    with_toy()
    yield
    if not offered:
        registry.GAMES.pop(TOY.id, None)


@pytest.fixture
def service() -> Service:
    """The service in memory."""
    return Service()


@pytest.fixture
def table(service: Service) -> Table:
    """A running game of two."""
    return Table(service).fill()
