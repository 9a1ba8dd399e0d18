import fc from 'fast-check';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { tarFiles } from '../../../../src/io/index.js';
import { tarOf, type TarEntry } from './tar-writer.js';

const MOST = 1 << 24;

/** Cuts bytes into pieces of a length. */
async function* pieces(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield await Promise.resolve(bytes.subarray(at, at + length));
}

async function read(bytes: Uint8Array, length = 700, most = MOST): Promise<[string, string][]> {
  const files: [string, string][] = [];
  for await (const { name, content } of tarFiles(pieces(bytes, length), most)) {
    let text = '';
    for await (const piece of content) text += new TextDecoder('latin1').decode(piece);
    files.push([name, text]);
  }
  return files;
}

const entry = (name: string, content: string, more: Partial<TarEntry> = {}): TarEntry => ({ name, content, ...more });

describe('tarFiles', () => {
  it('gives the regular files of an archive, compressed or not, whatever the pieces are', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.stringMatching(/^[a-z]{1,20}$/), fc.stringMatching(/^[ -~]{0,1300}$/)), { maxLength: 4 }),
        fc.integer({ min: 1, max: 2000 }),
        fc.boolean(),
        async (files, length, isCompressed) => {
          const tar = tarOf(files.map(([name, content]) => entry(name, content)));
          expect(await read(isCompressed ? gzipSync(tar, { level: 0 }) : tar, length)).toEqual(files);
        },
      ),
      { numRuns: 50 },
    ));

  it('reads the names of pax and GNU headers, and passes over folders and links', async () => {
    const tar = tarOf([
      entry('./', '', { type: '5' }),
      entry('PaxHeaders/a', '30 mtime=1764250000.1234567890\n22 path=a-longer-name\n', { type: 'x' }),
      entry('a', 'one'),
      entry('././@LongLink', `${'long/'.repeat(30)}b\0`, { type: 'L' }),
      entry('cut', 'two'),
      entry('link', '', { type: '2' }),
      entry('./c', 'three'),
    ]);
    expect(await read(tar)).toEqual([
      ['a-longer-name', 'one'],
      [`${'long/'.repeat(30)}b`, 'two'],
      ['c', 'three'],
    ]);
  });

  it('passes over what is not read of a file', async () => {
    const names: string[] = [];
    const tar = tarOf([entry('a', 'x'.repeat(5000)), entry('b', 'y')]);
    for await (const { name } of tarFiles(pieces(tar, 300), MOST)) names.push(name);
    expect(names).toEqual(['a', 'b']);
  });

  it.each([
    [
      'other data',
      new TextEncoder().encode('<html>not found</html>'.repeat(100)),
      'expected a tar archive, got other data',
    ],
    ['an archive that ends early', tarOf([entry('a', 'x'.repeat(5000))]).subarray(0, 3000), 'got one that ends early'],
    ['a short answer', new TextEncoder().encode('no'), 'got one that ends early'],
    ['gzip data that ends early', gzipSync(tarOf([entry('a', 'x'.repeat(5000))])).subarray(0, 60), 'archive: expected'],
  ])('refuses %s', async (_name, bytes, message) => {
    const error = await read(bytes).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(RangeError);
    expect((error as Error).message).toContain(message);
  });

  it('refuses an archive that inflates beyond the limit', async () => {
    const bomb = gzipSync(tarOf([entry('a', '\0'.repeat(1 << 20))]));
    await expect(read(bomb, 700, 100_000)).rejects.toThrow('archive: expected at most 100000 bytes, got more');
  });
});
