"""Why what one stage asks is not taken in another: for whom it is, or when it is asked.

Only where that says more than the name of the stage that is open: the questions of a coup, and
those that are for one person.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from rules.junta.fire import Fire
from rules.junta.refusals_orders import Reason
from rules.junta.stages.announcements import AnnounceAttempt, EndAnnouncements
from rules.junta.stages.bank import UseBank
from rules.junta.stages.bombard import AimBombardment
from rules.junta.stages.brother_in_law import TakePost
from rules.junta.stages.budget import ProposeBudget
from rules.junta.stages.budget_force import ForceBudget
from rules.junta.stages.budget_tie import BreakTie
from rules.junta.stages.cabinet import FormCabinet
from rules.junta.stages.coup_start import NoCoup
from rules.junta.stages.firing_squad import Shoot, SpareAll
from rules.junta.stages.junta_acceptance import TakePower
from rules.junta.stages.junta_tie import BreakJuntaTie
from rules.junta.stages.junta_vote import VoteInJunta
from rules.junta.stages.last_declarations import DeclareSide
from rules.junta.stages.losses import LoseUnits
from rules.junta.stages.open_fight import NoFight, OpenFight
from rules.junta.stages.passage import AnswerPassage
from rules.junta.stages.protection import FaceDeath, Protect
from rules.junta.stages.retreat import RetreatTo
from rules.junta.stages.return_from_exile import ReturnFromExile
from rules.junta.stages.safe_conduct import GrantConduct
from rules.junta.state import State, minister
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command


class For(NamedTuple):
    """Whom a question is for: the rule, whether the seat is that one, and why it is not."""

    rule: str
    is_one: Callable[[State, Seat], bool]
    words: str


def not_answering(state: State, seat: Seat, order: Command) -> Reason | None:
    """What keeps the seat from answering this: who it is, or that it is not asked now."""
    return next(_reasons(state, seat, type(order)), None)


def _reasons(state: State, seat: Seat, kind: type[Command]) -> Iterator[Reason]:
    whom = PERSONS.get(kind)
    if whom is not None and not whom.is_one(state, seat):
        yield whom.rule, whom.words
    if kind in TIMES:
        yield TIMES[kind]


def _is_president(state: State, seat: Seat) -> bool:
    return state.government.president == seat


def _is_minister(state: State, seat: Seat) -> bool:
    return minister(state) == seat


def _is_present(state: State, seat: Seat) -> bool:
    return bool(state.families[seat].present)


def _is_abroad(state: State, seat: Seat) -> bool:
    return bool(state.families[seat].embassy)


def _is_threatened(state: State, seat: Seat) -> bool:
    return state.threat is not None and state.threat.victim == seat


def _has_announced(state: State, seat: Seat) -> bool:
    return state.coup is not None and any(b.seat == seat for b in state.coup.bombardments)


def _presidents(rule: str) -> For:
    return For(rule, _is_president, "you are not the President")


def _at_home(rule: str, words: str) -> For:
    return For(rule, _is_present, f"the dead and the exiles {words}")


def _threatened() -> For:
    return For("AS-17", _is_threatened, "nobody is about to kill you")


PERSONS: Mapping[type[Command], For] = {
    FormCabinet: _presidents("CA-1"),
    ProposeBudget: _presidents("BU-1"),
    BreakTie: _presidents("BU-8"),
    ForceBudget: For("BU-10", _is_minister, "you are not the Minister of the Interior"),
    TakePost: _presidents("BR-2"),
    AnnounceAttempt: _at_home("AS-1", "announce nothing"),
    EndAnnouncements: _at_home("AS-1", "announce nothing"),
    UseBank: _at_home("BA-2", "are not served"),
    ReturnFromExile: For("EX-7", _is_abroad, "you are not in exile"),
    Protect: _threatened(),
    FaceDeath: _threatened(),
    AimBombardment: For("FI-5", _has_announced, "no bombardment of yours is still to fall"),
    Shoot: _presidents("CE-11"),
    SpareAll: _presidents("CE-11"),
}
"""What is asked of one person, or of those at home alone."""

_ROLLING = "the die of the bribe rolls: nothing more until it has fallen"
_FIGHTS = "a fight is opened when all have moved and no other one is being fought"

TIMES: Mapping[type[Command], Reason] = {
    Protect: ("AS-19", _ROLLING),
    FaceDeath: ("AS-19", _ROLLING),
    NoCoup: ("CO-1", "nobody is asked now whether he starts a coup"),
    AimBombardment: ("FI-5", "bombardments are aimed when all have moved, before the fights"),
    OpenFight: ("FI-1", _FIGHTS),
    NoFight: ("FI-1", _FIGHTS),
    Fire: ("FI-7", "no shot is being ordered"),
    LoseUnits: ("FI-9", "you have no losses to choose"),
    RetreatTo: ("RE-2", "you are not asked to leave a zone"),
    AnswerPassage: ("RE-3", "nobody asks you to let him pass"),
    GrantConduct: ("CO-14", "no exile asks you for a safe passage"),
    DeclareSide: ("CE-1", "the last declarations come after the sixth phase"),
    VoteInJunta: ("CE-7", "no junta is choosing a President"),
    BreakJuntaTie: ("CE-8", "no junta is divided"),
    TakePower: ("CE-9", "no junta has chosen you"),
    Shoot: ("CE-11", "the firing squad waits for the end of a coup"),
    SpareAll: ("CE-11", "the firing squad waits for the end of a coup"),
}
"""What is asked at one time of a coup, or of a threat, and is not asked now."""
