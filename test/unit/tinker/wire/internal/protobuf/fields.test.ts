import { describe, expect, it } from 'vitest';
import {
  doubleOf,
  integerOf,
  pushSizes,
  readFields,
  textOf,
} from '../../../../../../src/tinker/wire/internal/protobuf/fields.js';
import { MessageWriter } from '../../../../../../src/io/index.js';

const only = (bytes: Uint8Array) => [...readFields(bytes, 'here')][0]!;
const written = (write: (writer: MessageWriter) => void) => {
  const writer = new MessageWriter();
  write(writer);
  return writer.finish();
};

describe('fields of protobuf', () => {
  it.each([
    0,
    1,
    127,
    128,
    300,
    2 ** 31 - 1,
    2 ** 31,
    2 ** 32,
    2 ** 40 + 5,
    2 ** 53 - 1,
    -1,
    -2,
    -(2 ** 31),
    -(2 ** 40),
  ])('carry the integer %d', (value) => {
    expect(integerOf(only(written((writer) => writer.integer(1, value))), 'here')).toBe(value);
  });

  it('are what the encoding says', () => {
    const bytes = written((writer) => {
      writer.integer(1, 150);
      writer.text(2, 'testing');
      writer.integers(16, [3, 270, 86_942]);
    });
    const hex = '089601' + '120774657374696e67' + '820106038e029ea705';
    expect(Buffer.from(bytes).toString('hex')).toBe(hex);
  });

  it('carry doubles and repeated integers, packed or not', () => {
    expect(doubleOf(only(written((writer) => writer.double(3, -0.1))), 'here')).toBe(-0.1);
    const into: number[] = [];
    const bytes = written((writer) => {
      writer.integers(4, [1, 2 ** 33]);
      writer.integer(4, -7);
    });
    for (const field of readFields(bytes, 'here')) pushSizes(field, 'here', into);
    expect(into).toEqual([1, 2 ** 33, -7]);
  });

  it.each([
    [
      'a length beyond the end',
      [0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f],
      'expected a length of at most 0 bytes, got 4294967295',
    ],
    [
      'a negative length',
      [0x0a, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01],
      'expected a length of at most',
    ],
    [
      'an integer of more than 64 bits',
      [0x08, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f],
      'at most 64 bits',
    ],
    ['an end in the middle', [0x08, 0x80], 'the message is cut off'],
    ['a fixed value that is cut off', [0x09, 1, 2], 'expected a length of at most 2 bytes, got 8'],
    ['a group', [0x0b], 'expected a wire type of protobuf, got 3 in field 1'],
    ['field 0', [0x00, 0x00], "expected a field's number, got 0"],
  ])('refuse %s', (_, bytes, message) => {
    expect(() => [...readFields(Uint8Array.from(bytes), 'here')]).toThrow(message);
  });

  it('refuse text that is no UTF-8, and what is of another type', () => {
    const field = only(written((writer) => writer.bytes(1, Uint8Array.of(0xff))));
    expect(() => textOf(field, 'here')).toThrow('here: expected UTF-8');
    expect(() => integerOf(field, 'here')).toThrow('here: expected an integer, got bytes');
    expect(() => textOf(only(written((writer) => writer.integer(1, 1))), 'here')).toThrow('here: expected bytes');
  });
});
