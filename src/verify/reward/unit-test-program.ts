/** What a run of unit tests reports, on the line that starts with the token. */
export interface UnitTestReport {
  readonly passed: number;
  /** Names of the tests that failed, with why. */
  readonly failed: readonly string[];
}

/**
 * Builds one program that runs a solution and then tests of it in the same namespace.
 *
 * The tests are every `test_…` function without arguments and every method of a `unittest.TestCase` that `tests`
 * defines, one each; where it defines none, its statements are the one test. The report goes to a line of its own behind a
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
    const { passed, failed } = report;
    return typeof passed === 'number' && Array.isArray(failed) ? { passed, failed } : undefined;
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
            test()
            passed += 1
        except BaseException as error:
            failed.append((name + ": " + type(error).__name__ + ": " + str(error))[:300])

    def solve():
        exec(compile(SOLUTION, "solution.py", "exec"), names)

    def check():
        exec(compile(TESTS, "tests.py", "exec"), names)

    attempt("solution", solve)
    passed = 0
    if not failed:
        known = dict(names)
        attempt("tests", check)
        cases = []
        for name, value in list(names.items()):
            if known.get(name) is value:
                continue
            if isinstance(value, type) and issubclass(value, unittest.TestCase):
                cases += [(case.id(), case.debug) for case in unittest.defaultTestLoader.loadTestsFromTestCase(value)]
            elif name.startswith("test_") and callable(value):
                cases.append((name, value))
        if cases:
            passed = 0
        for name, case in cases:
            attempt(name, case)
    write("\\n" + token + " " + json.dumps({"passed": passed, "failed": failed}) + "\\n")
    sys.stdout.flush()

_run(TOKEN)
`;
