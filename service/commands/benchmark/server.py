"""What gunicorn serves for the benchmark: the service, and beside it the least that a POST can be.

Both sides have the same processes, the same settings and the same kind of connection to Redis.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING

from flask import Flask, Response, jsonify, request

from events.redis_client import connect
from rules import registry
from service.app import create_app
from service.commands.benchmark.game import BENCH
from service.parts import on_redis
from service.settings import Settings
from workers.garbage import settle

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

BARE = "/bare"


def bare_app(redis_url: str) -> Flask:
    """One route: read the JSON, append it to a stream, answer."""
    bare = Flask("bare", static_folder=None)
    redis = connect(redis_url)

    @bare.post(BARE)
    def append() -> tuple[Response, int]:
        declared = request.get_json()
        entry = redis.xadd("bare", {"type": declared["type"], "amount": declared["amount"]})
        return jsonify(entry=str(entry)), 201

    return bare


registry.GAMES[BENCH.id] = BENCH
_settings = Settings.from_env(os.environ)
_service = create_app(on_redis(_settings))
_bare = bare_app(_settings.redis_url or "")
settle()


def app(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    """The one or the other, by the path."""
    chosen = _bare if environ["PATH_INFO"] == BARE else _service
    return chosen(environ, start_response)
