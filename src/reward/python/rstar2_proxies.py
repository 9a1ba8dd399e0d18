"""What stands for the solution's functions, classes and objects in the tests. Each use of one is a call that the
transcript answers (`rstar2_answers`).

What is neither plain data nor an object of a class that the tests name can be called and has attributes; it has no truth
value, equality, length or text of its own.
"""
import builtins
import sys

from rstar2_transcript import Lost, Pending

# Whose code shows values to people: an object that is asked for its text there would know that an assertion has failed.
SHOWING = {"unittest", "traceback", "pprint", "difflib", "reprlib", "asyncio", "logging"}


def place_of(value):
    kind = type if isinstance(value, type) else object
    return kind.__getattribute__(value, "_place")


def is_shown():
    """Whether a text is asked for by who shows values to people, and not by the tests."""
    frame = sys._getframe()
    while frame.f_globals.get("__name__") == __name__:
        frame = frame.f_back
    room = frame.f_globals.get("__name__", "").split(".")[0]
    return room in SHOWING or room.startswith("rstar2_")


def made(cls, solution, place):
    self = object.__new__(cls)
    object.__setattr__(self, "_solution", solution)
    object.__setattr__(self, "_place", place)
    return self


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
            return solution.comparisons.are_equal(self, other)
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
