import { describe, expect, it } from 'vitest';
import { closeTo, list, run, tokens } from '../token-losses.js';

describe('gspo', () => {
  it('gives every token of a sequence the ratio of the sequence', () => {
    const loose = { kind: 'gspo', clipLow: 0.5, clipHigh: 0.5 } as const;
    const { losses, gradient, metrics } = run(tokens([0.1, 0.3, -0.2, 0.2], [1, 1, -1, -1]), loose);
    const ratio = Math.exp(0.2);
    expect(list(losses)).toEqual([-ratio, -ratio, 1, 1].map(closeTo));
    expect(list(gradient)).toEqual([-ratio, -ratio, 1, 1].map(closeTo));
    expect(metrics['actor/ppo_kl']).toBeCloseTo(-0.1, 12);
  });

  it('clips a whole sequence at once', () => {
    const { losses, gradient, metrics } = run(tokens([0.1, 0.3, 0.1, 0.3], [1, 1, -1, -1]), { kind: 'gspo' });
    expect(list(losses).slice(0, 2)).toEqual([-1.0004, -1.0004].map(closeTo));
    expect(list(gradient)).toEqual([0, 0, Math.exp(0.2), Math.exp(0.2)].map(closeTo));
    expect(metrics['actor/pg_clipfrac']).toBe(0.5);
  });

  it('clamps the log of the ratio to its limit', () => {
    const { losses, gradient } = run(tokens([30, 30, 0, 0], [-1, -1, 0, 0]), { kind: 'gspo' });
    expect(losses[0]).toBeCloseTo(Math.exp(10), 6);
    expect(gradient[0]).toBe(0);
  });
});

describe('gmpo', () => {
  it('takes the geometric mean of ratios, each clipped in log space', () => {
    const { losses, gradient, metrics } = run(tokens([0.1, 0.9, -0.9, 0.1], [1, 1, 1, 1]), { kind: 'gmpo' });
    const first = -Math.exp((0.1 + 0.4) / 2);
    const second = -Math.exp((-0.9 + 0.1) / 2);
    expect(list(losses)).toEqual([first, first, second, second].map(closeTo));
    expect(list(gradient)).toEqual([first, 0, second, second].map(closeTo));
    expect(metrics).toMatchObject({ 'actor/pg_clipfrac': 0.5, 'actor/pg_clipfrac_lower': 0 });
  });

  it('weighs a sequence by the geometric mean of its importance weights', () => {
    const input = { ...tokens([0, 0, 0, 0], [1, 1, 1, 1]), rolloutWeights: [4, 1, 1, 1] };
    expect(list(run(input, { kind: 'gmpo' }).losses)).toEqual(
      [-2, -2, -1, -1].map((v) => expect.closeTo(v, 6) as unknown),
    );
  });
});

describe('vespo', () => {
  it('weighs every token by a smooth function of the sequence’s ratio, 1 at ratio 1', () => {
    const { gradient, metrics } = run(tokens([0.2, -0.2, 0.3, 0.2], [1, 1, -1, -1]), { kind: 'vespo' });
    const ratio = Math.exp(0.5);
    const phi = ratio ** 3 * Math.exp(2 * (1 - ratio));
    expect(list(gradient)).toEqual([-1, -1, phi, phi].map(closeTo));
    expect(metrics['vespo/phi_seq_mean']).toBeCloseTo((1 + phi) / 2, 12);
  });

  it('takes importance weights inside that function', () => {
    const input = { ...tokens([0, 0, 0, 0], [1, 1, 1, 1]), rolloutWeights: [0.5, 1, 1, 1] };
    const phi = 0.25 * Math.exp(3 * 0.5);
    expect(list(run(input, { kind: 'vespo' }).gradient)).toEqual([-phi, -phi, -1, -1].map(closeTo));
  });
});
