import * as z from 'zod';
import {
  checkArgument,
  functionSchema,
  parseOptions,
  sandboxLimitsSchema,
  type WithAccessors,
} from '../base/internal/index.js';
import type { Accessor, Rollout, Sandbox, SandboxCall, SandboxLimits, SandboxResult } from '../base/index.js';
import { readResponse, type TurnsOrPass } from './internal/accessors.js';
import { extractCode } from './extract-code.js';
import { outputMatches } from './output-comparison.js';
import type { OutputComparison } from './output-comparison.js';
import { undecided } from './reward.js';
import { TimeBudget } from './internal/time-budget.js';
import type { Reward, RewardContext, RewardDetail, RolloutReward } from './reward.js';
import { runUnitTests, type UnitTests } from './internal/unit-tests/run-unit-tests.js';

/** One run of the program: its input and the expected output. */
export interface OutputCase {
  readonly stdin?: string | undefined;
  readonly expectedOutput: string;
}

/** What a rollout's program is tested with. */
export type CodeTests =
  | { readonly kind: 'expected-output'; readonly cases: readonly OutputCase[] }
  /**
   * Python statements in their own process, which calls the program: every `test…` function and every method
   * of a `unittest.TestCase` or a class `Test…` is a test; without such tests, the statements are one test. `names` lists the names that
   * they take from the program; default: names that they use but neither define nor import, except builtins.
   */
  | { readonly kind: 'unit-tests'; readonly code: string; readonly names?: readonly string[] | undefined };

/** Options of `codeReward`. */
export interface CodeRewardOptions<R> {
  /** What the rollout's program is tested with. */
  readonly tests: Accessor<R, CodeTests>;
  /** The text from which `extractCode` takes the program. Default: all text of the policy. */
  readonly response?: Accessor<R, string> | undefined;
  /** The program itself, instead of a response; undefined gets the reward 0. */
  readonly code?: Accessor<R, string | undefined> | undefined;
  readonly language?: 'python' | 'cpp' | undefined;
  /** `all`: 1 if every test passes, else 0. `share`: the share that passes. Default `all`. */
  readonly credit?: 'all' | 'share' | undefined;
  /** How outputs are compared. Default by lines. */
  readonly compare?: Partial<OutputComparison> | undefined;
  /** Overrides of the sandbox's own limits. */
  readonly limits?: Partial<SandboxLimits> | undefined;
  /**
   * Most time of all runs for one reward, in milliseconds: the sum of their `durationMs`, also for parallel runs. Unfinished tests have
   * failed then. Waiting for the sandbox does not count. Default: 2 times the time limit of one run (`limits.wallMs`, else that of the
   * sandbox) for unit tests, 10 times for expected outputs; no limit if neither has one.
   */
  readonly deadlineMs?: number | undefined;
}

const optionsSchema = z.strictObject({
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the caller's own rollout type
  tests: functionSchema<Accessor<any, CodeTests>>(),
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the caller's own rollout type
  response: z.optional(functionSchema<Accessor<any, string>>()),
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the caller's own rollout type
  code: z.optional(functionSchema<Accessor<any, string | undefined>>()),
  language: z.enum(['python', 'cpp']).default('python'),
  credit: z.enum(['all', 'share']).default('all'),
  compare: z
    .strictObject({
      by: z.enum(['exact', 'lines', 'tokens']).default('lines'),
      tolerance: z.number().nonnegative().default(0),
    })
    .prefault({}),
  limits: z.optional(sandboxLimitsSchema),
  deadlineMs: z.number().positive().optional(),
});
type Settings = z.output<typeof optionsSchema>;

/** Tests are often data of others: a misspelt one must not be worth 0, nor one without cases 1. */
const testsSchema: z.ZodType<CodeTests> = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('expected-output'),
    cases: z.array(z.strictObject({ stdin: z.string().optional(), expectedOutput: z.string() })).min(1),
  }),
  z.strictObject({
    kind: z.literal('unit-tests'),
    code: z.string().regex(/\S/, 'expected Python statements'),
    names: z.array(z.string()).optional(),
  }),
]);

/**
 * The outcome reward of programming: compares the output of a rollout's program, or runs unit tests on it.
 *
 * A program that fails, hits a limit or prints something else fails that test. If the sandbox could not run a test and the other tests do
 * not decide, the reward is undecided with the sandbox's cause. It is also undecided if the unit tests cannot judge any program: they do
 * not compile, fail without the program, or assert nothing about it.
 *
 * @throws TypeError or RangeError for bad options. The reward itself rejects, before the sandbox runs anything, for malformed tests, with
 *   the path of the mistake. `scoreRollouts` turns this into an undecided reward with its cause, and rejects if it happens for every rollout.
 *
 * @example
 * codeReward(sandbox, { tests: () => ({ kind: 'unit-tests', code: 'assert add(1, 2) == 3' }) });
 */
export function codeReward<R = Rollout>(
  sandbox: Sandbox,
  options: WithAccessors<CodeRewardOptions<R>, 'code'> | WithAccessors<CodeRewardOptions<R>, 'response'>,
): RolloutReward<R>;
export function codeReward<R extends TurnsOrPass<'response' | 'code'> = Rollout>(
  sandbox: Sandbox,
  options: CodeRewardOptions<R>,
): RolloutReward<R>;
export function codeReward<R>(sandbox: Sandbox, options: CodeRewardOptions<R>): RolloutReward<R> {
  checkArgument(sandbox, 'sandbox', { run: 'a function', runBatch: 'a function' });
  const settings = parseOptions(optionsSchema, options);
  return async (rollout, context) => {
    const { index } = context;
    const tests = parseOptions(testsSchema, settings.tests(rollout, index), `options.tests(rollouts[${index}])`);
    if (tests.kind === 'unit-tests' && settings.language !== 'python') {
      const got = JSON.stringify(settings.language);
      throw new RangeError(`options.language: expected "python" for unit tests, got ${got}`);
    }
    const program =
      settings.code === undefined
        ? extractCode(readResponse(rollout, index, settings.response, 'code'), settings.language)
        : settings.code(rollout, index);
    if (program === undefined || program.trim() === '') {
      return { kind: 'scored', value: 0, detail: { reason: 'no program found' } };
    }
    return tests.kind === 'expected-output'
      ? scoreOutputs(sandbox, program, tests.cases, settings, context)
      : scoreUnitTests(sandbox, program, tests, settings, context);
  };
}

