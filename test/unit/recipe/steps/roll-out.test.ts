import { describe, expect, it } from 'vitest';
import type { Rollout } from '../../../../src/base/index.js';
import { rewardRollouts } from '../../../../src/recipe/index.js';

const agent = () => Promise.resolve();
const rollout = (finishReason: Rollout['finishReason'], more: Partial<Rollout> = {}): Rollout => ({
  ...{ id: 'g/0', groupId: 'g', prompt: [], turns: [{ text: '\\boxed{42}', toolCalls: [] }], finishReason, ...more },
});
const rewardsOf = async (...rollouts: Rollout[]) =>
  (await rewardRollouts(rollouts, { agent })).map(({ reward }) => reward);

describe('the default reward of agents', () => {
  it('is 0 where a limit ended an agent that rewards itself on problems without a groundTruth', async () => {
    expect(await rewardsOf(rollout('stop', { reward: 1 }), rollout('length'), rollout('max-turns'))).toEqual([1, 0, 0]);
  });

  it('judges the answer where there is a groundTruth', async () => {
    expect(await rewardsOf(rollout('max-turns', { metadata: { groundTruth: '42' } }))).toEqual([1]);
  });

  it('asks for a groundTruth where the agent ended by itself without a reward', async () => {
    await expect(rewardsOf(rollout('stop'))).rejects.toThrow('metadata.groundTruth');
  });
});
