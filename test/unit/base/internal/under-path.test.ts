import { describe, expect, it } from 'vitest';
import { underPath } from '../../../../src/base/internal/index.js';

describe('underPath', () => {
  it('names options by the path that they were given at, and leaves all else as it is', () => {
    const fail = (error: Error) => () =>
      underPath('options.advantage', () => {
        throw error;
      });
    expect(fail(new RangeError('options.epsilon: expected a number'))).toThrow(
      new RangeError('options.advantage.epsilon: expected a number'),
    );
    expect(fail(new TypeError('options: unknown option "x"'))).toThrow(
      new TypeError('options.advantage: unknown option "x"'),
    );
    const other = new Error('options.epsilon: broke');
    expect(fail(other)).toThrow(other);
    expect(underPath('options.advantage', () => 3)).toBe(3);
  });
});
