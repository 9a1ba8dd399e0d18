"""What stands for the solution's functions, classes and objects in the tests. Each use of one is a call that the
transcript answers; where it does not, the call is noted and a guess is given.

What the solution returns comes as plain data that the judge makes anew. What is neither plain nor an object of a class
that the tests name can be called and has attributes; it has no truth value, equality, length or text of its own.
"""
import builtins
import collections
import json
import sys

from rstar2_plain_data import NotPlain, decode, encode
from rstar2_transcript import Lost, Pending

# Whose code shows values to people: an object that is asked for its text there would know that an assertion has failed.
SHOWING = {"unittest", "traceback", "pprint", "difflib", "reprlib", "asyncio", "logging"}

# Exceptions by which Python itself ends loops, map, generators and programs: one of them from the solution would end the
# tests and not fail them. They pass only on to tests that name them; so does IndexError, which ends loops over __getitem__.
ENDS = (StopIteration, StopAsyncIteration, GeneratorExit, SystemExit, KeyboardInterrupt)

SAME, KEPT = "__rstar2_same__", "__rstar2_kept__"


def make_identity(test):
    """Returns what stands for `is`, the arguments of `assertIs` and `id` in rewritten tests, by their names."""
    first = {}

    def kept(*values):
        """The values, with one object for all references to the same object of the solution."""
        if any(isinstance(value, Remote) for value in values):
            test.compare()
        return [first.setdefault((type(value), place_of(value)), value) if isinstance(value, Remote) else value for value in values]

    def same(one, other):
        if isinstance(one, Remote) and isinstance(other, Remote):
            one, other = kept(one, other)
        return one is other

    return {SAME: same, KEPT: kept, "id": lambda value: id(*kept(value))}


def place_of(value):
    kind = type if isinstance(value, type) else object
    return kind.__getattribute__(value, "_place")


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


def is_shown():
    """Whether a text is asked for by who shows values to people, and not by the tests."""
    frame = sys._getframe()
    while frame.f_globals.get("__name__") == __name__:
        frame = frame.f_back
    room = frame.f_globals.get("__name__", "").split(".")[0]
    return room in SHOWING or room.startswith("rstar2_")


class Solution:
    """The solution as the tests see it."""

    def __init__(self, transcript, test, guess):
        self.transcript = transcript
        self.test = test
        self.guess = guess
        self.untestable = None
        self.errors = {}
        self.classes = {}
        self.compared = {}  # what the solution said of two objects since the last call of another kind
        self.receiving = False

    def ask(self, on, name, args=(), kwargs={}, made=None):
        if name != "=eq":
            self.compared.clear()
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

    def are_equal(self, one, other):
        places = place_of(one), place_of(other)
        if self.receiving:
            return places[0] == places[1]
        self.test.compare()
        if "__eq__" not in type(one)._methods:
            return places[0] == places[1]
        if places not in self.compared:
            # Kept, as assertions that have failed compare once more what differs, to show it.
            self.compared[places] = self.ask(places[0], "=eq", [other])
        answer = self.compared[places]
        return answer if answer is self.guess else answer is True

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

    def error_of(self, kinds, message, held={}):
        """The exception with its text, and with arguments and attributes where they are plain data."""
        values = {name: decode(value, self.received) for name, value in held.items() if name.isidentifier() and not name.startswith("_")}
        args = values.pop("args", [])
        for name in kinds:
            kind = self.errors.get(name) or getattr(builtins, name, None)
            if isinstance(kind, type) and issubclass(kind, (Exception, SystemExit)):
                error = made_error(kind, args, message, name in self.errors) or made_error(kind, [message], message, True)
                if error is None:
                    continue
                for attribute, value in values.items():
                    if not hasattr(BaseException, attribute):
                        setattr(error, attribute, value)
                return error
        return Exception(message)

    def named(self, name, kind):
        """What a name of the solution is to the tests, by what the solution's side says that it is."""
        if kind["k"] == "error":
            base = self.error_of(kind["e"][1:], "")
            self.errors[name] = type(name, (type(base),), {"__str__": told})
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


def told(error):
    return error.__dict__.get("_told", BaseException.__str__(error))


def made_error(kind, args, message, is_own):
    try:
        error = kind(*args)
        if is_own and type(error).__str__ is told:
            error._told = message
        return error if is_own or str(error) == message else None
    except Exception:
        return None


def made(cls, solution, place):
    self = object.__new__(cls)
    object.__setattr__(self, "_solution", solution)
    object.__setattr__(self, "_place", place)
    return self


def change(before, after):
    if isinstance(before, list) and isinstance(after, list):
        before[:] = after
    elif isinstance(before, collections.deque) and isinstance(after, collections.deque):
        before.clear()
        before.extend(after)
    elif isinstance(before, (dict, set)) and type(after) is type(before):
        before.clear()
        before.update(after)


