import { describe, expect, it } from 'vitest';
import {
  QWEN3_14B_H100,
  drawScheduleTrace,
  simulateSchedule,
  type SchedulerName,
} from '../../../../../src/rollout/index.js';
import type { RolloutTrace } from '../../../../../src/rollout/schedule/schedule-trace.js';
import { lowerBoundMs } from '../../../../../src/rollout/schedule/internal/lower-bound.js';

/** Steps take 10 ms and 1 µs a token held; nothing else costs anything. */
const curve = {
  stepMs: 10,
  stepMsPerRequest: 0,
  stepMsPerToken: 0.001,
  prefillMsPerToken: 0,
  capacityTokens: 20_000,
  maxRequests: 1000,
};
const rollout = (tokens: number, toolMs = 0): RolloutTrace => ({
  groupId: 'a',
  promptTokens: 0,
  turns: toolMs === 0 ? [{ tokens }] : [{ tokens: 1, tool: { ms: toolMs, tokens: 0 } }, { tokens: tokens - 1 }],
});
const boundOf = (rollouts: readonly RolloutTrace[], engines = 1) =>
  lowerBoundMs({ rollouts, maxTokens: 100_000 }, Array(engines).fill(curve));
/** What full engines take for them. */
const workOf = (rollouts: readonly RolloutTrace[], engines = 1) =>
  rollouts.reduce((sum, { turns }) => {
    const tokens = turns.reduce((all, turn) => all + turn.tokens, 0);
    return sum + ((tokens * tokens) / 2) * (10 / 20_000 + 0.001);
  }, 0) / engines;

describe('the lower bound', () => {
  it('is what full engines take where nobody is in a hurry', () => {
    const calm = Array.from({ length: 400 }, () => rollout(500));
    expect(boundOf(calm, 2)).toBeCloseTo(workOf(calm, 2), 6);
  });

  it('is what the longest takes alone where there is little else', () => {
    expect(boundOf([rollout(10_000), rollout(10)], 8)).toBeCloseTo(10_000 * 10 + (10_000 * 10_000 * 0.001) / 2, 4);
  });

  it('is more than both where long ones must run in emptier engines to end in time', () => {
    const longest = 10_000 * 10 + (10_000 * 10_000 * 0.001) / 2;
    const mixed = [rollout(10_000), ...Array.from({ length: 600 }, () => rollout(500))];
    const work = workOf(mixed);
    expect(work).toBeGreaterThan(0.9 * longest);
    expect(boundOf(mixed)).toBeGreaterThan(1.03 * Math.max(work, longest));
    // Time in tool calls hurries as well.
    expect(boundOf([rollout(10_000, 20_000), ...mixed.slice(1)])).toBeGreaterThan(boundOf(mixed) + 1000);
  });

  it.each(['static', 'least-requests', 'sticky', 'kv-aware'] satisfies SchedulerName[])(
    'is below what %s takes, whatever the rollouts',
    (scheduler) => {
      for (let seed = 0; seed < 12; seed++) {
        const sigma = [0.05, 0.5, 1][seed % 3]!;
        const shape = {
          groupSigma: sigma,
          rolloutSigma: sigma,
          meanCalls: seed % 4,
          maxTokens: 20_000,
          promptTokens: seed > 8 ? 3000 : 250,
        };
        const trace = drawScheduleTrace({ groups: 1 + (seed % 5), samples: 8, seed, ...shape });
        const small = { ...QWEN3_14B_H100, capacityTokens: 40_000, ...(seed % 2 && { chunkTokens: undefined }) };
        const options = { trace, engines: 1 + (seed % 3), curve: small, scheduler } as const;
        const { durationMs, lowerBoundMs: bound } = simulateSchedule(options);
        expect(durationMs).toBeGreaterThanOrEqual(bound * (1 - 1e-9));
      }
    },
  );
});
