import { PLAIN_DATA } from './plain-data.js';
import { PROXIES } from './proxies.js';

/**
 * Python that runs unit tests. The solution is not in it: where a test calls the solution, the call is looked up in the
 * transcript of an earlier run. A call that is not there yet is noted, and the tests go on with a guess, only to find what
 * else they call; what they then come to does not count.
 *
 * Standard input: `{ tests, names, kinds, transcript, strict }`. Its one line behind U+001E says what it came to: calls that are
 * to be answered, or the report.
 */
export const JUDGE_PROGRAM = `${PLAIN_DATA}
import ast, types, typing, unittest

request = json.loads(sys.stdin.read())
channel = sys.stdout
sys.stdin = io.StringIO("")
sys.stdout = io.StringIO()
transcript, kinds, strict = request["transcript"], request["kinds"], request["strict"]
ALIASES = {"np": "numpy", "pd": "pandas"}
${PROXIES}
def standard(name):
    import importlib
    name = ALIASES.get(name, name)
    if name in sys.stdlib_module_names or name in ALIASES.values():
        try:
            return importlib.import_module(name)
        except ImportError:
            return None
    return getattr(typing, name, None)

def of_solution(name):
    kind = {"k": "function"} if kinds is None else kinds[name]
    if kind["k"] == "error":
        base = error_of(kind["e"][1:], "")
        errors[name] = type(name, (type(base),), {})
        return errors[name]
    if kind["k"] == "class":
        remote_classes[name] = RemoteClass(name, (Remote,), {"_methods": frozenset(kind["m"]), "_place": "@" + name})
        return remote_classes[name]
    if kind["k"] == "object":
        return type(name, (Remote,), {"_methods": frozenset(kind["m"])})._made("@" + name)
    if kind["k"] == "data":
        return decode(kind["v"], received)
    return RemoteFunction._made("@" + name)

class WithoutAsserts(ast.NodeTransformer):
    def visit_Assert(self, node):
        return ast.copy_location(ast.Expr(node.test), node)

def asked_names():
    import symtable
    top = symtable.symtable(request["tests"], "tests.py", "exec")
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

passed, failed = 0, []

def attempt(name, test):
    global passed
    State.lost = None
    reason = None
    try:
        result = test()
        if hasattr(result, "__await__"):
            import asyncio
            async def wait():
                await result
            asyncio.run(wait())
    except BaseException as error:
        reason = type(error).__name__ + ": " + str(error)
    reason = State.lost or reason
    if reason is None:
        passed += 1
    else:
        failed.append((name + ": " + reason)[:300])

class Result(unittest.TestResult):
    lost = {}
    def stopTest(self, test):
        if State.lost:
            self.lost[test.id()] = State.lost
        super().stopTest(test)
    def startTest(self, test):
        State.lost = None
        super().startTest(test)

def attempt_suite(suite):
    global passed
    result = Result()
    result.lost = {}
    State.lost = None
    try:
        suite.run(result)
    except (Lost, Pending) as error:
        failed.append((suite_name(suite) + ": " + str(error))[:300])
        return
    wrong = {}
    for case, trace in result.failures + result.errors + [(each, "passes") for each in result.unexpectedSuccesses]:
        case = getattr(case, "test_case", case)
        wrong.setdefault(case.id(), (isinstance(case, unittest.TestCase), trace.strip().split("\\n")[-1]))
    for name, reason in result.lost.items():
        wrong[name] = (True, reason)
    failed.extend((name + ": " + line)[:300] for name, (_, line) in wrong.items())
    passed += result.testsRun - len(result.skipped) - sum(ran for ran, _ in wrong.values())

def suite_name(suite):
    return next((type(case).__name__ for case in suite), "tests")

def finish(outcome):
    channel.write("\\n\\x1e" + json.dumps(outcome) + "\\n")
    channel.flush()

def judge():
    global passed
    try:
        tree = ast.parse(request["tests"], "tests.py")
        compile(tree, "tests.py", "exec")
    except (SyntaxError, ValueError) as error:
        return finish({"broken": str(error)[:300]})
    asked, names = [], {"__name__": "tests"}
    for name in request["names"] if request["names"] is not None else asked_names():
        value = standard(name) if request["names"] is None else None
        if value is not None:
            names[name] = value
            continue
        asked.append(name)
        if kinds is None or name in kinds:
            names[name] = of_solution(name)
    if kinds is None:
        tree = ast.fix_missing_locations(WithoutAsserts().visit(tree))
    known = dict(names)
    checks = compile(tree, "tests.py", "exec")
    attempt("tests", lambda: exec(checks, names))
    added = [(name, value) for name, value in names.items() if known.get(name) is not value]
    classes = [value for _, value in added if isinstance(value, type) and issubclass(value, unittest.TestCase)]
    suites = [unittest.defaultTestLoader.loadTestsFromTestCase(cases) for cases in classes]
    suites = [suite for suite in suites if suite.countTestCases() > 0]
    functions = [(name, value) for name, value in added if name.startswith("test_") and callable(value)]
    if suites or functions:
        passed = 0
    for suite in suites:
        attempt_suite(suite)
    for name, value in functions:
        attempt(name, value)
    if State.untestable:
        return finish({"untestable": State.untestable})
    if State.calls or kinds is None:
        return finish({"names": asked, "matched": State.at, "calls": State.calls})
    finish({"passed": passed, "failed": failed})

judge()
`;
