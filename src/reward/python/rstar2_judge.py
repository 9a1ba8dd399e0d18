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
import typing

from rstar2_checks import make_checks, rewrite
from rstar2_guess import make_guess
from rstar2_proxies import Solution, make_identity
from rstar2_report import Report, suites_among
from rstar2_transcript import Test, Transcript, describe

ALIASES = {"np": "numpy", "pd": "pandas"}


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


def judge(request):
    """Returns what is to be said."""
    tests, kinds = request["tests"], request["kinds"]
    try:
        tree = ast.parse(tests, "tests.py")
        compile(tree, "tests.py", "exec")
        used = asked_names(tests) if request["names"] is None else request["names"]
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        return {"broken": describe(error)}
    transcript, test = Transcript(request["transcript"], request["strict"]), Test()
    solution = Solution(transcript, test, make_guess(transcript))
    asked, names = [], {"__name__": "tests"}
    for name in used:
        value = standard(name) if request["names"] is None else None
        if value is not None:
            names[name] = value
            continue
        asked.append(name)
        if kinds is None or name in kinds:
            names[name] = solution.named(name, {"k": "function"} if kinds is None else kinds[name])
    names.update(make_checks(transcript, test), **make_identity(test))
    known = dict(names)
    try:
        statements = compile(rewrite(tree), "tests.py", "exec")
    except Exception as error:
        return {"untestable": "the unit tests cannot be judged: " + describe(error)}
    report = Report(transcript, test)
    report.attempt("tests", lambda: exec(statements, names))
    added = [(name, value) for name, value in names.items() if known.get(name) is not value]
    suites = suites_among([value for _, value in added])
    functions = [(name, value) for name, value in added if name.startswith("test_") and callable(value)]
    if suites or functions:
        report.passed, report.undecided = 0, []
    for suite in suites:
        report.attempt_suite(suite)
    for name, value in functions:
        report.attempt(name, value)
    if solution.untestable:
        return {"untestable": solution.untestable}
    if transcript.asked or kinds is None:
        return {"names": asked, "matched": transcript.at, "calls": transcript.asked}
    return {"passed": report.passed, "failed": report.failed, "undecided": report.undecided}


def main():
    request = json.loads(sys.stdin.read())
    channel = sys.stdout
    sys.stdin = io.StringIO("")
    sys.stdout = io.StringIO()
    said = judge(request)
    channel.write("\n\x1e" + json.dumps(said) + "\n")
    channel.flush()
