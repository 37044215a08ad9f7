"""What the events played in ballots do: effect name -> `Effect`. VO-6 to VO-8, NC-1, AL-2."""

from __future__ import annotations

from collections.abc import Mapping

from rules.junta.ballots import BallotVoided, NoFurtherRound, ballot, no_further_round
from rules.junta.budgets import replaced
from rules.junta.effect import Effect, Play
from rules.junta.elections import vote_cards_to_discard
from rules.junta.motions import MotionOpened
from rules.junta.parliament import Election
from rules.junta.state import State
from rules.junta.trimming import lost_votes
from rules.kernel.identifiers import Seat
from rules.kernel.stages import Events


def _power_failure(state: State, play: Play) -> Events:
    """VO-6: only a complete earlier round counts; where there is none the first one is the last."""
    ended = NoFurtherRound(cancelled=_earlier_round(state))
    return (ended, *_lost_since(state, ended))


def _lost_since(state: State, ended: NoFurtherRound) -> Events:
    """VO-6: votes of a first round that nobody counted are lost with the cards they came from."""
    if not ended.cancelled or state.election is not None:
        return ()
    return lost_votes(no_further_round(state, ended))


def _earlier_round(state: State) -> bool:
    """Whether a round before the running one is complete, among those who still stand."""
    found = ballot(state)
    if isinstance(found, Election):
        return bool(found.last and found.candidates)
    return found is not None and found.round > 1


def _summer_recess(state: State, play: Play) -> Events:
    """VO-7: the Chamber is on holiday before the second round begins."""
    return (NoFurtherRound(cancelled=_earlier_round(state)),)


def _second_round_begun(state: State, seat: Seat) -> str | None:
    """VO-7: not once anybody has voted in the second round."""
    found = ballot(state)
    if found is None:
        return None
    begun = found.votes if isinstance(found, Election) else found.voted
    if found.round < 2 or (found.round == 2 and not begun):
        return None
    return "votes have been given in the second round"


def _recount(state: State, play: Play) -> Events:
    """VO-8: all votes are void, the vote cards laid are discarded, the ballot begins again."""
    return (BallotVoided(), *vote_cards_to_discard(state))


def _no_confidence(state: State, play: Play) -> Events:
    """NC-1: the Chamber votes on removing the President."""
    return (MotionOpened(mover=play.seat),)


def _alternative_budget(state: State, play: Play) -> Events:
    """AL-2: the first who offers another budget has the aid, but for one bill."""
    return replaced(state, play.seat)


EFFECTS: Mapping[str, Effect] = {
    "power_failure": Effect(rule="VO-6", events=_power_failure),
    "summer_recess": Effect(rule="VO-7", events=_summer_recess, bars=_second_round_begun),
    "recount": Effect(rule="VO-8", events=_recount),
    "no_confidence": Effect(rule="NC-1", events=_no_confidence),
    "alternative_budget": Effect(rule="AL-1", events=_alternative_budget),
}
