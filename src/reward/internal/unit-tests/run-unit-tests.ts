import type { Sandbox, SandboxCall, SandboxResult } from '../../../base/index.js';
import { JUDGE_PROGRAM } from './judge-program.js';
import { SOLUTION_PROGRAM } from './solution-program.js';

/** What unit tests came to. */
export type UnitTestOutcome =
  | { readonly kind: 'report'; readonly passed: number; readonly failed: readonly string[] }
  /** The solution never came to its tests, or they to no end with it. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** Whatever the solution is, these tests cannot judge it. */
  | { readonly kind: 'untestable'; readonly reason: string }
  | { readonly kind: 'unavailable'; readonly result: Extract<SandboxResult, { kind: 'unavailable' }> };

/** Unit tests and what they may take from the solution. */
export interface UnitTests {
  readonly code: string;
  /** Default: what the tests use and neither define nor import, builtins aside. */
  readonly names?: readonly string[] | undefined;
}

/** Runs one of the two programs on an input. */
type RunProgram = (code: string, input: object) => Promise<SandboxResult>;

/** Rounds of asking and answering, and calls of the solution in all; tests that need more have failed. */
const MOST_ROUNDS = 60;
const MOST_CALLS = 5_000;

/**
 * Runs tests against a solution that never shares an interpreter, or a sandbox call, with them.
 *
 * The judge's program runs the tests on the transcript of an earlier round, and says what else they call; the solution's
 * program makes all calls from the start and answers with plain data. So round after round until the tests lack no answer.
 * Both are deterministic programs, and a call counts only as long as the calls before it were the same. Two rounds are
 * enough for tests whose calls do not depend on answers.
 */
export async function runUnitTests(
  sandbox: Sandbox,
  solution: string,
  { code: tests, names }: UnitTests,
  call: Pick<SandboxCall, 'limits'>,
  signal: AbortSignal,
): Promise<UnitTestOutcome> {
  const run: RunProgram = (code, input) =>
    sandbox.run(
      { ...call, code, stdin: JSON.stringify(input), language: 'python', mode: 'script', deterministic: true },
      { signal },
    );
  let kinds: unknown = null;
  let transcript: readonly (readonly [call: string, answer: string | null])[] = [];
  let strict = false;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const judged = await run(JUDGE_PROGRAM, { tests, names: names ?? null, kinds, transcript, strict });
    if (judged.kind === 'unavailable') return { kind: 'unavailable', result: judged };
    const said = judgement(judged.stdout);
    if (said === undefined) {
      // A guess may have led the tests astray; the answers alone decide.
      if (strict) return endedEarly(judged, kinds === null);
      strict = true;
      continue;
    }
    if (said.kind !== 'asks') return said;
    const calls = [...transcript.slice(0, said.matched).map(([each]) => each), ...said.calls];
    if (calls.length > MOST_CALLS) return { kind: 'failed', reason: `the tests made more than ${MOST_CALLS} calls` };
    const solved = await run(SOLUTION_PROGRAM, { solution, names: said.names, calls });
    if (solved.kind === 'unavailable') return { kind: 'unavailable', result: solved };
    const [first, ...answers] = answeredLines(solved.stdout);
    const loaded =
      first === undefined ? undefined : (parsed(first) as { kinds?: unknown; error?: unknown } | undefined);
    if (typeof loaded?.kinds !== 'object' || loaded.kinds === null) return unloaded(solved, loaded?.error);
    kinds = loaded.kinds;
    transcript = calls.map((each, index) => [each, answers[index] ?? null]);
  }
  return { kind: 'failed', reason: `the tests and the solution came to no end in ${MOST_ROUNDS} rounds` };
}

/** The tests ended without a word: by themselves where they have seen nothing of the solution yet. */
function endedEarly(judged: SandboxResult, alone: boolean): UnitTestOutcome {
  const reason = `the tests ended early: ${judged.kind}`;
  return { kind: alone ? 'untestable' : 'failed', reason };
}

function unloaded(solved: SandboxResult, error: unknown): UnitTestOutcome {
  if (typeof error === 'string') return { kind: 'failed', reason: `solution: ${error}` };
  return { kind: 'failed', reason: solved.kind === 'ok' ? 'the program ended before its tests' : solved.kind };
}

type Judgement =
  | Extract<UnitTestOutcome, { kind: 'report' | 'untestable' }>
  | {
      readonly kind: 'asks';
      readonly names: readonly string[];
      readonly matched: number;
      readonly calls: readonly string[];
    };

/** What the judge's program says; the solution has no part in this output. */
function judgement(stdout: string): Judgement | undefined {
  const line = answeredLines(stdout).at(-1);
  const said = line === undefined ? undefined : (parsed(line) as { readonly [name: string]: unknown } | undefined);
  if (said === undefined) return undefined;
  if ('broken' in said)
    return { kind: 'untestable', reason: `the unit tests are no program: ${String(said['broken'])}` };
  if ('untestable' in said) return { kind: 'untestable', reason: String(said['untestable']) };
  return { kind: 'calls' in said ? 'asks' : 'report', ...said } as Judgement;
}

/** What stands behind U+001E on the lines that start with it. */
function answeredLines(stdout: string): readonly string[] {
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('\u001e'))
    .map((line) => line.slice(1));
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
}
