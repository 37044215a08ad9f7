"""Which laws are asked, after what has changed."""

from __future__ import annotations

from typing import NamedTuple

from rules.kernel.laws import Broken, Laws, parts_of, reads


class Shop(NamedTuple):
    prices: tuple[int, ...] = (1, 2)
    name: str = "Ana"


class Market(NamedTuple):
    shop: Shop | None = Shop()
    open: bool = True


@reads("shop.prices")
def nothing_is_free(market: Market) -> str | None:
    free = market.shop is not None and 0 in market.shop.prices
    return "something is free" if free else None


def it_is_open(market: Market) -> str | None:
    return None if market.open else "it is shut"


LAWS = Laws[Market]({"free": nothing_is_free, "open": it_is_open})
GOOD = Market()
BAD = Market(shop=Shop(prices=(0,)), open=False)


def test_all_laws_are_asked_of_a_state_alone() -> None:
    assert list(LAWS.broken(GOOD)) == []
    assert list(LAWS.broken(BAD)) == [
        Broken("free", "something is free"),
        Broken("open", "it is shut"),
    ]


def test_a_law_is_asked_again_when_a_part_that_it_reads_is_another() -> None:
    assert [law.name for law in LAWS.broken(BAD, GOOD)] == ["free", "open"]
    assert [law.name for law in LAWS.broken(BAD._replace(shop=None), BAD)] == ["open"]
    assert [law.name for law in LAWS.broken(BAD, Market(shop=None))] == ["free", "open"]


def test_a_law_whose_parts_are_the_same_objects_is_not_asked() -> None:
    """What held before holds still; here it did not, and so it is seen that nobody asks."""
    renamed = BAD._replace(shop=Shop(prices=(0,), name="Berta"))
    assert renamed.shop is not None and BAD.shop is not None
    same = renamed._replace(shop=renamed.shop._replace(prices=BAD.shop.prices))
    assert [law.name for law in LAWS.broken(same, BAD)] == ["open"]


def test_a_law_that_does_not_say_what_it_reads_is_always_asked() -> None:
    assert parts_of(it_is_open) is None
    assert parts_of(nothing_is_free) == {"shop.prices"}
    assert [law.name for law in LAWS.broken(BAD, BAD)] == ["open"]
