import { describe, expect, it } from 'vitest';
import { PolicyError } from '../../../../src/base/index.js';
import { groupReward, scoreRollouts } from '../../../../src/reward/index.js';
import { runRollouts, type RolloutOptions } from '../../../../src/rollout/index.js';
import type { ScoreGroup } from '../../../../src/rollout/internal/index.js';
import { createScriptedPolicy } from '../../../../src/testing/scripted-policy.js';
import { completed, prompt, tokenizer } from '../conversation.js';

const policy = () => createScriptedPolicy({ tokenizer, script: ['an answer'] });
const tasks = ['a', 'b'].map((groupId) => ({ groupId, prompt, samples: 3 }));

function run(score: ScoreGroup, options: Partial<RolloutOptions> = {}) {
  return runRollouts(tasks, { policy: policy(), tokenizer, maxTokens: 100, seed: 1, score, ...options });
}

describe('options.score', () => {
  it('rewards a group as soon as it has ended, while another goes on', async () => {
    let release = () => undefined as void;
    const scored: string[] = [];
    const inner = policy();
    const held = new Promise<void>((resolve) => (release = resolve));
    const slow = {
      ...inner,
      generate: async (request: Parameters<typeof inner.generate>[0]) => {
        if (request.sessionId?.includes('/a/') === true) await held;
        return inner.generate(request);
      },
    };
    const outcomes = await run(
      (rollouts, { groupId }) => {
        scored.push(groupId);
        // The first group waits for the second one's reward.
        if (groupId === 'b') release();
        return Promise.resolve(rollouts.map((_, i) => i));
      },
      { policy: slow },
    );
    expect(scored).toEqual(['b', 'a']);
    expect(outcomes.map((outcome) => completed(outcome).reward)).toEqual([0, 1, 2, 0, 1, 2]);
  });

  it('takes rewards of whole groups as scoreRollouts gives them; what is undecided stays without one', async () => {
    const ranked = groupReward((rollouts: readonly unknown[]) =>
      rollouts.map((_, i) => (i === 1 ? { kind: 'undecided' as const, reason: 'a tie' } : i / 10)),
    );
    const outcomes = await run((rollouts, { signal }) => scoreRollouts(rollouts, ranked, { signal }));
    expect(outcomes.map((outcome) => completed(outcome).reward)).toEqual([0, undefined, 0.2, 0, undefined, 0.2]);
  });

  it('is not asked about rollouts that the machine broke', async () => {
    const inner = policy();
    const broken = {
      ...inner,
      generate: (request: Parameters<typeof inner.generate>[0]) =>
        /\/a\/|\/b\/1/.test(request.sessionId ?? '')
          ? Promise.reject(new PolicyError('down'))
          : inner.generate(request),
    };
    const asked: string[][] = [];
    const outcomes = await run(
      (rollouts) => {
        asked.push(rollouts.map(({ id }) => id));
        return Promise.resolve([1, 2]);
      },
      { policy: broken },
    );
    expect(asked).toEqual([['b/0', 'b/2']]);
    expect(outcomes.map((outcome) => (outcome.kind === 'completed' ? outcome.rollout.reward : outcome.kind))).toEqual([
      ...['failed', 'failed', 'failed'],
      ...[1, 'failed', 2],
    ]);
  });

  it.each([
    ['too few', [1], 'options.score: expected 3 rewards of group a, got [1]'],
    ['no list', 1, 'options.score: expected 3 rewards of group a, got 1'],
    ['what is no number', [1, NaN, 2], 'options.score: expected finite numbers or rewards, got null'],
  ])('ends the run for %s', async (_, scores, message) => {
    await expect(run(() => Promise.resolve(scores as never))).rejects.toThrow(message);
  });

  it('ends the run with what it throws, and with the signal', async () => {
    await expect(run(() => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug');
    const controller = new AbortController();
    const aborted = run(
      () => {
        controller.abort(new Error('enough'));
        return new Promise(() => undefined);
      },
      { signal: controller.signal },
    );
    await expect(aborted).rejects.toThrow('enough');
  });
});
