"""Which tests there are: as unittest, pytest and the authors of data sets write them."""
import ast
import inspect
import itertools
import sys
import types


class Unsupported(Exception):
    """The tests ask for what there is not here."""


class Collected:
    """The tests among the values that the tests have defined."""

    def __init__(self, added, called):
        self.suites = suites_among([value for _, value in added])
        self.functions = []
        for name, value in added:
            is_own = isinstance(value, types.FunctionType)
            if name.startswith("test_") and callable(value) or name.startswith("test") and is_own and name not in called:
                if not (name in called and is_own and required(value)):  # what the tests call with arguments is a helper
                    self.functions += cases_of(name, value)
            elif name.startswith("Test") and is_plain_class(value, added):
                self.functions += methods_of(name, value)

    def __bool__(self):
        return bool(self.suites or self.functions)


def suites_among(values):
    """The test cases that tests have defined, if they have loaded unittest: it takes long, and most do without."""
    unittest = sys.modules.get("unittest")
    if unittest is None:
        return []
    classes = [value for value in values if isinstance(value, type) and issubclass(value, unittest.TestCase)]
    suites = [unittest.defaultTestLoader.loadTestsFromTestCase(cases) for cases in classes]
    return [suite for suite in suites if suite.countTestCases() > 0]


def is_plain_class(value, added):
    unittest = sys.modules.get("unittest")
    is_case = unittest is not None and isinstance(value, type) and issubclass(value, unittest.TestCase)
    return type(value) is type and value.__module__ == "tests" and "__init__" not in vars(value) and not is_case


def methods_of(title, kind):
    """pytest's classes: an object for each test, set up and torn down around it."""
    cases = []
    for name in [name for name in dir(kind) if name.startswith("test")]:
        for case, run in cases_of(title + "." + name, getattr(kind, name), bound=not isinstance(vars(kind).get(name), staticmethod), marks=marks_of(kind)):
            def whole(run=run, name=name):
                one = kind()
                set_up, tear_down = getattr(one, "setup_method", None), getattr(one, "teardown_method", None)
                for begin in (getattr(kind, "setup_class", None), set_up):
                    if begin is not None:
                        begin(*[getattr(one, name)] * len(required(begin)))
                try:
                    return run(*([] if isinstance(vars(kind).get(name), staticmethod) else [one]))
                finally:
                    if tear_down is not None:
                        tear_down(*[getattr(one, name)] * len(required(tear_down)))
            cases.append((case, whole))
    return cases


def required(function):
    """The names of the arguments that a call must give."""
    try:
        given = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return []
    return [each.name for each in given if each.default is each.empty and each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY)]


def marks_of(value):
    marks = getattr(value, "pytestmark", [])
    return marks if isinstance(marks, list) else [marks]


def cases_of(name, function, bound=False, marks=()):
    """One test for each set of parameters that pytest's marks give."""
    if isinstance(function, types.FunctionType) is False:
        return [(name, function)]
    sets = [{}]
    for mark in [*marks, *marks_of(function)]:
        if mark.name == "skip" or mark.name == "skipif" and any(mark.args):
            return [(name, skipped)]
        if mark.name == "xfail":
            raise Unsupported("%s is marked xfail, which is not supported: use unittest.expectedFailure" % name)
        if mark.name == "parametrize":
            sets = [{**one, **other} for one, other in itertools.product(sets, parameters_of(name, *mark.args, **mark.kwargs))]
    missing = [each for each in required(function)[1 if bound else 0:] if each not in sets[0]] if sets else []
    if missing:
        raise Unsupported("%s takes %s, and fixtures are not supported: make what it needs in the test" % (name, ", ".join(missing)))
    if len(sets) == 1 and not sets[0]:
        return [(name, function)]
    return [("%s[%d]" % (name, i), lambda *self, one=one: function(*self, **one)) for i, one in enumerate(sets)]


def parameters_of(test, argnames, argvalues, **options):
    if set(options) - {"ids", "scope"}:
        raise Unsupported("%s is parametrized with %s, which is not supported" % (test, ", ".join(options)))
    names = [each.strip() for each in argnames.split(",") if each.strip()] if isinstance(argnames, str) else list(argnames)
    sets = []
    for value in argvalues:
        if hasattr(value, "marks") and hasattr(value, "values"):
            if value.marks:
                raise Unsupported("%s marks single parameters, which is not supported" % test)
            value = value.values
        elif len(names) == 1:
            value = (value,)
        sets.append(dict(zip(names, value)))
    return sets


def called_names(nodes):
    return {node.func.id for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}


def skipped():
    from unittest import SkipTest
    raise SkipTest("marked so")


def is_main_guard(node):
    if not (isinstance(node, ast.If) and not node.orelse and isinstance(node.test, ast.Compare)):
        return False
    return sorted([ast.unparse(node.test.left), *map(ast.unparse, node.test.comparators)]) == ["'__main__'", "__name__"]


def is_runner(node):
    """Whether a statement hands the tests to the runner of unittest or pytest, which this is."""
    if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)):
        return False
    call = node.value
    if ast.unparse(call.func) in ("sys.exit", "exit") and len(call.args) == 1 and isinstance(call.args[0], ast.Call):
        call = call.args[0]
    return ast.unparse(call.func) in ("unittest.main", "pytest.main")


def uncalled_check(tree, nodes):
    """Whether tests define HumanEval's `check(candidate)` and leave the call out."""
    defined = any(isinstance(node, ast.FunctionDef) and node.name == "check" and len(node.args.args) == 1 for node in tree.body)
    return defined and not any(isinstance(node, ast.Name) and node.id == "check" for node in nodes)
