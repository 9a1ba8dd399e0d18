import { afterAll, beforeAll } from 'vitest';
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
