import * as tf from '@tensorflow/tfjs-core';
import { emptyMatrix, writeInto, type WebGpuProgram } from '../../internal/webgpu/backend.js';
import type { DecoderConfig } from '../../model/config.js';
import type { AttentionFunction, HeadLayout } from '../../model/internal/index.js';
import type { CacheSlot, KvStore } from './conversation.js';
import type { RowCache } from './device-kv-store.js';
import { webGpuAttention } from './webgpu-attention.js';

/** Rows that may lie unused before the store is rewritten without them. */
const SPARE_ROWS = 1024;

/** Rows of a new store. It grows by doubling, so that tfjs, which frees no buffer, can use the old ones again. */
const LEAST_ROWS = 256;

/**
 * Keys and values side by side in one matrix a layer, on a WebGPU device. It has spare rows, which a step's tokens are written into in place.
 * A conversation is a list of row numbers, so those that share a prompt share its rows; rows that no conversation has are dropped when they
 * outnumber the others.
 */
export class WebGpuKvStore implements KvStore<RowCache> {
  readonly #layout: HeadLayout;
  readonly #open = new Set<RowCache>();
  readonly #layers: number;
  readonly #width: number;
  /** By layer, shape [capacity, 2 · kvHeads · headDim]. */
  #stores: tf.Tensor2D[] = [];
  #rows = 0;

  constructor(
    config: Pick<DecoderConfig, 'numAttentionHeads' | 'numKeyValueHeads' | 'headDim' | 'numHiddenLayers'>,
    private readonly spareRows = SPARE_ROWS,
  ) {
    const { numAttentionHeads: heads, numKeyValueHeads: kvHeads, headDim, numHiddenLayers } = config;
    this.#layout = { heads, kvHeads, headDim };
    this.#layers = numHiddenLayers;
    this.#width = 2 * kvHeads * headDim;
  }

  open(): RowCache {
    const cache = { rows: [] };
    this.#open.add(cache);
    return cache;
  }

  close(cache: RowCache): void {
    this.#open.delete(cache);
    if (this.#open.size > 0) return this.#dropUnused();
    tf.dispose(this.#stores);
    this.#stores = [];
    this.#rows = 0;
  }

  copy(from: RowCache, to: RowCache, length: number): void {
    to.rows = from.rows.slice(0, length);
  }

  attention(slots: readonly CacheSlot<RowCache>[]): AttentionFunction {
    this.#dropUnused();
    const first = this.#rows;
    for (const { cache, position } of slots) {
      cache.rows.length = position;
      cache.rows.push(this.#rows++);
    }
    this.#reserve(first);
    const places = tf.tensor1d(placesOf(slots), 'int32');
    return (layer, q, k, v) => {
      const store = this.#stores[layer]!;
      writeInto(store, rowsProgram([k, v]), [k, v], [{ type: 'int32', data: [first] }]);
      return webGpuAttention(q, store, places, this.#layout);
    };
  }

  /** Makes room for the rows. @param used - How many of them have been written. */
  #reserve(used: number): void {
    const capacity = this.#stores[0]?.shape[0] ?? 0;
    if (this.#rows <= capacity) return;
    let larger = Math.max(capacity, LEAST_ROWS);
    while (larger < this.#rows) larger *= 2;
    const before = this.#stores;
    this.#stores = Array.from({ length: this.#layers }, (_, layer) => {
      const store = tf.keep(emptyMatrix([larger, this.#width]));
      if (used > 0) write(store, before[layer]!);
      before[layer]?.dispose();
      return store;
    });
  }

  #dropUnused(): void {
    let used = 0;
    for (const { rows } of this.#open) used += rows.length;
    if (this.#rows <= 2 * used + this.spareRows) return;
    const live = Int32Array.from(new Set([...this.#open].flatMap(({ rows }) => rows))).sort();
    const moved = new Map(Array.from(live, (row, i) => [row, i]));
    for (const cache of this.#open) cache.rows = cache.rows.map((row) => moved.get(row)!);
    this.#rows = live.length;
    if (live.length === 0) return;
    tf.tidy(() => {
      const index = tf.tensor1d(live, 'int32');
      for (const store of this.#stores) tf.tidy(() => write(store, tf.gather(store, index)));
    });
  }
}

/** Writes rows over the first ones of a store. */
function write(store: tf.Tensor2D, rows: tf.Tensor2D): void {
  writeInto(store, rowsProgram([rows]), [rows], [{ type: 'int32', data: [0] }]);
}

const THREADS = 64;

/** Writes matrices side by side into rows of a wider one, from the row `first` on. */
function rowsProgram(from: readonly tf.Tensor2D[]): WebGpuProgram {
  const names = ['left', 'right'].slice(0, from.length);
  const [rows, width] = from[0]!.shape;
  const total = from.length * width;
  return {
    variableNames: names,
    variableComponents: names.map(() => 1),
    outputComponent: 1,
    // What is written of the output, for `uniforms.size`.
    outputShape: [rows, total],
    workgroupSize: [THREADS, 1, 1],
    dispatch: [Math.ceil((rows * total) / THREADS), 1, 1],
    dispatchLayout: { x: [0, 1] },
    uniforms: 'first : i32, ',
    size: true,
    shaderKey: `rstar_rows_${from.length}`,
    getUserCode: () => `
    fn main(index: i32) {
      if (index < uniforms.size) {
        let width = uniforms.leftShape[1];
        let row = index / uniforms.outShape[1];
        let column = index - row * uniforms.outShape[1];
        ${
          from.length === 1
            ? 'let value = left[row * width + column];'
            : `var value: f32;
        if (column < width) {
          value = left[row * width + column];
        } else {
          value = right[row * width + column - width];
        }`
        }
        result[uniforms.first * uniforms.outShape[1] + index] = value;
      }
    }
  `,
  };
}

/** @returns The `places` of `webGpuAttention`. Its size is a power of two, so that buffers of tfjs fit again. */
export function placesOf(slots: readonly CacheSlot<RowCache>[]): Int32Array {
  const starts: number[] = [];
  let end = 2 * slots.length;
  slots.forEach(({ cache }, i) => {
    const next = slots[i + 1];
    starts.push(end);
    if (next?.cache !== cache) end += slots[i]!.position + 1;
  });
  const places = new Int32Array(2 ** Math.ceil(Math.log2(Math.max(end, LEAST_ROWS))));
  slots.forEach(({ cache, position }, i) => {
    places[2 * i] = starts[i]!;
    places[2 * i + 1] = position + 1;
    if (slots[i + 1]?.cache !== cache) places.set(cache.rows.slice(0, position + 1), starts[i]);
  });
  return places;
}