class RemoteClass(type):
    """A class of the solution that the tests name. Its parents are what its first answer said, and stay so."""

    def __init__(cls, name, bases, members):
        super().__init__(name, bases, members)
        if "_solution" not in members and cls.__module__ == "tests":
            cls._solution.untestable = "a test makes a subclass, %s, of a class of the program, which is not supported" % name
            raise Pending()

    def __subclasscheck__(cls, other):
        return type.__subclasscheck__(cls, other) or isinstance(other, RemoteClass) and cls.__name__ in other._parents

    def __instancecheck__(cls, value):
        return issubclass(type(value), cls)

    def __call__(cls, *args, **kwargs):
        result = cls._solution.ask(None, cls.__name__, args, kwargs, made=cls.__name__)
        if type(result) is not cls:
            cls._solution.test.lose("a call of the class %s made something else" % cls.__name__)
        return result

    def __getattr__(cls, name):
        if name.startswith("__"):
            raise AttributeError(name)
        if name in cls._methods:
            return lambda *args, **kwargs: cls._solution.ask(cls._place, name, args, kwargs)
        return cls._solution.ask(cls._place, "=get", [name])


class Remote:
    """A function that the solution returned, or what it says is one."""

    _methods = ()

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        if name in type(self)._methods:
            return lambda *args, **kwargs: ask(self, name, args, kwargs)
        return ask(self, "=get", [name])

    def __setattr__(self, name, value):
        ask(self, "=set", [name, value])

    def __call__(self, *args, **kwargs):
        return ask(self, "=call", args, kwargs)

    def __bool__(self):
        object.__getattribute__(self, "_solution").test.lose("a function of the solution where a truth value should be")

    def __eq__(self, other):
        if other is None:
            return False
        object.__getattribute__(self, "_solution").test.lose("a function of the solution where a value should be")

    def __hash__(self):
        return hash(place_of(self))

    def __repr__(self):
        return "<a function of the solution>"


def ask(remote, name, args=(), kwargs={}):
    return object.__getattribute__(remote, "_solution").ask(place_of(remote), name, args, kwargs)


class RemoteFunction(Remote):
    """A function of the solution that the tests name."""

    def __call__(self, *args, **kwargs):
        return object.__getattribute__(self, "_solution").ask(None, place_of(self)[1:], args, kwargs)

    def __bool__(self):
        return True

    def __eq__(self, other):
        return self is other if other is None or isinstance(other, RemoteFunction) else Remote.__eq__(self, other)

    __hash__ = Remote.__hash__


def between_objects(name):
    def operate(self, other):
        if name in ("lt", "le", "gt", "ge"):
            object.__getattribute__(self, "_solution").test.compare()
        # An object that is shown the expected value could agree with it, whatever it is.
        return ask(self, "=" + name, [other]) if isinstance(other, RemoteObject) else NotImplemented
    return operate


class RemoteObject(Remote, metaclass=RemoteClass):
    """An object of a class that the tests name. Whether two are equal is the solution's word, and so no evidence."""

    def __eq__(self, other):
        solution = object.__getattribute__(self, "_solution")
        if isinstance(other, RemoteObject):
            return solution.are_equal(self, other)
        if not isinstance(other, Remote):
            solution.test.compare()
        return NotImplemented

    def __hash__(self):
        solution = object.__getattribute__(self, "_solution")
        if not solution.receiving:
            solution.test.compare()
        return 0 if "__eq__" in type(self)._methods else hash(place_of(self))

    def __bool__(self):
        return ask(self, "=bool") is True

    def __len__(self):
        return ask(self, "=len")

    def __str__(self):
        return text_of(self, "=str")

    def __repr__(self):
        return text_of(self, "=repr")

    def __iter__(self):
        return iter(ask(self, "=iter"))

    def __contains__(self, item):
        return any(item is each or item == each for each in self)

    def __getitem__(self, key):
        return ask(self, "=getitem", [key])

    def __setitem__(self, key, value):
        ask(self, "=setitem", [key, value])

    def __delitem__(self, key):
        ask(self, "=delitem", [key])

    def __enter__(self):
        return ask(self, "__enter__")

    def __exit__(self, kind, error, trace):
        # The object is notified but cannot suppress the exception. It is not notified of assertions: they tell the verdict.
        if isinstance(error, Lost) or object.__getattribute__(self, "_solution").test.judged(error):
            kind = None
        if kind is None or issubclass(kind, Exception) and getattr(builtins, kind.__name__, None) is kind:
            ask(self, "__exit__", [kind, None, None])
        return False


for operator in "add sub mul truediv floordiv mod matmul lt le gt ge".split():
    setattr(RemoteObject, "__" + operator + "__", between_objects(operator))


def text_of(remote, name):
    return "<an object of the solution>" if is_shown() else str(ask(remote, name))
