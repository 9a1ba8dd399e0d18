/** What a run of unit tests reports, on the line that starts with the token. */
export interface UnitTestReport {
  readonly passed: number;
  /** Names of the tests that failed, with why. */
  readonly failed: readonly string[];
  /** Why the tests are no program; nothing was run then. */
  readonly broken?: string;
}

/**
 * Builds one program that runs a solution and then tests of it in the same namespace.
 *
 * The tests are every `test_…` function without arguments, awaited if it is asynchronous, and every method of a
 * `unittest.TestCase` that `tests` defines, one each (a skipped one is none); where it defines none, its statements are the one test. The report goes to a line of its own behind a
 * token that the solution is not given, so that a solution cannot pass by exiting early or by printing a report.
 */
export function unitTestProgram(solution: string, tests: string, token: string): string {
  return HARNESS.replace(/SOLUTION|TESTS|TOKEN/g, (place) =>
    JSON.stringify({ SOLUTION: solution, TESTS: tests, TOKEN: token }[place]),
  );
}

/** @returns The report of such a program; undefined if it ended before it could write one. */
export function readUnitTestReport(stdout: string, token: string): UnitTestReport | undefined {
  const at = stdout.lastIndexOf(`\n${token} `);
  if (at < 0) return undefined;
  const [line] = stdout.slice(at + token.length + 2).split('\n', 1);
  try {
    const report = JSON.parse(line!) as Partial<UnitTestReport>;
    const { passed, failed, broken } = report;
    if (typeof passed !== 'number' || !Array.isArray(failed)) return undefined;
    return { passed, failed, ...(typeof broken === 'string' ? { broken } : {}) };
  } catch {
    return undefined;
  }
}

const HARNESS = `
def _run(token):
    import json, sys, unittest
    write = sys.stdout.write
    names = {"__name__": "solution"}
    passed, failed = 0, []

    def attempt(name, test):
        nonlocal passed
        try:
            result = test()
            if hasattr(result, "__await__"):
                import asyncio
                asyncio.run(result)
            passed += 1
        except BaseException as error:
            failed.append((name + ": " + type(error).__name__ + ": " + str(error))[:300])

    def attempt_suite(suite):
        nonlocal passed
        result = unittest.TestResult()
        suite.run(result)
        wrong = {}
        for case, trace in result.failures + result.errors + [(each, "passes") for each in result.unexpectedSuccesses]:
            case = getattr(case, "test_case", case)
            wrong.setdefault(case.id(), (isinstance(case, unittest.TestCase), trace.strip().split("\\n")[-1]))
        failed.extend((name + ": " + line)[:300] for name, (_, line) in wrong.items())
        passed += result.testsRun - len(result.skipped) - sum(ran for ran, _ in wrong.values())

    def report(**more):
        write("\\n" + token + " " + json.dumps({"passed": passed, "failed": failed, **more}) + "\\n")
        sys.stdout.flush()

    try:
        checks = compile(TESTS, "tests.py", "exec")
    except (SyntaxError, ValueError) as error:
        return report(broken=str(error)[:300])

    def solve():
        exec(compile(SOLUTION, "solution.py", "exec"), names)

    def check():
        exec(checks, names)

    attempt("solution", solve)
    passed = 0
    if not failed:
        known = dict(names)
        attempt("tests", check)
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
    report()

_run(TOKEN)
`;
