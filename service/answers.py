"""The shapes of the answers, as the contract describes them; tests hold real ones against them."""

from __future__ import annotations

from typing import Any

from marshmallow import fields, validate

from projections.lobby import STATUSES
from service.fields import Exact, Open

TIME = {"format": "date-time"}
COURSES = ("lobby", "running", "finished", "abandoned", "voided")
SEEN_BY = {
    "type": ["string", "object"],
    "description": '`public`; `sealed` (auditors only); `{"only_to": field}` or '
    '`{"among": field}`: the seat, or the seats, that the event\'s field names',
}
NAMES = {
    "type": ["string", "object"],
    "description": 'a name; `{"hidden": true}` where it was erased or its file lacks it',
}
HEX64 = validate.Regexp(r"^[0-9a-f]{64}$")


def text(**more: Any) -> fields.String:
    return fields.String(required=True, **more)


def number(**more: Any) -> fields.Integer:
    return fields.Integer(required=True, strict=True, **more)


def time(**more: Any) -> fields.String:
    return fields.String(required=True, metadata=TIME, **more)


def digest(**more: Any) -> fields.String:
    return fields.String(required=True, validate=HEX64, **more)


def anything(meaning: str = "") -> fields.Dict:
    """An object of which the game says what is in it."""
    told: dict[str, Any] = {"additionalProperties": True}
    if meaning:
        told["description"] = meaning
    return fields.Dict(keys=fields.String(), required=True, metadata=told)


class FaultSchema(Exact):
    """One thing wrong with a body or a query."""

    pointer = text(metadata={"description": "a JSON Pointer as a URI fragment (RFC 6901)"})
    detail = text()


class ProblemSchema(Exact):
    """A problem document (RFC 9457)."""

    type = text(metadata={"description": "the path of a page about this type of problem"})
    title = text()
    status = number()
    detail = text(metadata={"description": "a sentence with the numbers"})
    rule = fields.String(metadata={"description": "the id of the rule in the rulebook digest"})
    stage = fields.Integer(strict=True)
    position = fields.Integer(strict=True)
    errors = fields.List(fields.Nested(FaultSchema))
    accepts = fields.List(fields.String(), metadata={"description": "what may be declared now"})


class EntrySchema(Exact):
    """One event as the viewer may see it; of one that he may not know of, the first four only."""

    position = number()
    recorded_at = time()
    body = digest()
    hash = digest()
    type = fields.String()
    version = fields.Integer(strict=True)
    actor = fields.Raw(allow_none=True, metadata={"type": ["integer", "string"]})
    salt = fields.String(validate=HEX64)
    command = fields.String(
        validate=HEX64, metadata={"description": "the commitment to the command that led to it"}
    )
    data = fields.Dict(
        keys=fields.String(),
        metadata={
            "additionalProperties": True,
            "description": 'the fields of the event; `{"hidden": true}` is what you may not know',
        },
    )
    leaves = fields.Dict(
        keys=fields.String(),
        values=fields.String(validate=HEX64),
        metadata={"description": "the commitment to each field that not everybody may see"},
    )


class PageSchema(Exact):
    """A part of the caller's feed."""

    events = fields.List(fields.Nested(EntrySchema), required=True)
    position = number(metadata={"description": "the game's last position"})
    hash = digest()
    commit_end = number(
        metadata={"description": "the end of the commit that the last event given belongs to"}
    )
    now = time()


class CommittedSchema(Exact):
    """What a declaration led to, as the caller may see it."""

    position = number(metadata={"description": "of the last event that followed"})
    hash = digest()
    events = fields.List(fields.Nested(EntrySchema), required=True)
    now = fields.String(required=True, metadata={**TIME, "description": "when it was recorded"})


class GameMadeSchema(Exact):
    """A new game. The tokens are shown here and nowhere else."""

    HAS_ADDRESS = True

    id = text()
    ruleset = text()
    seats = number()
    host_token = text()
    auditor_token = fields.String()
    join_code = fields.String()
    dice_anchor = digest(
        metadata={"description": "the end of the hash chain that the dice come from"}
    )
    draw_commitment = digest(metadata={"description": "the hash of the secret behind the draws"})
    position = number()
    hash = digest()
    now = time()


class GameImportedSchema(Exact):
    """A game out of a file, to be read."""

    HAS_ADDRESS = True

    id = text()
    ruleset = text()
    status = fields.String(required=True, validate=validate.OneOf(COURSES))
    viewer = fields.String(
        required=True,
        validate=validate.OneOf(["auditor", "archive"]),
        metadata={"description": "whose file it was; an archive lacks private talk"},
    )
    imported = fields.Boolean(
        required=True,
        metadata={"description": "false where the game itself is played here"},
    )
    proved = fields.Boolean(
        required=True,
        metadata={
            "description": "whether its secrets are those committed to: they are revealed, or "
            "the game is played here"
        },
    )
    auditor_token = fields.String(
        metadata={
            "description": "of a game that is not over: who has it sees all that its file has, and "
            "nobody else does"
        }
    )
    position = number()
    hash = digest()
    now = time()


