import { describe, expect, it } from 'vitest';
import {
  checkOffsets,
  checkTokenLayout,
  countedLengths,
  countedPositions,
  sequenceLengths,
} from '../../../../../src/base/internal/index.js';

const layout = { offsets: [0, 3, 3, 5], responseMask: [0, 1, 1, 0, 1] };

describe('token layout', () => {
  it('walks the sequences: their tokens, how many count, and where those stand', () => {
    expect(Array.from(sequenceLengths(layout.offsets))).toEqual([3, 0, 2]);
    expect(Array.from(countedLengths(layout))).toEqual([2, 0, 1]);
    expect(countedPositions(layout)).toEqual([[1, 2], [], [4]]);
    expect(countedPositions({ offsets: [], responseMask: [] })).toEqual([]);
  });

  it('accepts arrays of one number a token, and offsets that cover them', () => {
    expect(() => checkTokenLayout(layout, { rewards: [1, 2, 3, 4, 5] })).not.toThrow();
    expect(() => checkTokenLayout({ offsets: [0], responseMask: [] })).not.toThrow();
  });

  it.each([
    [[1, 5], 'input.offsets[0]: expected to start at 0 and never to decrease, got 1'],
    [[0, 4, 3, 5], 'input.offsets[2]: expected to start at 0 and never to decrease, got 3'],
    [[0, NaN, 5], 'input.offsets[1]: expected to start at 0 and never to decrease, got NaN'],
    [[0, 4], 'input.offsets: expected to end at 5 (response mask), got 4'],
    [[], 'input.offsets: expected to end at 5 (response mask), got no offsets'],
  ])('refuses offsets %j', (offsets, message) => {
    expect(() => checkTokenLayout({ ...layout, offsets })).toThrow(new RangeError(message));
  });

  it.each([false, true, null, undefined, NaN, '0', 2, 0.5])('refuses %j in a mask: it would count as 1', (bit) => {
    const responseMask = [0, 1, bit as number, 0, 1];
    const ErrorType = typeof bit === 'number' ? RangeError : TypeError;
    expect(() => checkTokenLayout({ ...layout, responseMask })).toThrow(
      new ErrorType(`input.responseMask[2]: expected 0 or 1, got ${String(bit)}`),
    );
  });

  it('names the array that does not fit, and what the offsets should cover', () => {
    expect(() => checkTokenLayout(layout, { values: [1] }, 'batch')).toThrow(
      new RangeError('batch.values: expected length 5 (response mask), got 1'),
    );
    expect(() => checkTokenLayout(layout, { values: undefined })).toThrow(TypeError);
    expect(() => checkOffsets([0, 2], 3, 'values')).toThrow(
      new RangeError('offsets: expected to end at 3 (values), got 2'),
    );
  });
});
