import { describe, expect, it } from 'vitest';
import { adaptiveKlController } from '../../../src/objective/index.js';

describe('KL controllers', () => {
  it('steer towards the target by at most a fifth of steps / horizon', () => {
    const controller = adaptiveKlController({ coefficient: 0.1, target: 6, horizon: 100 });
    expect(controller.next(60, 10).coefficient).toBeCloseTo(0.1 * 1.02, 12);
    expect(controller.next(0, 10).coefficient).toBeCloseTo(0.1 * 0.98, 12);
    expect(controller.next(6, 10).next(6.6, 10).coefficient).toBeCloseTo(0.1 * 1.01, 12);
    expect(controller.coefficient).toBe(0.1);
    expect(() => controller.next(NaN, 1)).toThrow(new RangeError('kl: expected a finite number, got NaN'));
    expect(() => adaptiveKlController({ coefficient: 0.1, target: 6, horizon: 1, betas: 2 } as never)).toThrow(
      new TypeError('options: unknown option "betas"'),
    );
    expect(() => adaptiveKlController({ coefficient: 0.1, target: 6, horizon: 0 })).toThrow(
      new RangeError('options.horizon: expected more than 0, got 0'),
    );
  });
});
