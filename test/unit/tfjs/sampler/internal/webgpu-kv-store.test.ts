import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { Random } from '../../../../../src/base/index.js';
import type { RowCache } from '../../../../../src/tfjs/sampler/internal/row-caches.js';
import { WebGpuKvStore } from '../../../../../src/tfjs/sampler/internal/webgpu-kv-store.js';
import { useDawn } from '../../dawn.js';

/** Positions of conversations that one step reads in. */
type Step = readonly (readonly [name: string, from: number, to: number])[];

interface Layout {
  readonly heads: number;
  readonly kvHeads: number;
  readonly headDim: number;
}

const layers = 2;

/** A store, and beside it the definition: every conversation's keys and values as rows, layer by layer. */
function stores({ heads, kvHeads, headDim }: Layout) {
  const config = { numAttentionHeads: heads, numKeyValueHeads: kvHeads, headDim, numHiddenLayers: layers };
  const store = new WebGpuKvStore(config, 64);
  const random = new Random('webgpu kv');
  const caches = new Map<string, RowCache>();
  const known = new Map<string, { keys: Float32Array; values: Float32Array }[][]>();
  const cacheOf = (name: string) => {
    if (!caches.has(name)) caches.set(name, store.open());
    return caches.get(name)!;
  };
  const rowsOf = (name: string, layer: number) => {
    if (!known.has(name)) known.set(name, [[], []]);
    return known.get(name)![layer]!;
  };
  const matrix = (rows: number, width: number) =>
    Array.from({ length: rows }, () => Float32Array.from({ length: width }, () => random.normal()));

  function attended(query: Float32Array, seen: { keys: Float32Array; values: Float32Array }[]): number[] {
    const group = heads / kvHeads;
    return Array.from({ length: heads }, (_, head) => {
      const at = Math.floor(head / group) * headDim;
      const scores = seen.map(({ keys }) => {
        let dot = 0;
        for (let i = 0; i < headDim; i++) dot += query[head * headDim + i]! * keys[at + i]!;
        return dot / Math.sqrt(headDim);
      });
      const largest = Math.max(...scores);
      const weights = scores.map((score) => Math.exp(score - largest));
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      return Array.from({ length: headDim }, (_, i) =>
        seen.reduce((sum, { values }, row) => sum + (weights[row]! / total) * values[at + i]!, 0),
      );
    }).flat();
  }

  return {
    copy: (from: string, to: string, length: number) => {
      store.copy(cacheOf(from), cacheOf(to), length);
      for (let layer = 0; layer < layers; layer++) rowsOf(to, layer).push(...rowsOf(from, layer).slice(0, length));
    },
    close: (name: string) => {
      store.close(cacheOf(name));
      caches.delete(name);
      known.delete(name);
    },
    /** @returns The largest difference between the store's answers and the definition's. */
    step: async (step: Step): Promise<number> => {
      const slots = step.flatMap(([name, from, to]) =>
        Array.from({ length: to - from }, (_, i) => ({ name, position: from + i })),
      );
      const expected: number[] = [];
      const outputs = tf.tidy(() => {
        const attention = store.attention(slots.map(({ name, position }) => ({ cache: cacheOf(name), position })));
        return Array.from({ length: layers }, (_, layer) => {
          const [queries, keys, values] = [heads, kvHeads, kvHeads].map((n) => matrix(slots.length, n * headDim));
          slots.forEach(({ name, position }, i) => {
            const rows = rowsOf(name, layer);
            rows.length = position;
            rows.push({ keys: keys![i]!, values: values![i]! });
            expected.push(...attended(queries![i]!, rows));
          });
          const [q, k, v] = [queries!, keys!, values!].map((rows) => {
            const joined = Float32Array.from(rows.flatMap((row) => [...row]));
            return tf.tensor2d(joined, [rows.length, rows[0]!.length]);
          });
          return attention(layer, q!, k!, v!);
        });
      });
      const got = (await Promise.all(outputs.map((output) => output.data()))).flatMap((values) => Array.from(values));
      tf.dispose(outputs);
      expect(got).toHaveLength(expected.length);
      return got.reduce((most, x, i) => Math.max(most, Math.abs(x - expected[i]!)), 0);
    },
  };
}

describe('WebGpuKvStore', () => {
  beforeAll(() => useDawn(), 60_000);

  it.each([
    { heads: 4, kvHeads: 2, headDim: 4 },
    { heads: 3, kvHeads: 1, headDim: 6 },
    { heads: 2, kvHeads: 2, headDim: 5 },
    { heads: 1, kvHeads: 1, headDim: 140 },
    { heads: 2, kvHeads: 1, headDim: 128 },
  ])('attends as defined, to prompts and single tokens in one pass: %j', async (layout) => {
    const { step, copy, close } = stores(layout);
    const before = tf.memory().numTensors;
    expect(await step([['a', 0, 3], ['b', 0, 1], ['c', 0, 20]])).toBeLessThan(1e-5); // prettier-ignore
    expect(await step([['a', 3, 4], ['b', 1, 2], ['c', 20, 21]])).toBeLessThan(1e-5); // prettier-ignore
    // A prompt that is shared, and a context that was edited.
    copy('c', 'd', 17);
    expect(await step([['d', 17, 19], ['c', 21, 22], ['a', 2, 4]])).toBeLessThan(1e-5); // prettier-ignore
    expect(await step([['d', 19, 20], ['a', 4, 5], ['e', 0, 2], ['b', 2, 3]])).toBeLessThan(1e-5); // prettier-ignore
    for (const name of ['a', 'b', 'c', 'd', 'e']) close(name);
    expect(tf.memory().numTensors).toBe(before);
  });

  it('reads more keys than a workgroup has threads, grows, and drops the rows of closed conversations', async () => {
    const { step, close } = stores({ heads: 2, kvHeads: 1, headDim: 4 });
    const before = tf.memory().numTensors;
    expect(await step([['kept', 0, 130]])).toBeLessThan(1e-5);
    for (let i = 0; i < 3; i++) {
      expect(await step([[`long ${i}`, 0, 80], ['kept', 130 + i, 131 + i]])).toBeLessThan(1e-5); // prettier-ignore
      close(`long ${i}`);
    }
    expect(tf.memory().numBytes / 4 / layers / 8).toBeLessThanOrEqual(512);
    expect(await step([['kept', 133, 134], ['other', 0, 2]])).toBeLessThan(1e-5); // prettier-ignore
    close('kept');
    close('other');
    expect(tf.memory().numTensors).toBe(before);
  });
});
