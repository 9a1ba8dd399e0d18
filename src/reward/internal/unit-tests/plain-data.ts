/**
 * Python that both programs begin with: plain data as JSON, and back.
 *
 * What is plain is None, booleans, numbers, text, bytes, lists, tuples, sets, dictionaries and ranges of them. `other` encodes
 * or decodes what else the one side or the other lets through, as an array whose first item is its tag.
 */
export const PLAIN_DATA = `
import builtins, io, json, os, sys

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
        return ["t", *inner(value)]
    if isinstance(value, frozenset):
        return ["z", *inner(value)]
    if isinstance(value, set):
        return ["s", *inner(value)]
    if isinstance(value, dict):
        return ["d", *(inner(pair) for pair in value.items())]
    if isinstance(value, range):
        return ["r", value.start, value.stop, value.step]
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
    if tag == "z":
        return frozenset(inner())
    if tag == "s":
        return set(inner())
    if tag == "d":
        return {decode(key, other): decode(value, other) for key, value in rest}
    if tag == "r":
        return range(*rest)
    return other(tag, rest)
`;