class SeatMadeSchema(Exact):
    """A seat. Its token is shown here and nowhere else."""

    game = text()
    seat = number()
    name = text()
    token = text()
    position = number()
    hash = digest()
    now = time()


class PlayerSchema(Open):
    """A place at the table; the game adds what it shows of it."""

    seat = number()
    name = fields.String(required=True, allow_none=True)
    absent = fields.Boolean(
        required=True,
        metadata={"description": "whether stages that wait for it alone are cut to `absent_s`"},
    )
    missed = number(metadata={"description": "stages in a row that expired on it"})
    vacant = fields.Boolean(
        required=True, metadata={"description": "whether it waits for somebody with its claim"}
    )
    bot = fields.String(
        required=True, allow_none=True, metadata={"description": "the bot that plays it"}
    )


class StageSchema(Exact):
    """The stage that is open."""

    number = fields.Integer(required=True, strict=True)
    name = text()
    opened_at = time()
    lasts_s = fields.Integer(required=True, strict=True, allow_none=True)
    extended_s = fields.Integer(
        required=True,
        strict=True,
        metadata={"description": "seconds that rulings gave it beyond `lasts_s`"},
    )
    deadline = fields.String(
        required=True,
        allow_none=True,
        metadata={**TIME, "description": "null where chance alone is waited for, and in a pause"},
    )
    left_s = fields.Integer(
        required=True,
        strict=True,
        allow_none=True,
        metadata={"description": "in a pause: the seconds that are kept for the stage"},
    )
    waiting_for = fields.List(fields.Integer(strict=True), required=True)


class ProposalSchema(Exact):
    """A ruling that some seats want."""

    type = text()
    seat = fields.Integer(required=True, strict=True, allow_none=True)
    by = fields.String(required=True, allow_none=True)
    bot = fields.String(required=True, allow_none=True)
    supporters = fields.List(fields.Integer(strict=True), required=True)
    missing = fields.List(
        fields.Integer(strict=True),
        required=True,
        metadata={"description": "the seats that still have to say so"},
    )


class RulingSchema(Exact):
    """A ruling, or a seat's word for one."""

    position = number()
    at = time()
    made = fields.Boolean(
        required=True, metadata={"description": "false where a seat merely wants it"}
    )
    author = fields.Raw(
        required=True,
        metadata={
            "type": ["string", "integer"],
            "description": "`host`, `auditor` or `seats`; the seat where it merely wants it",
        },
    )
    supporters = fields.List(fields.Integer(strict=True), required=True)
    type = text()
    seat = fields.Integer(required=True, strict=True, allow_none=True)
    by = fields.String(required=True, allow_none=True)
    bot = fields.String(required=True, allow_none=True)
    seconds = fields.Integer(required=True, strict=True, allow_none=True)
    reason = fields.Raw(required=True, metadata={"type": ["string", "object"]})


class RulingsSchema(Exact):
    """Every ruling on a game, oldest first, and those that are not decided."""

    rulings = fields.List(fields.Nested(RulingSchema), required=True)
    proposals = fields.List(fields.Nested(ProposalSchema), required=True)
    paused = fields.Boolean(required=True)
    position = number()
    now = time()


class RulingMadeSchema(CommittedSchema):
    """What a ruling led to, as anybody may see it."""

    claim = fields.String(
        metadata={"description": "what the new player sits down with; shown here, nowhere else"}
    )


class TableSchema(Open):
    """The table as one viewer sees it.

    The game adds its own fields: `table` of `GET /v1/rulesets/{id}`, here a shape of its own.
    """

    game = text()
    position = number()
    hash = digest()
    settled = fields.Boolean(required=True, metadata={"description": "false inside a commit"})
    ruleset = text()
    status = fields.String(required=True, validate=validate.OneOf(COURSES))
    viewer = text()
    auditor = fields.Boolean(
        required=True, metadata={"description": "whether somebody has a token that sees everything"}
    )
    imported = fields.Boolean(
        required=True,
        metadata={"description": "whether the game was read from a file: nothing can be declared"},
    )
    sandbox = fields.Boolean(
        required=True, metadata={"description": "whether the game began from a given position"}
    )
    seats = number()
    players = fields.List(fields.Nested(PlayerSchema), required=True)
    stage = fields.Nested(StageSchema, required=True, allow_none=True)
    paused = fields.Boolean(required=True)
    proposals = fields.List(fields.Nested(ProposalSchema), required=True)
    requests = fields.List(fields.Dict(), required=True)
    options = anything()
    durations = fields.Dict(keys=fields.String(), values=fields.Integer(strict=True), required=True)
    now = fields.String(metadata={**TIME, "description": "not in past tables (`at`)"})


