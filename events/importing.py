"""Taking in a game from a file: verified as far as a file can be, then kept for readers only.

Verified are the format, the chain, every body and its leaves; that nothing goes beyond the bounds
that whoever makes a game is held to, before anything is folded; where the secrets lie open, every
commitment and the commitment to the draws; each roll of dice; and that the rules fold every event
and find their laws kept. That the rules decided as they should have is not asked here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256
from typing import Any

from events import gamefile
from events.bounds import MOST_EVENTS, first_fault
from events.clock import utc_now
from events.codec import CodecError
from events.commit import Commits
from events.envelope import ChainBroken, Envelope, check_commitments
from events.envelope import written as record_of
from events.gamefile import GameFile, GameFileBroken
from events.judging import RULE_FAULTS
from events.log import Appended, GameExists, Head
from events.standing import Standing, advanced
from events.vault import dice_bytes
from rules import registry
from rules.kernel.chance import DiceRolled, Source
from rules.kernel.course import GameCreated, SecretsRevealed
from rules.kernel.decider import Moment, evolve
from rules.kernel.game import Game
from rules.kernel.identifiers import AUDITOR


@dataclass(frozen=True, slots=True, kw_only=True)
class Verified:
    """A game out of a whole file, ready to be kept; `standing` is where it ended."""

    file: GameFile
    envelopes: list[Envelope]
    standing: Standing


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenIn:
    """Where the game stands; `replay`: it was here before."""

    head: Head
    replay: bool


def verified(
    lines: Iterable[bytes],
    ruleset: Callable[[str], Game[Any]] = registry.game,
    now: datetime | None = None,
) -> Verified:
    """The game of a whole file. Raises `GameFileBroken` and `UnknownRuleset`.

    Nothing in it may be later than `now`, the clock's instant unless another one is given.
    """
    try:
        file = gamefile.read(_not_too_many(lines), ruleset)
        envelopes = file.envelopes()
        _check_bounds(file.game, envelopes, now or utc_now())
        check_secrets(file.game_id, envelopes)
    except ChainBroken as broken:
        raise GameFileBroken(broken.position + 1, str(broken)) from None
    _check_written(envelopes)
    moment = _folded(file.game, envelopes)
    standing = advanced(file.game, None, moment, envelopes)
    head = standing.head._replace(imported=file.viewer)
    return Verified(file=file, envelopes=envelopes, standing=replace(standing, head=head))


def _check_written(envelopes: Iterable[Envelope]) -> None:
    """Whatever is kept can be written as a record, and so be read again."""
    for it in envelopes:
        try:
            record_of(it)
        except CodecError as fault:
            raise GameFileBroken(it.position + 1, str(fault)) from None


def take_in(commits: Commits, game: Verified, *, key: str, digest: str) -> TakenIn:
    """Keep the game under its own id; raises `GameExists` where another one has this id.

    Raises `GameFileBroken` where the game is here and a secret of the file is not the one recorded:
    until the salts lie open, no commitment can tell.
    """
    game_id, standing = game.file.game_id, game.standing
    with commits.reading.lock(game_id):
        there = commits.log.head(game_id)
        if there is None:
            said = commits.log.append(
                game_id,
                command_id=f"import:{key}",
                digest=digest,
                expected=None,
                records=[record_of(envelope) for envelope in game.envelopes],
                head=standing.head,
            )
            if isinstance(said, Appended):
                commits.reading.recent.put(game_id, standing, game.envelopes)
            else:
                there = commits.log.head(game_id)
    if there is not None and there.hash != standing.head.hash:
        raise GameExists(f"there is a game {game_id} already, and it is not the one of this file")
    if there is not None and game.file.viewer == AUDITOR and there.imported in (None, AUDITOR):
        _check_same(game.envelopes, commits.log.read(game_id))
    commits.index.enter(game_id, game.envelopes[0].recorded_at)
    return TakenIn(head=there or standing.head, replay=there is not None)


def _check_same(envelopes: Sequence[Envelope], records: Sequence[bytes]) -> None:
    """What the file says is word for word what was recorded."""
    for envelope, record in zip(envelopes, records, strict=True):
        if record_of(envelope) != record:
            said = f"position {envelope.position} is not as it was recorded here"
            raise GameFileBroken(envelope.position + 1, said)


def _not_too_many(lines: Iterable[bytes]) -> Iterator[bytes]:
    for number, line in enumerate(lines, 1):
        if number > MOST_EVENTS + 1 and line.strip():
            raise GameFileBroken(number, f"no more than {MOST_EVENTS} events are taken in")
        yield line


def _check_bounds(game: Game[Any], envelopes: Sequence[Envelope], now: datetime) -> None:
    if (found := first_fault(game, envelopes, now)) is not None:
        raise ChainBroken(*found)


def check_secrets(game_id: str, envelopes: Sequence[Envelope]) -> None:
    """Whatever was bound beforehand is what came out, as far as it lies open, and is seen.

    Raises `ChainBroken`.
    """
    created = envelopes[0].event
    assert isinstance(created, GameCreated)
    link = created.dice_anchor
    for it in envelopes:
        if isinstance(it.event, DiceRolled) and it.event.link is not None:
            _check_roll(game_id, it.position, it.event, link)
            link = it.event.link
        if isinstance(it.event, SecretsRevealed):
            _check_revealed(envelopes, it.position, it.event, created.draw_commitment)


def _check_roll(game_id: str, position: int, roll: DiceRolled, before: str) -> None:
    link = _secret(position, roll.link)
    if sha256(link).hexdigest() != before:
        raise ChainBroken(position, "its link is not the next one of the dice")
    if Source(dice_bytes(link, game_id, roll.request)).faces(len(roll.faces)) != roll.faces:
        raise ChainBroken(position, "its faces do not come from its link")


def _check_revealed(
    envelopes: Sequence[Envelope], position: int, revealed: SecretsRevealed, committed: str
) -> None:
    if sha256(_secret(position, revealed.draw_secret)).hexdigest() != committed:
        raise ChainBroken(position, "the draws were bound to another secret")
    check_commitments(envelopes, _secret(position, revealed.salt_secret))


def _secret(position: int, written: str | None) -> bytes:
    try:
        return bytes.fromhex(written or "")
    except ValueError:
        raise ChainBroken(position, "a secret is not written in hex") from None


def _folded(game: Game[Any], envelopes: Sequence[Envelope]) -> Moment[Any]:
    """The game's end, each event folded; a file that the rules cannot read is broken."""
    state = held = None
    for it in envelopes:
        broken = None
        try:
            state = evolve(game, state, it.event)
            if it.position == it.commit_end:
                broken, held = next(game.laws.broken(state, held), None), state
        except RULE_FAULTS as fault:
            raise GameFileBroken(
                it.position + 1, f"{game.id} cannot read on here ({type(fault).__name__})"
            ) from fault
        if broken is not None:
            said = f"a law of the game is broken here: {broken.sentence}"
            raise GameFileBroken(it.position + 1, said)
    _check_table(game, state, len(envelopes))
    return Moment(len(envelopes), state)


def _check_table(game: Game[Any], state: Any, position: int) -> None:
    """What nobody could be shown is no game."""
    try:
        game.table(state)
    except RULE_FAULTS as fault:
        raise GameFileBroken(
            position + 1, f"{game.id} makes no table of it ({type(fault).__name__})"
        ) from fault
