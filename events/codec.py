"""Events and commands to JSON and back, exactly. The only place that knows how a field is written.

Each class is compiled once into two closures; nothing looks at types afterwards. Reading is strict:
an unknown or a missing field, a wrong type, a set with a value twice raise `CodecError`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import orjson

from events.parts import part_of, slots_of
from events.scalars import CodecError, Part
from rules.kernel.hidden import HIDDEN
from rules.kernel.messages import Event, Message

__all__ = ["CodecError", "Json", "canonical", "decode", "encode", "loads"]

Json = dict[str, Any]
M = TypeVar("M", bound=Message)

_HIDDEN_JSON = {"hidden": True}


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
        raise CodecError(f"not JSON: {fault}") from fault


def encode(message: Message) -> Json:
    """The message's fields as JSON data, its type and version left out."""
    cls = type(message)
    return (_ENCODERS.get(cls) or _compile_encoder(cls))(message)


def decode(cls: type[M], written: Any) -> M:
    """The exact inverse of `encode`; in events `{"hidden": true}` is HIDDEN."""
    message: M = (_DECODERS.get(cls) or _compile_decoder(cls))(written)
    return message


_ENCODERS: dict[type, Callable[[Any], Json]] = {}
_DECODERS: dict[type, Callable[[Any], Any]] = {}


def _compile_encoder(cls: type[Message]) -> Callable[[Any], Json]:
    fields = [(*slot, _part(cls, slot[0]).write) for slot in slots_of(cls)]
    may_hide = issubclass(cls, Event)

    def encode_one(message: Any) -> Json:
        written: Json = {}
        for name, get, _, write in fields:
            value = get(message)
            if value is HIDDEN and may_hide:
                written[name] = {"hidden": True}
                continue
            try:
                written[name] = write(value)
            except CodecError as fault:
                raise fault.inside(f"{cls.TYPE}.{name}") from None
            if written[name] == _HIDDEN_JSON:
                raise CodecError("reads as hidden", f"{cls.TYPE}.{name}")
        return written

    _ENCODERS[cls] = encode_one
    return encode_one


def _compile_decoder(cls: type[Message]) -> Callable[[Any], Any]:
    may_hide = issubclass(cls, Event)
    fields = [(name, put, _reader(_part(cls, name), may_hide)) for name, _, put in slots_of(cls)]
    number = len(fields)

    def decode_one(written: Any) -> Any:
        if type(written) is not dict or len(written) != number:
            raise _misfit(cls, written, fields)
        message = object.__new__(cls)
        name = ""
        try:
            for name, put, read in fields:
                put(message, read(written[name]))
        except KeyError:
            raise _misfit(cls, written, fields) from None
        except CodecError as fault:
            raise fault.inside(f"{cls.TYPE}.{name}") from None
        return message

    _DECODERS[cls] = decode_one
    return decode_one


def _reader(part: Part, may_hide: bool) -> Callable[[Any], Any]:
    """The part's own reading; in events what is written as hidden reads as HIDDEN."""
    read = part.read

    def read_or_hidden(value: Any) -> Any:
        return HIDDEN if value == _HIDDEN_JSON else read(value)

    def read_else_hidden(value: Any) -> Any:
        try:
            return read(value)
        except CodecError:
            if value == _HIDDEN_JSON and type(value) is dict:
                return HIDDEN
            raise

    if not may_hide:
        return read
    return read_or_hidden if dict in part.kinds else read_else_hidden


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
