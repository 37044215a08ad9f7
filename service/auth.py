"""Who asks, and as whom he may look. A host's powers never disclose a secret."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from flask import Request

from events.log import ENDED, ReadOnly, SeatPassed, UnknownGame
from events.standing import Standing
from projections.viewer import parse
from rules.kernel.course import GameCreated
from rules.kernel.identifiers import ANYBODY, ARCHIVE, AUDITOR, ArchivedSeat, Seat, Viewer
from service.errors import (
    Fault,
    InvalidQuery,
    SpectatorsClosed,
    TokenMissing,
    TokenUnknown,
    WrongRole,
)
from service.tokens import Grant, Role, marked
from service.wiring import Wiring

GAME_ID = re.compile(r"g[a-z2-7]{10}")
BEARER = re.compile(r"bearer +([!-~]+)", re.IGNORECASE)
LONGEST_TOKEN = 200
ANYONE = "anyone"


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """Who asks about one game. `mark` is the hash of his token; None without one."""

    grant: Grant | None
    mark: str | None

    @property
    def role(self) -> Role | Literal["spectator"]:
        return "spectator" if self.grant is None else self.grant.role

    @property
    def viewer(self) -> Viewer:
        """As whom he looks when he does not say."""
        if self.grant is not None and self.grant.seat is not None:
            return self.grant.seat
        return AUDITOR if self.role == "auditor" else ANYBODY


def check_game_id(game_id: str) -> None:
    """Raise UnknownGame for what cannot be the id of a game."""
    if not GAME_ID.fullmatch(game_id):
        raise UnknownGame(game_id)


def bearer(request: Request) -> str | None:
    """The token that came with the request."""
    given = request.headers.get("Authorization")
    if given is None:
        return None
    token = BEARER.fullmatch(given.strip())
    if token is None or len(token[1]) > LONGEST_TOKEN:
        raise TokenUnknown("the Authorization header must be: Bearer, a blank, the token")
    return token[1]


def caller(wiring: Wiring, request: Request, game_id: str, *, tenure_later: bool = False) -> Caller:
    """Who asks; raises TokenUnknown for a token of somewhere else, UnknownGame for no game.

    tenure_later: it is asked later, on the very state that he is judged on or shown, whether
    his seat is still his: by the write path, or with `check_tenure`.
    """
    check_game_id(game_id)
    token = bearer(request)
    if token is None:
        return Caller(grant=None, mark=None)
    mark = marked(token)
    grant = wiring.tokens.granted(game_id, mark)
    if grant is None:
        wiring.head(game_id)
        raise TokenUnknown("this token is not one of this game")
    asking = Caller(grant=grant, mark=mark)
    if grant.seat is not None and not tenure_later:
        check_tenure(wiring.commits.now(game_id), asking)
    return asking


def check_tenure(standing: Standing, asking: Caller) -> None:
    """Raise SeatPassed if the caller's seat was handed over since he was given his token."""
    grant = asking.grant
    if grant is None or grant.seat is None:
        return
    if standing.state.course.attendance.tenures.get(grant.seat, 0) != grant.tenure:
        raise SeatPassed(grant.seat)


def required(
    wiring: Wiring, request: Request, game_id: str, *roles: Role, tenure_later: bool = False
) -> Caller:
    """Who asks, if he has one of the roles; `tenure_later` as in `caller`."""
    asking = caller(wiring, request, game_id, tenure_later=tenure_later)
    if asking.grant is None:
        wiring.head(game_id)
        raise TokenMissing(f"this call needs the token of: {', '.join(roles)}")
    if asking.role not in roles:
        needed = ", ".join(roles)
        raise WrongRole(f"this call needs the token of: {needed}; yours is that of: {asking.role}")
    return asking


def acting(wiring: Wiring, request: Request, game_id: str, *roles: Role) -> Caller:
    """Who wants to change something, if he has one of the roles; raises ReadOnly too.

    An imported game never goes on, and he who brings a token of it, or of the game itself, is told.
    """
    try:
        return required(wiring, request, game_id, *roles, tenure_later=True)
    except (TokenMissing, TokenUnknown, WrongRole):
        if wiring.head(game_id).imported is not None:
            raise ReadOnly from None
        raise


def maker(wiring: Wiring, request: Request) -> str:
    """On whose behalf a game is made: the name of a service key, or anyone where anyone may."""
    token = bearer(request) if request.headers.get("Authorization") else None
    name = None if token is None else wiring.tokens.service_key(marked(token))
    if name is not None:
        return f"key:{name}"
    if token is not None:
        raise TokenUnknown("this is not a service key")
    if not wiring.open_creation:
        raise TokenMissing("games are made here by holders of a service key only")
    return ANYONE


def tenure_of(asking: Caller) -> int:
    """The tenure of the caller's seat that his token was made for."""
    return 0 if asking.grant is None else asking.grant.tenure


def seat_of(asking: Caller) -> Seat:
    """The seat of a caller who has one."""
    assert asking.grant is not None and asking.grant.seat is not None
    return asking.grant.seat


def viewer_for(
    created: GameCreated, standing: Standing, asking: Caller, as_whom: str | None
) -> Viewer:
    """As whom the caller looks: as himself, or as he asks and may.

    Once the game is over everybody may look as anybody, but private talk stays with those who heard
    it and with the auditor; of an imported game that is over all that its file has is shown to all.
    """
    course, imported = standing.state.course, standing.head.imported
    is_open = course.status in ENDED
    if asking.grant is None and created.spectators == "closed" and not is_open:
        raise SpectatorsClosed("this game is shown only to those who have a token of it")
    if as_whom is None:
        return asking.viewer
    wanted = parse(as_whom)
    if isinstance(wanted, int) and wanted >= course.seats:
        raise InvalidQuery([Fault("#/as", f"There is no seat {wanted}; there are {course.seats}.")])
    if wanted in (ANYBODY, asking.viewer):
        return wanted
    if not is_open:
        _check_auditor(asking, wanted, as_whom)
        return wanted
    whole = asking.role == "auditor" if imported is None else imported == AUDITOR
    return wanted if whole else _archived(wanted)


def _check_auditor(asking: Caller, wanted: Viewer, as_whom: str) -> None:
    if wanted == ARCHIVE:
        raise WrongRole("there is an archive only once the game is over")
    if asking.role != "auditor":
        raise WrongRole(f"while the game runs only its auditor may look as {as_whom}")


def _archived(wanted: Viewer) -> Viewer:
    """As one who is not the auditor may look as somebody else, once the game is over."""
    if isinstance(wanted, int):
        return ArchivedSeat(wanted)
    return ARCHIVE
