"""The calls that tests make of the solution, and the answers that it has given: once given, an answer stays as it is."""

MOST_CALLS, MOST_CHARACTERS, MOST_GUESSES = 500, 400_000, 20_000


class Lost(BaseException):
    """The solution has lost the running test."""


class Pending(BaseException):
    """The tests cannot go on without an answer."""


class Transcript:
    """Walks along the answered calls as long as the tests make the same calls, then notes what else they call.

    Each call has a path: which test, which assertion within it. What an assertion or a test that has failed did not come
    to call stays called, so that no later round shows the solution that it has failed.
    """

    def __init__(self, entries, strict):
        self.entries = entries
        self.strict = strict
        self.at = 0
        self.asked = []
        self.characters = 0
        self.guesses = 0
        self.paused = False
        self.uses = 0  # calls and reads of the solution, and of guesses
        self.path = []
        self.counts = [0]

    def look_up(self, call):
        """Returns [answer] of a call, or None where the call is noted and has no answer yet."""
        if self.paused:
            raise Pending()
        self.uses += 1
        if not self.asked and self.at < len(self.entries) and self.entries[self.at][0] == call:
            self.at += 1
            return [self.entries[self.at - 1][1]]
        self.characters += len(call)
        if self.asked and (len(self.asked) >= MOST_CALLS or self.characters > MOST_CHARACTERS):
            self.pause()
        self.asked.append([call, list(self.path)])
        if self.strict:
            self.pause()
        return None

    def next_place(self):
        """What an object is called by that the call noted last will make."""
        return str(self.at + len(self.asked) - 1)

    def guessed(self):
        """Counts uses of a guess: tests that loop on one come to no end."""
        self.guesses += 1
        self.uses += 1
        if self.paused or self.guesses > MOST_GUESSES:
            self.pause()

    def pause(self):
        self.paused = True
        raise Pending()

    def enter(self):
        depth = len(self.path)
        self.counts[-1] += 1
        self.path.append(self.counts[-1])
        self.counts.append(0)
        return depth

    def leave(self, depth, has_failed):
        if depth >= len(self.path):
            return  # left already: a generator was closed late
        path = self.path[:depth + 1]
        while has_failed and not self.asked and self.at < len(self.entries) and self.entries[self.at][2][:depth + 1] == path:
            self.at += 1
        del self.path[depth:], self.counts[depth + 1:]


class Test:
    """The running test."""

    lost = None  # why it has failed
    raised = None  # the last exception that came from the solution
    faults = None  # knows which errors are the tests' own
    fault = None  # an error that is the tests' own
    made = 0  # assertions that were made after a use of the solution
    expects_failure = False
    open_assertions = 0
    compared = 0  # comparisons of two objects of the solution, which the solution decides itself
    tainted = False  # one of them was made outside of assertions: no later assertion is evidence
    evidence = 0  # assertions that were true and rest on no such comparison

    def compare(self):
        self.compared += 1
        self.tainted = self.tainted or self.open_assertions == 0

    @property
    def undecided(self):
        """Why a test that has not failed tells nothing about the solution, or None."""
        if self.compared == 0 or self.evidence > 0:
            return None
        return "all that it asserts is how objects of the program compare with each other, which the program itself decides: compare what they hold with plain data"

    def lose(self, reason):
        self.lost = self.lost or reason
        raise Lost(reason)

    def examine(self, error):
        """Notes whether an error is the tests' own."""
        if self.fault or self.expects_failure or not isinstance(error, Exception) or error is self.raised or self.judged(error):
            return
        if self.faults.owns(error):
            self.fault = describe(error)

    def start(self, expects_failure=False):
        self.lost = None
        self.expects_failure = expects_failure
        self.compared = self.evidence = 0

    def judged(self, error):
        """Whether an error is an assertion of the tests, not of the solution."""
        return isinstance(error, AssertionError) and error is not self.raised


def describe(error):
    return (type(error).__name__ + ": " + str(error))[:300]
