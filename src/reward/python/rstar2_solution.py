"""Runs a solution and answers calls of it. It is handed the solution, the names that tests use of it and the calls, and
nothing else: no test, no expected value, no secret. Whatever the solution does to this program, it can but answer for itself.

Standard input: `{ solution, names, calls }`. Each line of its output that starts with U+001E is an answer: first what the
names are, then one a call.
"""
import builtins
import io
import json
import operator
import sys

from rstar2_plain_data import NotPlain, by_reference, decode, encode


def main():
    request = json.loads(sys.stdin.read())
    channel = sys.stdout
    sys.stdin = io.StringIO("")
    sys.stdout = io.StringIO()
    names = {"__name__": "solution"}
    objects, places, classes = {}, {}, by_reference

    def answer(data):
        channel.write("\n\x1e" + json.dumps(data) + "\n")
        channel.flush()

    def failure(error):
        kinds = [kind.__name__ for kind in type(error).__mro__]
        attributes = {}
        for name, value in [("args", list(error.args)), *vars(error).items()]:
            try:
                attributes[str(name)] = encode(value, not_plain)
            except NotPlain:
                continue
        return {"e": kinds, "m": str(error)[:2000], "d": attributes if len(json.dumps(attributes)) <= 65536 else {}}

    def keep(value, place, kind):
        if id(value) not in places:
            places[id(value)] = place
            objects[place] = value
        return ["o", places[id(value)], kind]

    def methods(value):
        kind = value if isinstance(value, type) else type(value)
        own = [name for name in dir(value) if callable(getattr(value, name, None))]
        return [name for name in own if name != "__eq__" or kind.__eq__ is not object.__eq__]

    def kind_of(name):
        value = names[name]
        if isinstance(value, type) and issubclass(value, BaseException):
            return {"k": "error", "e": [kind.__name__ for kind in value.__mro__]}
        if isinstance(value, type):
            classes.add(value)
            return {"k": "class", "m": methods(value), "p": [each for each in request["names"] if names.get(each) in value.__mro__]}
        if callable(value):
            return {"k": "function"}
        try:
            return {"k": "data", "v": encode(value, not_plain)}
        except NotPlain:
            classes.add(type(value))
            return {"k": "object", "c": type(value).__name__, "m": methods(value)}

    def not_plain(value):
        raise NotPlain(type(value).__name__)

    def received(tag, rest):
        if tag == "o":
            return names[rest[0][1:]] if rest[0].startswith("@") else objects[rest[0]]
        if tag == "n":
            return getattr(builtins, rest[0])
        raise NotPlain(tag)

    def returned(number):
        count = 0
        def other(value):
            nonlocal count
            if hasattr(value, "__next__"):
                items = []
                for item in value:
                    if len(items) == 10000:
                        raise NotPlain("an iterator without end")
                    items.append(encode(item, other))
                return ["g", *items]
            kind = next((kind.__name__ for kind in type(value).__mro__ if kind in classes), None)
            if kind is None and (isinstance(value, type) or not callable(value)):
                raise NotPlain(type(value).__name__)
            count += 1
            return keep(value, "%d.%d" % (number, count), kind or "")
        return other

    def perform(number, call):
        on, name, args, kwargs = call
        args = [decode(item, received) for item in args]
        kwargs = {key: decode(item, received) for key, item in kwargs.items()}
        target = None if on is None else received("o", [on])
        before = [encode(item, lambda value: None) for item in args]
        is_new = False
        if name.startswith("="):
            if name == "=get":
                result = getattr(target, args[0])
            elif name == "=set":
                result = setattr(target, args[0], args[1])
            elif name == "=iter":
                result = iter(target)
            elif name == "=call":
                result = target(*args, **kwargs)
            elif name in ("=len", "=bool", "=str", "=repr"):
                result = getattr(builtins, name[1:])(target)
            else:
                result = getattr(operator, name[1:])(target, *args)
        else:
            called = names[name] if on is None else getattr(target, name)
            is_new = on is None and called in classes if isinstance(called, type) else False
            result = called(*args, **kwargs)
        waits = hasattr(result, "__await__")
        if waits:
            import asyncio
            async def wait():
                return await result
            try:
                result = asyncio.run(wait())
            except BaseException as error:
                return {**failure(error), "w": True}
        if is_new:
            keep(result, str(number), called.__name__)
        data = {"r": encode(result, returned(number)), "w": waits}
        if result is None:
            after = [encode(item, lambda value: None) for item in args]
            if after != before:
                data["a"] = after
        return data

    try:
        exec(compile(request["solution"], "solution.py", "exec"), names)
    except BaseException as error:
        return answer({"error": (type(error).__name__ + ": " + str(error))[:300]})
    answer({"kinds": {name: kind_of(name) for name in request["names"] if name in names}})
    for number, call in enumerate(request["calls"]):
        sys.stdout = io.StringIO()
        try:
            data = perform(number, json.loads(call))
        except NotPlain as error:
            data = {"x": str(error)[:200]}
        except BaseException as error:
            data = failure(error)
        text = sys.stdout.getvalue() if isinstance(sys.stdout, io.StringIO) else ""
        answer({**data, "o": text[:65536]} if text else data)
