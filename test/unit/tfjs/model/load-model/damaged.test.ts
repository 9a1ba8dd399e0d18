import { open } from 'node:fs/promises';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as tf from '@tensorflow/tfjs-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ModelFileError } from '../../../../../src/base/index.js';
import {
  createAdapter,
  createDecoder,
  decodeSafetensors,
  decoderConfig,
  loadAdapter,
  loadModel,
  saveAdapter,
  saveModel,
  type Decoder,
} from '../../../../../src/tfjs/index.js';
import { configToHuggingFace } from '../../../../../src/tfjs/model/hugging-face-config.js';
import { useBackend } from '../../backends.js';

const shape = {
  vocabSize: 11,
  hiddenSize: 6,
  numHiddenLayers: 1,
  numAttentionHeads: 4,
  numKeyValueHeads: 2,
  headDim: 4,
  intermediateSize: 10,
  maxPositionEmbeddings: 32,
  tieWordEmbeddings: false,
};
/** The same model at a size at which reading one matrix would be seen: files of 7 GB, all holes. */
const LARGE: { readonly [extent: number]: number } = { 11: 200_000, 6: 4096, 10: 10_000, 16: 4096, 8: 2048, 4: 1024 };
const large = decoderConfig({
  ...shape,
  vocabSize: LARGE[11]!,
  hiddenSize: LARGE[6]!,
  headDim: LARGE[4]!,
  intermediateSize: LARGE[10]!,
});

type Header = Record<string, { dtype: string; shape: number[]; data_offsets: [number, number] }>;

const lengthOf = (header: number): Buffer => {
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header));
  return length;
};

/** Writes a file of weights that are holes. */
function writeHoles(path: string, shapes: Readonly<Record<string, readonly number[]>>, missingBytes = 0): void {
  let end = 0;
  const header: Header = {};
  for (const [name, extents] of Object.entries(shapes)) {
    const start = end;
    end += 4 * extents.reduce((product, extent) => product * extent, 1);
    header[name] = { dtype: 'F32', shape: [...extents], data_offsets: [start, end] };
  }
  const json = Buffer.from(JSON.stringify(header));
  writeFileSync(path, Buffer.concat([lengthOf(json.length), json]));
  truncateSync(path, 8 + json.length + end - missingBytes);
}

let root: string;
let base: Decoder;
let shapes: Readonly<Record<string, readonly number[]>>;
const read = vi.fn<(position: number, length: number) => void>();
beforeAll(async () => {
  await useBackend('cpu');
  root = mkdtempSync(join(tmpdir(), 'rstar2-damaged-'));
  base = createDecoder(decoderConfig(shape), { seed: 'damaged' });
  await saveModel(join(root, 'base'), base);
  const { tensors } = decodeSafetensors(readFileSync(join(root, 'base/model.safetensors')));
  shapes = Object.fromEntries(
    Array.from(tensors, ([name, { shape: extents }]) => [name, extents.map((extent) => LARGE[extent]!)]),
  );
  const handle = await open(join(root, 'base/config.json'));
  const prototype = Object.getPrototypeOf(handle) as typeof handle;
  await handle.close();
  const original = Object.getOwnPropertyDescriptor(prototype, 'read')!.value as (...args: unknown[]) => unknown;
  vi.spyOn(prototype, 'read').mockImplementation(function (this: unknown, ...args: unknown[]) {
    read(args[3] as number, args[2] as number);
    return original.apply(this, args);
  } as never);
});
afterEach(() => read.mockClear());
afterAll(() => {
  vi.restoreAllMocks();
  base.dispose();
  rmSync(root, { recursive: true });
});

