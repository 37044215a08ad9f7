"""What callers may ask in a query: marshmallow schemas for the part of an address after the `?`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import EXCLUDE, Schema, ValidationError, fields, validate

from projections.lobby import STATUSES
from service.errors import InvalidQuery
from service.fields import Digits, Exact, Word
from service.schemas import faults

MOST_EVENTS = 1000
LONGEST_WAIT_S = 25
MOST_REFUSALS = 100
VIEWER = r"^(public|auditor|archive|seat:(0|[1-9][0-9]{0,2}))$"


class Fits(validate.Regexp):
    """The pattern fits the whole text; `$` alone would let a line feed at its end pass."""

    def __call__(self, value: Any) -> Any:
        if not self.regex.fullmatch(value):
            raise ValidationError(self._format_error(value))
        return value


def as_whom() -> fields.String:
    """The viewer that somebody wants to look as."""
    return fields.String(
        data_key="as",
        validate=Fits(VIEWER, error="One of public, auditor, archive, seat:0 …"),
        metadata={
            "description": "as somebody else sees it: for the auditor, and once it is over for all;"
            " `archive` is everything but private talk, which others get who ask for `auditor`"
        },
    )


class TableQuery(Exact):
    """Which table."""

    at = Digits(least=1, metadata={"description": "the table right after this event"})
    as_ = as_whom()


class ExportQuery(Exact):
    """Whose file."""

    as_ = as_whom()


class LastEventId(Exact):
    """Where a stream was broken off."""

    last = Digits(data_key="Last-Event-ID", required=True)


class EventsQuery(Exact):
    """Which part of the feed."""

    as_ = as_whom()
    after = Digits(metadata={"description": "only events after this position"})
    limit = Digits(least=1, most=MOST_EVENTS)
    wait = Digits(
        most=LONGEST_WAIT_S,
        load_default=0,
        metadata={"description": "seconds to wait for the next event when there is none"},
    )


class LobbyQuery(Exact):
    """Which games."""

    status = Word(STATUSES)
    cursor = fields.String()
    limit = Digits(least=1, most=100, load_default=50)


class RefusalsQuery(Exact):
    """Which of the refusals."""

    cursor = fields.String()
    limit = Digits(least=1, most=MOST_REFUSALS, load_default=MOST_REFUSALS)


def load_query(schema: Schema, arguments: Mapping[str, str]) -> dict[str, Any]:
    """The parameters of the query; unknown ones do not matter."""
    try:
        return dict(schema.load(arguments, unknown=EXCLUDE))
    except ValidationError as error:
        raise InvalidQuery(faults(error.messages)) from None