class LobbyRowSchema(Exact):
    """A game in the lobby."""

    id = text()
    ruleset = text()
    title = text()
    status = fields.String(required=True, validate=validate.OneOf(STATUSES))
    seats = number()
    taken = number()
    names = fields.List(fields.Raw(metadata=NAMES), required=True)
    spectators = fields.String(required=True, validate=validate.OneOf(["open", "closed"]))
    listed = fields.Boolean(required=True)
    sandbox = fields.Boolean(required=True)
    imported = fields.Boolean(required=True)
    created_at = time()


class LobbySchema(Exact):
    """A page of the lobby; a short page with a cursor is not the last one."""

    games = fields.List(fields.Nested(LobbyRowSchema), required=True)
    cursor = fields.String(required=True, allow_none=True)
    now = time()


class OptionSchema(Exact):
    """One way to declare something that is open to the seat; several may share a type."""

    type = text()
    stage = number()
    interrupt = fields.Boolean(
        required=True, metadata={"description": "whether the body may leave `stage` out"}
    )
    schema = anything("the JSON Schema of the bodies that are accepted now")
    count = number(metadata={"description": "how many bodies there are, up to 2^53 - 1"})
    choices = fields.List(anything(), metadata={"description": "every body, where at most 200"})
    examples = fields.List(anything(), metadata={"description": "some bodies, where more"})


class OptionsSchema(Exact):
    """What a seat may declare now."""

    position = number()
    hash = digest()
    seat = number()
    stage = fields.Nested(StageSchema, required=True, allow_none=True)
    options = fields.List(fields.Nested(OptionSchema), required=True)
    now = time()


class EventFieldSchema(Exact):
    """A field of an event."""

    name = text()
    seen_by = fields.Raw(required=True, metadata=SEEN_BY)
    committed = fields.Boolean(
        required=True, metadata={"description": "whether it enters the body as a commitment"}
    )


class EventTypeSchema(Exact):
    """A type of event, and who sees which field of it."""

    type = text()
    version = number()
    seen_by = fields.Raw(required=True, metadata=SEEN_BY)
    fields_ = fields.List(fields.Nested(EventFieldSchema), required=True, data_key="fields")


class RulesetLineSchema(Exact):
    """A ruleset in the list."""

    id = text()
    title = text()
    draft = fields.Boolean(required=True)
    least_seats = number()
    most_seats = number()


class RulesetsSchema(Exact):
    """The games that are offered."""

    rulesets = fields.List(fields.Nested(RulesetLineSchema), required=True)


class RulesetSchema(RulesetLineSchema):
    """One ruleset: what can be set, what can be declared, what there is."""

    stages = fields.List(fields.String(), required=True)
    declarations = anything("the JSON Schema of each declaration, by type")
    options = anything("the JSON Schema of the options, defaults included")
    durations = anything("seconds per stage, by preset")
    durations_schema = anything("the JSON Schema of `durations` in the call that makes a game")
    table = anything("the JSON Schema of what the game adds to the table")
    sandbox = fields.Dict(
        keys=fields.String(),
        required=True,
        allow_none=True,
        metadata={
            "additionalProperties": True,
            "description": "the JSON Schema of a position to begin from; null where it begins "
            "from none",
        },
    )
    events = fields.List(fields.Nested(EventTypeSchema), required=True)
    about = anything("cards, zones, posts and so on, as the game has them")


class RefusalSchema(Exact):
    """A declaration that was refused."""

    seat = number()
    position = number()
    at = time()
    reason = text()
    rule = fields.String(required=True, allow_none=True)
    sentence = text()
    type = text()
    stage = fields.Integer(required=True, strict=True, allow_none=True)
    body = anything(
        "the fields that were declared; of more than 2 KiB only `sha256` and `size` are kept"
    )


class RefusalsSchema(Exact):
    """A page of the last refusals, oldest first."""

    refusals = fields.List(fields.Nested(RefusalSchema), required=True)
    cursor = fields.String(required=True, allow_none=True)
    now = time()


class HealthSchema(Exact):
    """The process answers."""

    status = text()


class ReadySchema(Exact):
    """Whether games can be played here, and how safely they are kept."""

    ready = fields.Boolean(required=True)
    redis = fields.Boolean(required=True)
    worker = fields.Boolean(required=True)
    durability = fields.Dict(
        keys=fields.String(),
        values=fields.Raw(),
        required=True,
        metadata={"description": "appendonly and appendfsync, where Redis tells them"},
    )
    now = time()
