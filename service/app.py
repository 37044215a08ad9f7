"""The application: the wiring, the resources, and what every answer carries."""

from __future__ import annotations

from flask import Flask, Response, current_app, request

from service import problems
from service.bodies import LARGEST_BODY
from service.contract import CALLS, promise_of
from service.queries import Query, load_query
from service.resources import ALL
from service.wiring import EXTENSION, Wiring

CROSS_ORIGIN = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": (
        "ETag, Idempotent-Replay, Link, Location, RateLimit, RateLimit-Policy, Retry-After, "
        "WWW-Authenticate"
    ),
}
PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET, POST, OPTIONS",
    "Access-Control-Allow-Headers": (
        "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID"
    ),
    "Access-Control-Max-Age": "86400",
}


def create_app(parts: Wiring) -> Flask:
    """The application over these parts."""
    app = Flask("junta", static_folder=None)
    # One byte more than is taken: a chunked body is cut off there without a word.
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_BODY + 1
    # An address is right or there is nothing: a redirect would be built from the Host header.
    app.url_map.strict_slashes = True
    app.url_map.merge_slashes = False
    app.extensions[EXTENSION] = parts
    for blueprint in ALL:
        app.register_blueprint(blueprint)
    problems.install(app)
    app.before_request(_query_checked)
    app.after_request(_finished)
    return app


def _query_checked() -> None:
    """A call that takes no query is sent none; one that takes one reads it itself.

    Pages and probes answer whatever is sent along: links gather words on their way.
    """
    if not request.args or request.endpoint is None or request.method == "OPTIONS":
        return
    if not request.path.startswith(CALLS):
        return
    promise = promise_of(current_app.view_functions[request.endpoint])
    if promise is not None and promise.query is None:
        load_query(Query, request.args)


def _finished(answer: Response) -> Response:
    """Tokens travel in a header and there are no cookies, so any page may call."""
    answer.headers.update(CROSS_ORIGIN)
    answer.headers["X-Content-Type-Options"] = "nosniff"
    if request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers:
        answer.headers.update(PREFLIGHT)
    return answer
