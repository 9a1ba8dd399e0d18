import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvRows } from '../../../src/io/csv.js';
import { lines } from '../../../src/io/lines.js';

async function* chunked(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield await Promise.resolve(text.slice(at, at + size));
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

describe('reading lines', () => {
  it.each([1, 2, 3, 100])('finds the same lines in chunks of %i', async (size) => {
    expect(await all(lines(chunked('a\r\n\nbc\nd', size)))).toEqual([
      { number: 1, text: 'a' },
      { number: 2, text: '' },
      { number: 3, text: 'bc' },
      { number: 4, text: 'd' },
    ]);
  });

  it('has no line after the last line end', async () => {
    expect(await all(lines(chunked('a\n', 10)))).toEqual([{ number: 1, text: 'a' }]);
    expect(await all(lines(chunked('', 10)))).toEqual([]);
  });
});

describe('reading rows', () => {
  const rowsOf = async (text: string) => (await all(csvRows(lines(chunked(text, 3)), ','))).map(({ cells }) => cells);

  it.each([
    ['a,b', [['a', 'b']]],
    ['a,', [['a', '']]],
    [',', [['', '']]],
    ['"a,b",c', [['a,b', 'c']]],
    ['"a""b"', [['a"b']]],
    ['""', [['']]],
    ['"a"b,c', [['ab', 'c']]],
    ['5" pipe,c', [['5" pipe', 'c']]],
    [
      '"a\n\nb",c\nd,e',
      [
        ['a\n\nb', 'c'],
        ['d', 'e'],
      ],
    ],
    ['"a\n""",c', [['a\n"', 'c']]],
    ['a\n\nb', [['a'], ['b']]],
  ])('splits %j', async (text, rows) => {
    expect(await rowsOf(text)).toEqual(rows);
  });

  it('reads back any table that was written with every cell in quotes, in chunks of any size', async () => {
    const cell = fc.array(fc.constantFrom('a', '"', ',', '\n', '\t', ' ', 'é', '😀')).map((pieces) => pieces.join(''));
    const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(table, fc.integer({ min: 1, max: 9 }), async (rows, size) => {
        const text = rows
          .map((row) => `${row.map((each) => `"${each.replaceAll('"', '""')}"`).join(',')}\r\n`)
          .join('');
        const read = await all(csvRows(lines(chunked(text, size)), ','));
        expect(read.map(({ cells }) => cells)).toEqual(rows);
      }),
    );
  });

  it('names the line where a quote that never closes was opened, and reads the lines behind it again', async () => {
    const rows = await all(csvRows(lines(chunked('a\n"b\nc\nd', 4)), ','));
    expect(rows).toEqual([
      { number: 1, cells: ['a'] },
      { number: 2, cells: ['"b'], problem: 'a quote is never closed' },
      { number: 3, cells: ['c'] },
      { number: 4, cells: ['d'] },
    ]);
  });
});
