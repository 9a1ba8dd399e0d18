"""What tests ask for that cannot reach the program, which runs in a process of its own."""
import ast

PATCHERS = ("patch", "mock.patch", "unittest.mock.patch", "mocker.patch", "monkeypatch.setattr")


def unsupported(nodes):
    """Returns why the tests cannot reach the program as they mean to, or None."""
    imports = any(isinstance(node, ast.ImportFrom) and (node.module or "").endswith("mock") for node in nodes)
    patchers = PATCHERS if imports else PATCHERS[1:]
    for node in nodes:
        if isinstance(node, ast.Call) and dotted(node.func) in patchers:
            target = node.args[0] if node.args else None
            if isinstance(target, ast.Constant) and isinstance(target.value, str) and "." in target.value:
                return "a test patches %s, which does not reach the program: it runs in a process of its own" % target.value
        if isinstance(node, ast.Assign) and any(dotted(each) == "sys.stdin" for each in node.targets):
            return "a test replaces sys.stdin, which does not reach the program: it runs in a process of its own"
    return None


def dotted(node):
    """Returns `a.b.c` for names and attributes of names, else an empty text."""
    if isinstance(node, ast.Attribute):
        return dotted(node.value) + "." + node.attr
    return node.id if isinstance(node, ast.Name) else ""
