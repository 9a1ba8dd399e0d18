"""Assertions that are noted and do not end a test: what the tests call next is the same whether one holds or not.

Only where the tests themselves catch what an assertion raises does it raise: so it stands in their control flow.
"""
import ast
import sys

from rstar2_comparison import KEPT, SAME
from rstar2_transcript import Lost, describe

CHECK, CAUGHT, USED, MADE = "__rstar2_check__", "__rstar2_caught__", "__rstar2_used__", "__rstar2_made__"

# Functions whose first argument is the exception that tests expect.
EXPECTING = ("assertRaises", "assertRaisesRegex", "raises")


def make_checks(transcript, test):
    """Returns what rewritten tests use, by their names."""
    catchers = []

    class Check:
        """Around an assertion."""

        def __init__(self, line, asserts):
            self.line = line
            self.asserts = asserts

        def __enter__(self):
            self.depth = transcript.enter()
            self.compared = test.compared
            test.open_assertions += self.asserts

        def __exit__(self, kind, error, trace):
            test.open_assertions -= self.asserts
            test.evidence += self.asserts and error is None and not test.tainted and test.compared == self.compared
            if self.asserts and not is_skip(error):
                made()
            test.examine(error)
            failed = isinstance(error, (Exception, Lost)) and not is_skip(error)
            noted = failed and not test.expects_failure and not (isinstance(error, Exception) and is_caught(error))
            if noted:
                test.lost = test.lost or "line %d: %s" % (self.line, describe(error))
                if transcript.uses == 0:
                    test.fault = test.fault or test.lost
            transcript.leave(self.depth, noted or test.judged(error))
            return noted or isinstance(error, Lost)

    class Caught:
        """Around statements that the tests catch exceptions of."""

        def __init__(self, kinds):
            self.kinds = kinds

        def __enter__(self):
            catchers.append(self)
            self.depth = transcript.enter()

        def __exit__(self, kind, error, trace):
            catchers.remove(self)
            transcript.leave(self.depth, test.judged(error))
            return False

    def is_caught(error):
        for catcher in reversed(catchers):
            try:
                if isinstance(error, catcher.kinds()):
                    return True
            except Exception:
                continue
        return False

    def used():
        transcript.uses += 1

    def made(value=None):
        test.made += transcript.uses > 0
        return value

    return {CHECK: Check, CAUGHT: Caught, USED: used, MADE: made}


def is_skip(error):
    unittest = sys.modules.get("unittest")  # it takes long to load, and most tests do without
    if unittest is not None and isinstance(error, unittest.SkipTest):
        return True
    outcomes = sys.modules.get("_pytest.outcomes")
    return outcomes is not None and isinstance(error, outcomes.Skipped)


class NotedAssertions(ast.NodeTransformer):
    """Puts them into the tests, in which `asked` are the names that they take from the solution."""

    def __init__(self, asked):
        self.asked = asked

    def visit_Name(self, node):
        if node.id not in self.asked or not isinstance(node.ctx, ast.Load):
            return node
        both = ast.Tuple([ast.Call(ast.Name(USED, ast.Load()), [], []), node], ast.Load())
        return ast.copy_location(ast.Subscript(both, ast.Constant(1), ast.Load()), node)

    def visit_MatchClass(self, node):
        return node

    def visit_If(self, node):
        """What a branch refuses is an assertion as well."""
        self.generic_visit(node)
        if refuses(node):
            node.test = ast.copy_location(ast.Call(ast.Name(MADE, ast.Load()), [node.test], []), node.test)
        return node

    visit_While = visit_If

    def visit_For(self, node):
        self.generic_visit(node)
        return [node, note_of(node)] if refuses(node) else node

    visit_AsyncFor = visit_For

    def visit_Assert(self, node):
        node.test = self.visit(node.test)
        # Its message is for people, and may call the solution, which would then know that the assertion has failed.
        return checked(node, ast.Assert(node.test), asserts=not isinstance(node.test, ast.Constant))

    def visit_Compare(self, node):
        self.generic_visit(node)
        sides = [node.left, *node.comparators]
        if len(sides) != 2 or not isinstance(node.ops[0], (ast.Is, ast.IsNot)) or any(isinstance(side, ast.Constant) for side in sides):
            return node
        same = ast.Call(ast.Name(SAME, ast.Load()), sides, [])
        return ast.copy_location(same if isinstance(node.ops[0], ast.Is) else ast.UnaryOp(ast.Not(), same), node)

    def visit_Call(self, node):
        """Replaces `self.assertIs(a, b)` by `self.assertIs(*KEPT(a, b))`."""
        self.generic_visit(node)
        if called_name(node) in ("assertIs", "assertIsNot"):
            kept = ast.Call(ast.Name(KEPT, ast.Load()), node.args, [])
            node.args = [ast.copy_location(ast.Starred(kept, ast.Load()), node)]
        return node

    def visit_Expr(self, node):
        called = called_name(node.value)
        self.generic_visit(node)
        if called in EXPECTING:
            return checked(node, *caught([node], expected_kinds(node.value)), asserts=True)
        if isinstance(node.value, (ast.ListComp, ast.SetComp, ast.GeneratorExp)) and asserts_in(node.value):
            return [node, note_of(node)]
        return checked(node, node, asserts=True) if is_assertion(called) else node

    def visit_Return(self, node):
        called = called_name(node.value)
        self.generic_visit(node)
        if not is_assertion(called):
            return node
        return [checked(node, node, asserts=True), ast.copy_location(ast.Return(), node)]

    def visit_With(self, node):
        names = [called_name(item.context_expr) for item in node.items]
        self.generic_visit(node)
        for item, called in zip(node.items, names):
            if called in EXPECTING or called == "suppress":
                node.body = caught(node.body, expected_kinds(item.context_expr))
            elif called == "subTest":
                node.body = [checked(node.body[0], *node.body)]
        return checked(node, node, asserts=True) if any(is_assertion(name) or name == "raises" for name in names) else node

    visit_AsyncWith = visit_With

    def visit_Try(self, node):
        self.generic_visit(node)
        if node.handlers:
            kinds = [each.type or ast.Name("BaseException", ast.Load()) for each in node.handlers]
            node.body = caught(node.body, kinds)
        if not any(refuses(part) for part in (*node.handlers, *node.body, *node.orelse)):
            return node
        node.finalbody = [*node.finalbody, note_of(node)]
        return node

    visit_TryStar = visit_Try


