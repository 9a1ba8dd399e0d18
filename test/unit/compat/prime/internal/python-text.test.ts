import { describe, expect, it } from 'vitest';
import { parseFloatText, printFloat } from '../../../../../src/compat/prime/internal/python-text.js';

describe('reading text as the reference does', () => {
  it('reads its float literals and no others', () => {
    expect(['1_000', ' 5. ', '.5', '+3', 'Infinity', '-inf', '1e-5'].map(parseFloatText)).toEqual([
      1000,
      5,
      0.5,
      3,
      Infinity,
      -Infinity,
      1e-5,
    ]);
    expect(parseFloatText('nan')).toBeNaN();
    for (const text of ['', '.', '1__0', '_1', '0x10', '1 2', '--1', '1e', 'infinit'])
      expect(parseFloatText(text)).toBeUndefined();
  });

  it('prints floats as it does', () => {
    expect([5, 0.1, 1e16, 1.5e-5, 0.0001, -0, 123456789012345680, NaN, -Infinity].map(printFloat)).toEqual([
      '5.0',
      '0.1',
      '1e+16',
      '1.5e-05',
      '0.0001',
      '-0.0',
      '1.2345678901234568e+17',
      'nan',
      '-inf',
    ]);
  });
});
