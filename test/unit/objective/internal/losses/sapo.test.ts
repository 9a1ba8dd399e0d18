import { describe, expect, it } from 'vitest';
import { closeTo, list, run, tokens } from '../../token-losses.js';

describe('sapo', () => {
  it('has the gradient of the plain policy gradient at ratio 1 and fades away from it', () => {
    const { losses, gradient } = run(tokens([0, 0, 3, 3], [1, -1, 1, -1]), { kind: 'sapo' });
    expect(list(losses).slice(0, 2)).toEqual([-2, 2 / 1.05].map(closeTo));
    expect(list(gradient).slice(0, 2)).toEqual([-1, 1].map(closeTo));
    expect(Math.abs(gradient[2]!)).toBeLessThan(1e-5);
    expect(Math.abs(gradient[3]!)).toBeLessThan(Math.abs(gradient[2]!));
  });
});
