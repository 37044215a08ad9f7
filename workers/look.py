"""Look at one game and do what is due: supply chance, expire a stage, reveal the secrets.

Idempotent: every command has an id of its own in the log, so two who look at once do it once.
"""

from __future__ import annotations

from events.clock import written
from events.commit import Commits
from events.deadlines import later
from events.log import ENDED, Halted, due_at
from events.order import expiry
from events.standing import Standing
from events.vault import Secrets, dice_bytes, dice_link, draw_bytes
from rules.kernel.chance import SupplyChance
from rules.kernel.course import Request, RevealSecrets
from rules.kernel.messages import Command
from rules.kernel.rejections import RequestAnswered, StageMoved

MOST_COMMANDS = 200
"""How many commands one look gives at most; what is left over is due at the next."""


def look(commits: Commits, game_id: str) -> int:
    """Do all that is due, and say how many commands it took. Raises `LogError`s."""
    for given in range(MOST_COMMANDS):
        command = due(commits, game_id)
        if command is None or not _give(commits, game_id, command):
            if given == 0:
                _correct_index(commits, game_id)
            return given
    return MOST_COMMANDS


def due(commits: Commits, game_id: str) -> Command | None:
    """The one command that is due first, or None."""
    standing = commits.now(game_id)
    if standing.head.halted is not None or standing.head.imported is not None:
        return None
    if standing.state.course.requests:
        request = standing.state.course.requests[0]
        return _supply(game_id, standing, request, commits.secrets(game_id))
    if standing.state.course.status in ENDED and not standing.head.revealed:
        return _reveal(commits.secrets(game_id))
    overdue = expiry(standing, later(written(commits.clock()), standing.recorded_at))
    return None if overdue is None else overdue.command


def _supply(game_id: str, standing: Standing, request: Request, secrets: Secrets) -> SupplyChance:
    """Draws are supplied from their secret, and so are dice while a script lasts: no link shows."""
    if request.kind == "draw" or standing.state.course.script:
        seed = draw_bytes(secrets.draw_secret, game_id, request.number)
        return SupplyChance(request=request.number, seed=seed.hex(), link=None)
    link = dice_link(secrets, standing.state.course.rolls + 1)
    seed = dice_bytes(link, game_id, request.number)
    return SupplyChance(request=request.number, seed=seed.hex(), link=link.hex())


def _reveal(secrets: Secrets) -> RevealSecrets:
    return RevealSecrets(
        salt_secret=secrets.salt_secret.hex(), draw_secret=secrets.draw_secret.hex()
    )


def _give(commits: Commits, game_id: str, command: Command) -> bool:
    """Whether to go on looking. What somebody else has done meanwhile is done."""
    try:
        commits.system(game_id, command)
    except (RequestAnswered, StageMoved):
        return True
    except Halted:
        return False
    return True


def _correct_index(commits: Commits, game_id: str) -> None:
    """Nothing was due, so whatever the index said was wrong."""
    commits.index.set_due(game_id, due_at(commits.now(game_id).head))
