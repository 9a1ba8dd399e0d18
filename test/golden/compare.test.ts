import { describe, expect, it } from 'vitest';
import { compare, fromGolden, TOLERANCES } from './compare.js';

describe('comparing with a golden value', () => {
  it('holds numbers to the tolerance and nothing else', () => {
    expect(compare(1 + 5e-10, 1, TOLERANCES.float64)).toBeUndefined();
    expect(compare(1 + 5e-8, 1, TOLERANCES.float64)).toBe('value: expected 1, got 1.00000005');
    expect(compare(1, '1', TOLERANCES.float64)).toBe('value: expected "1", got 1');
    expect(compare(1, true, TOLERANCES.float64)).toBe('value: expected true, got 1');
  });

  it('reads the strings for non-finite numbers', () => {
    expect(compare([NaN, Infinity, -Infinity], ['NaN', 'Infinity', '-Infinity'], TOLERANCES.exact)).toBeUndefined();
    expect(compare(1e300, 'Infinity', TOLERANCES.float32)).toBe('value: expected "Infinity", got 1e+300');
    expect(compare(NaN, 0, TOLERANCES.float32)).toBe('value: expected 0, got "NaN"');
    expect(compare(0, 'NaN', TOLERANCES.float32)).toBe('value: expected "NaN", got 0');
    expect(fromGolden({ a: ['NaN', 1] })).toEqual({ a: [NaN, 1] });
  });

  it('takes a typed array for an array and names the item that differs', () => {
    expect(compare([Float64Array.of(1, 2)], [[1, 2]], TOLERANCES.exact)).toBeUndefined();
    expect(compare([Float64Array.of(1, 2)], [[1, 3]], TOLERANCES.exact, 'm')).toBe('m[0][1]: expected 3, got 2');
    expect(compare([1], [1, 2], TOLERANCES.exact)).toBe('value: expected "2 items", got "1 items"');
  });

  it('wants the same keys on both sides', () => {
    expect(compare({ a: 1, b: undefined }, { a: 1 }, TOLERANCES.exact)).toBeUndefined();
    expect(compare({ a: 1 }, { a: 1, b: 2 }, TOLERANCES.exact)).toBe('value: missing "b", expected 2');
    expect(compare({ a: 1, b: 2 }, { a: 1 }, TOLERANCES.exact)).toBe('value: unexpected "b": 2');
  });

  it('does not take null for undefined, an empty list or an empty object', () => {
    for (const got of [undefined, [], {}, false, 0]) expect(compare(got, null, TOLERANCES.exact)).toBeDefined();
    expect(compare(null, null, TOLERANCES.exact)).toBeUndefined();
  });
});
