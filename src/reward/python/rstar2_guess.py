"""What stands for an answer that is not there yet. Tests go on with it only to find what else they call."""


def make_guess(transcript):
    def guessing(answer):
        def method(self, *others, **named):
            transcript.guessed()
            return answer(self)
        return method

    class Guess:
        def __getattr__(self, name):
            if name.startswith("__"):
                raise AttributeError(name)
            return self

        def __await__(self):
            return self
            yield

        __bool__ = __eq__ = __lt__ = __le__ = __gt__ = __ge__ = __contains__ = guessing(lambda self: True)
        __ne__ = guessing(lambda self: False)
        __len__ = __int__ = __index__ = __hash__ = guessing(lambda self: 0)
        __float__ = guessing(lambda self: 0.0)
        __str__ = __repr__ = __format__ = guessing(lambda self: "")
        __iter__ = guessing(lambda self: iter(()))
        __call__ = __getitem__ = __abs__ = __neg__ = __round__ = __enter__ = guessing(lambda self: self)
        __exit__ = lambda self, *error: False

    for operator in "add sub mul truediv floordiv mod pow and or xor matmul".split():
        for prefix in ("__", "__r"):
            setattr(Guess, prefix + operator + "__", guessing(lambda self: self))
    return Guess()
