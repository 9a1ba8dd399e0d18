import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvRows } from '../../../../src/io/files/csv.js';
import { lines } from '../../../../src/io/files/lines.js';

async function* chunked(content: string | Buffer, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(content);
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
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

  it.each([1, 2, 3, 5, 100])('tells of lines that are no UTF-8, and of those alone, in chunks of %i', async (size) => {
    const bytes = Buffer.concat([
      Buffer.from('\ufeffé😀\na'),
      Buffer.from([0xff, 0xc3]),
      Buffer.from('b\n\ufffd\nc\n'),
      Buffer.from([0xe2, 0x82]),
    ]);
    expect(await all(lines(chunked(bytes, size)))).toEqual([
      { number: 1, text: 'é😀' },
      { number: 2, text: 'a\ufffd\ufffdb', problem: 'not UTF-8' },
      { number: 3, text: '\ufffd' },
      { number: 4, text: 'c' },
      { number: 5, text: '\ufffd', problem: 'not UTF-8' },
    ]);
  });

  it('tells of a line that is too long, and holds no more of it than is read of one', async () => {
    const piece = Buffer.alloc(1 << 20, 'x');
    async function* pieces(): AsyncGenerator<Uint8Array> {
      for (let i = 0; i < 40; i++) yield await Promise.resolve(piece);
      yield Buffer.from('\nb\n');
    }
    const [long, short] = await all(lines(pieces()));
    expect(long).toMatchObject({ number: 1, problem: 'too long' });
    expect(long!.text.length).toBeLessThan(34 << 20);
    expect(short).toEqual({ number: 2, text: 'b' });
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

  it('tells of a row with bytes that are no UTF-8, wherever in its lines', async () => {
    const bytes = Buffer.concat([Buffer.from('a,b\n"c\n'), Buffer.from([0xff]), Buffer.from('d",e\nf,g')]);
    expect(await all(csvRows(lines(chunked(bytes, 4)), ','))).toEqual([
      { number: 1, cells: ['a', 'b'] },
      { number: 2, cells: ['"c'], problem: 'not UTF-8' },
      { number: 4, cells: ['f', 'g'] },
    ]);
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
