"""Events and commands to JSON and back, exactly. The only place that knows how a field is written.

Each class is compiled once into two closures; nothing looks at types afterwards. Reading is strict:
an unknown or a missing field, a wrong type, a set with a value twice raise `CodecError`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import orjson

from events.parts import part_of, slots_of
from events.scalars import GREATEST, HIDDEN_JSON, PLAIN, CodecError, Part, hides
from rules.kernel.hidden import HIDDEN
from rules.kernel.messages import NEEDED, Event, Message

__all__ = ["CodecError", "Json", "canonical", "decode", "encode", "loads"]

Json = dict[str, Any]
M = TypeVar("M", bound=Message)


def canonical(value: Any) -> bytes:
    """JSON as proofs and logs need it: keys sorted, UTF-8, no blanks, no floats' ambiguity."""
    try:
        return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    except (TypeError, ValueError) as fault:
        raise CodecError(f"cannot be written as JSON: {fault}") from fault


def loads(written: bytes | str) -> Any:
    """The JSON value; `CodecError` where it is none."""
    try:
        return orjson.loads(written)
    except orjson.JSONDecodeError as fault:
        raise CodecError(f"not JSON at character {fault.pos}") from fault


def encode(message: Message) -> Json:
    """The message's fields as JSON data, its type and version left out."""
    cls = type(message)
    return (_ENCODERS.get(cls) or _compile_encoder(cls))(message)


def decode(cls: type[M], written: Any) -> M:
    """The exact inverse of `encode`; in events `{"hidden": true}` is HIDDEN.

    Of a command what has a value where nothing is said may be left out.
    """
    message: M = (_DECODERS.get(cls) or _compile_decoder(cls))(written)
    return message


_ENCODERS: dict[type, Callable[[Any], Json]] = {}
_DECODERS: dict[type, Callable[[Any], Any]] = {}


def decoder_of(cls: type[M]) -> Callable[[Any], M]:
    """What `decode` calls for this class; for whoever reads many."""
    return _DECODERS.get(cls) or _compile_decoder(cls)


def _compile_encoder(cls: type[Message]) -> Callable[[Any], Json]:
    fields = [(*slot, _part(cls, slot[0]).write) for slot in slots_of(cls)]
    may_hide = issubclass(cls, Event)

    def encode_one(message: Any) -> Json:
        written: Json = {}
        for name, get, _, write in fields:
            value = get(message)
            if value is HIDDEN and may_hide:
                written[name] = dict(HIDDEN_JSON)
                continue
            try:
                written[name] = write(value)
            except CodecError as fault:
                raise fault.inside(f"{cls.TYPE}.{name}") from None
            if hides(written[name]):
                raise CodecError("reads as hidden", f"{cls.TYPE}.{name}")
        return written

    _ENCODERS[cls] = encode_one
    return encode_one


def _compile_decoder(cls: type[Message]) -> Callable[[Any], Any]:
    """Written out field by field, as `dataclasses` writes its `__init__`: logs are read often."""
    carefully = _careful_decoder(cls)
    slots = slots_of(cls)
    scope: dict[str, Any] = {"cls": cls, "blank": object.__new__, "HIDDEN": HIDDEN}
    scope |= {"CodecError": CodecError, "carefully": carefully, "hides": hides}
    lines = [
        "def decode_one(written):",
        f" if type(written) is not dict or len(written) != {len(slots)}:",
        "  return carefully(written)",
        " new = blank(cls)",
        " try:",
        "  pass",
    ]
    for name, _, put in slots:
        part = _part(cls, name)
        scope |= {f"put_{name}": put, f"read_{name}": part.read}
        lines += [f"  v = written[{name!r}]", f"  put_{name}(new, {_reading(cls, name, part)})"]
    lines += [
        " except (KeyError, CodecError):",
        "  return carefully(written)",
        " return new",
    ]
    exec("\n".join(lines), scope)
    decoder: Callable[[Any], Any] = scope["decode_one"]
    _DECODERS[cls] = decoder
    return decoder


def _reading(cls: type[Message], name: str, part: Part) -> str:
    """The expression that reads `v`; what is plainly right is not asked twice."""
    read = f"read_{name}(v)"
    if part is PLAIN[int]:
        read = f"v if type(v) is int and {-GREATEST} <= v <= {GREATEST} else {read}"
    elif part is PLAIN[str]:
        read = f"v if type(v) is str and v.isascii() else {read}"
    if not issubclass(cls, Event):
        return read
    return f"HIDDEN if type(v) is dict and hides(v) else ({read})"


def _careful_decoder(cls: type[Message]) -> Callable[[Any], Any]:
    """The same, slower, saying which field does not fit."""
    fields = [(name, put, _part(cls, name).read) for name, _, put in slots_of(cls)]
    names = frozenset(name for name, _, _ in fields)
    may_hide = issubclass(cls, Event)
    unsaid = _unsaid(cls)

    def decode_one(written: Any) -> Any:
        if type(written) is dict and unsaid and written.keys() < names:
            written = unsaid | written
        if type(written) is not dict or written.keys() != names:
            raise _misfit(cls, written, fields)
        message = object.__new__(cls)
        for name, put, read in fields:
            value = written[name]
            if may_hide and hides(value):
                put(message, HIDDEN)
                continue
            try:
                put(message, read(value))
            except CodecError as fault:
                raise fault.inside(f"{cls.TYPE}.{name}") from None
        return message

    return decode_one


def _unsaid(cls: type[Message]) -> Json:
    """What a command's fields are where nothing is said; an event says everything."""
    return {
        field.name: _part(cls, field.name).write(field.unsaid)
        for field in cls.FIELDS
        if field.unsaid is not NEEDED
    }


def _part(cls: type[Message], name: str) -> Part:
    kind = next(field.type for field in cls.FIELDS if field.name == name)
    return part_of(kind)


def _misfit(cls: type[Message], written: Any, fields: list[Any]) -> CodecError:
    if type(written) is not dict:
        return CodecError(f"an object is needed, not {written!r:.80}", cls.TYPE)
    names = {name for name, _, _ in fields}
    missing = sorted(names - written.keys())
    unknown = sorted(map(str, written.keys() - names))
    faults = [f"missing: {', '.join(missing)}"] * bool(missing)
    faults += [f"unknown: {', '.join(unknown)}"] * bool(unknown)
    return CodecError("; ".join(faults), cls.TYPE)
