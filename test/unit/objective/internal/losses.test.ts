import { describe, expect, it } from 'vitest';
import { closeTo, list, run, tokens } from '../token-losses.js';

describe('sapo', () => {
  it('has the gradient of the plain policy gradient at ratio 1 and fades away from it', () => {
    const { losses, gradient } = run(tokens([0, 0, 3, 3], [1, -1, 1, -1]), { kind: 'sapo' });
    expect(list(losses).slice(0, 2)).toEqual([-2, 2 / 1.05].map(closeTo));
    expect(list(gradient).slice(0, 2)).toEqual([-1, 1].map(closeTo));
    expect(Math.abs(gradient[2]!)).toBeLessThan(1e-5);
    expect(Math.abs(gradient[3]!)).toBeLessThan(Math.abs(gradient[2]!));
  });
});

describe('cispo', () => {
  it('keeps the gradient of every token, at most (1 + ε) times the plain one', () => {
    const input = tokens([2, -2, 0.1, 0], [1, 1, -1, 0]);
    const { losses, gradient, metrics } = run(input, { kind: 'cispo' });
    expect(list(gradient)).toEqual([-1.28, -Math.exp(-2), Math.exp(0.1), 0].map(closeTo));
    expect(losses[0]).toBeCloseTo(-1.28 * 1, 12);
    expect(metrics['actor/pg_clipfrac']).toBe(0.25);
  });
});

describe('gpg, reinforce and cross-entropy', () => {
  it('weigh log π by the advantage, or by 1', () => {
    const input = tokens([0, 0.5, 0, 0], [2, -1, 0, 0]);
    expect(list(run(input, { kind: 'gpg' }).losses).slice(0, 2)).toEqual([2, -0.5].map(closeTo));
    expect(list(run(input, { kind: 'reinforce' }).gradient).map((v) => v + 0)).toEqual([-2, 1, 0, 0]);
    expect(list(run(input, { kind: 'cross-entropy' }).gradient)).toEqual([-1, -1, -1, -1]);
  });
});
