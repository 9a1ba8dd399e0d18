import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseExactJson } from '../../../../src/io/files/exact-json.js';

it.each([
  ['{"a":9007199254740991}', { a: 9007199254740991 }],
  ['{"a":9007199254740993}', { a: '9007199254740993' }],
  [
    '{"a":[-12345678901234567890,1.5,{"b":123456789012345678901234567890}]}',
    { a: ['-12345678901234567890', 1.5, { b: '123456789012345678901234567890' }] },
  ],
  ['{"a":1e400,"b":-1E+400,"c":1e30}', { a: '1e400', b: '-1E+400', c: 1e30 }],
  ['{"a":0.1234567890123456,"b":"x\\"9007199254740993\\\\"}', { a: 0.1234567890123456, b: 'x"9007199254740993\\' }],
  ['9007199254740993', '9007199254740993'],
])('reads %s', (text, value) => {
  expect(parseExactJson(text)).toEqual(value);
});

it('gives what JSON.parse gives where nothing is lost, and the digits of every whole number', () => {
  const whole = (value: unknown) => JSON.stringify(value).match(/\d{16}/) === null;
  fc.assert(
    fc.property(fc.jsonValue().filter(whole), (value) => {
      const text = JSON.stringify({ value, n: [1234567890123456] });
      expect(parseExactJson(text)).toEqual(JSON.parse(text));
    }),
  );
  fc.assert(
    fc.property(fc.bigInt(), fc.string(), (n, words) => {
      const read = parseExactJson(`{"n": ${n}, ${JSON.stringify(words)}: ${JSON.stringify(words)}}`) as { n: unknown };
      expect(read).toMatchObject({ [words]: words });
      if (words !== 'n') expect(String(read.n)).toBe(String(n));
    }),
  );
});

it('reads a text of many millions of characters beside a long number', () => {
  const long = 'a\\"b'.repeat(4_000_000);
  expect(parseExactJson(`{"long":"${long}","n":9007199254740993}`)).toMatchObject({ n: '9007199254740993' });
});

it('refuses what is not JSON', () => {
  expect(() => parseExactJson('{"a":12345678901234567890')).toThrow(SyntaxError);
});
