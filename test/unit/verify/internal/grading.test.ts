import { describe, expect, it } from 'vitest';
import { extractAnswer, verifyMath } from '../../../../src/verify/index.js';
import { readOptions } from '../../../../src/verify/internal/grading.js';

const letters = Array.from({ length: 101 }, () => 'A');

describe('the options of a verification', () => {
  it.each([
    [5, TypeError, 'options: expected object, got 5'],
    [null, TypeError, 'options: expected object, got null'],
    [[1], TypeError, 'options: expected object, got an array of 1'],
    [{ strictness: true, log: undefined }, TypeError, 'options: unknown option "strictness"'],
    [{ precision: 1, rounding: 2 }, TypeError, 'options: unknown option "precision", "rounding"'],
    [{ strict: 1 }, TypeError, 'options.strict: expected boolean, got 1'],
    [{ floatRounding: '6' }, TypeError, 'options.floatRounding: expected number, got "6"'],
    [{ floatRounding: 1.5 }, RangeError, 'options.floatRounding: expected an integer, got 1.5'],
    [{ floatRounding: NaN }, RangeError, 'options.floatRounding: expected a finite number, got NaN'],
    [{ floatRounding: -1 }, RangeError, 'options.floatRounding: expected at least 0, got -1'],
    [{ floatRounding: 101 }, RangeError, 'options.floatRounding: expected at most 100, got 101'],
    [{ log: 'two' }, RangeError, 'options.log: expected one of "ten", "natural", got "two"'],
    [{ search: true }, TypeError, 'options.search: expected object, got true'],
    [{ search: { box: 'first' } }, TypeError, 'options.search: unknown option "box"'],
    [{ search: { boxes: 'last' } }, RangeError, 'options.search.boxes: expected one of "first", "with-statements"'],
    [{ groundTruthSearch: { plain: 'no' } }, TypeError, 'options.groundTruthSearch.plain: expected boolean, got "no"'],
    [{ search: { letters: 'ABC' } }, TypeError, 'options.search.letters: expected array, got "ABC"'],
    [{ search: { letters: ['A', 2] } }, TypeError, 'options.search.letters.1: expected string, got 2'],
    [{ search: { letters } }, RangeError, 'options.search.letters: expected at most 100, got an array of 101'],
    [
      { search: { letters: ['A'.repeat(101)] } },
      RangeError,
      'options.search.letters.0: expected at most 100 characters',
    ],
  ] as const)('refuses %j', (options, error, message) => {
    expect(() => verifyMath('1', '1', options as object)).toThrow(error);
    expect(() => verifyMath('1', '1', options as object)).toThrow(message);
  });

  it('have their defaults where they are left out or undefined', () => {
    expect(readOptions({ strict: undefined, search: {}, groundTruthSearch: undefined })).toEqual(
      readOptions(undefined),
    );
    expect(readOptions({ search: { boxes: 'ignored' } }).search).toEqual({
      ...readOptions(undefined).search,
      boxes: 'ignored',
    });
  });

  it('of extractAnswer are those of its search', () => {
    expect(() => extractAnswer('1', { search: { boxes: 'last' as never } })).toThrow(
      'options.search.boxes: expected one of',
    );
  });
});
