"""Plain data as JSON, and back: what both sides begin with.

Plain are None, booleans, numbers (decimals and fractions as well), text, bytes, dates and times, lists, tuples, sets,
dictionaries, deques and ranges of them. `other` encodes or decodes what else the one side or the other lets through, as
an array whose first item is its tag.
"""
import collections
import datetime
import decimal
import fractions


class NotPlain(Exception):
    pass

# Classes whose instances are handed over by reference, although they may be lists or numbers as well.
by_reference = set()


def encode(value, other, depth=0):
    if depth > 50:
        raise NotPlain("nested too deeply")
    if by_reference and any(kind in by_reference for kind in type(value).__mro__):
        return other(value)
    def inner(items):
        return [encode(item, other, depth + 1) for item in items]
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        value = int(value)
        return value if -(2 ** 53) < value < 2 ** 53 else ["i", hex(value)]
    if isinstance(value, str):
        return str(value)
    if isinstance(value, float):
        return ["f", float.__repr__(value)]
    if isinstance(value, complex):
        return ["c", float.__repr__(value.real), float.__repr__(value.imag)]
    if isinstance(value, (bytes, bytearray)):
        return ["b", bytes(value).hex()]
    if isinstance(value, list):
        return ["l", *inner(value)]
    if isinstance(value, tuple):
        fields = getattr(type(value), "_fields", None)
        if isinstance(fields, tuple) and len(fields) == len(value) and all(isinstance(each, str) and each[:1] != "_" for each in fields):
            return ["n", type(value).__name__, list(map(str, fields)), *inner(value)]
        return ["t", *inner(value)]
    if isinstance(value, frozenset):
        return ["z", *inner(value)]
    if isinstance(value, set):
        return ["s", *inner(value)]
    if isinstance(value, dict):
        return ["d", *(inner(pair) for pair in value.items())]
    if isinstance(value, range):
        return ["r", value.start, value.stop, value.step]
    if type(value) is collections.deque:
        return ["q", value.maxlen, *inner(value)]
    if type(value) is decimal.Decimal:
        return ["m", str(value)]
    if type(value) is fractions.Fraction:
        return ["v", hex(value.numerator), hex(value.denominator)]
    if type(value) in DATES.values():
        return ["w", type(value).__name__, value.isoformat()]
    if type(value) is datetime.timedelta:
        return ["u", value.days, value.seconds, value.microseconds]
    return other(value)


DATES = {kind.__name__: kind for kind in (datetime.date, datetime.datetime, datetime.time)}
# How a value is made of what stands behind its tag; `inner` decodes a list of items.
MADE_OF = {
    "i": lambda rest, inner: int(rest[0], 16),
    "f": lambda rest, inner: float(rest[0]),
    "c": lambda rest, inner: complex(float(rest[0]), float(rest[1])),
    "b": lambda rest, inner: bytes.fromhex(rest[0]),
    "l": lambda rest, inner: inner(rest),
    "t": lambda rest, inner: tuple(inner(rest)),
    "z": lambda rest, inner: frozenset(inner(rest)),
    "s": lambda rest, inner: set(inner(rest)),
    "d": lambda rest, inner: dict(map(inner, rest)),
    "r": lambda rest, inner: range(*rest),
    "q": lambda rest, inner: collections.deque(inner(rest[1:]), rest[0]),
    "m": lambda rest, inner: decimal.Decimal(str(rest[0])),
    "v": lambda rest, inner: fractions.Fraction(int(rest[0], 16), int(rest[1], 16)),
    "w": lambda rest, inner: DATES[rest[0]].fromisoformat(rest[1]),
    "u": lambda rest, inner: datetime.timedelta(*rest),
}


def decode(data, other):
    if not isinstance(data, list):
        return data
    tag, *rest = data
    def inner(items):
        return [decode(item, other) for item in items]
    if tag == "n" and len(rest) > 1 and isinstance(rest[1], list):  # else the name of a builtin
        name, fields, *rest = rest
        return collections.namedtuple(name, fields)._make(inner(rest))
    make = MADE_OF.get(tag) if isinstance(tag, str) else None
    return other(tag, rest) if make is None else make(rest, inner)
