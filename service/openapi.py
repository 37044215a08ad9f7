"""The contract, OpenAPI 3.1: made from the routes, the promises on them and the schemas."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import yaml
from apispec import APISpec
from flask import Flask
from werkzeug.exceptions import BadRequest, RequestEntityTooLarge

from rules import registry
from rules.kernel.game import Game
from service import answers, errors, schemas, sent
from service.answers import ProblemSchema
from service.contract import CALLS, JSON, Call, promise_of
from service.described import component_name, new_spec, words_of
from service.fields import Exact, Open
from service.problems import MEDIA_TYPE, kind_of, refusals_of
from service.schemas import DeclarationSchema, declaration_schemas

TITLE = "Junta"
RELEASE = "0.1.0"
ABOUT = (
    "Games as streams of events. Seats declare, the rules decide what follows, and everybody sees "
    'of it what he may know: `{"hidden": true}` is what he may not. '
    "Every call that changes something needs an `Idempotency-Key`; the same key and body again is "
    "answered as it was the first time. Every GET may be a HEAD, which is answered the same but "
    "for the body. Errors are problem documents (RFC 9457)."
)

HEADERS = {
    "Idempotency-Key": (
        True,
        "a new one for each thing wanted; 32 random characters or more make it a secret, "
        "which a repeat needs to be given a token again",
        {"type": "string", "minLength": 1, "maxLength": 255},
    ),
    "If-Match": (False, "declare only if the game is still at this position", {"type": "string"}),
    "If-None-Match": (False, "the ETag of the table that is at hand", {"type": "string"}),
    "Last-Event-ID": (False, "the position from which a stream goes on", {"type": "string"}),
}
MEANINGS = {
    200: "It stands",
    201: "Done",
    204: "The stream has ended for good",
    304: "Unchanged",
    503: "Not ready",
}
SECURITY: dict[str, list[dict[str, list[str]]]] = {
    "required": [{"token": []}],
    "optional": [{"token": []}, {}],
}
ABSTRACT = (DeclarationSchema,)
HEAD = "HEAD is answered as well."
DECLARATION = "Declaration"
REPLAYED = "Done before with this key: the first answer, with `Idempotent-Replay: true`"


def document(app: Flask) -> dict[str, Any]:
    """The whole contract."""
    spec, _ = new_spec(TITLE, RELEASE, info={"description": ABOUT, "license": {"name": "MIT"}})
    spec.components.security_scheme("token", {"type": "http", "scheme": "bearer"})
    for name in sorted(sent.HEADERS.keys() - set(sent.PERHAPS)):
        spec.components.header(name, sent.component(name))
    _shapes(spec)
    _declarations(spec)
    _tables(spec)
    for path, method, promise in sorted(calls(app), key=_order):
        spec.path(path=path, operations={method: _operation(path, method, promise)})
    written = dict(spec.to_dict())
    seats = written["components"]["schemas"]["NewGame"]["properties"]["seats"]
    seats["description"] = f"places at the table: {_bounds()}"
    return {"openapi": written.pop("openapi"), "info": written.pop("info"), **written}


def written(app: Flask) -> str:
    """The document as YAML."""
    return yaml.dump(document(app), Dumper=_Whole, sort_keys=False, allow_unicode=True, width=100)


class _Whole(yaml.SafeDumper):
    """Writes everything out: not every reader of YAML follows anchors, and no person does."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def calls(app: Flask) -> Iterator[tuple[str, str, Call]]:
    """(path, method, promise) of every route. Raises LookupError for a route without a promise."""
    for rule in app.url_map.iter_rules():
        if rule.endpoint == "static":
            continue
        promise = promise_of(app.view_functions[rule.endpoint])
        if promise is None:
            raise LookupError(f"{rule.rule} promises nothing")
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}:
            yield re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule), method.lower(), promise


def _order(one: tuple[str, str, Call]) -> tuple[bool, str, str]:
    """The games come first, then what is about the service."""
    path, method, _ = one
    return not path.startswith("/v1/"), path, method


def _shapes(spec: APISpec) -> None:
    """Every shape of an answer or a body, with the words that stand on it."""
    for module in (answers, schemas):
        for shape in vars(module).values():
            if _is_shape(shape, module.__name__):
                name = component_name(shape)
                spec.components.schema(name, {"description": words_of(shape)}, schema=shape)


def _is_shape(shape: Any, module: str) -> bool:
    """Whether it is one that bodies and answers are made of: nothing abstract."""
    if not isinstance(shape, type) or not issubclass(shape, Exact | Open):
        return False
    return shape.__module__ == module and shape not in ABSTRACT


