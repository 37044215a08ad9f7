"""What `sly` sees when it is asked: its table, its options, its memory, and its luck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from bots.sly_cards import Json, mp, votes_of
from bots.sly_city import City
from bots.sly_memory import BILL_MP, Memory

LAST_TURNS = 10
"""From this turn on the aid may run out any time, and cash counts nothing."""
OFFICE = 6
"""What it is worth to become President, in MP."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """One look. `options` by type, each a list of ways to declare it."""

    table: Json
    options: Mapping[str, Sequence[Json]]
    memory: Memory
    luck: Random
    city: City | None = None

    @property
    def me(self) -> int:
        """The own seat."""
        return int(self.table["viewer"].removeprefix("seat:"))

    @property
    def own(self) -> Json:
        """The own line of the players."""
        return self.player(self.me)

    def player(self, seat: int) -> Json:
        """One line of the players."""
        found: Json = self.table["players"][seat]
        return found

    @property
    def hand(self) -> list[str]:
        """The own cards."""
        return list(self.own["hand"])

    @property
    def cash(self) -> Json:
        """The own bills."""
        found: Json = self.own["cash"]
        return found

    @property
    def cash_mp(self) -> int:
        """The own bills as a sum."""
        return mp(self.cash)

    @property
    def seats(self) -> range:
        """All seats."""
        return range(len(self.table["players"]))

    @property
    def others(self) -> list[int]:
        """All the other seats that are neither dead nor in exile."""
        return [seat for seat in self.everybody_home if seat != self.me]

    @property
    def everybody_home(self) -> list[int]:
        """Every seat that is neither dead nor in exile."""
        lines = self.table["players"]
        return [s for s in self.seats if lines[s]["alive"] and not lines[s]["embassy"]]

    @property
    def president(self) -> int | None:
        """Who is in office."""
        found: int | None = self.table["president"]
        return found

    @property
    def minister(self) -> int | None:
        """Who has the secret police."""
        found: int | None = self.table["posts"].get("minister_interior")
        return found

    @property
    def turn(self) -> int:
        """The number of the turn."""
        return int(self.table["turn"]["number"])

    @property
    def late(self) -> bool:
        """Whether the game may be over any time."""
        return self.turn >= LAST_TURNS

    @property
    def bank_opens(self) -> bool:
        """Whether the bank serves this turn."""
        return self.table["turn"]["bank"] in ("open", "lunch")

    def strength(self, seat: int) -> int:
        """The votes of the seat that everybody sees: influence and posts."""
        player = self.player(seat)
        counted: int | None = player["votes"]
        return votes_of(player["exposed"]) + len(player["posts"]) if counted is None else counted

    def fortune(self, seat: int) -> float:
        """About what lies in the seat's account."""
        if seat == self.me:
            return mp(self.own["swiss"])
        spied = self.own["spied"].get(str(seat))
        if spied is not None and spied["turn"] >= self.turn - 1:
            return float(spied["mp"])
        return float(self.player(seat)["swiss_bills"]) * BILL_MP

    @property
    def proposer(self) -> int | None:
        """Whose budget is on the table: the President's, or who offered another."""
        budget = self.table["budget"]
        found: int | None = None if budget is None else budget["proposer"]
        return self.president if found is None else found

    def shape(self, option: Json) -> Json:
        """What may be filled into an option: by field, its JSON Schema."""
        found: Json = option["schema"]["properties"]
        return found

    def purse(self, seat: int) -> float:
        """About what the seat carries."""
        return self.cash_mp if seat == self.me else float(self.memory.cash[seat])

    def body(self, kind: str, **fields: Any) -> Json:
        """A declaration for the stage that is open."""
        return {"type": kind, "stage": self.options[kind][0]["stage"], **fields}

    def asks(self, *kinds: str) -> bool:
        """Whether any of these may be declared now."""
        return any(kind in self.options for kind in kinds)

    def ways(self, kind: str) -> list[Json]:
        """Every offered body of the kind, where they were all listed, else the examples."""
        return [
            body
            for option in self.options.get(kind, ())
            for body in option.get("choices") or option.get("examples", ())
        ]
