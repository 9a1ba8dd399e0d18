"""Assertions that are noted and do not end a test: what the tests call next is the same whether one holds or not.

Only where the tests themselves catch what an assertion raises does it raise: so it stands in their control flow.
"""
import ast
import sys

from rstar2_transcript import Lost, describe

CHECK, CAUGHT = "__rstar2_check__", "__rstar2_caught__"


def make_checks(transcript, test):
    """Returns the two context managers that rewritten tests use, by their names."""
    catchers = []

    class Check:
        """Around an assertion."""

        def __init__(self, line):
            self.line = line

        def __enter__(self):
            self.depth = transcript.enter()

        def __exit__(self, kind, error, trace):
            failed = isinstance(error, (Exception, Lost)) and not is_skip(error)
            noted = failed and not test.expects_failure and not (isinstance(error, Exception) and is_caught(error))
            if noted:
                test.lost = test.lost or "line %d: %s" % (self.line, describe(error))
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

    return {CHECK: Check, CAUGHT: Caught}


def is_skip(error):
    unittest = sys.modules.get("unittest")  # it takes long to load, and most tests do without
    return unittest is not None and isinstance(error, unittest.SkipTest)


class NotedAssertions(ast.NodeTransformer):
    """Puts the two context managers into the tests."""

    def visit_Assert(self, node):
        # Its message is for people, and may call the solution, which would then know that the assertion has failed.
        return checked(node, ast.Assert(node.test))

    def visit_Expr(self, node):
        self.generic_visit(node)
        called = called_name(node.value)
        if called == "assertRaises" or called == "assertRaisesRegex" or called == "raises":
            return checked(node, *caught([node], node.value.args[:1]))
        return checked(node, node) if is_assertion(called) else node

    def visit_Return(self, node):
        self.generic_visit(node)
        if not is_assertion(called_name(node.value)):
            return node
        return [checked(node, node), ast.copy_location(ast.Return(), node)]

    def visit_With(self, node):
        self.generic_visit(node)
        for item in node.items:
            called = called_name(item.context_expr)
            if called in ("assertRaises", "assertRaisesRegex", "raises", "suppress"):
                node.body = caught(node.body, item.context_expr.args)
            elif called == "subTest":
                node.body = [checked(node.body[0], *node.body)]
        names = [called_name(item.context_expr) for item in node.items]
        return checked(node, node) if any(is_assertion(name) or name == "raises" for name in names) else node

    def visit_Try(self, node):
        self.generic_visit(node)
        if node.handlers:
            kinds = [each.type or ast.Name("BaseException", ast.Load()) for each in node.handlers]
            node.body = caught(node.body, kinds)
        return node

    visit_TryStar = visit_Try


def called_name(node):
    if isinstance(node, ast.Await):
        node = node.value
    if not isinstance(node, ast.Call):
        return ""
    return getattr(node.func, "attr", None) or getattr(node.func, "id", "")


def is_assertion(name):
    return name.startswith("assert") or name.startswith("fail")


def checked(place, *body):
    call = ast.Call(ast.Name(CHECK, ast.Load()), [ast.Constant(place.lineno)], [])
    return ast.copy_location(ast.With([ast.withitem(call)], list(body)), place)


def caught(body, kinds):
    """Kinds may be tuples of kinds: isinstance takes them as they are."""
    nothing = ast.arguments([], [], None, [], [], None, [])
    given = ast.Lambda(nothing, ast.Tuple(list(kinds), ast.Load()))
    call = ast.Call(ast.Name(CAUGHT, ast.Load()), [given], [])
    return [ast.copy_location(ast.With([ast.withitem(call)], body), body[0])]


DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)


def rewrite(tree):
    """Statements outside of functions go on as well: what they define and call next is what they would have."""
    tree = NotedAssertions().visit(tree)
    tree.body = [node if isinstance(node, DEFINITIONS) else checked(node, node) for node in tree.body]
    return ast.fix_missing_locations(tree)
