"""Marshmallow fields that take JSON exactly: `true` is not 1, "3" is not 3, 1.0 is not 1."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

import orjson
from marshmallow import INCLUDE, RAISE, Schema, ValidationError, fields, validate

from events.scalars import GREATEST

CANONICAL_INT = re.compile(r"0|-?[1-9][0-9]{0,15}")
SEAT_KEY = re.compile(r"0|[1-9][0-9]{0,2}")
"""Seats as the keys of an object: 0, 1 and so on, far more than any table has."""


CONTROLS = ("Cc", "Cs", "Zl", "Zp")
NO_OBJECT = "Not an object."
NO_WHOLE_NUMBER = "Not a whole number."


def json_word(value: Any) -> str:
    """A text as it is, anything else as JSON writes it: null, true, 3."""
    return value if isinstance(value, str) else orjson.dumps(value).decode()


class Spoken(fields.Field[Any]):
    """What each field says of a value that is not there; in our words, not in a library's."""

    default_error_messages = {  # noqa: RUF012 (marshmallow reads it so)
        "required": "Needed.",
        "null": "May not be null.",
    }


class Within(validate.Range):
    """Bounds of a number; what is said names the one that it passes."""

    def __call__(self, value: Any) -> Any:
        if value < self.min:
            raise ValidationError(f"From {self.min} on.")
        if value > self.max:
            raise ValidationError(f"Up to {self.max}.")
        return value


def _length(least: int, most: int | None) -> validate.Length | None:
    """Bounds of a text, if there are any."""
    if not least and not most:
        return None
    if most is None:
        said = f"{least} characters or more."
    else:
        said = f"{least} to {most} characters." if least else f"Up to {most} characters."
    return validate.Length(min=least or None, max=most, error=said)


class Whole(Spoken, fields.Integer):
    """A whole number that is the same in every client, without a fraction or an exponent."""

    def __init__(self, *, least: int | None = None, most: int | None = None, **more: Any) -> None:
        limits = Within(-GREATEST if least is None else least, GREATEST if most is None else most)
        super().__init__(strict=True, validate=limits, **more)

    def _deserialize(self, value: Any, attr: Any, data: Any, **more: Any) -> int:
        if type(value) is not int:
            raise ValidationError(NO_WHOLE_NUMBER)
        return value


class Truth(Spoken, fields.Boolean):
    """true or false, nothing that merely resembles them."""

    def _deserialize(self, value: Any, attr: Any, data: Any, **more: Any) -> bool:
        if type(value) is not bool:
            raise ValidationError("Not true or false.")
        return value


class Plain(Spoken, fields.String):
    """Any text."""

    def _deserialize(self, value: Any, attr: Any, data: Any, **more: Any) -> str:
        if type(value) is not str:
            raise ValidationError("Not a text.")
        return value


class Words(Plain):
    """Free text: any Unicode but control characters and separators of lines, brought to NFC.

    With `lines`, line feeds and tabs are taken. U+2028 and U+2029 never are: some readers of
    lines (NDJSON, exported games) would break a line there.
    """

    def __init__(
        self, *, least: int = 0, most: int | None = None, lines: bool = False, **more: Any
    ) -> None:
        super().__init__(validate=_length(least, most), **more)
        self.taken = "\n\t" if lines else ""

    def _deserialize(self, value: Any, attr: Any, data: Any, **more: Any) -> str:
        text = super()._deserialize(value, attr, data, **more)
        if any(unicodedata.category(c) in CONTROLS and c not in self.taken for c in text):
            raise ValidationError("Control characters are not taken.")
        return unicodedata.normalize("NFC", text)


class Word(Spoken, fields.Raw):
    """One of some values, type included."""

    def __init__(self, values: tuple[Any, ...], **more: Any) -> None:
        nullable = more.get("allow_none", more.get("load_default", values) is None)
        enum = [*values, None] if nullable else list(values)
        super().__init__(validate=self._among, metadata={"enum": enum}, **more)
        self.values = values

    def _among(self, value: Any) -> None:
        if not any(type(value) is type(one) and value == one for one in self.values):
            raise ValidationError(f"Not one of: {', '.join(map(json_word, self.values))}.")


class Scalar(Spoken, fields.Raw):
    """A whole number, true or false, or a text."""

    def _deserialize(self, value: Any, attr: Any, data: Any, **more: Any) -> Any:
        if type(value) not in (int, bool, str) or (type(value) is int and abs(value) > GREATEST):
            raise ValidationError("Not a whole number, true, false or a text.")
        return value


