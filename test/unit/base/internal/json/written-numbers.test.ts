import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../../../src/base/index.js';
import {
  callArguments,
  floatText,
  stringifyWritten,
  writtenArguments,
} from '../../../../../src/base/internal/index.js';
import { parseWritten } from '../../../../../src/base/internal/json/written-numbers.js';

type Args = { readonly [name: string]: JsonValue };

const TEXT = '{"x":3.0,"deep":[1,100000.0,{"y":-2.0}],"small":1e-05,"whole":12345678901234567890,"text":"3.0"}';

describe('numbers with their texts', () => {
  it('are written as Python reads and writes them', () => {
    expect(stringifyWritten(parseWritten(TEXT))).toBe(TEXT);
    expect(stringifyWritten(parseWritten('{"a": [1e5, 2.50, -0.0, -0, 7], "b": 1e400}'))).toBe(
      '{"a":[100000.0,2.5,-0.0,0,7],"b":null}',
    );
  });

  it.each([
    [1e16, '1e+16'],
    [123_456_789e12, '1.23456789e+20'],
    [0.00001, '1e-05'],
    [1.5e-300, '1.5e-300'],
    [0.0001, '0.0001'],
    [-3, '-3.0'],
    [1e15, '1000000000000000.0'],
  ])('%d is %s', (value, text) => {
    expect(floatText(value)).toBe(text);
  });

  it('are a call’s plain numbers, with a text only where it says more', () => {
    const call = callArguments(parseWritten(TEXT) as Args);
    expect(call).toEqual({ arguments: JSON.parse(TEXT) as Args, argumentsText: TEXT });
    expect(callArguments(parseWritten('{"x": 3, "y": 2.5}') as Args)).toEqual({ arguments: { x: 3, y: 2.5 } });
  });

  it('are found again in a copy, whatever the order of its members', () => {
    const { argumentsText } = callArguments(parseWritten('{"x":3.0,"y":[2.0]}') as Args);
    const copy = { arguments: { y: [2], x: 3 }, argumentsText: argumentsText! };
    expect(stringifyWritten(writtenArguments(copy))).toBe('{"y":[2.0],"x":3.0}');
  });

  it('are left out of account where the text is of other arguments', () => {
    const written = (argumentsText: string) =>
      stringifyWritten(writtenArguments({ arguments: { x: 4, y: [2] }, argumentsText }));
    for (const text of ['{"x":3.0,"y":2.0}', '[4.0]', 'not JSON', '4.0']) expect(written(text)).toBe('{"x":4,"y":[2]}');
    expect(written('{"x":3.0,"y":[2.0]}')).toBe('{"x":4,"y":[2.0]}');
  });

  it('are no texts that look like marks', () => {
    const text = '{"x":"\\ufdd03.0","y":3.5}';
    expect(parseWritten(text)).toEqual(JSON.parse(text));
  });
});
