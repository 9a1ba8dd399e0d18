import type { Rollout, Sandbox, SandboxCall, SandboxResult } from '../../../src/base/index.js';
import { scoreRollouts, type Reward, type RewardFunction } from '../../../src/reward/index.js';

/** A rollout that wrote one text; `groundTruth` goes to its metadata. */
export function rolloutOf(text: string, fields: Partial<Rollout> & { readonly groundTruth?: string } = {}): Rollout {
  const { groundTruth, ...rest } = fields;
  return {
    id: 'r',
    groupId: 'g',
    prompt: [],
    turns: [{ text, toolCalls: [] }],
    finishReason: 'stop',
    ...(groundTruth === undefined ? {} : { metadata: { groundTruth } }),
    ...rest,
  };
}

/** What a rollout alone is rewarded with. */
export async function scoreOne(reward: RewardFunction<Rollout>, rollout: Rollout): Promise<Reward> {
  return (await scoreRollouts([rollout], reward))[0]!;
}

/** A sandbox that answers every call by a function, and keeps the calls. */
export function answeringSandbox(answer: (call: SandboxCall) => SandboxResult): Sandbox & { calls: SandboxCall[] } {
  const calls: SandboxCall[] = [];
  const run = (call: SandboxCall): Promise<SandboxResult> => {
    calls.push(call);
    return Promise.resolve(answer(call));
  };
  return {
    calls,
    isolation: { level: 'none', mechanism: 'none', missing: [] },
    run,
    runBatch: (batch) => Promise.all(batch.map(run)),
    close: () => Promise.resolve(),
  };
}

/** What a program that ended well printed. */
export function printed(stdout: string): SandboxResult {
  return { kind: 'ok', stdout, stderr: '', exitCode: 0, durationMs: 1 };
}

export const SANDBOX_DOWN: SandboxResult = {
  kind: 'unavailable',
  cause: { source: 'sandbox', message: 'the worker died', retryable: true },
  durationMs: 1,
};
