import type { SandboxResult } from '../../../base/index.js';
import type { TimeBudget } from '../time-budget.js';
import { programOf } from './programs.js';
import { answeredLines, isRecord, parsed, readSolutionOutput } from './solution-output.js';

/** The result of unit tests. */
export type UnitTestOutcome =
  | {
      readonly kind: 'report';
      readonly passed: number;
      readonly failed: readonly string[];
      /** Tests that did not fail and in which the solution alone said what holds, each with the reason. */
      readonly undecided: readonly string[];
    }
  /** The solution did not reach its tests, or they did not finish with it. */
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

/** Rounds of asking and answering, and calls of the solution in all; tests that need more have failed. */
const MOST_ROUNDS = 60;
const MOST_CALLS = 5_000;

/** A call that was made, in which test and assertion, and what the solution answered; null where it had ended before. */
type Entry = readonly [call: string, answer: string | null, path: readonly number[]];

/**
 * Runs tests against a solution that never shares an interpreter, or a sandbox call, with them.
 *
 * The judge's program runs the tests on the transcript of earlier rounds, and says what else they call; the solution's
 * program makes all calls from the start and answers with plain data. So round after round until the tests lack no answer;
 * only then do assertions count, when no process of the solution is left to be asked anything.
 *
 * An answer is the one that was given first. A solution that answers otherwise when it runs again has failed: in a later
 * round it sees what the tests called next.
 */
export async function runUnitTests(
  solution: string,
  { code: tests, names }: UnitTests,
  budget: TimeBudget,
  signal: AbortSignal,
): Promise<UnitTestOutcome> {
  const run = (side: 'judge' | 'solution', input: object): Promise<SandboxResult> | undefined => {
    const call = { code: programOf(side), stdin: JSON.stringify(input) };
    return budget.run({ ...call, language: 'python', mode: 'script', deterministic: true }, { signal });
  };
  let kinds: unknown = null;
  let transcript: readonly Entry[] = [];
  let strict = false;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const judged = await run('judge', { tests, names: names ?? null, kinds, transcript, strict });
    if (judged === undefined) break;
    if (judged.kind === 'unavailable') return { kind: 'unavailable', result: judged };
    const said = judgement(judged.stdout);
    if (said === undefined) {
      // A guess may have led the tests astray; the answers alone decide.
      if (strict) return endedEarly(judged, kinds === null);
      strict = true;
      continue;
    }
    if (said.kind !== 'asks') return said;
    const calls = [...transcript.slice(0, said.matched).map(([call, , path]) => [call, path] as const), ...said.calls];
    if (calls.length > MOST_CALLS) return { kind: 'failed', reason: `the tests made more than ${MOST_CALLS} calls` };
    const solved = await run('solution', { solution, names: said.names, calls: calls.map(([call]) => call) });
    if (solved === undefined) break;
    if (solved.kind === 'unavailable') return { kind: 'unavailable', result: solved };
    const { answers, ...loaded } = readSolutionOutput(solved.stdout);
    if (loaded.kinds === undefined) return unloaded(solved, loaded.error);
    const frozen = transcript.slice(0, said.matched).map(([, answer]) => answer);
    const changed = frozen.findIndex((answer, index) => !isSameAnswer(answer, answers[index] ?? null));
    if (changed !== -1 || (kinds !== null && JSON.stringify(kinds) !== JSON.stringify(loaded.kinds))) {
      const what = changed === -1 ? 'its names' : `call ${changed + 1}`;
      return { kind: 'failed', reason: `the program gave another answer when it ran again: ${what}` };
    }
    kinds = loaded.kinds;
    transcript = calls.map(([call, path], index) => [call, frozen[index] ?? answers[index] ?? null, path]);
  }
  // Until the solution has run, only the tests can have taken the time.
  if (kinds === null)
    return { kind: 'untestable', reason: `the tests took more than ${budget.totalMs} ms without the program` };
  const reason = budget.isSpent
    ? `the tests and the solution took more than ${Math.round(budget.totalMs)} ms in all`
    : `the tests did not finish: after ${MOST_ROUNDS} runs they still make calls that the program has not answered (its answers lead to new calls each time)`;
  return { kind: 'failed', reason };
}

/** Addresses of objects stand in messages and in what is printed, and differ from process to process. */
function isSameAnswer(one: string | null, other: string | null): boolean {
  return one === other || (one !== null && other !== null && withoutAddresses(one) === withoutAddresses(other));
}

function withoutAddresses(answer: string): string {
  return answer.replace(/ at 0x[0-9a-f]+/g, '');
}

/** The tests ended without a word: by themselves where they have seen nothing of the solution yet. */
function endedEarly(judged: SandboxResult, alone: boolean): UnitTestOutcome {
  const reason = `the tests ended early: ${judged.kind}`;
  return { kind: alone ? 'untestable' : 'failed', reason };
}

function unloaded(solved: SandboxResult, error: string | undefined): UnitTestOutcome {
  if (error !== undefined) return { kind: 'failed', reason: `solution: ${error}` };
  return { kind: 'failed', reason: solved.kind === 'ok' ? 'the program ended before its tests' : solved.kind };
}

type Judgement =
  | Extract<UnitTestOutcome, { kind: 'report' | 'untestable' }>
  | {
      readonly kind: 'asks';
      readonly names: readonly string[];
      readonly matched: number;
      readonly calls: readonly (readonly [call: string, path: readonly number[]])[];
    };

/** What the judge's program says; the solution has no part in this output. */
function judgement(stdout: string): Judgement | undefined {
  const line = answeredLines(stdout).at(-1);
  const said = line === undefined ? undefined : parsed(line);
  if (!isRecord(said)) return undefined;
  if ('broken' in said)
    return { kind: 'untestable', reason: `the unit tests are not a valid program: ${String(said['broken'])}` };
  if ('untestable' in said) return { kind: 'untestable', reason: String(said['untestable']) };
  return { kind: 'calls' in said ? 'asks' : 'report', ...said } as Judgement;
}
