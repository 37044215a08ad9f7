"""Every number, option and preset of the game. One value per ruleset; nothing here decides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NewType

from rules.junta.city_faults import city_faults, city_schema
from rules.kernel.bills import Bills
from rules.kernel.options import Brought, Option

RULESET = "junta/1"
TITLE = "Junta"

LEAST_SEATS, MOST_SEATS = 4, 7
"""SU-3: four to seven families play."""

BILLS = Bills(51, 30, 15)
"""MO-1: 96 bills, 156 MP: 51 of 1 MP, 30 of 2 MP, 15 of 3 MP."""

SET_UP_CARDS = 5
CARDS_EACH_TURN = 2
AID_BILLS = 8

PostId = NewType("PostId", str)
GENERALS = tuple(PostId(f"general_{n}") for n in (1, 2, 3))
MINISTER = PostId("minister_interior")
POSTS: tuple[PostId, ...] = (MINISTER, *GENERALS, PostId("admiral"), PostId("air_commander"))
"""The six posts that the President gives out; the presidency is no post of this list."""

POST_NAMES: Mapping[str, str] = {
    "president": "President",
    "minister_interior": "Minister of the Interior",
    "general_1": "General of the 1st Brigade",
    "general_2": "General of the 2nd Brigade",
    "general_3": "General of the 3rd Brigade",
    "admiral": "Admiral",
    "air_commander": "Air Force Commander",
}

Location = Literal["bank", "headquarters", "residence", "girlfriend", "nightclub"]
LOCATIONS: tuple[Location, ...] = ("bank", "headquarters", "residence", "girlfriend", "nightclub")
Destination = Literal["bank", "headquarters", "residence", "girlfriend", "nightclub", "exile"]
EXILE: Destination = "exile"
LOCATION_OF_THE_SILENT: Location = "nightclub"

OPTIONS: tuple[Option, ...] = (
    Option(
        name="hand_limit",
        default=6,
        least=4,
        most=10,
        rule="HL-1",
        meaning="cards a family may hold, exposed influence included",
    ),
    Option(
        name="election_rounds",
        default=5,
        least=1,
        most=20,
        rule="EL-12",
        meaning="rounds without a majority before the lowest candidate is dropped",
    ),
    Option(
        name="nomination_cards_stay",
        default=False,
        rule="EL-5",
        meaning="whether vote cards laid for a nomination still count in the first round",
    ),
    Option(
        name="final_tie",
        default="shared",
        words=("shared", "influence"),
        rule="EN-4",
        meaning="how equal Swiss accounts are ranked: a shared victory, or by exposed influence",
    ),
)

_DIE_OPTIONS = (
    ("amateur_assassin_roll", "AS-11", "whether the amateur assassin needs a die (4 to 6 kills)"),
    ("foreign_assassin_roll", "AS-11", "whether the foreign assassin needs a die (4 to 6 kills)"),
    ("bribed_assassin_roll", "AS-18", "whether the bribed assassin needs a die (3 to 6 saves)"),
)
OPTIONS = (
    *OPTIONS,
    *(Option(name=n, default=True, rule=rule, meaning=m) for n, rule, m in _DIE_OPTIONS),
)

OPTIONS = (
    *OPTIONS,
    Option(
        name="reform_threshold",
        default="below_5",
        words=("below_5", "up_to_5"),
        rule="CD-11",
        meaning="which printed votes of influence a demand for reform reaches",
    ),
    Option(
        name="fraud_requires_chamber",
        default=False,
        rule="CD-21",
        meaning="whether Election Fraud needs a unit in the Chamber when the coup ends",
    ),
    Option(
        name="grace_s",
        default=0,
        least=0,
        most=3600,
        rule="TI-6",
        meaning="seconds that a complete stage stays open for cards, deals and speech",
    ),
    Option(
        name="private_talk_revealed",
        default=False,
        rule="SP-4",
        meaning="whether private talk is revealed to all when the game is over",
    ),
)

OPTIONS = (
    *OPTIONS,
    Option(
        name="city",
        default="capital",
        words=("capital",),
        brought=Brought(faults=city_faults, schema=city_schema),
        rule="CY-3",
        meaning="the city that a coup is fought in: the built-in one, or one that the group brings",
    ),
    Option(
        name="same_camp_fire",
        default=True,
        rule="FI-2",
        meaning="whether players of the same camp may fire at each other",
    ),
    Option(
        name="cards_in_combat",
        default="between_salvos",
        words=("between_salvos", "none"),
        rule="FI-14",
        meaning="whether cards may be played in a combat segment: between salvos, or not at all",
    ),
    Option(
        name="first_insurgent_locked",
        default=False,
        rule="CE-1",
        meaning="whether the First Insurgent must declare for the junta",
    ),
    Option(
        name="former_insurgents_shot",
        default=False,
        rule="CE-11",
        meaning="whether who was an insurgent and declared for the President may be shot as well",
    ),
)

MAY_STAY_SILENT = (
    "nomination",
    "ballot",
    "ballot_cards",
    "withdrawal",
    "confidence",
    "motion_vote",
    "budget_vote",
    "alternative",
    "budget_force",
    "announcements",
    "protection",
    "return_from_exile",
    "border",
    "bank",
    "late_bank",
    "coup_start",
    "movement",
    "open_fight",
    "priority_fire",
    "salvo",
    "last_declarations",
    "firing_squad",
)
"""TI-7: the stages for which silence may be chosen beforehand."""

_STAGES = (
    "lobby",
    "nomination",
    "withdrawal",
    "ballot",
    "acceptance",
    "hand_limit",
    "coalition",
    "cabinet",
    "motion_vote",
    "budget",
    "budget_vote",
    "budget_tie",
    "hand_over",
    "budget_force",
    "locations",
    "announcements",
    "protection",
    "indiscretion",
    "brother_in_law",
    "return_from_exile",
    "border",
    "bank",
    "coup_start",
    "movement",
    "safe_conduct",
    "last_declarations",
    "junta_vote",
    "junta_tie",
    "junta_acceptance",
    "firing_squad",
    "late_bank",
)
_WINDOWS = ("ballot_cards", "confidence", "alternative")
_FIGHTING = (
    "bombard",
    "open_fight",
    "priority_fire",
    "salvo",
    "losses",
    "retreat",
    "passage",
)

_MINUTE, _HOUR, _DAY = 60, 3600, 86400


def _preset(lobby: int, talk: int, turn: int, fire: int, card: int) -> Mapping[str, int]:
    """Seconds per stage: `talk` where bargaining precedes, `fire` in fights, `turn` elsewhere.

    `card`: where all are asked at once whether they play a card.
    """
    lasts = dict.fromkeys(_STAGES, turn) | dict.fromkeys(_FIGHTING, fire)
    lasts |= dict.fromkeys(_WINDOWS, card)
    lasts.update(lobby=lobby, withdrawal=talk, cabinet=talk, budget=talk, locations=talk)
    return lasts


DURATIONS: Mapping[str, Mapping[str, int]] = {
    "live": _preset(2 * _HOUR, 3 * _MINUTE, 90, 45, 20),
    "correspondence": _preset(7 * _DAY, 2 * _DAY, _DAY, 8 * _HOUR, 12 * _HOUR),
    "bots": _preset(10 * _MINUTE, 10, 5, 5, 3),
}
"""TI-1: how long each stage waits: live minutes, days by correspondence, seconds for bots."""
