"""What the rules of each game keep secret, and where they lay it open: written down once more.

The marks on the events say the same; here they are pinned, so that a mark that is opened by mistake
turns the tests red. An event that is not listed is taken at its own marks. What a rule may disclose
is listed here alone: every other public consequence of a secret is a leak.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.kernel.messages import Event
from rules.kernel.visibility import PUBLIC, SEALED, Mark, among, only_to, private_among

OWN = only_to("seat")
TWO = among("parties")

MARKS: Mapping[str, Mapping[str, Mark]] = {
    "picked": {"number": OWN},
    "piles_prepared": {"cards": SEALED, "bills": SEALED},
    "position_given": {"position": SEALED},
    "scripts_laid": {"draws": SEALED, "aid": SEALED, "dice": SEALED},
    "family_set_up": {"hand": OWN, "cash": OWN, "swiss": OWN, "location": OWN},
    "piles_set_up": {"cards": SEALED, "bills": SEALED},
    "budget_set_up": {"bills": OWN},
    "purse_opened": {"bills": OWN},
    "cards_drawn": {"cards": OWN},
    "aid_drawn": {"bills": OWN},
    "budget_proposed": {"shares": OWN, "from_aid": OWN, "from_cash": OWN},
    "share_paid": {"bills": among("parties")},
    "aid_kept": {"bills": OWN},
    "location_chosen": {"location": OWN, "embassy": OWN},
    "bank_used": {"deposit": OWN, "withdraw": OWN},
    "fire_ordered": {"dice": OWN},
    "donation_received": {"bills": OWN},
    "cards_given": {"cards": TWO, "bills": TWO},
    "cards_exchanged": dict.fromkeys(("number", "bills", "cards", "back", "want_cards"), TWO),
    "purse_taken": {"bills": TWO},
    "purse_robbed": {"bills": TWO, "change": TWO},
    "hand_searched": {"cards": TWO},
    "card_taken": {"cards": TWO},
    "account_spied": {"mp": OWN},
    "aid_handed_over": {"kept": only_to("giver"), "bills": TWO},
    "budget_replaced": {"bills": only_to("former")},
    "office_left": {"bills": OWN},
    "purse_inherited": {"bills": TWO, "aid": TWO},
    "junta_vote_cast": {"choice": OWN},
}
"""Event -> field -> who may know it."""

EXISTENCE: Mapping[str, Mark] = {
    "nodded": TWO,
    "money_given": TWO,
    "offer_made": TWO,
    "offer_ended": TWO,
    "money_exchanged": TWO,
    "whispered": private_among("parties", "revealed_at_end"),
    "answered_beforehand": OWN,
}
"""Event -> who may know that it happened. Everybody else knows a position and nothing more."""

DISCLOSURES: Mapping[str, frozenset[str]] = {
    "dice_rolled": frozenset({"faces", "link"}),
    "matched": frozenset({"face", "picks", "scores"}),
    "locations_revealed": frozenset({"locations"}),
    "fire_shown": frozenset({"orders"}),
    "cards_discarded": frozenset({"from_hand", "from_exposed"}),
    "family_killed": frozenset({"hand"}),
    "purse_lost": frozenset({"bills"}),
    "card_lost": frozenset({"cards"}),
    "accounts_counted": frozenset({"accounts", "ranks"}),
    "exile_entered": frozenset({"seat", "embassy"}),
    "junta_votes_shown": frozenset({"votes", "chosen"}),
}
"""Event -> public fields that may turn on secrets, because with it a rule lays them open."""

TELLTALE = frozenset({"exile_entered"})
"""Events that happen in one world alone, because with them a rule lays a secret open: who has
chosen exile is gone when all have chosen."""

DISCLOSING: Mapping[str, frozenset[str]] = {
    "open": frozenset(),
    "close": frozenset({"locations", "priority_fire", "salvo"}),
    "expire": frozenset(),
}
"""What a stage does by itself -> stages in which that may lay a secret open: who chose exile is
shown when all have chosen, and fire orders when all have ordered."""


def marks(event: Event) -> dict[str, Mark]:
    """Every field of the event with who may know it."""
    pinned = MARKS.get(event.TYPE, {})
    return {field.name: pinned.get(field.name, field.mark) for field in event.FIELDS}


def seen_by(event: Event) -> Mark:
    """Who may know that the event happened."""
    return EXISTENCE.get(event.TYPE, PUBLIC)
