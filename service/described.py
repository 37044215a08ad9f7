"""The schemas as OpenAPI writes them: apispec turns marshmallow into JSON Schema."""

from __future__ import annotations

from typing import Any

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from marshmallow import Schema

from events.bounds import LONGEST_S
from rules.kernel.game import Game
from service.fields import SEAT_KEY, Shares
from service.making import LIVE
from service.schemas import declaration_schemas

VERSION = "3.1.0"


def component_name(schema: Any) -> str:
    """`TableSchema` is called `Table`; a declaration is called by its ruleset and type."""
    cls = schema if isinstance(schema, type) else type(schema)
    return cls.__name__.removesuffix("Schema")


def new_spec(title: str, version: str, **options: Any) -> tuple[APISpec, MarshmallowPlugin]:
    """An empty document, and the plugin that fills it."""
    plugin = MarshmallowPlugin(schema_name_resolver=component_name)
    spec = APISpec(
        title=title, version=version, openapi_version=VERSION, plugins=[plugin], **options
    )
    assert plugin.converter is not None
    plugin.converter.add_attribute_function(_number_keys)  # type: ignore[no-untyped-call]
    return spec, plugin


def _number_keys(converter: Any, field: Any, **_: Any) -> dict[str, Any]:
    """The keys of an object that are numbers, written as strings."""
    if isinstance(field, Shares) and field.number_keys:
        return {"propertyNames": {"pattern": f"^({SEAT_KEY.pattern})$"}}
    return {}


def words_of(schema: type[Schema]) -> str:
    """What stands on the schema in words; nothing where a dataclass made them up."""
    words = " ".join((schema.__doc__ or "").split())
    return "" if "(*, " in words else words


def declarations_of(game: Game[Any]) -> dict[str, Any]:
    """The JSON Schema of each declaration of the game, whole in itself, by type."""
    return {kind: schema_of(schema) for kind, schema in declaration_schemas(game).items()}


def durations_schema(game: Game[Any]) -> dict[str, Any]:
    """What `durations` may be in the call that makes a game."""
    stages = sorted({stage for preset in game.durations.values() for stage in preset})
    seconds = {"type": "integer", "minimum": 1, "maximum": LONGEST_S}
    return {
        "default": LIVE,
        "oneOf": [
            {"enum": list(game.durations), "description": "a preset"},
            {
                "type": "object",
                "properties": dict.fromkeys(stages, seconds),
                "additionalProperties": False,
                "description": f"seconds per stage, over those of the preset `{LIVE}`",
            },
        ],
    }


def schema_of(schema: type[Schema]) -> dict[str, Any]:
    """One schema as JSON Schema, what it refers to under `$defs`."""
    spec, plugin = new_spec("", "")
    assert plugin.converter is not None
    written: dict[str, Any] = plugin.converter.schema2jsonschema(schema())  # type: ignore[no-untyped-call]
    written["description"] = words_of(schema)
    found = spec.to_dict().get("components", {}).get("schemas", {})
    if found:
        written["$defs"] = found
    local: dict[str, Any] = _local(written)
    return local


def _local(written: Any) -> Any:
    """The same with references into the document itself."""
    if isinstance(written, dict):
        return {key: _local(below) for key, below in written.items()}
    if isinstance(written, list):
        return [_local(below) for below in written]
    if isinstance(written, str):
        return written.replace("#/components/schemas/", "#/$defs/")
    return written
