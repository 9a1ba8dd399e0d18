import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TRACES, namedTrace, sampleTraces } from '../../../../bench/schedule-traces.js';
import { drawScheduleTrace } from '../../../../src/rollout/index.js';
import type { RolloutTrace } from '../../../../src/rollout/schedule/schedule-trace.js';
import { ROOT } from '../../../integration/node-process.js';

const generated = ({ turns }: RolloutTrace) => turns.reduce((sum, { tokens }) => sum + tokens, 0);
const response = ({ turns }: RolloutTrace) =>
  turns.reduce((sum, { tokens, tool }) => sum + tokens + (tool?.tokens ?? 0), 0);

describe('a drawn trace', () => {
  it('is the committed one for the same seed', () => {
    expect(sampleTraces()).toBe(readFileSync(join(ROOT, 'bench/schedule-traces.jsonl'), 'utf8'));
  });

  it.each(Object.keys(TRACES) as (keyof typeof TRACES)[])(
    '%s keeps to its budget and ends in a turn of the model',
    (name) => {
      const { rollouts, maxTokens } = namedTrace(name, 16);
      expect(Math.max(...rollouts.map(response))).toBeLessThanOrEqual(maxTokens);
      expect(rollouts.every(({ turns }) => turns.at(-1)!.tool === undefined)).toBe(true);
      expect(rollouts.every(({ turns }) => turns.slice(0, -1).every(({ tool }) => tool !== undefined))).toBe(true);
      expect(rollouts.every(({ turns }) => turns.every(({ tokens }) => tokens >= 1))).toBe(true);
    },
  );

  it('has the means it was asked for', () => {
    const { rollouts } = drawScheduleTrace({ groups: 400, samples: 8, seed: 1, maxTokens: 1e6, maxTurns: 1000 });
    const mean = (of: (rollout: RolloutTrace) => number) =>
      rollouts.reduce((sum, rollout) => sum + of(rollout), 0) / rollouts.length;
    expect(mean(generated) / 4000).toBeCloseTo(1, 1);
    expect(mean(({ turns }) => turns.length - 1) / 2.75).toBeCloseTo(1, 1);
  });

  it('refuses what is no distribution', () => {
    expect(() => drawScheduleTrace({ groups: 1, samples: 1, seed: 1, meanTokens: 0 })).toThrow(
      new RangeError('options.meanTokens: expected more than 0, got 0'),
    );
  });
});
