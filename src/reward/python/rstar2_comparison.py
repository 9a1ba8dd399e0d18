"""Comparisons of two objects of the solution: which are the same object, and which the solution says are equal."""
from rstar2_proxies import Remote, place_of

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


class Comparisons:
    """What the solution said of pairs of its objects since the last call of another kind."""

    def __init__(self, solution):
        self.solution = solution
        self.said = {}

    def forget(self):
        self.said.clear()

    def are_equal(self, one, other):
        places, solution = (place_of(one), place_of(other)), self.solution
        if solution.receiving:
            return places[0] == places[1]
        solution.test.compare()
        if "__eq__" not in type(one)._methods:
            return places[0] == places[1]
        if places not in self.said:
            # Kept, as assertions that have failed compare once more what differs, to show it.
            self.said[places] = solution.ask(places[0], "=eq", [other])
        answer = self.said[places]
        return answer if answer is solution.guess else answer is True
