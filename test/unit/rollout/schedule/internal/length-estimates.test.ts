import { describe, expect, it } from 'vitest';
import { Random } from '../../../../../src/base/index.js';
import { LengthEstimates } from '../../../../../src/rollout/schedule/internal/length-estimates.js';

/** Lengths of a log-logistic distribution with this scale. */
function lengths(scale: number, count: number): number[] {
  const random = new Random('lengths');
  return Array.from({ length: count }, () => scale * (1 / (1 - random.next()) - 1) ** (1 / 4));
}

/** Estimates after all have drawn so many tokens, each its own. */
function estimatesAt(tokens: number, drawn: readonly number[]): LengthEstimates {
  const estimates = new LengthEstimates(8000);
  for (const length of drawn) if (length <= tokens) estimates.ended('a', length);
  estimates.refresh(drawn.filter((length) => length > tokens).map(() => ({ group: 'a', grown: tokens })));
  return estimates;
}

describe('length estimates', () => {
  it('expect what was said at first, until something is known', () => {
    expect(new LengthEstimates(8000).groupMean('a') / 8000).toBeCloseTo(1, 5);
  });

  it.each([600, 1000, 2000])(
    'are not drawn down by the short ones that end first (all have drawn %i tokens of about 1111)',
    (tokens) => {
      const drawn = lengths(1000, 2000);
      const ended = drawn.filter((length) => length <= tokens);
      const mean = drawn.reduce((sum, length) => sum + length, 0) / drawn.length;
      expect(Math.abs(estimatesAt(tokens, drawn).groupMean('a') / mean - 1)).toBeLessThan(0.08);
      // Which the mean of those that ended is.
      if (tokens < 2000) expect(ended.reduce((sum, length) => sum + length, 0) / ended.length / mean).toBeLessThan(0.8);
    },
  );

  it('draw a group that is known little of towards the others', () => {
    const estimates = estimatesAt(Infinity, lengths(1000, 500));
    estimates.ended('b', 100);
    estimates.refresh([]);
    const mean = estimates.groupMean('b');
    expect(mean).toBeGreaterThan(400);
    expect(mean).toBeLessThan(estimates.groupMean('a'));
  });

  it('say that what has come far goes on for longer, and never beyond its budget', () => {
    const estimates = estimatesAt(Infinity, lengths(1000, 500));
    const mean = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
    expect(mean(estimates.rest('a', 3000, 1e6))).toBeGreaterThan(mean(estimates.rest('a', 1000, 1e6)));
    expect(Math.max(...estimates.rest('a', 3000, 500))).toBe(500);
  });

  it('keep room for a scale that is larger by its standard error, which falls with the sessions that ended', () => {
    const roomFor = (count: number) => {
      const estimates = new LengthEstimates(1000);
      for (let i = 0; i < count; i++) estimates.ended('a', 1000);
      estimates.refresh([]);
      const rest = estimates.rest('a', 0, 1e6);
      return rest.reduce((sum, one) => sum + one, 0) / rest.length / estimates.groupMean('a');
    };
    expect(roomFor(2) / roomFor(1000)).toBeCloseTo(1 + Math.sqrt(3) / 4 / Math.sqrt(4), 1);
    expect(roomFor(2)).toBeGreaterThan(roomFor(16));
    expect(roomFor(16)).toBeGreaterThan(roomFor(256));
  });

  it('of all groups are not drawn down by the easy ones, which end first', () => {
    const random = new Random('groups');
    const estimates = new LengthEstimates(8000);
    const scales = Array.from({ length: 400 }, () => 1000 * Math.exp(0.55 * random.normal()));
    const drawn = lengths(1, 400).map((length, i) => length * scales[i]!);
    const growing = drawn.flatMap((length, i) => (length > 700 ? [{ group: `${i}`, grown: 700 }] : []));
    drawn.forEach((length, i) => length <= 700 && estimates.ended(`${i}`, length));
    estimates.refresh(growing);
    const mean = drawn.reduce((sum, length) => sum + length, 0) / drawn.length;
    expect(estimates.groupMean('one that none is known of') / mean).toBeGreaterThan(0.85);
  });
});
