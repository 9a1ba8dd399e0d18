import { describe, expect, it } from 'vitest';
import type { Rollout, Sandbox, SandboxCall, SandboxLimits, SandboxResult } from '../../../../src/base/index.js';
import { runCalls } from '../../../../src/base/internal/index.js';
import { limitConcurrency } from '../../../../src/io/index.js';
import { codeReward, scoreRollouts, type CodeTests, type Reward } from '../../../../src/reward/index.js';
import { rolloutOf, SANDBOX_DOWN } from '../rollouts.js';

/** What a program does in a run: how long it would take, and what it prints if it may. */
interface Program {
  readonly takesMs: number;
  readonly prints?: string;
}

interface Setting {
  /** Runs at once; others wait. */
  readonly places?: number;
  readonly limits?: Partial<SandboxLimits>;
}

/** A sandbox with a clock of its own: a program runs as long as it takes or as it may, in no time. */
function clockedSandbox(
  program: (call: SandboxCall, run: number) => Program | SandboxResult,
  { places = 4, limits }: Setting,
): Sandbox & { readonly allowedMs: number[]; readonly tookMs: number[] } {
  const [allowedMs, tookMs]: [number[], number[]] = [[], []];
  const place = limitConcurrency(places);
  const run: Sandbox['run'] = (call, { signal } = {}) =>
    place(async () => {
      await Promise.resolve();
      signal?.throwIfAborted();
      const wallMs = call.limits?.wallMs ?? limits?.wallMs ?? 10_000;
      const does = program(call, allowedMs.push(wallMs));
      if ('kind' in does) return does;
      const durationMs = Math.min(does.takesMs, wallMs);
      tookMs.push(durationMs);
      const ended = { stdout: does.prints ?? '', stderr: '', durationMs };
      return does.takesMs > wallMs
        ? { kind: 'timeout', exitCode: null, ...ended }
        : { kind: 'ok', exitCode: 0, ...ended };
    });
  return {
    allowedMs,
    tookMs,
    isolation: { level: 'none', mechanism: 'none', missing: [] },
    ...(limits === undefined ? {} : { limits }),
    run,
    runBatch: (calls, options) => runCalls(run, calls, options),
    close: () => Promise.resolve(),
  };
}

async function score(sandbox: Sandbox, tests: CodeTests, options: object): Promise<Reward> {
  const reward = codeReward<Rollout>(sandbox, { tests: () => tests, code: () => 'x', ...options });
  return (await scoreRollouts([rolloutOf('')], reward))[0]!;
}

const cases = (count: number): CodeTests => ({
  kind: 'expected-output',
  cases: Array.from({ length: count }, (_, i) => ({ stdin: String(i + 1), expectedOutput: '1' })),
});
const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);

describe('the deadline of expected outputs', () => {
  it('follows the time limit of the sandbox where the caller sets none', async () => {
    const sandbox = clockedSandbox(() => ({ takesMs: 15_000, prints: '1' }), { limits: { wallMs: 60_000 } });
    expect(await score(sandbox, cases(8), {})).toMatchObject({ value: 1, detail: { passed: 8 } });
    expect(sandbox.allowedMs).toEqual(Array.from({ length: 8 }, () => 60_000));
  });

  it('is none where nobody says what a run may take', async () => {
    const sandbox = clockedSandbox(() => ({ takesMs: 9_000, prints: '1' }), {});
    expect(await score(sandbox, cases(40), {})).toMatchObject({ value: 1, detail: { passed: 40 } });
  });

  it.each([
    ['limits of the caller', { limits: { wallMs: 1000 }, deadlineMs: 2500 }, {}],
    ['limits of the sandbox', { deadlineMs: 2500 }, { limits: { wallMs: 1000 } }],
    ['no limits', { deadlineMs: 2500 }, {}],
  ])('bounds the sum of all runs, also side by side, with %s', async (_what, options, setting) => {
    const sandbox = clockedSandbox(() => ({ takesMs: Infinity }), setting);
    const reward = await score(sandbox, cases(8), { ...options, credit: 'share' });
    expect(sum(sandbox.tookMs)).toBe(2500);
    expect(Math.max(...sandbox.allowedMs)).toBeLessThanOrEqual('limits' in { ...options, ...setting } ? 1000 : 2500);
    expect(reward).toMatchObject({ value: 0, detail: { passed: 0, tests: 8 } });
    expect(JSON.stringify(reward)).toContain('case 8: no time left');
  });

  it('starts runs side by side as long as all of them may take their whole limit', async () => {
    let [atOnce, most] = [0, 0];
    const slow: Sandbox = {
      ...clockedSandbox(() => ({ takesMs: 0 }), {}),
      run: async () => {
        most = Math.max(most, ++atOnce);
        await new Promise(setImmediate);
        atOnce--;
        return { kind: 'ok', stdout: '1', stderr: '', exitCode: 0, durationMs: 100 };
      },
    };
    expect(await score(slow, cases(12), { limits: { wallMs: 1000 }, deadlineMs: 3500 })).toMatchObject({ value: 1 });
    expect(most).toBe(3);
  });

  it('leaves one limit more, from the first failed case on, where that has settled the reward', async () => {
    // Three cases are right and slow: that much of the time is spent before the first one fails.
    const sandbox = clockedSandbox(
      ({ stdin }) => ({ takesMs: Number(stdin) > 3 ? 400 : 900, prints: Number(stdin) > 3 ? '2' : '1' }),
      { places: 1, limits: { wallMs: 1000 } },
    );
    const reward = await score(sandbox, cases(20), {});
    expect(reward).toMatchObject({ value: 0, detail: { passed: 3, tests: 20 } });
    expect(sandbox.tookMs.slice(0, 4)).toEqual([900, 900, 900, 400]);
    expect(sandbox.tookMs.slice(4)).toEqual([400, 400, 400]);
  });

  it.each([
    ['all', 2],
    ['share', 10],
  ] as const)('ends a program that uses up its time in every case, paid by %s', async (credit, most) => {
    const sandbox = clockedSandbox(() => ({ takesMs: Infinity }), { places: 1 });
    const reward = await score(sandbox, cases(40), { limits: { wallMs: 1000 }, credit });
    expect(reward).toMatchObject({ kind: 'scored', value: 0, detail: { passed: 0, tests: 40 } });
    expect(sandbox.tookMs).toHaveLength(most);
  });

  it('is not used up by a sandbox that is down: the reward is undecided', async () => {
    const down = { ...SANDBOX_DOWN, durationMs: 1e6 };
    const sandbox = clockedSandbox(({ stdin }) => (stdin === '8' ? { takesMs: 10, prints: '1' } : down), {});
    const reward = await score(sandbox, cases(8), { limits: { wallMs: 1000 } });
    expect(reward).toMatchObject({
      kind: 'undecided',
      cause: { source: 'sandbox' },
      detail: { passed: 1, failed: [] },
    });
  });
});

