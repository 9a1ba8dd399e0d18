import { describe, expect, it } from 'vitest';
import { namedTrace } from '../../../../bench/schedule-traces.js';
import { QWEN3_14B_H100, simulateSchedule, type ScheduleTrace } from '../../../../src/rollout/index.js';

const SCHEDULERS = ['static', 'least-requests', 'sticky', 'kv-aware'] as const;
const curve = { ...QWEN3_14B_H100, capacityTokens: 60_000 };
const trace = namedTrace('math', 6, 16);

describe('a simulated step', () => {
  it('takes one rollout as long as the curve says', () => {
    const { stepMs, stepMsPerRequest, stepMsPerToken, prefillMsPerToken } = QWEN3_14B_H100;
    const one: ScheduleTrace = {
      rollouts: [
        { groupId: 'a', promptTokens: 100, turns: [{ tokens: 50, tool: { ms: 300, tokens: 20 } }, { tokens: 10 }] },
      ],
      maxTokens: 1000,
    };
    const contexts = 50 * (100 + 25) + 10 * (170 + 5);
    const stopping = { ...QWEN3_14B_H100, chunkTokens: undefined };
    const expected = 120 * prefillMsPerToken + 300 + 60 * (stepMs + stepMsPerRequest) + contexts * stepMsPerToken;
    for (const scheduler of SCHEDULERS) {
      const { durationMs, lowerBoundMs, turns, prefilledTokens } = simulateSchedule({
        trace: one,
        engines: 2,
        curve: stopping,
        scheduler,
      });
      expect([durationMs / expected, lowerBoundMs / expected]).toEqual([expect.closeTo(1, 9), expect.closeTo(1, 9)]);
      expect([turns, prefilledTokens]).toEqual([2, 120]);
    }
  });

  it.each(SCHEDULERS)('%s ends every turn once, alike each time, and never below the bound', (scheduler) => {
    const result = simulateSchedule({ trace, engines: 3, curve, scheduler });
    expect(result.turns).toBe(trace.rollouts.reduce((sum, { turns }) => sum + turns.length, 0));
    expect(result.durationMs).toBeGreaterThanOrEqual(result.lowerBoundMs);
    expect(simulateSchedule({ trace, engines: 3, curve, scheduler })).toEqual(result);
    for (const { samples, capacityTokens } of result.engines)
      expect(Math.max(...samples.map(({ heldTokens }) => heldTokens))).toBeLessThanOrEqual(capacityTokens + 1);
  });

  it('refuses a rollout that no engine could hold, or that is over the budget, and takes one that just fits', () => {
    const of = (promptTokens: number, maxTokens: number): ScheduleTrace => ({
      rollouts: [{ groupId: 'a', promptTokens, turns: [{ tokens: 60, tool: { ms: 1, tokens: 30 } }, { tokens: 10 }] }],
      maxTokens,
    });
    for (const scheduler of SCHEDULERS) {
      const small = { engines: [{ ...curve, capacityTokens: 1000 }, curve], scheduler };
      expect(() => simulateSchedule({ ...small, trace: of(901, 100) })).toThrow(
        new RangeError(
          'options.trace.rollouts.0: expected a context that fits the KV cache of every engine, 1000 tokens, got 1001',
        ),
      );
      expect(() => simulateSchedule({ ...small, trace: of(100, 99) })).toThrow(
        new RangeError('options.trace.rollouts.0.turns: expected at most maxTokens = 99 tokens in all, got 100'),
      );
      expect(simulateSchedule({ ...small, trace: of(900, 100) }).turns).toBe(2);
    }
  });

  it.each<[string, object, string]>([
    [
      'a call after the last turn',
      { turns: [{ tokens: 5, tool: { ms: 1, tokens: 1 } }] },
      'turns: expected a tool call after',
    ],
    ['none after another', { turns: [{ tokens: 5 }, { tokens: 5 }] }, 'turns: expected a tool call after'],
    [
      'a call of negative time',
      { turns: [{ tokens: 5, tool: { ms: -1, tokens: 1 } }, { tokens: 5 }] },
      'turns.0.tool.ms',
    ],
    [
      'a call without end',
      { turns: [{ tokens: 5, tool: { ms: 1e308, tokens: 1 } }, { tokens: 5 }] },
      'turns.0.tool.ms',
    ],
    [
      'an answer of negative length',
      { turns: [{ tokens: 5, tool: { ms: 1, tokens: -9 } }, { tokens: 5 }] },
      'tool.tokens',
    ],
    ['a prompt in words', { promptTokens: 'x' }, 'promptTokens: expected number'],
  ])('refuses %s', (_, wrong, message) => {
    const rollout = {
      groupId: 'a',
      promptTokens: 10,
      turns: [{ tokens: 5 }],
      ...wrong,
    } as ScheduleTrace['rollouts'][number];
    const broken = { rollouts: [rollout], maxTokens: 1000 };
    expect(() => simulateSchedule({ trace: broken, engines: 1, scheduler: 'kv-aware' })).toThrow(
      new RegExp(`^options\\.trace\\.rollouts\\.0\\..*${message}`),
    );
  });

  it('counts and computes the prompt of a group once an engine', () => {
    const rollouts = Array.from({ length: 32 }, () => ({ groupId: 'a', promptTokens: 8000, turns: [{ tokens: 100 }] }));
    for (const scheduler of SCHEDULERS) {
      const options = { trace: { rollouts, maxTokens: 100 }, engines: 1, curve: { ...curve, capacityTokens: 16_000 } };
      const { prefilledTokens, preemptions } = simulateSchedule({ ...options, scheduler });
      expect([prefilledTokens, preemptions]).toEqual([8000, 0]);
    }
  });

  it('is the same as with the sticky rule where all fits at once and nothing can move', () => {
    const single = namedTrace('two-lengths', 4, 16);
    const [own, sticky] = (['kv-aware', 'sticky'] as const).map((scheduler) =>
      simulateSchedule({ trace: single, engines: 2, scheduler }),
    );
    expect(own!.durationMs).toBe(sticky!.durationMs);
  });

  it('is shorter where work waits for free cache', () => {
    const trace = namedTrace('many-turns', 12, 16);
    const duration = (scheduler: (typeof SCHEDULERS)[number]) =>
      simulateSchedule({ trace, engines: 3, curve, scheduler }).durationMs;
    for (const other of ['static', 'least-requests', 'sticky'] as const)
      expect(duration('kv-aware')).toBeLessThan(0.8 * duration(other));
  });
});
