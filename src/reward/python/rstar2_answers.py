"""The solution's answers to what the tests ask of it. Where the transcript has none yet, the call is noted and a guess is
given. What the solution returns comes as plain data that the judge makes anew.
"""
import builtins
import collections
import json
import sys

from rstar2_comparison import Comparisons
from rstar2_plain_data import NotPlain, decode, encode
from rstar2_proxies import Remote, RemoteClass, RemoteFunction, RemoteObject, made, place_of
from rstar2_transcript import Pending

# Exceptions by which Python itself ends loops, map, generators and programs: one of them from the solution would end the
# tests and not fail them. They pass only on to tests that name them; so does IndexError, which ends loops over __getitem__.
ENDS = (StopIteration, StopAsyncIteration, GeneratorExit, SystemExit, KeyboardInterrupt)


def frames_of_tests():
    frame = sys._getframe()
    while frame:
        if frame.f_code.co_filename == "tests.py":
            yield frame.f_code
        frame = frame.f_back


def is_named(name):
    return any(name in code.co_names for code in frames_of_tests())


def is_within(name):
    return any(name == code.co_name for code in frames_of_tests())


class Solution:
    """The solution as the tests see it."""

    def __init__(self, transcript, test, guess):
        self.transcript = transcript
        self.test = test
        self.guess = guess
        self.untestable = None
        self.errors = {}
        self.classes = {}
        self.comparisons = Comparisons(self)
        self.receiving = False

    def ask(self, on, name, args=(), kwargs={}, made=None):
        if name != "=eq":
            self.comparisons.forget()
        try:
            call = [on, name, [encode(item, self.sent) for item in args], {key: encode(item, self.sent) for key, item in kwargs.items()}]
            text = json.dumps(call)
        except NotPlain as error:
            self.test.lose("a test hands the solution a %s, which is no plain data" % error)
        answer = self.transcript.look_up(text)
        if answer is not None:
            return self.settle(answer[0], args)
        return self.guess if made is None else self.remote(self.transcript.next_place(), made)

    def sent(self, value):
        if value is self.guess:
            self.transcript.pause()
        if isinstance(value, (Remote, RemoteClass)):
            return ["o", place_of(value)]
        name = getattr(value, "__name__", None)
        if isinstance(name, str) and getattr(builtins, name, None) is value:
            return ["n", name]
        if self.transcript.entries or self.transcript.asked:
            raise NotPlain(type(value).__name__)
        self.untestable = "a test hands the solution a " + type(value).__name__ + ", which is no plain data"
        raise Pending()

    def received(self, tag, rest):
        if tag == "o":
            return self.remote(rest[0], rest[1])
        if tag == "g":
            return iter([decode(item, self.received) for item in rest])
        raise NotPlain(tag)

    def remote(self, place, kind):
        """A new one each time: Python takes what is the same to be equal, and places are the solution's word."""
        return made(self.classes.get(kind, Remote), self, place)

    def settle(self, answer, args):
        if answer is None:
            self.test.lose("the solution ended")
        failure, result, changed = None, None, []
        self.receiving = True
        try:
            data = json.loads(answer)
            text = data.get("o", "")
            if "e" in data:
                failure = self.error_of(data["e"], data["m"], data.get("d", {}))
            elif "x" not in data:
                result = decode(data["r"], self.received)
                # A call that returns something has changed nothing: it could change what its answer is compared with.
                if result is None:
                    changed = [decode(item, self.received) if isinstance(item, list) else item for item in data.get("a", [])]
        except Exception:
            self.test.lose("the solution's answer is no plain data")
        finally:
            self.receiving = False
        if isinstance(text, str):
            sys.stdout.write(text)
        if "x" in data:
            self.test.lose("not plain data: " + str(data["x"])[:200])
        waits = data.get("w")
        if failure is not None and not waits:
            self.throw(failure)
        for before, after in zip(args, changed):
            change(before, after)
        if not waits:
            return result
        async def waited():
            if failure is not None:
                self.throw(failure)
            return result
        return waited()

    def throw(self, failure):
        for kind in ENDS + ((IndexError,) if is_within("__getitem__") else ()):
            if isinstance(failure, kind) and not is_named(kind.__name__):
                self.test.lose("the solution raised " + kind.__name__)
        self.test.raised = failure
        raise failure

    def error_of(self, kinds, message, attributes={}):
        """The exception with its text, and with arguments and attributes where they are plain data."""
        values = {name: decode(value, self.received) for name, value in attributes.items() if name.isidentifier() and not name.startswith("_")}
        args = values.pop("args", [])
        for name in kinds:
            kind = self.errors.get(name) or getattr(builtins, name, None)
            if isinstance(kind, type) and issubclass(kind, (Exception, SystemExit)):
                error = made_error(kind, args, message, name in self.errors) or made_error(kind, [message], message, True)
                if error is None:
                    continue
                for key, value in values.items():
                    if not hasattr(BaseException, key):
                        setattr(error, key, value)
                return error
        return Exception(message)

    def named(self, name, kind):
        """What a name of the solution is to the tests, by what the solution's side says that it is."""
        if kind["k"] == "error":
            base = self.error_of(kind["e"][1:], "")
            self.errors[name] = type(name, (type(base),), {"__str__": text_of})
            return self.errors[name]
        if kind["k"] == "class":
            self.classes[name] = self.class_of(name, kind["m"], kind.get("p", ()))
            self.classes[name]._place = "@" + name
            return self.classes[name]
        if kind["k"] == "object":
            cls = self.classes.setdefault(kind["c"], self.class_of(kind["c"], kind["m"]))
            return made(cls, self, "@" + name)
        if kind["k"] == "data":
            return decode(kind["v"], self.received)
        return made(RemoteFunction, self, "@" + name)

    def class_of(self, name, methods, parents=()):
        return RemoteClass(name, (RemoteObject,), {"_methods": frozenset(methods), "_solution": self, "_parents": frozenset(parents)})


def text_of(error):
    return error.__dict__.get("_text", BaseException.__str__(error))


def made_error(kind, args, message, is_own):
    try:
        error = kind(*args)
        if is_own and type(error).__str__ is text_of:
            error._text = message
        return error if is_own or str(error) == message else None
    except Exception:
        return None


def change(before, after):
    if isinstance(before, list) and isinstance(after, list):
        before[:] = after
    elif isinstance(before, collections.deque) and isinstance(after, collections.deque):
        before.clear()
        before.extend(after)
    elif isinstance(before, (dict, set)) and type(after) is type(before):
        before.clear()
        before.update(after)
