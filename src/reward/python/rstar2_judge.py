"""Runs unit tests. The solution is not here: where a test calls the solution, the call is looked up in the transcript of
earlier rounds. A call that is not there yet is noted, and the tests go on with a guess, only to find what else they call;
the result of such a round does not count.

Standard input: `{ tests, names, kinds, transcript, strict }`. The one line behind U+001E is the result: calls that are to
be answered, or the report.
"""
import ast
import builtins
import importlib
import io
import json
import symtable
import sys
import types
import typing

from rstar2_checks import USED, make_checks, rewrite
from rstar2_collect import Collected, Unsupported, called_names, is_main_guard, is_runner, uncalled_check
from rstar2_guess import make_guess
from rstar2_comparison import make_identity
from rstar2_answers import Solution
from rstar2_report import Report
from rstar2_transcript import Test, Transcript, describe
from rstar2_unsupported import unsupported

ALIASES = {"np": "numpy", "pd": "pandas"}


OWN = "the tests fail by themselves, whatever the program is (a builtin that the program defines is taken where `names` lists it): "
UNRUN = "the tests define check(candidate) and do not call it: call it with the function (check(add)), or give that function's name alone in `names`"
VACUOUS = "the tests assert nothing about the program: write assertions on what it returns, as statements, in functions named test_…, or in methods of a unittest.TestCase"


def standard(name):
    name = ALIASES.get(name, name)
    if name in sys.stdlib_module_names or name in ALIASES.values():
        try:
            return importlib.import_module(name)
        except ImportError:
            return None
    return getattr(typing, name, None)


def asked_names(tests):
    """What tests use and neither define nor import, builtins aside."""
    top = symtable.symtable(tests, "tests.py", "exec")
    own = {symbol.get_name() for symbol in top.get_symbols() if symbol.is_assigned() or symbol.is_imported()}
    used = {symbol.get_name() for symbol in top.get_symbols() if symbol.is_referenced()}
    inner = top.get_children()
    while inner:
        scope = inner.pop()
        inner += scope.get_children()
        shared = [symbol for symbol in scope.get_symbols() if symbol.is_global()]
        own |= {symbol.get_name() for symbol in shared if symbol.is_assigned()}
        used |= {symbol.get_name() for symbol in shared if symbol.is_referenced()}
    return sorted(name for name in used - own if not hasattr(builtins, name) and not name.startswith("__"))


def imported_names(nodes):
    """What tests import from a module `solution`, and whether they import it so: they then take nothing else."""
    imports = [node for node in nodes if isinstance(node, ast.ImportFrom) and node.module == "solution"]
    aliases = {each.asname or each.name for node in nodes if isinstance(node, ast.Import) for each in node.names if each.name == "solution"}
    names = {each.name for node in imports for each in node.names}
    names |= {node.attr for node in nodes if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in aliases}
    return sorted(names - {"*"}), bool(imports or aliases) and "*" not in names


class SolutionModule(types.ModuleType):
    """What `import solution` gives to tests."""

    def __init__(self, offered, transcript):
        super().__init__("solution")
        self.__dict__.update(_offered=offered, _transcript=transcript, __all__=[])

    def __getattr__(self, name):
        self._transcript.uses += not name.startswith("__")
        if name in self._offered:
            return self._offered[name]
        raise AttributeError("the program does not define " + name)


def without_guards(tree):
    """Takes main guards and calls of runners out of the tests; returns the other statements of the guards."""
    guarded = [each for node in tree.body if is_main_guard(node) for each in node.body if not is_runner(each)]
    tree.body = [node for node in tree.body if not is_main_guard(node) and not is_runner(node)]
    return guarded


class LateFaults:
    """Looks for errors of the tests themselves once there is an error: most tests have none."""

    def __init__(self, tests, asked):
        self.tests, self.asked, self.faults = tests, asked, None

    def owns(self, error):
        if self.faults is None:
            from rstar2_faults import Faults
            tree = ast.parse(self.tests, "tests.py")
            without_guards(tree)
            self.faults = Faults(tree, self.asked)
        return self.faults.owns(error)


def judge(request):
    """Returns what is to be said."""
    tests, kinds = request["tests"], request["kinds"]
    try:
        tree = ast.parse(tests, "tests.py")
        compile(tree, "tests.py", "exec")
        used = asked_names(tests) if request["names"] is None else request["names"]
        nodes = list(ast.walk(tree))
        reason = unsupported(nodes)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        return {"broken": describe(error)}
    if reason is not None:
        return {"untestable": reason}
    transcript, test = Transcript(request["transcript"], request["strict"]), Test()
    solution = Solution(transcript, test, make_guess(transcript))
    asked, names = [], {"__name__": "tests"}
    imported, is_all = imported_names(nodes)
    for name in used:
        value = standard(name) if request["names"] is None else None
        if value is not None:
            names[name] = value
        elif not is_all or request["names"] is not None:
            asked.append(name)
    taken = set(asked)
    asked = sorted(taken | set(imported))
    given = {name: {"k": "function"} for name in asked} if kinds is None else kinds
    # A parent comes before those that are made of it.
    there = sorted((name for name in asked if name in given), key=lambda name: len(given[name].get("e", ())))
    offered = {name: solution.named(name, given[name]) for name in there}
    names.update((name, value) for name, value in offered.items() if name in taken)
    sys.modules["solution"] = SolutionModule(offered, transcript)
    names.update(make_checks(transcript, test), **make_identity(test))
    known = dict(names)
    is_unrun, called = uncalled_check(tree, nodes), called_names(nodes)
    guarded = without_guards(tree)
    test.faults = LateFaults(tests, asked)
    try:
        statements = compile(rewrite(tree, asked), "tests.py", "exec")
        main = compile(rewrite(ast.Module(guarded, []), asked), "tests.py", "exec")
    except Exception as error:
        return {"untestable": "the unit tests cannot be judged: " + describe(error)}
    report = Report(transcript, test)

    def collect():
        return Collected([(name, value) for name, value in names.items() if known.get(name) is not value], called)

    def load():
        exec(statements, names)
        if not collect():
            exec(main, names)
            if is_unrun and len(request["names"] or ()) == 1 and "check" in names:
                names[USED]()
                names["check"](names[request["names"][0]])

    report.attempt("tests", load)
    try:
        tests_found = collect()
    except Unsupported as error:
        return {"untestable": str(error)}
    if tests_found:
        report.passed, report.undecided = 0, []
    for suite in tests_found.suites:
        report.attempt_suite(suite)
    for name, value in tests_found.functions:
        report.attempt(name, value)
    if solution.untestable:
        return {"untestable": solution.untestable}
    if test.fault is not None:
        return {"untestable": OWN + test.fault}
    if report.alone:
        return {"untestable": OWN + report.alone[0]}
    if transcript.asked or kinds is None and transcript.uses > 0:
        return {"names": asked, "matched": transcript.at, "calls": transcript.asked}
    if report.passed and not report.failed and test.made == 0:
        return {"untestable": UNRUN if is_unrun else VACUOUS}
    return {"passed": report.passed, "failed": report.failed, "undecided": report.undecided}


def main():
    request = json.loads(sys.stdin.read())
    channel = sys.stdout
    sys.stdin = io.StringIO("")
    sys.stdout = io.StringIO()
    said = judge(request)
    channel.write("\n\x1e" + json.dumps(said) + "\n")
    channel.flush()
