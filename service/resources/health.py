"""`/healthz` and `/readyz`: whether the process lives, and whether games can be played on it."""

from __future__ import annotations

from flask import Blueprint, Response

from service.answers import HealthSchema, ReadySchema
from service.contract import JSON, Call, call
from service.replies import reply
from service.wiring import wiring

health = Blueprint("health", __name__)


@health.get("/healthz")
@call(Call(summary="The process answers", answers={200: {JSON: HealthSchema}}))
def show_health() -> Response:
    return reply({"status": "ok"})


@health.get("/readyz")
@call(
    Call(
        summary="Whether games can be played: the store, a worker, and the durability in force",
        answers={200: {JSON: ReadySchema}, 503: {JSON: ReadySchema}},
    )
)
def show_readiness() -> Response:
    parts = wiring()
    found = parts.readiness()
    ready = bool(found["redis"] and found["worker"])
    told = {"ready": ready, **found, "now": parts.now()}
    headers = {} if ready else {"Retry-After": "1"}
    return reply(told, 200 if ready else 503, headers)
