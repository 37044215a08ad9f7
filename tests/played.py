"""A game played to its end by random seats, as the write path would have recorded it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from events.codec import encode
from events.envelope import Envelope, seal
from events.vault import (
    Secrets,
    dice_anchor,
    dice_bytes,
    dice_link,
    draw_bytes,
    draw_commitment,
)
from rules.kernel.chance import SupplyChance
from rules.kernel.course import CreateGame, ExpireStage, RevealSecrets
from rules.kernel.decider import Moment, decide
from rules.kernel.game import Game
from rules.kernel.gate import accepts
from rules.kernel.lobby import TakeSeat
from rules.kernel.messages import Command
from tests.toy.game import TOY

NAMES = ("Ana", "Bruno", "Çelik", "Dilek", "Ömer", "Fé", "G", "H")
MEDDLES = 0.5
"""How often somebody may do what the open stage does not wait for."""
START = datetime(2026, 11, 29, 20, 0, tzinfo=UTC)


@dataclass
class Played:
    """A recorded game: what the log and the vault hold, and the moment it came to."""

    game: Game[Any]
    game_id: str
    secrets: Secrets
    envelopes: list[Envelope] = field(default_factory=list)
    moment: Moment[Any] = Moment(0, None)
    clock: datetime = START
    rolls: int = 0

    def give(self, actor: int | str, command: Command, stage: int | None = None) -> None:
        """Judge the command and record what follows; raises its `Rejection`."""
        events, moment = decide(self.game, self.moment, actor, command, stage)  # type: ignore
        last = self.envelopes[-1] if self.envelopes else None
        self.envelopes += seal(
            game_id=self.game_id,
            head=(last.position, last.hash) if last else (0, ""),
            events=events,
            actor=actor,
            command={
                "type": command.TYPE,
                "fields": encode(command),
                "stage": stage,
                "key": f"k{len(self.envelopes)}",
            },
            recorded_at=self.clock.strftime("%Y-%m-%dT%H:%M:%S.000Z"),
            salt_secret=self.secrets.salt_secret,
        )
        self.clock += timedelta(seconds=1)
        self.moment = moment

    def supply(self) -> None:
        """Chance for the first open request."""
        request = self.moment.state.course.requests[0]  # type: ignore[union-attr]
        if request.kind == "draw":
            seed = draw_bytes(self.secrets.draw_secret, self.game_id, request.number)
            self.give("system", SupplyChance(request=request.number, seed=seed.hex(), link=None))
            return
        self.rolls += 1
        link = dice_link(self.secrets, self.rolls)
        seed = dice_bytes(link, self.game_id, request.number)
        order = SupplyChance(request=request.number, seed=seed.hex(), link=link.hex())
        self.give("system", order)

    def step(self, random: Random) -> None:
        """One thing that may happen now: chance, some seat's declaration, or the end of a stage."""
        state = self.moment.state
        assert state is not None
        if state.course.requests:
            self.supply()
            return
        offers = [
            (seat, accept)
            for seat in range(state.course.seats)
            for accept in accepts(self.game, state, seat)  # type: ignore[arg-type]
            if accept.count() or accept.command.TYPE == "shout"
        ]
        if not offers or random.random() < 0.02:
            self.give("system", ExpireStage(stage=state.course.stage.number))
            return
        answers = [offer for offer in offers if offer[1].command not in self.game.interrupting]
        meddles = random.random() < MEDDLES or not answers
        seat, accept = random.choice(offers if meddles else answers)
        fields = accept.sample(random.randrange)
        self.give(seat, accept.command(**fields), state.course.stage.number)


def secrets_for(seed: int) -> Secrets:
    """The same secrets for the same seed."""
    random = Random(seed)
    return Secrets(
        salt_secret=random.randbytes(32),
        dice_seed=random.randbytes(32),
        draw_secret=random.randbytes(32),
        token_secret=random.randbytes(32),
    )


def seated(
    game: Game[Any] = TOY,
    *,
    seats: int = 3,
    seed: int = 1,
    game_id: str | None = None,
    **options: Any,
) -> Played:
    """A game whose seats have all just been taken."""
    secrets = secrets_for(seed)
    played = Played(game=game, game_id=game_id or f"g{seed}", secrets=secrets)
    created = CreateGame(
        ruleset=game.id,
        seats=seats,
        options={o.name: o.default for o in game.options} | options,
        durations=dict(next(iter(game.durations.values()))),
        spectators="open",
        listed=True,
        auditor=False,
        dice_anchor=dice_anchor(secrets),
        draw_commitment=draw_commitment(secrets),
    )
    played.give("host", created)
    for seat in range(seats):
        played.give("joiner", TakeSeat(name=NAMES[seat]))
    return played


def play(
    game: Game[Any] = TOY, *, seats: int = 3, seed: int = 1, revealed: bool = True, **options: Any
) -> Played:
    """A whole game, its secrets revealed after the end unless told otherwise."""
    played = seated(game, seats=seats, seed=seed, **options)
    random = Random(seed)
    for _ in range(100_000):
        if played.moment.state.course.status != "running":  # type: ignore[union-attr]
            break
        played.step(random)
    if revealed:
        reveal(played)
    return played


def reveal(played: Played) -> None:
    """The secrets of a finished game, laid open."""
    secrets = played.secrets
    order = RevealSecrets(
        salt_secret=secrets.salt_secret.hex(), draw_secret=secrets.draw_secret.hex()
    )
    played.give("system", order)
