"""Runs one program the way a notebook cell runs: the value of a last expression is shown, a traceback shows the
program's own frames and lines only. Standard library only; nothing here is trusted by the process that started it."""
import _ast
import atexit
import io
import linecache
import os
import sys
import traceback
import types

NAME = '<cell>'
SCRIPT = 'program.py'
FUTURE_FLAGS = 0x1FE0000  # every bit that a `from __future__` import can set on a code object
OURS = os.path.dirname(__file__)
CALLBACKS = atexit._ncallbacks()
SERVER = sys.modules['__main__']  # kept: replacing it must not take it apart in every child


class Value:
    """Where the value of the last expression goes: a byte '=' and its text, or '!' for an uncaught MemoryError."""

    def __init__(self, fd):
        self.fd = fd

    def write(self, mark, text=''):
        if self.fd is not None:
            data = mark + text.encode('utf-8', 'backslashreplace')
            while data:
                data = data[os.write(self.fd, data):]


def fresh_main():
    """A new __main__ module, so that a program sees nothing of ours and pickling its classes works."""
    module = types.ModuleType('__main__')
    module.__builtins__ = __builtins__
    sys.modules['__main__'] = module
    return module.__dict__


def compile_cell(source, name):
    """Compiles a program to (statements, last expression); either may be None."""
    tree = compile(source, name, 'exec', _ast.PyCF_ONLY_AST, dont_inherit=True)
    last = None
    if tree.body and isinstance(tree.body[-1], _ast.Expr) and not ends_in_semicolon(source, tree.body[-1]):
        last = _ast.Expression(tree.body.pop().value)
    body = compile(tree, name, 'exec', dont_inherit=True) if tree.body else None
    if last is not None:
        flags = body.co_flags & FUTURE_FLAGS if body is not None else 0
        last = compile(last, name, 'eval', flags=flags, dont_inherit=True)
    return body, last


def ends_in_semicolon(source, node):
    """As in IPython: a semicolon after the last expression keeps its value quiet."""
    if ';' not in source:
        return False
    line = lines_of(source)[node.end_lineno - 1].encode()
    return line[node.end_col_offset:].lstrip().startswith(b';')


def lines_of(source):
    """As Python reads them from a file: a page break or another separator of Unicode ends no line, and the last one ends."""
    lines = io.StringIO(source, newline=None).readlines()
    if lines and not lines[-1].endswith('\n'):
        lines[-1] += '\n'
    return lines


def remember(source, name):
    """Lets tracebacks and inspect.getsource show the program's lines."""
    linecache.cache[name] = (len(source), None, lines_of(source), name)


def run_script(source, namespace, value):
    """Runs the program as a script: it has a file name, and no value is looked for."""
    namespace['__file__'] = name = os.path.join(os.getcwd(), SCRIPT)
    return run(source, namespace, value, name, show=False)


def run(source, namespace, value, name=NAME, show=True, keep=False):
    """Runs the program; returns its exit code. The value is written as text to `value`; `keep` its lines for others."""
    try:
        if keep or 'import' in source:  # a program that imports nothing cannot ask for its own lines
            remember(source, name)
        if show:
            body, last = compile_cell(source, name)
        else:
            body, last = compile(source, name, 'exec', dont_inherit=True), None
        if body is not None:
            exec(body, namespace)
        if last is not None:
            result = eval(last, namespace)
            if result is not None:
                namespace['_'] = result
                value.write(b'=', repr(result))
        return 0
    except SystemExit as stop:
        return exit_code(stop.code)
    except BaseException as error:
        if isinstance(error, MemoryError):
            value.write(b'!')
        remember(source, name)
        report(error)
        return 1


def exit_code(code):
    if code is None:
        return 0
    if isinstance(code, int):
        return code & 0xFF
    print(code, file=sys.stderr)
    return 1


def report(error):
    """Prints the traceback without our frames; a program's own sys.excepthook is honoured."""
    if sys.excepthook is not sys.__excepthook__:
        try:
            sys.excepthook(type(error), error, error.__traceback__)
            return
        except BaseException as broken:
            error = broken
    try:
        shown = traceback.TracebackException.from_exception(error, compact=True)
        strip(shown)
        sys.stderr.write(''.join(shown.format()))
    except BaseException:
        name = type(error).__name__
        sys.stderr.write('%s: the traceback could not be shown\n' % name)


def strip(shown):
    """Takes our frames out: those that called the program, and those of a handler that interrupted it."""
    if shown.stack is not None:
        shown.stack[:] = [frame for frame in shown.stack if not frame.filename.startswith(OURS)]
    for other in (shown.__cause__, shown.__context__, *(getattr(shown, 'exceptions', None) or ())):
        if other is not None:
            strip(other)


def finish(code):
    """Ends the process as the interpreter would, without its slow dismantling: threads, atexit, flush, exit."""
    threading = sys.modules.get('threading')
    if threading is not None and (threading.active_count() > 1 or threading._threading_atexits):
        guard(threading._shutdown)
    if atexit._ncallbacks() > CALLBACKS:
        guard(atexit._run_exitfuncs)
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except BaseException:
        code = code or 120
    os._exit(code)


def guard(action):
    try:
        action()
    except BaseException as error:
        report(error)


def prepare(value_fd):
    """What every program gets, made once: each has its own copy after the fork."""
    global MAIN, VALUE
    VALUE = Value(value_fd)
    MAIN = fresh_main()


def warm_up(more):
    """Runs the common path in the server, so that what the interpreter adapts at first use is shared by all; then
    some programs more, whose errors are ignored."""
    main, stdout, stderr = sys.modules['__main__'], sys.stdout, sys.stderr
    sys.stdout, sys.stderr = io.StringIO(), io.StringIO()
    for source in ('x = 1\nx', 'for i in [1]:\n    print(i)', 'def f(a):\n    return a\nf(2);'):
        for _ in range(8):
            run(source, {'__name__': '__main__'}, Value(None), show=True)
    for source in more:
        for _ in range(2):
            run(source, {'__name__': '__main__'}, Value(None), show=False)
    sys.modules['__main__'], sys.stdout, sys.stderr = main, stdout, stderr
    linecache.cache.clear()