class Row(Spoken, fields.List[Any]):
    """An array; a tuple in Python."""

    def _deserialize(self, value: Any, attr: Any, data: Any, **more: Any) -> Any:
        if type(value) is not list:
            raise ValidationError("Not an array.")
        return tuple(super()._deserialize(value, attr, data, **more))


class Members(Row):
    """An array in which nothing comes twice; a frozenset in Python."""

    def __init__(self, inner: fields.Field[Any], **more: Any) -> None:
        super().__init__(inner, metadata={"uniqueItems": True}, **more)

    def _deserialize(self, value: Any, attr: Any, data: Any, **more: Any) -> Any:
        row = super()._deserialize(value, attr, data, **more)
        members = frozenset(row)
        if len(members) != len(row):
            raise ValidationError("Something comes twice.")
        return members


class Pair(Spoken, fields.Tuple):
    """An array of a fixed length, each place with a type of its own."""

    def __init__(self, inner: Sequence[fields.Field[Any]], **more: Any) -> None:
        super().__init__(inner, **more)
        said = f"Not an array of {len(inner)}."
        self.validate_length = validate.Length(equal=len(inner), error=said)

    def _deserialize(self, value: Any, attr: Any, data: Any, **more: Any) -> Any:
        if type(value) is not list:
            raise ValidationError("Not an array.")
        return tuple(super()._deserialize(value, attr, data, **more))


class Shares(Spoken, fields.Dict):
    """An object whose keys are seats written as strings, or words; a dict in Python."""

    def __init__(self, *, number_keys: bool, values: fields.Field[Any], **more: Any) -> None:
        super().__init__(keys=fields.String(), values=values, **more)
        self.number_keys = number_keys

    def _deserialize(self, value: Any, attr: Any, data: Any, **more: Any) -> Any:
        if not isinstance(value, Mapping):
            raise ValidationError(NO_OBJECT)
        taken: dict[Any, Any] = {}
        faults: dict[str, Any] = {}
        for key, item in value.items():
            try:
                taken[self._key(key)] = self._share(item, key, value)
            except ValidationError as error:
                faults[key] = error.messages
        if faults:
            raise ValidationError(faults)
        return taken

    def _key(self, key: str) -> Any:
        if not self.number_keys:
            return key
        if not SEAT_KEY.fullmatch(key):
            raise ValidationError("The key is not the number of a seat: 0, 1 and so on.")
        return int(key)

    def _share(self, item: Any, key: str, value: Any) -> Any:
        assert self.value_field is not None
        return self.value_field.deserialize(item, key, value)


class AnyObject(Spoken, fields.Dict):
    """An object of which others say what is in it."""

    def __init__(self, **more: Any) -> None:
        super().__init__(keys=Plain(), **more)

    def _deserialize(self, value: Any, attr: Any, data: Any, **more: Any) -> Any:
        if type(value) is not dict:
            raise ValidationError(NO_OBJECT)
        return value


class Digits(Spoken, fields.Integer):
    """A whole number in a query: digits only."""

    def __init__(self, *, least: int = 0, most: int = GREATEST, **more: Any) -> None:
        super().__init__(strict=True, validate=Within(least, most), **more)

    def _deserialize(self, value: Any, attr: Any, data: Any, **more: Any) -> int:
        if not CANONICAL_INT.fullmatch(value):
            raise ValidationError(NO_WHOLE_NUMBER)
        return int(value)


class Embedded(Spoken, fields.Nested):
    """An object with a schema of its own, refused as one sentence when it is no object."""

    def _deserialize(
        self, value: Any, attr: Any, data: Any, partial: Any = None, **more: Any
    ) -> Any:
        if not isinstance(value, Mapping):
            raise ValidationError(NO_OBJECT)
        return super()._deserialize(value, attr, data, partial, **more)


class Exact(Schema):
    """A schema that refuses what it does not know."""

    class Meta:
        unknown = RAISE

    error_messages = {  # noqa: RUF012 (marshmallow reads it so)
        "unknown": "There is no such field.",
        "type": NO_OBJECT,
    }


class Open(Schema):
    """A schema that lets further fields through: what a game adds to the shape of all."""

    class Meta:
        unknown = INCLUDE
