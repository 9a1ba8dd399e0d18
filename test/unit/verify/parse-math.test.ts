import { describe, expect, it } from 'vitest';
import { parseMath } from '../../../src/verify/index.js';

describe('the value of what was read', () => {
  it('names why it has none where that would be too much work', () => {
    expect(parseMath('9^{9^{9^{9}}}')).toMatchObject({ kind: 'parsed', reason: 'too much work: a power is too large' });
  });

  it('is no fault of lists, sets, relations and quantities', () => {
    for (const text of ['(1,2)', '\\{1,2\\}', '2 > 1', '5\\text{ cm}', '\\pm 3', '\\infty', '1/0'])
      expect(parseMath(text)).not.toHaveProperty('reason');
  });
});
