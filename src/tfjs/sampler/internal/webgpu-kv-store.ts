import * as tf from '@tensorflow/tfjs-core';
import { emptyMatrix, writeInto, type WebGpuProgram } from '../../internal/webgpu/backend.js';
import type { DecoderConfig } from '../../model/config.js';
import type { AttentionFunction, HeadLayout } from '../../model/internal/index.js';
import type { CacheSlot, KvStore } from './conversation.js';
import { RowCaches, type RowCache } from './row-caches.js';
import { webGpuAttention } from './webgpu-attention.js';

/** Rows of a new store. It grows by doubling, so that tfjs, which frees no buffer, can use the old ones again. */
const LEAST_ROWS = 256;

/**
 * Keys and values side by side in one matrix a layer, on a WebGPU device. It has spare rows, which a step's tokens are written into in place.
 * Rows that no conversation has are dropped when they outnumber the others.
 */
export class WebGpuKvStore implements KvStore<RowCache> {
  readonly #layout: HeadLayout;
  readonly #caches: RowCaches;
  readonly #layers: number;
  readonly #width: number;
  /** By layer, shape [capacity, 2 · kvHeads · headDim]. */
  #stores: tf.Tensor2D[] = [];

  constructor(
    config: Pick<DecoderConfig, 'numAttentionHeads' | 'numKeyValueHeads' | 'headDim' | 'numHiddenLayers'>,
    spareRows?: number,
  ) {
    this.#caches = new RowCaches(spareRows);
    const { numAttentionHeads: heads, numKeyValueHeads: kvHeads, headDim, numHiddenLayers } = config;
    this.#layout = { heads, kvHeads, headDim };
    this.#layers = numHiddenLayers;
    this.#width = 2 * kvHeads * headDim;
  }

  open(): RowCache {
    return this.#caches.open();
  }

  close(cache: RowCache): void {
    if (!this.#caches.close(cache)) return this.#dropUnused();
    tf.dispose(this.#stores);
    this.#stores = [];
  }

  copy(from: RowCache, to: RowCache, length: number): void {
    this.#caches.copy(from, to, length);
  }

  attention(slots: readonly CacheSlot<RowCache>[]): AttentionFunction {
    this.#dropUnused();
    const first = this.#caches.count;
    this.#caches.add(slots);
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
    if (this.#caches.count <= capacity) return;
    let larger = Math.max(capacity, LEAST_ROWS);
    while (larger < this.#caches.count) larger *= 2;
    const before = this.#stores;
    this.#stores = Array.from({ length: this.#layers }, (_, layer) => {
      const store = tf.keep(emptyMatrix([larger, this.#width]));
      if (used > 0) write(store, before[layer]!);
      before[layer]?.dispose();
      return store;
    });
  }

  #dropUnused(): void {
    const kept = this.#caches.compact();
    if (kept === undefined || kept.length === 0) return;
    tf.tidy(() => {
      const index = tf.tensor1d(kept, 'int32');
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
