"""The one way to write to a log. For one command, in this order:

the clock, once · the state as remembered · an overdue stage is expired first, and whoever was
marked absent returns, each as a commit of its own · gate, decide, settle · the laws of the game ·
append, which looks the id up and compares the head first · when somebody else was faster, take the
tail and judge again · and before any "no", look the id up and judge on a head just confirmed.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime
from random import random
from time import sleep
from typing import Any

from events.clock import utc_now, written
from events.deadlines import later
from events.envelope import written as record_of
from events.judging import Judgement, judged, kept, refusal_of, sealed
from events.log import (
    Answer,
    Appended,
    Busy,
    Conflict,
    Duplicate,
    EventLog,
    GameExists,
    Halted,
    Head,
    Index,
    InvariantBroken,
    OtherBody,
    PositionMoved,
    SeatPassed,
    Unavailable,
    due_at,
)
from events.order import (
    Committed,
    Order,
    after_return,
    expiry,
    has_passed,
    returning,
    system_order,
)
from events.reading import Reading
from events.refusals import Refusals
from events.standing import Standing, advanced
from events.vault import Secrets, Vault
from rules.kernel.course import CreateGame
from rules.kernel.game import Game
from rules.kernel.messages import Command
from rules.kernel.rejections import Rejection

MOST_TRIES = 5
MOST_FAULTS = 3
PAUSE_S = 0.005
"""Who was slower twice steps aside a moment, so that of many one is not the slowest for ever."""
MOST_SECRETS = 10_000

logger = logging.getLogger(__name__)


class Unsure(Exception):
    """A "no" on a standing that was not confirmed; it stays in this file."""


def nobody(game_id: str, head: Head) -> None:
    """Tell nobody of what waits: somebody else looks."""


@dataclass(kw_only=True)
class Commits:
    """The write path of one process.

    `follow` is told after a commit that opened a stage with a deadline, asked for chance or ended
    the game; it must not raise.
    """

    log: EventLog
    index: Index
    vault: Vault
    refusals: Refusals
    reading: Reading
    clock: Callable[[], datetime] = utc_now
    follow: Callable[[str, Head], None] = nobody
    _secrets: dict[str, Secrets] = field(default_factory=dict)

    def create(
        self, game_id: str, command: CreateGame, secrets: Secrets, *, key: str, digest: str
    ) -> Committed:
        """Begin a game; its secrets are kept first. Raises `GameExists`."""
        order = Order(actor="host", command=command, key=key, digest=digest)
        game = self.reading.ruleset(command.ruleset)
        with self.reading.lock(game_id):
            made = self._created(game_id, game, order, secrets)
        created_at = made.envelopes[0].recorded_at
        self._tell(game_id, lambda: self.index.enter(game_id, created_at))
        self._followed(game_id, made.head)
        return made

    def declare(
        self,
        game_id: str,
        seat: int,
        command: Command,
        *,
        key: str,
        digest: str,
        stage: int | None,
        if_match: int | None = None,
        tenure: int | None = None,
    ) -> Committed:
        """A seat's command. Raises `Rejection`, `OtherBody`, `PositionMoved`, other `LogError`s."""
        order = Order(
            actor=seat,
            command=command,
            key=key,
            digest=digest,
            stage=stage,
            if_match=if_match,
            tenure=tenure,
        )
        return self._commit(game_id, order)

    def administer(
        self, game_id: str, actor: str, command: Command, *, key: str, digest: str
    ) -> Committed:
        """The command of a "host", "auditor" or "joiner"; raises what `declare` raises."""
        return self._commit(game_id, Order(actor=actor, command=command, key=key, digest=digest))

    def system(self, game_id: str, command: Command) -> Committed:
        """The service's own command; raises what `declare` raises."""
        return self._commit(game_id, system_order(command))

    def now(self, game_id: str) -> Standing:
        """Where the game stands, its head confirmed by one round trip; raises `UnknownGame`."""
        return self.reading.now(game_id)

    def secrets(self, game_id: str) -> Secrets:
        """The game's secrets, from the vault or from memory."""
        known = self._secrets.get(game_id)
        if known is None:
            if len(self._secrets) >= MOST_SECRETS:
                self._secrets.clear()
            known = self._secrets[game_id] = self.vault.get(game_id)
        return known

    def _commit(self, game_id: str, order: Order) -> Committed:
        """In the game's turn; what changed is told afterwards, even if the command was refused."""
        changed: list[Head] = []
        try:
            with self.reading.lock(game_id):
                return self._in_turn(game_id, order, changed)
        finally:
            if changed:
                self._followed(game_id, changed[-1])

    def _in_turn(self, game_id: str, order: Order, changed: list[Head]) -> Committed:
        """Read the clock once, and try until nobody was faster.

        What this process remembers of the game is tried as it is: if it is out of date, the append
        says so, and before that it looks the command id up. But no stage is expired, and no "no" is
        said, before the id was looked up and the head confirmed.
        """
        now = written(self.clock())
        standing, answer, sure = self.reading.recent.standing(game_id), None, False
        lost = 0
        while answer is None:
            if standing is None:
                (standing, answer), sure = self._confirmed(game_id, order), True
                continue
            try:
                outcome = self._tried(game_id, standing, order, now, changed, sure)
            except Unsure:
                standing = None
                continue
            if isinstance(outcome, Committed):
                return outcome
            lost += 1
            if lost == MOST_TRIES:
                raise Busy(f"others were faster {lost} times in a row")
            if lost > 1:
                sleep(random() * lost * PAUSE_S)
            standing, answer = self._again(game_id, order, outcome)
        assert standing is not None
        changed.append(standing.head)
        return self._replayed(game_id, standing, order, answer)

    def _tried(
        self,
        game_id: str,
        standing: Standing,
        order: Order,
        now: str,
        changed: list[Head],
        sure: bool,
    ) -> Committed | Duplicate | Conflict:
        """What must go first, each as a commit of its own: overdue stages, a return; the order."""
        while True:
            at = later(now, standing.recorded_at)
            turn = expiry(standing, at) or returning(standing, order) or order
            if turn is not order and not sure:
                raise Unsure
            outcome = self._placed(game_id, standing, turn, at, sure)
            if not isinstance(outcome, Committed):
                return outcome
            if outcome.head[2:] != standing.head[2:]:
                changed.append(outcome.head)
            if turn.id == order.id:
                return outcome
            order = after_return(order, turn, standing, outcome.standing)
            standing = outcome.standing

    def _placed(
        self, game_id: str, standing: Standing, order: Order, at: str, sure: bool
    ) -> Committed | Duplicate | Conflict:
        """Judge on this standing and append; a refusal and a fault leave their own traces."""
        try:
            if standing.head.halted is not None:
                raise Halted(standing.head.halted)
            judgement = judged(standing.game, standing, order, at)
            return self._appended(game_id, standing.game, standing, order, at, judgement)
        except (Rejection, PositionMoved, SeatPassed, Halted, InvariantBroken) as no:
            if not sure:
                raise Unsure from no
            self._said_no(game_id, standing, order, at, no)
            raise

    def _said_no(
        self, game_id: str, standing: Standing, order: Order, at: str, no: Exception
    ) -> None:
        if isinstance(no, Rejection) and isinstance(order.actor, int):
            self.refusals.add(game_id, refusal_of(standing, order.actor, order, at, no))
        if isinstance(no, InvariantBroken):
            self._keep(game_id, kept(standing, order, at, no), no)

    def _appended(
        self,
        game_id: str,
        game: Game[Any],
        standing: Standing | None,
        order: Order,
        at: str,
        judgement: Judgement,
    ) -> Committed | Duplicate | Conflict:
        """Seal the events after the expected head and append them, all or none."""
        envelopes = sealed(game_id, standing, order, at, judgement, self.secrets(game_id))
        after = replace(advanced(game, standing, judgement.moment, envelopes), lawful=True)
        said = self.log.append(
            game_id,
            command_id=order.id,
            digest=order.digest,
            expected=None if standing is None else standing.head,
            records=[record_of(envelope) for envelope in envelopes],
            head=after.head,
        )
        if not isinstance(said, Appended):
            return said
        self.reading.recent.put(game_id, after, envelopes)
        return Committed(standing=after, envelopes=envelopes, replay=False)

    def _confirmed(self, game_id: str, order: Order) -> tuple[Standing, Answer | None]:
        """The standing at the head that is stored now, and what this command id led to."""
        head, answer = self.log.look_up(game_id, order.id)
        return self.reading.at(game_id, head), answer

    def _again(
        self, game_id: str, order: Order, outcome: Duplicate | Conflict
    ) -> tuple[Standing, Answer | None]:
        """The standing to judge on after somebody else was faster."""
        if isinstance(outcome, Conflict):
            return self.reading.at(game_id, outcome.head, outcome.tail), None
        return self._confirmed(game_id, order)

    def _replayed(
        self, game_id: str, standing: Standing, order: Order, answer: Answer
    ) -> Committed:
        if answer.digest != order.digest:
            raise OtherBody("this key was used before, for another declaration")
        if isinstance(order.actor, int) and has_passed(standing, order):
            raise SeatPassed(order.actor)
        envelopes = self.reading.of(game_id, standing, answer.first - 1, answer.last)
        return Committed(standing=standing, envelopes=envelopes, replay=True)

    def _created(
        self, game_id: str, game: Game[Any], order: Order, secrets: Secrets
    ) -> Committed:
        head, answer = self.log.look_up(game_id, order.id)
        if head is None:
            self.vault.put(game_id, secrets)
            at = written(self.clock())
            judgement = judged(game, None, order, at)
            outcome = self._appended(game_id, game, None, order, at, judgement)
            if isinstance(outcome, Committed):
                return outcome
            head, answer = self.log.look_up(game_id, order.id)
        if answer is None:
            raise GameExists(f"there is a game {game_id} already")
        return self._replayed(game_id, self.reading.at(game_id, head), order, answer)

    def _keep(self, game_id: str, fault: bytes, broken: InvariantBroken) -> None:
        """Keep what reproduces the fault; the third in a row halts the game."""
        logger.error("game %s: a law would not hold after a command: %s", game_id, broken)
        if self.log.broke(game_id, fault) >= MOST_FAULTS:
            self.log.halt(game_id, f"{MOST_FAULTS} faults in a row, the last: {broken}")
            logger.error("game %s is halted", game_id)

    def _followed(self, game_id: str, head: Head) -> None:
        """Say what the game waits for now. What gets lost here is found by the sweep."""
        self._tell(game_id, lambda: self.index.set_due(game_id, due_at(head)))
        if head.bots:
            self._tell(game_id, lambda: self.index.set_played(game_id, played=True))
        if due_at(head) is not None:
            self.follow(game_id, head)

    def _tell(self, game_id: str, tell: Callable[[], None]) -> None:
        try:
            tell()
        except Unavailable as error:
            logger.warning("game %s: the index was not told: %s", game_id, error)
