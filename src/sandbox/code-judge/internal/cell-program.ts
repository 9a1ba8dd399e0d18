/**
 * A notebook cell as a plain script, for servers that know scripts only.
 *
 * The script runs the earlier cells without output, then the cell, and prints the value of its last expression after `mark`. An exception
 * prints a traceback with the cells' own frames, and the exit code is 1.
 *
 * @param history - The cells that ran before it, oldest first.
 * @param mark - Printed before the value; random, so that a program cannot print it.
 */
export function cellProgram(code: string, history: readonly string[], mark: string): string {
  const cells = [...history, code].map(base64);
  return RUNNER.replace('@CELLS@', JSON.stringify(cells)).replace('@MARK@', JSON.stringify(mark));
}

function base64(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

const RUNNER = `
import ast, base64, contextlib, io, linecache, os, sys, traceback, types

def run_cells(cells, mark):
    main = types.ModuleType('__main__')
    main.__builtins__ = __builtins__
    sys.modules['__main__'] = main
    for number, cell in enumerate(cells, 1):
        source = base64.b64decode(cell).decode()
        name = '<cell>' if len(cells) == 1 else '<cell %d>' % number
        linecache.cache[name] = (len(source), None, source.splitlines(True), name)
        last = number == len(cells)
        hidden = contextlib.ExitStack()
        if not last:
            hidden.enter_context(contextlib.redirect_stdout(io.StringIO()))
            hidden.enter_context(contextlib.redirect_stderr(io.StringIO()))
        try:
            with hidden:
                value = run_cell(source, name, main.__dict__)
        except SystemExit:
            if last: raise
        except BaseException as error:
            if last: fail(error)
        else:
            if last and value is not None:
                text = repr(value)
                print(mark + text, end='')

def run_cell(source, name, namespace):
    tree = compile(source, name, 'exec', ast.PyCF_ONLY_AST)
    value = tree.body.pop().value if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    body = compile(tree, name, 'exec', dont_inherit=True)
    exec(body, namespace)
    if value is not None:
        flags = body.co_flags & 0x1FE0000
        return eval(compile(ast.Expression(value), name, 'eval', flags, dont_inherit=True), namespace)

def strip(shown):
    if shown.stack is not None:
        shown.stack[:] = [frame for frame in shown.stack if frame.filename != __file__]
    for other in (shown.__cause__, shown.__context__):
        if other is not None: strip(other)

def fail(error):
    shown = traceback.TracebackException.from_exception(error, compact=True)
    strip(shown)
    sys.stderr.write(''.join(shown.format()))
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(1)

run_cells(@CELLS@, @MARK@)
`;
