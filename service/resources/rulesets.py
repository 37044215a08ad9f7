"""`/v1/rulesets`: the games that are offered, and what one of them is made of."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response

from projections import catalogue
from rules import registry
from rules.kernel.game import Game
from service.answers import RulesetSchema, RulesetsSchema
from service.contract import JSON, Call, call
from service.described import declarations_of, durations_schema
from service.replies import reply

rulesets = Blueprint("rulesets", __name__)

SHORT = {"Cache-Control": "public, max-age=300"}


@rulesets.get("/v1/rulesets")
@call(Call(summary="The games that are offered", answers={200: {JSON: RulesetsSchema}}))
def list_rulesets() -> Response:
    return reply({"rulesets": [_line(game) for game in registry.GAMES.values()]}, headers=SHORT)


@rulesets.get("/v1/rulesets/<path:ruleset>")
@call(
    Call(
        summary="One ruleset: options, durations, stages, declarations, cards, zones",
        answers={200: {JSON: RulesetSchema}},
        problems=(registry.UnknownRuleset,),
    )
)
def show_ruleset(ruleset: str) -> Response:
    game = registry.game(ruleset)
    return reply(_line(game) | _whole(game), headers=SHORT)


def _line(game: Game[Any]) -> dict[str, Any]:
    return {
        "id": game.id,
        "title": game.title,
        "draft": game.draft,
        "least_seats": game.least_seats,
        "most_seats": game.most_seats,
    }


def _whole(game: Game[Any]) -> dict[str, Any]:
    properties = {option.name: option.schema() for option in game.options}
    return {
        "stages": [stage.NAME for stage in game.stages],
        "declarations": declarations_of(game),
        "options": {
            "type": "object",
            "properties": properties,
            "additionalProperties": False,
        },
        "durations": {name: dict(preset) for name, preset in game.durations.items()},
        "durations_schema": durations_schema(game),
        "table": game.table_schema(),
        "sandbox": None if game.sandbox is None else game.sandbox.schema(),
        "events": catalogue.events(game),
        "about": game.about(),
    }
