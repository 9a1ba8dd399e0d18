import { describe, expect, it } from 'vitest';
import { padSequences, unpack } from '../../../src/batch/index.js';

const values = Int32Array.of(1, 2, 3, 4);
const offsets = Int32Array.of(0, 3, 3, 4);

describe('unpack', () => {
  it('gives one view a sequence', () => {
    const rows = unpack(values, offsets);
    expect(rows.map((row) => Array.from(row))).toEqual([[1, 2, 3], [], [4]]);
    expect(rows[0]!.buffer).toBe(values.buffer);
  });

  it('refuses offsets that end elsewhere', () => {
    expect(() => unpack(values, [0, 3])).toThrow(new RangeError('offsets: expected to end at 4 (values), got 3'));
  });
});

describe('padSequences', () => {
  it('fills up on the right by default, on the left when asked', () => {
    expect(padSequences(values, offsets)).toEqual({
      values: Int32Array.of(1, 2, 3, 0, 0, 0, 4, 0, 0),
      rows: 3,
      columns: 3,
    });
    expect(padSequences(values, offsets, { columns: 4, value: -1, side: 'left' }).values).toEqual(
      Int32Array.of(-1, 1, 2, 3, -1, -1, -1, -1, -1, -1, -1, 4),
    );
  });

  it('refuses columns that a sequence does not fit in', () => {
    expect(() => padSequences(values, offsets, { columns: 2 })).toThrow(
      new RangeError('options.columns: expected at least 3 (longest sequence), got 2'),
    );
  });
});
