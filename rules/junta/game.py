"""Junta put together: its rooms, its sequence and the fold of its events, as one `Game`.

SE-10: the auditor sees every event whole; everybody else sees what the marks of its fields admit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.junta import (
    absence,
    ballots,
    budgets,
    chamber,
    coups,
    deals,
    drawing,
    effects,
    elections,
    exile,
    handing,
    motions,
    plots,
    prices,
    scoring,
    succession,
    uprising,
)
from rules.junta.about import about
from rules.junta.battle_report import BattleReport
from rules.junta.interrupts import deal as dealing
from rules.junta.interrupts import play_card, resign, speak
from rules.junta.invariants import INVARIANTS
from rules.junta.picture import picture
from rules.junta.refusals import why_not
from rules.junta.ruleset import (
    DURATIONS,
    LEAST_SEATS,
    MAY_STAY_SILENT,
    MOST_SEATS,
    OPTIONS,
    RULESET,
    TITLE,
)
from rules.junta.sandbox.events import SETTING_UP
from rules.junta.sandbox.faults import position_faults
from rules.junta.sandbox.schema import position_schema
from rules.junta.sandbox.uprising import SETTING_UP_A_COUP
from rules.junta.sequence import BEGINS_STEP, NEXT_STEP, follow
from rules.junta.stages import (
    acceptance,
    aid,
    alternative,
    announcements,
    attempt,
    ballot,
    ballot_cards,
    bank,
    border,
    brother_in_law,
    budget,
    budget_force,
    budget_tie,
    budget_vote,
    cabinet,
    clean_up,
    coalition,
    confidence,
    deal,
    draw,
    hand_limit,
    hand_over,
    indiscretion,
    locations,
    motion_vote,
    nomination,
    protection,
    resignation,
    return_from_exile,
    withdrawal,
)
from rules.junta.state import Family, State, beginning
from rules.junta.table import table
from rules.junta.table_schema import table_schema
from rules.kernel.course import GameStarted, Request, StageOpened
from rules.kernel.frozen import but
from rules.kernel.game import Game
from rules.kernel.messages import Event
from rules.kernel.sandbox import Sandbox
from rules.kernel.stages import Events, Stage
from rules.kernel.standing import StandingAnswers


def game_started(state: State, event: GameStarted) -> State:
    return but(state, families=(Family(),) * event.seats)


STEP_AT = {**{step: step for step in NEXT_STEP}, **BEGINS_STEP}
"""Name of a stage -> the step that the turn is at when it opens."""


def stage_opened(state: State, event: StageOpened) -> State:
    if event.name == hand_limit.HandLimit.NAME:
        return but(state, turn=but(state.turn, discarded=frozenset()))
    step = STEP_AT.get(event.name)
    if step is None or step == state.turn.step:
        return state
    return but(state, turn=but(state.turn, step=step))


STAGES: tuple[Stage[State], ...] = (
    deal.DEAL,
    nomination.Nomination(),
    ballot.Ballot(),
    ballot_cards.BallotCards(),
    withdrawal.Withdrawal(),
    acceptance.Acceptance(),
    draw.DRAW,
    hand_limit.HandLimit(),
    coalition.Coalition(),
    confidence.Confidence(),
    motion_vote.MotionVote(),
    cabinet.Cabinet(),
    aid.AID,
    budget.BudgetAnnouncement(),
    budget_vote.BudgetVote(),
    budget_tie.BudgetTie(),
    alternative.AlternativeWindow(),
    hand_over.HandOver(),
    budget_force.BudgetForce(),
    locations.Locations(),
    announcements.Announcements(),
    attempt.ATTEMPT,
    protection.Protection(),
    indiscretion.Indiscretion(),
    brother_in_law.BrotherInLaw(),
    return_from_exile.ExileReturn(),
    border.Border(),
    resignation.RESIGNATION,
    bank.Bank("bank"),
    bank.Bank("late_bank"),
    clean_up.CLEAN_UP,
    *uprising.STAGES,
)
"""TI-2, TI-3: each says who speaks, in turn or all at once, and what silence means."""

INTERRUPTS = (
    play_card.CardPlay(),
    dealing.Dealing(),
    speak.Speech(),
    resign.Resignation(),
    *uprising.INTERRUPTS,
    StandingAnswers(MAY_STAY_SILENT, may=lambda state, seat: True, rule="TI-7"),
)

EVOLVERS: Mapping[type[Event], Callable[[State, Any], State]] = {
    GameStarted: game_started,
    StageOpened: stage_opened,
    deal.PilesPrepared: deal.piles_prepared,
    deal.PurseOpened: deal.purse_opened,
    **SETTING_UP,
    **SETTING_UP_A_COUP,
    dealing.MoneyGiven: handing.money_given,
    dealing.CardsGiven: handing.cards_given,
    dealing.OfferMade: handing.offer_made,
    dealing.MoneyExchanged: handing.money_exchanged,
    dealing.CardsExchanged: handing.cards_exchanged,
    deals.OfferEnded: deals.offer_ended,
    deals.OffersLapsed: deals.offers_lapsed,
    speak.Said: speak.heard,
    speak.Whispered: speak.heard,
    drawing.CardsDrawn: drawing.cards_drawn,
    drawing.DiscardsShuffled: drawing.discards_shuffled,
    hand_limit.CardsDiscarded: hand_limit.cards_discarded,
    nomination.ElectionCalled: nomination.election_called,
    nomination.Nominated: nomination.nominated,
    nomination.NominationsClosed: nomination.nominations_closed,
    ballot.VotesCast: ballot.votes_cast,
    ballots.VotingClosed: ballots.voting_closed,
    ballots.NoFurtherRound: ballots.no_further_round,
    ballots.BallotVoided: ballots.ballot_voided,
    elections.RoundCounted: elections.round_counted,
    elections.ElectionRestarted: elections.election_restarted,
    elections.VoteCardsDiscarded: elections.vote_cards_discarded,
    ballot_cards.CountAwaited: ballot_cards.count_awaited,
    confidence.PresidentTrusted: confidence.president_trusted,
    motions.MotionOpened: motions.motion_opened,
    motions.MotionCounted: motions.motion_counted,
    motion_vote.MotionVoted: motion_vote.motion_voted,
    withdrawal.CandidacyKept: withdrawal.candidacy_kept,
    withdrawal.CandidacyWithdrawn: withdrawal.candidacy_withdrawn,
    withdrawal.NominationsReopened: withdrawal.nominations_reopened,
    acceptance.PresidentElected: acceptance.president_elected,
    acceptance.OfficeDeclined: acceptance.office_declined,
    cabinet.CabinetFormed: cabinet.cabinet_formed,
    aid.AidDrawn: aid.aid_drawn,
    aid.AidRanOut: aid.aid_ran_out,
    budget.BudgetProposed: budget.budget_proposed,
    budget_vote.BudgetVoted: budget_vote.budget_voted,
    chamber.SecondRoundOpened: chamber.second_round_opened,
    budgets.BudgetCounted: budgets.budget_counted,
    budgets.BudgetReplaced: budgets.budget_replaced,
    alternative.NoBudgetOffered: alternative.no_budget_offered,
    alternative.RejectionStood: alternative.rejection_stood,
    hand_over.AidHandedOver: hand_over.aid_handed_over,
    budget_tie.TieBroken: budget_tie.tie_broken,
    budget_force.BudgetForced: budget_force.budget_forced,
    budget_force.BudgetFell: budget_force.budget_fell,
    budgets.SharePaid: budgets.share_paid,
    budgets.AidKept: budgets.aid_kept,
    locations.LocationChosen: locations.location_chosen,
    exile.ExileEntered: exile.exile_entered,
    exile.ExileLeft: exile.exile_left,
    return_from_exile.ReturnOffered: return_from_exile.return_offered,
    return_from_exile.ReturnAnnounced: return_from_exile.return_announced,
    return_from_exile.ExileKept: return_from_exile.exile_kept,
    border.BorderReached: border.border_reached,
    resign.ResignationAnnounced: resign.resignation_announced,
    announcements.PlotOpened: announcements.plot_opened,
    announcements.AttemptAnnounced: announcements.attempt_announced,
    announcements.AnnouncementsEnded: announcements.announcements_ended,
    plots.LocationsRevealed: plots.locations_revealed,
    plots.AttemptFailed: plots.attempt_failed,
    plots.LifeThreatened: plots.life_threatened,
    plots.FamilyKilled: plots.family_killed,
    plots.PurseTaken: plots.purse_taken,
    plots.PurseLost: plots.purse_lost,
    prices.PricePaid: prices.price_paid,
    attempt.PurseRobbed: attempt.purse_robbed,
    attempt.RobberySettled: attempt.robbery_settled,
    attempt.HandSearched: attempt.hand_searched,
    attempt.CardLost: attempt.card_lost,
    indiscretion.CardTaken: indiscretion.card_taken,
    protection.ProtectionPlayed: protection.protection_played,
    protection.AttemptStopped: protection.attempt_stopped,
    protection.ProtectionFailed: protection.protection_failed,
    protection.DeathFaced: protection.death_faced,
    succession.OfficeLeft: succession.office_left,
    succession.PurseInherited: succession.purse_inherited,
    brother_in_law.PostTaken: brother_in_law.post_taken,
    clean_up.FamiliesReturned: clean_up.families_returned,
    scoring.EverybodyDied: scoring.everybody_died,
    bank.BankUsed: bank.bank_used,
    clean_up.TurnEnded: clean_up.turn_ended,
    coalition.InfluenceGivenUp: coalition.influence_given_up,
    coalition.CoalitionSpared: coalition.coalition_spared,
    play_card.InfluenceExposed: play_card.influence_exposed,
    play_card.VoteCardLaid: play_card.vote_card_laid,
    play_card.DonationPlayed: play_card.donation_played,
    play_card.DonationReceived: play_card.donation_received,
    scoring.AccountsCounted: scoring.accounts_counted,
    **effects.EVOLVERS,
    **uprising.EVOLVERS,
}

CHANCE: Mapping[str, Callable[[State, Request, Any], Events]] = {
    "deal": deal.dealt,
    "draw": draw.drawn,
    "hand_limit": hand_limit.picked,
    "aid": aid.aid_came,
    "donation": play_card.donated,
    "assassin": attempt.assassin_rolled,
    "psychotic": attempt.psychotic_rolled,
    "backfire": attempt.backfire_rolled,
    "indiscretion": attempt.card_picked,
    "bribe": protection.bribe_rolled,
    **uprising.CHANCE,
}


GAME = Game[State](
    id=RULESET,
    title=TITLE,
    draft=True,
    least_seats=LEAST_SEATS,
    most_seats=MOST_SEATS,
    begin=lambda course, created: beginning(course),
    stages=STAGES,
    interrupts=INTERRUPTS,
    follow=follow,
    finish=scoring.finish,
    evolvers=EVOLVERS,
    chance=CHANCE,
    table=table,
    table_schema=table_schema,
    picture=picture,
    report=BattleReport,
    invariants=INVARIANTS,
    options=(*OPTIONS, *absence.OPTIONS),
    durations=DURATIONS,
    about=about,
    rule_of_turns="TI-3",
    still_stands=coups.still_stands,
    why_not=why_not,
    speech=(speak.Say,),
    ruling_ids=absence.RULING_IDS,
    sandbox=Sandbox(faults=position_faults, schema=position_schema),
)
