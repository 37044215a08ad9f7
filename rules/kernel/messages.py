"""Commands and events: frozen, named for ever, and each field of an event with its visibility.

A field without a mark, a mark that names no field, or a mark that hangs on a hidden field stops the
import: secrecy is the default and openness is written down.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, FrozenInstanceError, dataclass, fields
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    NoReturn,
    TypeVar,
    dataclass_transform,
    get_args,
    get_origin,
)
from typing import get_type_hints as hints

from rules.kernel.frozen import initialiser, make, values_of
from rules.kernel.visibility import PUBLIC, Mark

NEEDED: Any = object()
"""In place of a default: the field must be said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One field of a message: its name, its type and, on events, who may see it.

    `unsaid`: what it is in a command that says nothing of it; NEEDED where it must be said.
    """

    name: str
    type: Any
    mark: Mark
    unsaid: Any = NEEDED


class Message:
    """What commands and events share: a permanent name, a version, and their fields in order.

    They are frozen dataclasses. What `dataclass` would write out for each of some hundreds stands
    here once, and a constructor is written when it is first called: so a process starts sooner.
    """

    __slots__ = ()
    if TYPE_CHECKING:  # else each class evaluates these of its bases anew
        TYPE: ClassVar[str]
        VERSION: ClassVar[int]
        FIELDS: ClassVar[tuple[Field, ...]]

    def __init__(self, **said: Any) -> None:
        cls: Any = type(self)
        cls.__init__ = initialiser(cls)
        cls.__init__(self, **said)

    def __eq__(self, other: object) -> Any:
        if type(other) is not type(self):
            return NotImplemented
        return values_of(self) == values_of(other)

    def __hash__(self) -> int:
        return hash(values_of(self))

    def __repr__(self) -> str:
        pairs = zip((field.name for field in self.FIELDS), values_of(self), strict=True)
        said = ", ".join(f"{name}={value!r}" for name, value in pairs)
        return f"{type(self).__qualname__}({said})"

    def __setattr__(self, name: str, value: Any) -> NoReturn:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> NoReturn:
        raise FrozenInstanceError(f"cannot delete field {name!r}")

    def __reduce__(self) -> tuple[Any, ...]:
        return make, (type(self), values_of(self))


class Command(Message):
    """What somebody declares. It is a fact only through the events that it leads to."""

    __slots__ = ()


class Event(Message):
    """What happened. `SEEN_BY` says who may know that it did; `OPEN`: nothing is hidden."""

    __slots__ = ()
    if TYPE_CHECKING:
        SEEN_BY: ClassVar[Mark]
        OPEN: ClassVar[bool]


M = TypeVar("M", bound=Message)
C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=Event)


@dataclass_transform(frozen_default=True, kw_only_default=True)
def command(name: str, *, version: int = 1) -> Callable[[type[C]], type[C]]:
    """Make the class a command with this permanent name."""

    def declare(cls: type[C]) -> type[C]:
        made = _frozen(cls)
        made.TYPE, made.VERSION = name, version
        made.FIELDS = tuple(
            Field(name=n, type=t, mark=PUBLIC, unsaid=_default(made, n))
            for n, t in hints(made).items()
            if not _is_class_var(t)
        )
        return made

    return declare


@dataclass_transform(frozen_default=True, kw_only_default=True)
def event(name: str, *, version: int = 1, seen_by: Mark = PUBLIC) -> Callable[[type[E]], type[E]]:
    """Make the class an event with this permanent name; each field is `Annotated[type, mark]`."""

    def declare(cls: type[E]) -> type[E]:
        made = _frozen(cls)
        made.TYPE, made.VERSION, made.SEEN_BY = name, version, seen_by
        annotated = hints(made, include_extras=True)
        made.FIELDS = tuple(
            _marked(cls, n, t) for n, t in annotated.items() if not _is_class_var(t)
        )
        _check_marks(made)
        made.OPEN = all(mark.kind == "public" for mark in _marks(made))
        return made

    return declare


def _frozen(cls: type[M]) -> type[M]:
    """A dataclass of the class; `Message` has all its methods, a constructor is its own."""
    made: Any = dataclass(init=False, repr=False, eq=False, slots=True, kw_only=True)(cls)
    made.__init__ = Message.__init__
    return made  # type: ignore[no-any-return]


def _default(cls: Any, name: str) -> Any:
    default = next(field.default for field in fields(cls) if field.name == name)
    return NEEDED if default is MISSING else default


def _is_class_var(annotation: Any) -> bool:
    return get_origin(annotation) is ClassVar


def _marked(cls: type, name: str, annotation: Any) -> Field:
    marks = [a for a in get_args(annotation)[1:] if isinstance(a, Mark)]
    if get_origin(annotation) is not Annotated or len(marks) != 1:
        raise TypeError(f"{cls.__name__}.{name} does not say who may see it")
    return Field(name=name, type=get_args(annotation)[0], mark=marks[0])


def _marks(cls: type[Event]) -> tuple[Mark, ...]:
    return (cls.SEEN_BY, *(field.mark for field in cls.FIELDS))


def _check_marks(cls: type[Event]) -> None:
    """A mark may hang only on a field that everyone who knows of the event can see."""
    seen = {field.name for field in cls.FIELDS if field.mark.kind == "public"}
    for mark in _marks(cls):
        if mark.field is not None and mark.field not in seen:
            raise TypeError(f"{cls.__name__}: no public field {mark.field!r} for a mark to hang on")
