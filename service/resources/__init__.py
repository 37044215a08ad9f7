"""One blueprint per resource; `ALL` is what the application serves."""

from __future__ import annotations

from flask import Blueprint

from service.resources.declarations import declarations
from service.resources.documents import documents
from service.resources.events import feed
from service.resources.export import export
from service.resources.games import games
from service.resources.health import health
from service.resources.importing import importing
from service.resources.map import board
from service.resources.options import options
from service.resources.refusals import refusals
from service.resources.rulesets import rulesets
from service.resources.rulings import ruling
from service.resources.seats import seats
from service.resources.table import table

ALL: tuple[Blueprint, ...] = (
    rulesets,
    games,
    importing,
    seats,
    table,
    board,
    options,
    declarations,
    feed,
    export,
    refusals,
    ruling,
    health,
    documents,
)