async function scoreOutputs(
  sandbox: Sandbox,
  code: string,
  cases: readonly OutputCase[],
  settings: Settings,
  { signal }: RewardContext,
): Promise<Reward> {
  const { language, limits, deadlineMs } = settings;
  const budget = new TimeBudget(sandbox, limits, OUTPUT_LIMITS, deadlineMs);
  const isPassed = (result: SandboxResult, i: number): boolean =>
    result.kind === 'ok' && outputMatches(result.stdout, cases[i]!.expectedOutput, settings.compare);
  const calls = cases.map(({ stdin = '' }) => ({ code, language, stdin }));
  let isSettled = false;
  const results = await runWithin(budget, calls, signal, (result, i) => {
    if (isSettled || settings.credit !== 'all' || isUnavailable(result) || isPassed(result, i)) return;
    isSettled = true;
    budget.shorten();
  });
  const unavailable = results.find((result): result is Unavailable => result !== undefined && isUnavailable(result));
  const passed = results.map((result, i) => result !== undefined && isPassed(result, i));
  const failed = results.flatMap((result, i) =>
    passed[i] || (result !== undefined && isUnavailable(result)) ? [] : [`case ${i + 1}: ${failureOf(result)}`],
  );
  const detail = { passed: passed.filter(Boolean).length, tests: cases.length, failed: failed.slice(0, LOGGED) };
  const settled = settings.credit === 'all' && failed.length > 0;
  if (unavailable !== undefined && !settled) return unavailableReward(unavailable, detail);
  return { kind: 'scored', value: credit(detail.passed, cases.length, settings), detail };
}

function failureOf(result: SandboxResult | undefined): string {
  if (result === undefined) return 'no time left';
  return result.kind === 'ok' ? 'another output' : result.kind;
}

/** Runs calls side by side until the budget is spent. @returns A result a call; undefined for calls without time left. */
async function runWithin(
  budget: TimeBudget,
  calls: readonly SandboxCall[],
  signal: AbortSignal,
  onResult: (result: SandboxResult, index: number) => void,
): Promise<(SandboxResult | undefined)[]> {
  const results = calls.map((): SandboxResult | undefined => undefined);
  const spent = new AbortController();
  const options = { signal: AbortSignal.any([signal, spent.signal]) };
  const running = new Set<Promise<void>>();
  const follow = async (result: Promise<SandboxResult>, index: number): Promise<void> => {
    results[index] = await result;
    onResult(results[index], index);
    if (budget.isSpent) spent.abort();
  };
  try {
    for (const [index, call] of calls.entries()) {
      let result = budget.run(call, options);
      while (result === undefined && running.size > 0) {
        await Promise.race(running);
        result = budget.run(call, options);
      }
      if (result === undefined) break;
      const followed = follow(result, index).finally(() => running.delete(followed));
      running.add(followed);
    }
    await Promise.all(running);
  } catch (error) {
    const isOurs = spent.signal.aborted && !signal.aborted;
    spent.abort();
    await Promise.allSettled(running);
    if (!isOurs) throw error;
  }
  return results;
}

async function scoreUnitTests(
  sandbox: Sandbox,
  code: string,
  tests: UnitTests,
  settings: Settings,
  { signal }: RewardContext,
): Promise<Reward> {
  const budget = new TimeBudget(sandbox, settings.limits, UNIT_TEST_LIMITS, settings.deadlineMs);
  const outcome = await runUnitTests(code, tests, budget, signal);
  switch (outcome.kind) {
    case 'unavailable':
      return unavailableReward(outcome.result);
    case 'untestable':
      return undecided(outcome.reason);
    case 'failed':
      return { kind: 'scored', value: 0, detail: { passed: 0, failed: [outcome.reason] } };
    case 'report': {
      const { passed, failed, undecided: open } = outcome;
      const tests = passed + failed.length + open.length;
      const detail = { passed, tests, failed: failed.slice(0, LOGGED) };
      if (tests === 0) return undecided('every unit test was skipped');
      const settled = settings.credit === 'all' && failed.length > 0;
      if (open.length > 0 && !settled) return { ...undecided(open[0]!), detail };
      return { kind: 'scored', value: credit(passed, tests, settings), detail };
    }
  }
}

/** How many time limits of one run all runs of a reward may take, unless `deadlineMs` says otherwise. */
const UNIT_TEST_LIMITS = 2;
const OUTPUT_LIMITS = 10;

/** Failed tests that a log names. */
const LOGGED = 10;

type Unavailable = Extract<SandboxResult, { kind: 'unavailable' }>;

function isUnavailable(result: SandboxResult): result is Unavailable {
  return result.kind === 'unavailable';
}

function unavailableReward({ cause }: Unavailable, detail?: RewardDetail): Reward {
  const reason = `the sandbox could not run the program: ${cause.message}`;
  return { kind: 'undecided', reason, cause, ...(detail === undefined ? {} : { detail }) };
}

function credit(passed: number, tests: number, settings: Settings): number {
  return settings.credit === 'all' ? (passed === tests ? 1 : 0) : passed / tests;
}
