import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ModelFileError } from '../../../../src/base/index.js';
import { openModelDirectory, openTensorFiles } from '../../../../src/io/index.js';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'rstar2-tensors-'))));
afterEach(() => rmSync(folder, { recursive: true }));

interface Tensor {
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly bytes: Uint8Array;
}

function safetensors(
  tensors: { readonly [name: string]: Tensor },
  change = (header: Record<string, unknown>) => header,
): Buffer {
  let end = 0;
  const header = Object.fromEntries(
    Object.entries(tensors).map(([name, { dtype, shape, bytes }]) => [
      name,
      { dtype, shape, data_offsets: [end, (end += bytes.length)] },
    ]),
  );
  const json = Buffer.from(JSON.stringify(change(header)));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(json.length));
  return Buffer.concat([length, json, ...Object.values(tensors).map(({ bytes }) => bytes)]);
}

const f32 = (...values: number[]): Tensor => ({
  dtype: 'F32',
  shape: [values.length],
  bytes: new Uint8Array(Float32Array.from(values).buffer),
});
const halves = (dtype: string, ...bits: number[]): Tensor => ({
  dtype,
  shape: [bits.length],
  bytes: new Uint8Array(Uint16Array.from(bits).buffer),
});
const write = (name: string, content: Buffer | string) => writeFileSync(join(folder, name), content);
const opened = async () => openTensorFiles(await openModelDirectory(folder));

describe('openTensorFiles', () => {
  it('widens BF16 and F16 exactly, and reads across the pieces of a long tensor', async () => {
    const long = Float32Array.from({ length: 5_000_000 }, (_, i) => i / 7);
    write(
      'model.safetensors',
      safetensors({
        brain: halves('BF16', 0x3f80, 0xc049, 0x0001),
        half: halves('F16', 0x3c00, 0xc248, 0x0001, 0x7bff),
        long: { dtype: 'F32', shape: [1000, 5000], bytes: new Uint8Array(long.buffer) },
      }),
    );
    const files = await opened();
    expect([...(await files.read('brain'))]).toEqual([1, -3.140625, 2 ** -133]);
    expect([...(await files.read('half'))]).toEqual([1, -3.140625, 2 ** -24, 65504]);
    expect(files.entries.get('long')?.shape).toEqual([1000, 5000]);
    expect(Buffer.from((await files.read('long')).buffer).equals(Buffer.from(long.buffer))).toBe(true);
    await files.close();
  });

  it('puts shards together by their index', async () => {
    write('model-1.safetensors', safetensors({ a: f32(1) }));
    write('model-2.safetensors', safetensors({ b: f32(2) }));
    write(
      'model.safetensors.index.json',
      JSON.stringify({ weight_map: { a: 'model-1.safetensors', b: 'model-2.safetensors' } }),
    );
    const files = await opened();
    expect([...(await files.read('a')), ...(await files.read('b'))]).toEqual([1, 2]);
    await files.close();
  });

  const index = (map: object) => write('model.safetensors.index.json', JSON.stringify({ weight_map: map }));
  it.each<[string, () => void, RegExp]>([
    ['no weights at all', () => {}, /expected model\.safetensors or model\.safetensors\.index\.json, found neither/],
    ['an index that is not JSON', () => write('model.safetensors.index.json', '{'), /index\.json: /],
    ['an index without a map', () => write('model.safetensors.index.json', '{}'), /expected a weight_map/],
    [
      'an index that names a file elsewhere',
      () => index({ a: '../../etc/passwd' }),
      /a: expected a file of this folder, got "\.\.\/\.\.\/etc\/passwd"/,
    ],
    [
      'an index that names an absolute path',
      () => index({ a: '/etc/x.safetensors' }),
      /expected a file of this folder/,
    ],
    [
      'a shard that is missing',
      () => index({ a: 'model-1.safetensors' }),
      /model-1\.safetensors: expected the file, found none/,
    ],
    [
      'a shard without a tensor of its own',
      () => {
        index({ a: 'model-1.safetensors' });
        write('model-1.safetensors', safetensors({ b: f32(1) }));
      },
      /model-1\.safetensors: expected a in it, as the index says/,
    ],
    ['a file of three bytes', () => write('model.safetensors', 'abc'), /cut off in its header/],
    [
      'a header of 1 GB',
      () => {
        const length = Buffer.alloc(8);
        length.writeBigUInt64LE(2n ** 30n);
        write('model.safetensors', length);
      },
      /expected a header of at most 100000000 bytes, got 1073741824/,
    ],
    [
      'a header that is not JSON',
      () => write('model.safetensors', Buffer.from([2, 0, 0, 0, 0, 0, 0, 0, 0x7b, 0x7b])),
      /^model\.safetensors: header: /,
    ],
    [
      'a shape of other size than its bytes',
      () => write('model.safetensors', safetensors({ a: { ...f32(1, 2), shape: [3] } })),
      /a: expected 12 bytes for F32 \[3\], got 8/,
    ],
    [
      'a negative extent',
      () => write('model.safetensors', safetensors({ a: { ...f32(1), shape: [-1] } })),
      /a: expected dtype, shape and data_offsets/,
    ],
    [
      'bytes after the last tensor',
      () => write('model.safetensors', Buffer.concat([safetensors({ a: f32(1) }), Buffer.alloc(3)])),
      /^model\.safetensors: expected nothing after the last tensor, got 3 bytes$/,
    ],
    [
      'bytes between tensors',
      () =>
        write(
          'model.safetensors',
          safetensors({ a: f32(1), b: f32(2), c: f32(3) }, ({ b, ...rest }) => (b ? rest : {})),
        ),
      /4 bytes before c belong to no tensor/,
    ],
    [
      'a tensor that is named twice',
      () => {
        const json = Buffer.from(
          '{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"\\u0061" :{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}',
        );
        const length = Buffer.alloc(8);
        length.writeBigUInt64LE(BigInt(json.length));
        write('model.safetensors', Buffer.concat([length, json, Buffer.alloc(4)]));
      },
      /^model\.safetensors: header: expected each name once, got a twice$/,
    ],
    [
      'tensors that lie over each other',
      () =>
        write(
          'model.safetensors',
          safetensors({ a: f32(1), b: f32(2) }, (header) => ({ ...header, b: header['a'] })),
        ),
      /overlaps another tensor/,
    ],
    [
      'a file that is cut off',
      () => {
        write('model.safetensors', safetensors({ a: f32(1, 2, 3) }));
        truncateSync(join(folder, 'model.safetensors'), safetensors({ a: f32(1, 2, 3) }).length - 4);
      },
      /cut off in a/,
    ],
  ])('refuses %s by name, before it reads a tensor', async (_, damage, message) => {
    damage();
    await expect(opened()).rejects.toThrow(message);
    await expect(opened()).rejects.toBeInstanceOf(ModelFileError);
  });

  it('refuses numbers that are not finite, and types that are no floating-point ones', async () => {
    write('model.safetensors', safetensors({ bad: f32(1, NaN), worse: halves('BF16', 0x7f80), ids: halves('I16', 1) }));
    const files = await opened();
    await expect(files.read('bad')).rejects.toThrow(
      'model.safetensors: bad: expected finite numbers, got NaN or infinity',
    );
    await expect(files.read('worse')).rejects.toThrow(/worse: expected finite numbers/);
    await expect(files.read('ids')).rejects.toThrow(/ids: expected dtype F32, BF16 or F16, got I16/);
    await expect(files.read('none')).rejects.toThrow(/expected a tensor named none/);
    await files.close();
  });
});