def _declarations(spec: APISpec) -> None:
    """Every declaration of every game, and `Declaration`: any one of them."""
    names = []
    for game in registry.GAMES.values():
        for schema in declaration_schemas(game).values():
            words = {"description": words_of(schema)}
            spec.components.schema(schema.__name__, words, schema=schema)
            names.append(schema.__name__)
    references = {name: f"#/components/schemas/{name}" for name in names}
    any_one = {
        "description": "any declaration of any ruleset; `type` says which",
        "oneOf": [{"$ref": place} for place in references.values()],
    }
    spec.components.schema(DECLARATION, any_one if names else {"type": "object"})


def _tables(spec: APISpec) -> None:
    """The whole table of every game that says what it adds."""
    for game in registry.GAMES.values():
        own = game.table_schema()
        if "properties" in own:
            whole = [{"$ref": "#/components/schemas/Table"}, own]
            words = f"the table of {game.title} ({game.id})"
            spec.components.schema(_table_name(game), {"description": words, "allOf": whole})


def _table_name(game: Game[Any]) -> str:
    return f"{game.id.replace('/', '.')}.Table"


def _bounds() -> str:
    """How many may play each game, in words."""
    games = registry.GAMES.values()
    return ", ".join(f"{game.least_seats} to {game.most_seats} for {game.id}" for game in games)


def _operation(path: str, method: str, promise: Call) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": _operation_id(path, method),
        "summary": promise.summary,
        **({"description": HEAD} if method == "get" else {}),
        "parameters": [*_path_parameters(path), *_query(promise), *_headers(promise)],
        "responses": _responses(promise, method, path),
    }
    if promise.token != "none":
        operation["security"] = SECURITY[promise.token]
    if promise.body is not None or promise.takes is not None:
        content = _content({promise.takes or JSON: promise.body})
        operation["requestBody"] = {"required": not promise.may_lack, "content": content}
    return operation


def _operation_id(path: str, method: str) -> str:
    words = re.sub(r"[^a-z0-9]+", "_", path.removeprefix("/v1").lower()).strip("_")
    return f"{method}_{words or 'start_page'}"


def _path_parameters(path: str) -> list[dict[str, Any]]:
    names = re.findall(r"{(\w+)}", path)
    return [
        {"in": "path", "name": name, "required": True, "schema": {"type": "string"}}
        for name in names
    ]


def _query(promise: Call) -> list[dict[str, Any]]:
    return [{"in": "query", "schema": promise.query}] if promise.query else []


def _headers(promise: Call) -> list[dict[str, Any]]:
    names = (*(("Idempotency-Key",) if promise.keyed else ()), *promise.headers)
    return [
        {"in": "header", "name": name, "required": need, "description": text, "schema": schema}
        for name, (need, text, schema) in ((name, HEADERS[name]) for name in names)
    ]


def _responses(promise: Call, method: str, path: str) -> dict[str, Any]:
    responses: dict[str, Any] = {}
    for status, content in sorted(promise.answers.items()):
        replayed = promise.keyed and status == 200
        responses[str(status)] = {
            "description": REPLAYED if replayed else MEANINGS[status],
            "headers": sent.described(sent.of_answer(promise, method, status)),
            **({"content": _content(content)} if content else {}),
        }
    for status, slugs in sorted(_problems(promise, path).items()):
        responses.setdefault(str(status), _problem(", ".join(sorted(slugs)), status))
    responses["default"] = _problem("any other problem", None)
    return responses


def _problem(words: str, status: int | None) -> dict[str, Any]:
    return {
        "description": words,
        "headers": sent.described(sent.of_problem(status)),
        "content": {MEDIA_TYPE: {"schema": ProblemSchema}},
    }


def _content(content: Mapping[str, Any]) -> dict[str, Any]:
    return {
        media: {"schema": {"type": "string"} if schema is None else schema}
        for media, schema in content.items()
    }


def _problems(promise: Call, path: str) -> dict[int, set[str]]:
    """The problems that a call may have, by status: those it names and those of its kind."""
    faults = [*promise.problems, *([errors.InvalidQuery] if path.startswith(CALLS) else [])]
    if promise.keyed:
        faults += [errors.KeyMissing, errors.KeyUnfit]
    if promise.token == "required":
        faults += [errors.TokenMissing, errors.WrongRole]
    if promise.token != "none":
        faults += [errors.TokenUnknown]
    if promise.body is not None:
        faults += [errors.NotJson, errors.NestedTooDeeply]
    if promise.body is not None or promise.takes is not None:
        faults += [errors.WrongMediaType, BadRequest, RequestEntityTooLarge]
    if promise.body == DECLARATION:
        faults += [refusal for game in registry.GAMES.values() for refusal in refusals_of(game)]
    found: dict[int, set[str]] = {}
    for fault in faults:
        kind = kind_of(fault)
        found.setdefault(kind.status, set()).add(kind.slug)
    return found
