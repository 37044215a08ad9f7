"""HIDDEN: the value a viewer does not know.

It absorbs: an operation with a HIDDEN operand is HIDDEN. It never answers: in a condition, a loop,
a length or a conversion it raises `HiddenConsulted`, so that no rule can turn on what its reader
may not know.
"""

from __future__ import annotations

from typing import Any, NoReturn


class HiddenConsulted(RuntimeError):
    """A rule tried to decide by a value that this viewer does not know."""


class _Hidden:
    __slots__ = ()

    def _absorb(self, *_: Any) -> Any:
        return self

    def _refuse(self, *_: Any) -> NoReturn:
        raise HiddenConsulted("a hidden value cannot be asked for an answer")

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _absorb
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __truediv__ = __rtruediv__ = _absorb
    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = _absorb
    __pow__ = __rpow__ = __divmod__ = __rdivmod__ = __matmul__ = __rmatmul__ = _absorb
    __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = _absorb
    __neg__ = __pos__ = __abs__ = __invert__ = _absorb
    __lt__ = __le__ = __gt__ = __ge__ = _absorb
    __getitem__ = __call__ = _absorb

    def __eq__(self, other: object) -> Any:
        return self

    def __ne__(self, other: object) -> Any:
        return self

    __bool__ = __len__ = __iter__ = __contains__ = _refuse
    __int__ = __index__ = __float__ = __complex__ = _refuse

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __hash__(self) -> int:
        return 0x41DDE7

    def __repr__(self) -> str:
        return "HIDDEN"

    def __reduce__(self) -> str:
        return "HIDDEN"


HIDDEN: Any = _Hidden()


def is_hidden(value: object) -> bool:
    """Whether this viewer does not know the value; the one lawful question about HIDDEN."""
    return value is HIDDEN
