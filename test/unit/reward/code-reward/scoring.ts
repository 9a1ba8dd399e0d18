import { afterAll, beforeAll, expect } from 'vitest';
import type { Rollout, Sandbox } from '../../../../src/base/index.js';
import {
  codeReward,
  scoreRollouts,
  type CodeRewardOptions,
  type CodeTests,
  type Reward,
} from '../../../../src/reward/index.js';
import { createLocalSandbox } from '../../../../src/sandbox/index.js';
import { rolloutOf } from '../rollouts.js';

type Options = Partial<Omit<CodeRewardOptions<Rollout>, 'tests' | 'code' | 'response'>> & {
  readonly names?: readonly string[];
};

/**
 * Opens a sandbox for the tests of a `describe`, and closes it at the end.
 *
 * @param shared - Options of every reward.
 * @returns Scores a program by unit tests (a text) or by other tests.
 */
export function useScoring(shared: Options = {}) {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await createLocalSandbox({ concurrency: 2 });
  });
  afterAll(() => sandbox.close());
  return async (code: string, tests: string | CodeTests, { names, ...options }: Options = {}): Promise<Reward> => {
    const asked: CodeTests = typeof tests === 'string' ? { kind: 'unit-tests', code: tests, names } : tests;
    const reward = codeReward<Rollout>(sandbox, { tests: () => asked, code: () => code, ...shared, ...options });
    return (await scoreRollouts([rolloutOf('')], reward))[0]!;
  };
}

/** What an undecided reward matches whose reason contains this text. */
export function undecided(reason: string) {
  return { kind: 'undecided', reason: expect.stringContaining(reason) as string };
}

/** What the full reward matches, of tests that all pass. */
export const PASSED = { kind: 'scored', value: 1, detail: { failed: [] } };

export const EARNS_NOTHING = { kind: 'scored', value: 0 };