class NotSupported(Exception):
    pass


def call_in(node):
    """Returns the call that a statement makes or awaits, or None."""
    if isinstance(node, ast.Await):
        node = node.value
    return node if isinstance(node, ast.Call) else None


def called_name(node):
    call = call_in(node)
    return "" if call is None else getattr(call.func, "attr", None) or getattr(call.func, "id", "")


def expected_kinds(node):
    """The exceptions that a call of an EXPECTING function or of `suppress` names."""
    call = call_in(node)
    named = [each.value for each in call.keywords if each.arg == "expected_exception"]
    return (call.args if called_name(node) == "suppress" else call.args[:1]) + named


def is_assertion(name):
    return name.startswith("assert") or name.startswith("fail")


def refuses(tree):
    """Whether a part of the tests raises an error of its own, or calls `fail`."""
    return any(
        isinstance(node, ast.Raise)
        or isinstance(node, ast.Call) and (called_name(node) == "exit" or called_name(node).startswith("fail"))
        or isinstance(node, ast.Assert) and isinstance(node.test, ast.Constant) and not node.test.value
        for node in ast.walk(tree)
    )


def asserts_in(tree):
    return any(isinstance(node, ast.Call) and is_assertion(called_name(node)) for node in ast.walk(tree))


def note_of(place):
    return ast.copy_location(ast.Expr(ast.Call(ast.Name(MADE, ast.Load()), [], [])), place)


def checked(place, *body, asserts=False):
    call = ast.Call(ast.Name(CHECK, ast.Load()), [ast.Constant(place.lineno), ast.Constant(asserts)], [])
    return ast.copy_location(ast.With([ast.withitem(call)], list(body)), place)


def caught(body, kinds):
    """Kinds may be tuples of kinds: isinstance takes them as they are."""
    for part in (part for kind in kinds for part in ast.walk(kind)):
        if isinstance(part, (ast.Await, ast.Yield, ast.YieldFrom)):
            what = "yield" if isinstance(part, (ast.Yield, ast.YieldFrom)) else "await"
            raise NotSupported("line %d: %s in the exceptions that a test expects" % (part.lineno, what))
    nothing = ast.arguments([], [], None, [], [], None, [])
    given = ast.Lambda(nothing, ast.Tuple(list(kinds), ast.Load()))
    call = ast.Call(ast.Name(CAUGHT, ast.Load()), [given], [])
    return [ast.copy_location(ast.With([ast.withitem(call)], body), body[0])]


DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)


def is_text(node):
    """A docstring: imports from __future__ may follow it, and nothing else."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def rewrite(tree, asked):
    """Statements outside of functions go on as well: what they define and call next is what they would have."""
    tree = NotedAssertions(asked).visit(tree)
    tree.body = [node if isinstance(node, DEFINITIONS) or is_text(node) else checked(node, node) for node in tree.body]
    return ast.fix_missing_locations(tree)