describe('the deadline of unit tests', () => {
  const tests: CodeTests = { kind: 'unit-tests', code: 'assert f(1)' };
  /** A judge that asks something new in every round, and a program that answers. */
  const asking = ({ stdin }: SandboxCall, run: number): string =>
    stdin!.startsWith('{"solution"')
      ? `\u001e{"kinds": {"f": {"k": "function"}}}\n\u001e{"r": 1}\n`
      : `\u001e{"names": ["f"], "matched": 0, "calls": [["${run}", []]]}\n`;
  const isProgram = ({ stdin }: SandboxCall): boolean => stdin!.startsWith('{"solution"');

  it.each([
    ['two time limits of the caller', { limits: { wallMs: 1000 } }, {}, 2000],
    ['two time limits of the sandbox', {}, { limits: { wallMs: 30_000 } }, 60_000],
    ['what the caller says', { limits: { wallMs: 1000 }, deadlineMs: 500 }, {}, 500],
    ['what the caller says, where no limit is known', { deadlineMs: 500 }, {}, 500],
  ])('is %s for all rounds and processes together', async (_what, options, setting, totalMs) => {
    const sandbox = clockedSandbox((call, run) => ({ takesMs: totalMs * 0.3, prints: asking(call, run) }), setting);
    const reward = await score(sandbox, tests, options);
    expect(sum(sandbox.tookMs)).toBe(totalMs);
    expect(sandbox.allowedMs.at(-1)).toBeLessThan(totalMs * 0.2);
    expect(reward).toMatchObject({ value: 0, detail: { failed: [expect.any(String) as string] } });
  });

  it('is checked', async () => {
    const sandbox = clockedSandbox(() => ({ takesMs: 1 }), {});
    await expect(score(sandbox, tests, { deadlineMs: 0 })).rejects.toThrow('options.deadlineMs');
    await expect(score(sandbox, tests, { limits: { wallMs: 0 } })).rejects.toThrow('options.limits.wallMs');
  });

  it('does not make a program wrong that has not run, where the tests take all the time', async () => {
    const sandbox = clockedSandbox((call) => ({ takesMs: isProgram(call) ? 1 : Infinity }), {});
    expect(await score(sandbox, tests, { limits: { wallMs: 1000 } })).toMatchObject({ kind: 'undecided' });
    expect(await score(sandbox, tests, { limits: { wallMs: 1000 }, deadlineMs: 300 })).toMatchObject({
      kind: 'undecided',
      reason: 'the tests took more than 300 ms without the program',
    });
  });

  it('is not used up by a sandbox that is down: the reward is undecided', async () => {
    const sandbox = clockedSandbox(
      (call, run) =>
        isProgram(call) ? { ...SANDBOX_DOWN, durationMs: 1e6 } : { takesMs: 1, prints: asking(call, run) },
      {},
    );
    expect(await score(sandbox, tests, { limits: { wallMs: 1000 } })).toMatchObject({ kind: 'undecided' });
  });
});
