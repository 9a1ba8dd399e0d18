"""Errors of the tests themselves. The rules look at the tests alone, so that no program can bring one about."""
import ast
import inspect

ENDS = (ast.Return, ast.Raise, ast.Break, ast.Continue)


class Faults:
    """The expressions and imports that run whatever the program answers, and use nothing of it."""

    def __init__(self, tree, asked):
        self.asked = frozenset(asked)
        nodes = list(ast.walk(tree))
        self.assigned = {node.id for node in nodes if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}
        self.assigned |= {node.arg for node in nodes if isinstance(node, ast.arg)}
        definitions = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
        self.assigned |= {node.name for node in nodes if isinstance(node, definitions + (ast.ExceptHandler,))}
        self.unconditional = {}
        for node in nodes:
            if isinstance(node, definitions + (ast.Module,)):
                self.follow(node.body)

    def follow(self, body):
        """Notes what runs whenever a body does; returns whether what follows the body runs as well."""
        for node in body:
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                self.note(node)
            elif isinstance(node, ast.Assert):
                self.expression(node.test)
            elif isinstance(node, (ast.Expr, ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Return)) and node.value is not None:
                self.expression(node.value)
            elif isinstance(node, (ast.For, ast.AsyncFor)):
                self.expression(node.iter)
            elif isinstance(node, ast.With):
                calls = [item.context_expr for item in node.items]
                if any("aises" in ast.unparse(call) or "suppress" in ast.unparse(call) for call in calls):
                    return False
                for call in calls:
                    self.expression(call)
                if not self.follow(node.body):
                    return False
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                continue
            if any(isinstance(each, ENDS) for each in ast.walk(node)):
                return False
        return True

    def expression(self, node):
        if isinstance(node, ast.Call) and "aises" in ast.unparse(node.func):
            return  # what it is handed may raise
        self.note(node)
        if isinstance(node, (ast.Lambda, ast.IfExp, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            return
        parts = list(ast.iter_child_nodes(node))
        if isinstance(node, ast.BoolOp):
            parts = node.values[:1]
        if isinstance(node, ast.Compare):
            parts = [node.left, node.comparators[0]]
        for part in parts:
            if isinstance(part, ast.keyword):
                part = part.value
            if isinstance(part, ast.expr):
                self.expression(part)

    def note(self, node):
        self.unconditional[place_of(node)] = node

    def is_free(self, node):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else [each.name for each in node.names]
            return not any(name.split(".")[0] == "solution" for name in names)
        used = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
        return not used & (self.asked | self.assigned) and not any(isinstance(each, ast.Await) for each in ast.walk(node))

    def owns(self, error):
        """Whether an error comes from a part of the tests that runs, and fails, whatever the program is."""
        if not hasattr(ast, "TryStar"):  # Python before 3.11 does not say which expression has raised
            return False
        trace, raising = error.__traceback__, None
        while trace is not None:
            if trace.tb_frame.f_code.co_filename == "tests.py":
                raising = trace
            elif raising is not None and trace.tb_frame.f_globals.get("__name__", "").startswith("rstar2_"):
                return False
            trace = trace.tb_next
        if raising is None:
            return False
        node = self.at(raising.tb_frame.f_code, raising.tb_lasti)
        if node is None or not self.is_free(node):
            return False
        frame = raising.tb_frame.f_back
        while frame is not None:
            if frame.f_code.co_filename == "tests.py" and self.at(frame.f_code, frame.f_lasti) is None:
                return False
            frame = frame.f_back
        return True

    def at(self, code, instruction):
        if code.co_flags & (inspect.CO_GENERATOR | inspect.CO_ASYNC_GENERATOR):
            return None  # it runs where it is iterated, which is not said here
        places = list(code.co_positions())
        return self.unconditional.get(tuple(places[instruction // 2])) if 0 <= instruction // 2 < len(places) else None


def place_of(node):
    return (node.lineno, node.end_lineno, node.col_offset, node.end_col_offset)
