"""The bot called `sly`: it plays Junta with sense, from what the API shows to its seat.

It looks at its table and its feed before it declares anything. The same seed and the same game
lead to the same declarations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random

from bots import (
    sly_ballots,
    sly_city,
    sly_coup,
    sly_events,
    sly_exile,
    sly_knives,
    sly_march,
    sly_money,
    sly_talk,
    sly_votes,
)
from bots.sly_cards import Json, is_influence, is_vote_card, worth
from bots.sly_memory import Memory
from bots.sly_sight import Sight

MEDDLES = 0.04
"""How often it looks, while others are asked, whether somebody made it an offer."""

ANSWERS: Mapping[str, Callable[[Sight], Json]] = {
    "nominate": sly_votes.nominate,
    "cast_votes": sly_votes.cast,
    "withdraw": sly_votes.withdraw,
    "accept_office": lambda sight: sight.body("accept_office", accept=True),
    "form_cabinet": sly_votes.cabinet,
    "propose_budget": sly_money.budget,
    "vote_on_budget": sly_votes.vote,
    "break_tie": lambda sight: sight.body("break_tie", adopt=True),
    "force_budget": sly_money.force,
    "choose_location": sly_knives.location,
    "announce_attempt": sly_knives.announce,
    "end_announcements": sly_knives.announce,
    "protect": sly_knives.protect,
    "face_death": sly_knives.protect,
    "take_card": sly_knives.take_card,
    "use_bank": sly_money.bank,
    "discard_cards": sly_money.discards,
    "trust": lambda sight: sight.body("trust"),
    "vote_on_motion": sly_ballots.motion,
    "let_count": lambda sight: sight.body("let_count"),
    "offer_no_budget": lambda sight: sight.body("offer_no_budget"),
    "keep_bill": lambda sight: max(sight.ways("keep_bill"), key=lambda way: way["mp"]),
    "give_up_influence": lambda sight: min(
        sight.ways("give_up_influence"), key=lambda way: worth(way["card"], sight.own["exposed"])
    ),
    "take_post": sly_march.post,
    "return_from_exile": sly_exile.comes_home,
    "guard_border": sly_exile.border,
    "no_coup": sly_coup.start,
    "end_movement": sly_march.move,
    "grant_conduct": sly_coup.conduct,
    "aim_bombardment": sly_coup.aim,
    "no_fight": sly_coup.fight,
    "fire": sly_coup.fire,
    "lose_units": sly_coup.losses,
    "retreat": sly_coup.retreat,
    "answer_passage": sly_coup.passage,
    "declare_side": sly_coup.declare,
    "vote_in_junta": sly_coup.junta,
    "break_junta_tie": sly_coup.junta,
    "take_power": lambda sight: sight.body("take_power", accepts=True),
    "shoot": sly_coup.squad,
    "spare_all": sly_coup.squad,
}
"""Its answer to each question; what is not here is answered with anything that is offered."""

SHOWS_STRENGTH = (
    *("nominate", "cast_votes", "form_cabinet", "vote_on_budget", "vote_on_motion"),
    *("discard_cards", "no_coup", "end_movement", "use_bank", "shoot", "spare_all"),
)


WAITING: Mapping[str, frozenset[str]] = {
    "let_count": frozenset({"power_failure", "summer_recess", "recount"}),
    "trust": frozenset({"no_confidence"}),
    "offer_no_budget": frozenset({"alternative_budget"}),
}
"""Questions to everybody that only who holds one of these cards has to think about."""
ALONE = frozenset(
    {
        *("no_coup", "end_announcements", "face_death", "no_fight"),
        *("nominate", "cast_votes", "vote_on_budget", "vote_on_motion"),
    }
)
"""Answers that need no thought where there is only one, and no card to play."""


class SlyBot:
    """One player."""

    def __init__(self, seed: str | int | None = None) -> None:
        self._luck = Random(seed)
        self._memory = Memory()
        self._table: Json | None = None
        self._city: sly_city.City | None = None
        self._ruleset: Json | None = None
        self._whispered = 0
        self._refused: str | None = None

    @property
    def heard(self) -> int:
        """The position of the last event it heard of."""
        return self._memory.heard

    def reads(self, ruleset: Json) -> None:
        """What the service says of the rules: the built-in city above all."""
        self._ruleset = ruleset

    def _reads_city(self) -> sly_city.City | None:
        """The city of this game, read once: the one that its group brought, else the built-in."""
        assert self._table is not None
        if self._city is None and self._ruleset is not None:
            brought = self._table["options"]["city"]
            built_in = self._ruleset["about"]
            self._city = sly_city.read(brought if isinstance(brought, dict) else built_in)
        return self._city

    def sees(self, table: Json, entries: Iterable[Json]) -> None:
        """Its table as it is now, and its feed since `heard`."""
        self._memory.hear(entries)
        self._table = table

    def refused(self, body: Json) -> None:
        """What it declared was refused: next time it takes what is offered."""
        self._refused = body["type"]

    def meddles(self) -> bool:
        """Whether it looks, this time, for something to do while others are asked."""
        return self._luck.random() < MEDDLES

    def at_a_glance(self, options: Sequence[Json]) -> Json | None:
        """The answer to a question about which there is nothing to think, without a look."""
        answers = [option for option in options if not option["interrupt"]]
        if len(answers) != 1 or answers[0]["count"] != 1:
            return None
        kind = answers[0]["type"]
        if kind not in WAITING and (kind not in ALONE or self._proposes()):
            return None
        cards = {way["card"] for option in options for way in _plays(option)}
        thinks = cards & WAITING[kind] if kind in WAITING else cards
        answer: Json = answers[0]["choices"][0]
        return None if thinks else answer

    def _proposes(self) -> bool:
        """Whether it announced the last budget: then there may be somebody to be bought."""
        seat = None if self._table is None else self._table["viewer"]
        return seat == f"seat:{self._memory.proposer}"

    def choose(self, options: Sequence[Json], asked: bool) -> Json | None:
        """A declaration; None to let the moment pass."""
        ways: dict[str, list[Json]] = {}
        for option in options:
            ways.setdefault(option["type"], []).append(option)
        answers = [option["type"] for option in options if not option["interrupt"]]
        if self._table is None or (asked and self._refused in answers):
            return self._anything(ways, answers) if asked else None
        sight = Sight(
            table=self._table,
            options=ways,
            memory=self._memory,
            luck=self._luck,
            city=self._reads_city(),
        )
        meanwhile = self._meanwhile(sight, asked and bool(answers))
        if meanwhile is not None or not asked or not answers:
            return meanwhile
        self._refused = None
        known = next((ANSWERS[kind] for kind in answers if kind in ANSWERS), None)
        return self._anything(ways, answers) if known is None else known(sight)

    def _anything(self, ways: Mapping[str, Sequence[Json]], answers: Sequence[str]) -> Json | None:
        self._refused = None
        if not answers:
            return None
        option = self._luck.choice(ways[self._luck.choice(answers)])
        body: Json = self._luck.choice(option.get("choices") or option["examples"])
        return body

    def _meanwhile(self, sight: Sight, asked: bool) -> Json | None:
        """Something that is no answer, if it is worth while."""
        offered = sly_money.answer_to_offer(sight)
        if offered is not None and self._refused != offered["type"]:
            return offered
        played = _played(sight) if asked and self._refused != "play_card" else None
        if played is not None:
            return played
        said = sly_coup.decided(sight) if "agree_end" in sight.options else None
        if said is not None and self._refused != "agree_end":
            return said
        if not asked or sight.turn <= self._whispered:
            return None
        spoken = sly_talk.whisper(sight)
        if spoken is not None:
            self._whispered = sight.turn
            return spoken
        return sly_money.bribe(sight) if "give_money" in sight.options else None


def _plays(option: Json) -> Sequence[Json]:
    found: Sequence[Json] = option["choices"] if option["type"] == "play_card" else ()
    return found


def _played(sight: Sight) -> Json | None:
    """A card played before answering."""
    event = sly_events.event(sight)
    card = None if event is not None else _card(sight)
    return event if card is None else sight.body("play_card", card=card)


def _card(sight: Sight) -> str | None:
    """Influence, votes or a donation to play before answering."""
    playable = sly_money.playable(sight)
    needed = sly_events.needed(sight, playable)
    if needed is not None:
        return needed
    influence = next((card for card in playable if is_influence(card)), None)
    if influence is not None and any(kind in sight.options for kind in SHOWS_STRENGTH):
        return influence
    votes = next((card for card in playable if is_vote_card(card)), None)
    if votes is not None and _lays(sight):
        return votes
    return sly_money.donation(sight)


def _lays(sight: Sight) -> bool:
    """Whether a vote card may decide what is voted on."""
    if "nominate" in sight.options:
        return sly_votes.needs_a_vote_to_stand(sight)
    if "cast_votes" in sight.options:
        return sly_votes.card_decides_election(sight)
    return "vote_on_budget" in sight.options and sly_votes.card_decides_budget(sight)
