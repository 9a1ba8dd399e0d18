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
    if type(value) in (datetime.date, datetime.datetime, datetime.time):
        return ["w", type(value).__name__, value.isoformat()]
    if type(value) is datetime.timedelta:
        return ["u", value.days, value.seconds, value.microseconds]
    return other(value)


def decode(data, other):
    if not isinstance(data, list):
        return data
    tag, *rest = data
    def inner():
        return (decode(item, other) for item in rest)
    if tag == "i":
        return int(rest[0], 16)
    if tag == "f":
        return float(rest[0])
    if tag == "c":
        return complex(float(rest[0]), float(rest[1]))
    if tag == "b":
        return bytes.fromhex(rest[0])
    if tag == "l":
        return list(inner())
    if tag == "t":
        return tuple(inner())
    if tag == "n" and len(rest) > 1 and isinstance(rest[1], list):
        name, fields, *rest = rest
        return collections.namedtuple(name, fields)._make(inner())
    if tag == "z":
        return frozenset(inner())
    if tag == "s":
        return set(inner())
    if tag == "d":
        return {decode(key, other): decode(value, other) for key, value in rest}
    if tag == "r":
        return range(*rest)
    if tag == "q":
        maxlen = rest.pop(0)
        return collections.deque(inner(), maxlen)
    if tag == "m":
        return decimal.Decimal(str(rest[0]))
    if tag == "v":
        return fractions.Fraction(int(rest[0], 16), int(rest[1], 16))
    if tag == "w":
        return {kind.__name__: kind for kind in (datetime.date, datetime.datetime, datetime.time)}[rest[0]].fromisoformat(rest[1])
    if tag == "u":
        return datetime.timedelta(*rest)
    return other(tag, rest)
