"""The course of a game of Junta, turn by turn, out of the feed that everybody may read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from bots.deeds import CoupTold, Deeds

Json = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """What came of one turn. Seats are numbers; `votes` are those for and against the budget.

    budget: adopted, forced, fallen, or None where it came to none. coup: the one that was fought.
    position: of the last event.
    """

    number: int = 1
    president: int | None = None
    elected: bool = False
    budget: str | None = None
    votes: tuple[int, int] | None = None
    announced_mp: int | None = None
    banked: tuple[int, ...] = ()
    coup: CoupTold | None = None
    position: int = 0

    def written(self) -> Json:
        """As JSON data."""
        return {
            "turn": self.number,
            "president": self.president,
            "elected": self.elected,
            "budget": self.budget,
            "votes": None if self.votes is None else list(self.votes),
            "announced_mp": self.announced_mp,
            "banked": list(self.banked),
            "coup": None if self.coup is None else self.coup.written(),
            "position": self.position,
        }


def _banked(turn: Turn, data: Json) -> Turn:
    return replace(turn, banked=(*turn.banked, data["seat"]))


def _counted(turn: Turn, data: Json) -> Turn:
    votes = (data["in_favour"], data["against"])
    return replace(turn, votes=votes, budget=data["result"])


STEPS: Mapping[str, Callable[[Turn, Json], Turn]] = {
    "president_elected": lambda turn, data: replace(turn, president=data["seat"], elected=True),
    "cabinet_formed": lambda turn, data: replace(turn, president=data["president"]),
    "budget_proposed": lambda turn, data: replace(turn, announced_mp=sum(data["sums"].values())),
    "budget_counted": _counted,
    "tie_broken": lambda turn, data: replace(
        turn, budget="adopted" if data["adopted"] else "rejected"
    ),
    "budget_forced": lambda turn, data: replace(turn, budget="forced"),
    "budget_fell": lambda turn, data: replace(turn, budget="fallen"),
    "bank_used": _banked,
    "power_taken": lambda turn, data: replace(turn, president=data["seat"]),
    "coup_started": lambda turn, data: turn,
}
"""What each event tells of its turn."""


@dataclass(slots=True)
class Chronicle:
    """The turns of one game as its feed is read, and the names of its seats."""

    names: dict[int, str] = field(default_factory=dict)
    turns: list[Turn] = field(default_factory=list)
    deeds: Deeds = field(default_factory=Deeds)
    _turn: Turn = field(default_factory=Turn)
    _fought: bool = False

    def read(self, feed: Iterable[Json]) -> Iterator[Turn]:
        """Each turn as it ends; the last one may end with the game."""
        for entry in feed:
            turn = self._after(entry)
            if turn is not None:
                self.turns.append(turn)
                yield turn

    def _after(self, entry: Json) -> Turn | None:
        self.deeds.hear(entry)
        kind, data = entry.get("type", "unknown"), entry.get("data", {})
        if kind in ("seat_taken", "seat_taken_over"):
            self.names[data["seat"]] = data["name"]
        elif kind in STEPS:
            self._turn = replace(STEPS[kind](self._turn, data), position=entry["position"])
            self._fought = self._fought or kind == "coup_started"
        elif kind == "turn_ended" or (kind == "game_finished" and self._turn.position):
            coup = self.deeds.coups[-1] if self._fought else None
            ended = replace(self._turn, position=entry["position"], coup=coup)
            self._turn, self._fought = Turn(number=ended.number + 1), False
            return ended
        return None

    def sentence(self, turn: Turn) -> str:
        """The turn in one line."""
        president = "no President" if turn.president is None else self.named(turn.president)
        office = "elected President" if turn.elected else "President"
        who = president if turn.president is None else f"{president} {office}"
        told = f"Turn {turn.number}: {who}; {self._budget(turn)}; {self._bank(turn)}"
        return told if turn.coup is None else f"{told}; {self._coup(turn.coup)}"

    def named(self, seat: int) -> str:
        """The name of the one who sits there."""
        return self.names.get(seat, f"seat {seat}")

    def _budget(self, turn: Turn) -> str:
        if turn.budget is None:
            return "no budget"
        tally = "" if turn.votes is None else f", {turn.votes[0]} votes to {turn.votes[1]}"
        return f"budget of {turn.announced_mp} MP {turn.budget}{tally}"

    def _bank(self, turn: Turn) -> str:
        if not turn.banked:
            return "nobody at the bank"
        return f"at the bank: {', '.join(map(self.named, turn.banked))}"

    def _coup(self, coup: CoupTold) -> str:
        rebels = ", ".join(map(self.named, coup.insurgents))
        shot = "" if coup.shot is None else f", {self.named(coup.shot)} shot"
        if coup.winner is None:
            return f"a coup of {rebels}"
        winner = "the junta" if coup.winner == "junta" else "the President"
        return f"a coup of {rebels}, won by {winner}{shot}"