let serial = 0;
const folderOf = (files: Readonly<Record<string, string>>): string => {
  const folder = join(root, `damaged-${serial++}`);
  mkdirSync(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
};

/** Of a file of weights only the length of the header, at 0, and the header, at 8, were read; and no tensor was made. */
async function refused(load: () => Promise<{ dispose(): void }>, message: RegExp): Promise<void> {
  const before = tf.memory();
  const error: unknown = await load().then(
    (model) => model.dispose(),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ModelFileError);
  expect((error as Error).message).toMatch(message);
  for (const [position, length] of read.mock.calls) {
    expect([0, 8]).toContain(position);
    expect(length).toBeLessThan(100_000);
  }
  expect(tf.memory()).toMatchObject({ numTensors: before.numTensors, numBytes: before.numBytes });
}

it('would be seen to read a tensor', async () => {
  (await loadModel(join(root, 'base'))).dispose();
  expect(read.mock.calls.filter(([position]) => position > 8)).toHaveLength(base.parameters.size);
});

const config = JSON.stringify(configToHuggingFace(large));
const index = (map: object): string => JSON.stringify({ weight_map: map });

describe('a damaged model is refused by name before a tensor is read', () => {
  const damaged = (damage: (folder: string) => void, files: Readonly<Record<string, string>> = {}): string => {
    const folder = folderOf({ 'config.json': config, ...files });
    damage(folder);
    return folder;
  };
  const weights = (change: Readonly<Record<string, readonly number[] | undefined>>, missingBytes = 0) =>
    damaged((folder) => {
      const changed = Object.entries({ ...shapes, ...change }).flatMap(([name, extents]) =>
        extents === undefined ? [] : [[name, extents] as const],
      );
      writeHoles(join(folder, 'model.safetensors'), Object.fromEntries(changed), missingBytes);
    });

  it.each<[string, () => string, RegExp]>([
    ['a file that is cut off', () => weights({}, 4), /^model\.safetensors: the file is cut off in \S+$/],
    [
      'a shard that is cut off',
      () =>
        damaged(
          (folder) => {
            const [first, ...rest] = Object.entries(shapes);
            writeHoles(join(folder, 'model-1.safetensors'), Object.fromEntries(rest));
            writeHoles(join(folder, 'model-2.safetensors'), Object.fromEntries([first!]), 1);
          },
          {
            'model.safetensors.index.json': index(
              Object.fromEntries(
                Object.keys(shapes).map((name, i) => [name, i === 0 ? 'model-2.safetensors' : 'model-1.safetensors']),
              ),
            ),
          },
        ),
      /^model-2\.safetensors: the file is cut off in model\.embed_tokens\.weight$/,
    ],
    [
      'a matrix of another shape',
      () => weights({ 'lm_head.weight': [4096, 200_000] }),
      /lm_head\.weight: expected shape \[200000, 4096\], got \[4096, 200000\]/,
    ],
    [
      'a tensor that is missing',
      () => weights({ 'model.norm.weight': undefined }),
      /expected a tensor named model\.norm\.weight/,
    ],
    ['a tensor too many', () => weights({ 'value_head.weight': [4096, 1] }), /got 1 more: value_head\.weight/],
    [
      'a header of 1 GB',
      () =>
        damaged((folder) => {
          writeFileSync(join(folder, 'model.safetensors'), lengthOf(2 ** 30));
          truncateSync(join(folder, 'model.safetensors'), 2 ** 31);
        }),
      /^model\.safetensors: expected a header of at most 100000000 bytes, got 1073741824$/,
    ],
    [
      'a header of lists in lists',
      () =>
        damaged((folder) =>
          writeFileSync(
            join(folder, 'model.safetensors'),
            Buffer.concat([lengthOf(50_000), Buffer.alloc(50_000, '[')]),
          ),
        ),
      /^model\.safetensors: header: expected JSON of at most 64 levels/,
    ],
    [
      'an index that names a file outside',
      () =>
        damaged(() => undefined, {
          'model.safetensors.index.json': index({ 'lm_head.weight': '../base/model.safetensors' }),
        }),
      /lm_head\.weight: expected a file of this folder, got "\.\.\/base\/model\.safetensors"/,
    ],
    [
      'an index that is a bomb',
      () => damaged(() => undefined, { 'model.safetensors.index.json': '{"a":'.repeat(1000) }),
      /^model\.safetensors\.index\.json: expected JSON of at most 64 levels/,
    ],
    [
      'an index of 1 GB',
      () =>
        damaged((folder) => truncateSync(join(folder, 'model.safetensors.index.json'), 2 ** 30), {
          'model.safetensors.index.json': '',
        }),
      /^model\.safetensors\.index\.json: expected at most \d+ bytes, got 1073741824$/,
    ],
    [
      'a configuration that is a bomb',
      () => damaged(() => undefined, { 'config.json': `[${'[],'.repeat(2_000_001)}` }),
      /^config\.json: expected JSON of at most 2000000 lists/,
    ],
    [
      'a configuration of 1 GB',
      () => damaged((folder) => truncateSync(join(folder, 'config.json'), 2 ** 30)),
      /^config\.json: expected at most 16777216 bytes, got 1073741824$/,
    ],
  ])('%s', async (_name, make, message) => {
    const folder = make();
    await refused(() => loadModel(folder), message);
  });
});

describe("a damaged adapter in PEFT's format is refused by name before a tensor is read", () => {
  let files: { readonly config: string; readonly weights: Buffer };
  beforeAll(async () => {
    const adapter = createAdapter(base, { rank: 2, targets: ['q_proj'], seed: 1 });
    await saveAdapter(join(root, 'adapter'), adapter);
    adapter.dispose();
    files = {
      config: readFileSync(join(root, 'adapter/adapter_config.json'), 'utf8'),
      weights: readFileSync(join(root, 'adapter/adapter_model.safetensors')),
    };
  });
  const PREFIX = 'base_model.model.model.layers.0.self_attn.q_proj';
  const [A, B] = [`${PREFIX}.lora_A.weight`, `${PREFIX}.lora_B.weight`];

  it.each<[string, (folder: string) => void, RegExp]>([
    [
      'a file that is cut off',
      (folder) => truncateSync(join(folder, 'adapter_model.safetensors'), files.weights.length - 1),
      /^adapter_model\.safetensors: the file is cut off in base_model\S+$/,
    ],
    [
      'a matrix of another shape',
      (folder) => writeHoles(join(folder, 'adapter_model.safetensors'), { [A]: [6, 2], [B]: [16, 2] }),
      /lora_A\.weight: expected shape \[2, 6\], got \[6, 2\]/,
    ],
    [
      'a matrix that is missing',
      (folder) => writeHoles(join(folder, 'adapter_model.safetensors'), { [A]: [2, 6] }),
      /expected a tensor named \S+lora_B\.weight/,
    ],
    [
      'a header of 1 GB',
      (folder) => {
        writeFileSync(join(folder, 'adapter_model.safetensors'), lengthOf(2 ** 30));
        truncateSync(join(folder, 'adapter_model.safetensors'), 2 ** 31);
      },
      /^adapter_model\.safetensors: expected a header of at most 100000000 bytes/,
    ],
    [
      'a configuration that is a bomb',
      (folder) => writeFileSync(join(folder, 'adapter_config.json'), '['.repeat(1_000_000)),
      /^adapter_config\.json: expected JSON of at most 64 levels/,
    ],
    [
      'a configuration of 1 GB',
      (folder) => truncateSync(join(folder, 'adapter_config.json'), 2 ** 30),
      /^adapter_config\.json: expected at most 16777216 bytes, got 1073741824$/,
    ],
    [
      'a rank that no machine has',
      (folder) => writeFileSync(join(folder, 'adapter_config.json'), files.config.replace('"r": 2', '"r": 1000000000')),
      /lora_A\.weight: expected shape \[1000000000, 6\], got \[2, 6\]/,
    ],
  ])('%s', async (_name, damage, message) => {
    const folder = folderOf({ 'adapter_config.json': files.config });
    writeFileSync(join(folder, 'adapter_model.safetensors'), files.weights);
    damage(folder);
    await refused(() => loadAdapter(base, folder), message);
  });

  it('NaN among its numbers, with no tensor left behind', async () => {
    const folder = folderOf({ 'adapter_config.json': files.config });
    const bytes = Buffer.from(files.weights);
    bytes.writeFloatLE(NaN, bytes.length - 4);
    writeFileSync(join(folder, 'adapter_model.safetensors'), bytes);
    const before = tf.memory().numTensors;
    await expect(loadAdapter(base, folder)).rejects.toThrow(
      /^adapter_model\.safetensors: \S+: expected finite numbers/,
    );
    expect(tf.memory().numTensors).toBe(before);
  });
});
