import { describe, expect, it } from 'vitest';
import { PolicyError, type RolloutOutcome } from '../../../../src/base/index.js';
import { runRollouts } from '../../../../src/rollout/index.js';
import type { RolloutProgress } from '../../../../src/rollout/internal/index.js';
import { createScriptedPolicy } from '../../../../src/testing/scripted-policy.js';
import { callText, okTool, prompt, tokenizer } from '../conversation.js';
import { answeringPolicy, gate, rolloutOf } from '../sampled-groups.js';

const base = { tokenizer, maxTokens: 500, seed: 's', retry: { retries: 0 } };
const task = { groupId: 'g', prompt, samples: 2, overProvision: 2 };
const kindsOf = (outcomes: readonly RolloutOutcome[]) =>
  outcomes.map((outcome) => (outcome.kind === 'failed' ? outcome.cause.source : outcome.kind));

describe('an over-provisioned group', () => {
  it('is over when enough of its rollouts have completed; the others are cut, each with what it had written', async () => {
    const { opened } = gate();
    const bothWrote = gate();
    let waiting = 0;
    const tool = okTool();
    const policy = createScriptedPolicy({
      tokenizer,
      script: async (turn) => {
        if (rolloutOf(turn).index % 2 === 0) {
          await bothWrote.opened;
          return 'done';
        }
        if (turn.turn === 1) {
          if (++waiting === 2) bothWrote.open();
          await opened;
        }
        return callText('python', {});
      },
    });
    const progress: RolloutProgress[] = [];
    const outcomes = await runRollouts([task], {
      ...{ ...base, policy, tools: [tool], onProgress: (one) => progress.push(one) },
      score: (rollouts) => Promise.resolve(rollouts.map((_, i) => i)),
    });
    expect(kindsOf(outcomes)).toEqual(['completed', 'cancelled', 'completed', 'cancelled']);
    expect(outcomes[2]).toMatchObject({ rollout: { id: 'g/2', reward: 1 } });
    expect(outcomes[1]).toMatchObject({
      id: 'g/1',
      cause: { message: "cut: 2 of the group's 4 rollouts had completed", retryable: false },
    });
    for (const cut of [outcomes[1]!, outcomes[3]!])
      expect(cut.kind === 'failed' && [cut.turns!.length, cut.generatedTokens! > 0]).toEqual([1, true]);
    expect(policy.endedSessions).toHaveLength(4);
    expect(progress.map(({ completed, total }) => [completed, total])).toEqual([1, 2, 3, 4].map((n) => [n, 4]));
  });

  it('keeps exactly as many as were asked for, even where all end at once', async () => {
    const outcomes = await runRollouts([{ ...task, samples: 3 }], { ...base, policy: answeringPolicy() });
    expect(kindsOf(outcomes).filter((kind) => kind === 'completed')).toHaveLength(3);
    expect(outcomes).toHaveLength(5);
    for (const outcome of outcomes) if (outcome.kind === 'failed') expect(outcome.generatedTokens).toBeGreaterThan(0);
  });

  it('makes up for rollouts that the machine broke', async () => {
    const policy = answeringPolicy((turn) => {
      if (rolloutOf(turn).index < 2) throw new PolicyError('down');
    });
    expect(kindsOf(await runRollouts([task], { ...base, policy }))).toEqual([
      'policy',
      'policy',
      'completed',
      'completed',
    ]);
  });

  it('is lost whole with a mistake in the program, whatever was cut before', async () => {
    const broken = gate();
    const policy = answeringPolicy(async (turn) => {
      if (rolloutOf(turn).index < 3) return;
      await broken.opened;
      throw new TypeError('undefined is no function');
    });
    // The broken rollout of one group is cut in time; the other group needs it.
    await expect(runRollouts([task], { ...base, policy })).resolves.toHaveLength(4);
    broken.open();
    await expect(runRollouts([{ ...task, samples: 4, overProvision: 0 }], { ...base, policy })).rejects.toThrow(
      'undefined is no function',
    );
  });
});
