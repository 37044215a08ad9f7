"""What callers may ask in a query: marshmallow schemas for the part of an address after the `?`."""

from __future__ import annotations

from functools import cache
from typing import Any

from marshmallow import Schema, ValidationError, validate
from werkzeug.datastructures import MultiDict

from projections.lobby import STATUSES
from service.errors import Fault, InvalidQuery
from service.fields import Digits, Exact, Plain, Word
from service.schemas import faults, pointer

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


class Query(Exact):
    """What a call takes after the `?`; this one takes nothing."""

    error_messages = {"unknown": "There is no such parameter."}  # noqa: RUF012 (as in Exact)


def as_whom() -> Plain:
    """The viewer that somebody wants to look as."""
    return Plain(
        data_key="as",
        validate=Fits(VIEWER, error="One of public, auditor, archive, seat:0 …"),
        metadata={
            "description": "as somebody else sees it: for the auditor, and once it is over for all;"
            " `archive` is everything but private talk, which others get who ask for `auditor`"
        },
    )


class TableQuery(Query):
    """Which table."""

    at = Digits(least=1, metadata={"description": "the table right after this event"})
    as_ = as_whom()


class ExportQuery(Query):
    """Whose file."""

    as_ = as_whom()


class LastEventId(Exact):
    """Where a stream was broken off."""

    last = Digits(data_key="Last-Event-ID", required=True)


class EventsQuery(Query):
    """Which part of the feed."""

    as_ = as_whom()
    after = Digits(metadata={"description": "only events after this position"})
    limit = Digits(least=1, most=MOST_EVENTS)
    wait = Digits(
        most=LONGEST_WAIT_S,
        load_default=0,
        metadata={"description": "seconds to wait for the next event when there is none"},
    )


class LobbyQuery(Query):
    """Which games."""

    status = Word(STATUSES)
    cursor = Plain()
    limit = Digits(least=1, most=100, load_default=50)


class RefusalsQuery(Query):
    """Which of the refusals."""

    cursor = Plain()
    limit = Digits(least=1, most=MOST_REFUSALS, load_default=MOST_REFUSALS)


@cache
def _made(kind: type[Schema]) -> Schema:
    """A schema keeps nothing of what it reads, so that one serves all calls."""
    return kind()


def load_query(kind: type[Schema], arguments: MultiDict[str, str]) -> dict[str, Any]:
    """The parameters of the query; raises InvalidQuery with every fault.

    One that comes twice says two things, and one that is unknown may be one misspelt: to answer
    either would be to answer what nobody asked.
    """
    schema, given = _made(kind), arguments.to_dict(flat=False)
    known = {field.data_key or name for name, field in schema.load_fields.items()}
    twice = {name for name, values in given.items() if len(values) > 1 and name in known}
    found = [Fault(pointer(name), "It comes more than once.") for name in given if name in twice]
    once = {name: values[0] for name, values in given.items() if name not in twice}
    try:
        asked = dict(schema.load(once))
    except ValidationError as error:
        found += faults(error.messages)
    if found:
        raise InvalidQuery(found)
    return asked


def last_event_id(given: str) -> int:
    """The position in a Last-Event-ID; raises InvalidQuery."""
    return int(load_query(LastEventId, MultiDict({"Last-Event-ID": given.strip()}))["last"])
