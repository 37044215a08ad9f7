"""From what a host asked for to the command that makes the game; every fault at once."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from events.bounds import duration_fault, seats_fault
from events.vault import (
    Secrets,
    SecretsKept,
    UnknownSecrets,
    Vault,
    dice_anchor,
    draw_commitment,
    new_secrets,
)
from rules import registry
from rules.kernel.course import CreateGame
from rules.kernel.document import Document
from rules.kernel.game import Game
from rules.kernel.lobby import LOBBY
from rules.kernel.options import option_faults, resolved
from service.errors import Fault, InvalidBody, UnknownRulesetAsked, listed
from service.schemas import pointer

ALPHABET = "abcdefghijklmnopqrstuvwxyz234567"
ID_LENGTH = 10
LIVE = "live"
LOBBY_S = 24 * 3600


def new_game_id() -> str:
    """`g` and ten random base32 characters."""
    return "g" + "".join(secrets.choice(ALPHABET) for _ in range(ID_LENGTH))


def game_asked(asked: Mapping[str, Any], unfit: Sequence[Fault] = ()) -> Game[Any]:
    """The game of the ruleset; raises UnknownRulesetAsked, and InvalidBody where it says none.

    unfit: the faults that were found in the body before.
    """
    if "ruleset" not in asked:
        raise InvalidBody(unfit)
    try:
        return registry.game(asked["ruleset"])
    except registry.UnknownRuleset as unknown:
        raise UnknownRulesetAsked(
            str(unknown), errors=listed([Fault("#/ruleset", str(unknown)), *unfit])
        ) from None


def secrets_of(vault: Vault, game_id: str) -> Secrets:
    """The game's secrets: new, or those of a creation that was begun before."""
    try:
        return vault.get(game_id)
    except UnknownSecrets:
        try:
            vault.put(game_id, made := new_secrets())
        except SecretsKept:
            return vault.get(game_id)
        return made


def order(game: Game[Any], asked: Mapping[str, Any], kept: Secrets) -> CreateGame:
    """The command, with every option and duration resolved."""
    return CreateGame(
        ruleset=game.id,
        seats=asked["seats"],
        options=resolved(game.options, asked["options"]),
        durations=_durations(game, asked["durations"]),
        spectators=asked["spectators"],
        listed=asked["listed"],
        auditor=asked["auditor"],
        dice_anchor=dice_anchor(kept),
        draw_commitment=draw_commitment(kept),
        sandbox=Document.of(asked["sandbox"]) if "sandbox" in asked else None,
    )


def check(game: Game[Any], asked: Mapping[str, Any], unfit: Sequence[Fault] = ()) -> None:
    """Raise InvalidBody with everything that the game does not allow, and all that was unfit."""
    faults = [*unfit]
    if "seats" in asked:
        faults += _seat_faults(game, asked["seats"])
    if "options" in asked:
        options = option_faults(game.options, asked["options"])
        faults += [Fault(pointer("options", *map(str, at)), f"{said}.") for at, said in options]
    if "durations" in asked:
        faults += _duration_faults(game, asked["durations"])
    if "seats" in asked and "options" in asked:
        faults += _sandbox_faults(game, asked)
    if faults:
        raise InvalidBody(faults)


def _seat_faults(game: Game[Any], seats: int) -> list[Fault]:
    said = seats_fault(game, seats)
    return [] if said is None else [Fault("#/seats", said)]


def _sandbox_faults(game: Game[Any], asked: Mapping[str, Any]) -> list[Fault]:
    """Everything for which a game cannot begin from the position; bad options aside."""
    if "sandbox" not in asked:
        return []
    if game.sandbox is None:
        return [Fault("#/sandbox", f"{game.title} begins from no given position.")]
    unfit = {where[0] for where, _ in option_faults(game.options, asked["options"])}
    options = {name: value for name, value in asked["options"].items() if name not in unfit}
    seats = min(max(asked["seats"], game.least_seats), game.most_seats)
    found = game.sandbox.faults(asked["sandbox"], seats, resolved(game.options, options))
    return [Fault(pointer("sandbox", *map(str, where)), f"{said}.") for where, said in found]


def _duration_faults(game: Game[Any], asked: str | Mapping[str, int]) -> list[Fault]:
    if isinstance(asked, str):
        if asked in game.durations:
            return []
        return [Fault("#/durations", f"The presets are {', '.join(game.durations)}.")]
    known = _preset(game, LIVE)
    said = {stage: duration_fault(stage, seconds, known) for stage, seconds in asked.items()}
    return [Fault(pointer("durations", stage), fault) for stage, fault in said.items() if fault]


def _durations(game: Game[Any], asked: str | Mapping[str, int]) -> dict[str, int]:
    if isinstance(asked, str):
        return _preset(game, asked)
    return {**_preset(game, LIVE), **asked}


def _preset(game: Game[Any], name: str) -> dict[str, int]:
    return {LOBBY: LOBBY_S, **game.durations.get(name, {})}
