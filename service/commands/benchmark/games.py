"""Games made to be measured: of any length, or played to their end by nobody in particular."""

from __future__ import annotations

from random import Random
from typing import Any

from events.commit import Commits
from events.vault import dice_anchor, draw_commitment, new_secrets
from rules.kernel.course import CreateGame
from rules.kernel.game import Game
from rules.kernel.gate import accepts
from rules.kernel.identifiers import Seat
from rules.kernel.lobby import TakeSeat
from service.commands.benchmark.game import Bid
from workers.look import look


def begun(commits: Commits, game: Game[Any], game_id: str, seats: int) -> None:
    """A game whose seats have just been taken."""
    secrets = new_secrets()
    created = CreateGame(
        ruleset=game.id,
        seats=seats,
        options={option.name: option.default for option in game.options},
        durations={"lobby": 3600, **game.durations["live"]},
        spectators="open",
        listed=False,
        auditor=False,
        dice_anchor=dice_anchor(secrets),
        draw_commitment=draw_commitment(secrets),
    )
    commits.create(game_id, created, secrets, key="made", digest="")
    for seat in range(seats):
        taken = TakeSeat(name=f"Seat {seat}")
        commits.administer(game_id, "joiner", taken, key=f"seat {seat}", digest="")


def bid(commits: Commits, game_id: str, number: int, seats: int) -> int:
    """One declaration of the game that is made to be measured; the position after it."""
    made = commits.declare(
        game_id,
        number % seats,
        Bid(amount=1 + number % 100),
        key=f"{number:032}",
        digest="",
        stage=None,
    )
    return made.standing.head.position


def bid_until(commits: Commits, game_id: str, position: int, seats: int) -> int:
    """Go on to a position or just past it; how many declarations it took."""
    number = 0
    while bid(commits, game_id, number, seats) < position:
        number += 1
    return number + 1


def played(commits: Commits, game: Game[Any], game_id: str, seats: int, seed: int) -> None:
    """A whole game, by random declarations; one in ten is a card, a deal or speech in between."""
    random = Random(seed)
    begun(commits, game, game_id, seats)
    look(commits, game_id)
    number = 0
    while (standing := commits.now(game_id)).state.course.status == "running":
        state, number = standing.state, number + 1
        offers = [
            (Seat(seat), accept)
            for seat in range(seats)
            for accept in accepts(game, state, Seat(seat))
            if accept.count()
        ]
        asked = [offer for offer in offers if offer[1].command not in game.interrupting]
        seat, accept = random.choice(asked if asked and random.random() < 0.9 else offers)
        command = accept.command(**accept.sample(random.randrange))
        stage = state.course.stage.number
        commits.declare(game_id, seat, command, key=f"{number}", digest="", stage=stage)
        look(commits, game_id)
