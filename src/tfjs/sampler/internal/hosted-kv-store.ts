import * as tf from '@tensorflow/tfjs-core';
import type { DecoderConfig } from '../../model/config.js';
import type { AttentionFunction } from '../../model/internal/index.js';
import type { CacheSlot, KvStore } from './conversation.js';

/** One conversation's keys and values, layer by layer, in this process's memory. Grows by doubling. */
export class KvCache {
  readonly #width: number;
  readonly #keys: Float32Array[];
  readonly #values: Float32Array[];
  #capacity = 64;

  constructor(config: DecoderConfig) {
    this.#width = config.numKeyValueHeads * config.headDim;
    const empty = () =>
      Array.from({ length: config.numHiddenLayers }, () => new Float32Array(this.#capacity * this.#width));
    this.#keys = empty();
    this.#values = empty();
  }

  /** Writes one token's key and value; both shape [kvHeads · headDim]. */
  write(layer: number, position: number, key: Float32Array, value: Float32Array): void {
    if (position >= this.#capacity) this.#grow(position + 1);
    this.#keys[layer]!.set(key, position * this.#width);
    this.#values[layer]!.set(value, position * this.#width);
  }

  keys(layer: number): Float32Array {
    return this.#keys[layer]!;
  }

  values(layer: number): Float32Array {
    return this.#values[layer]!;
  }

  /** Takes over the first `length` positions of another conversation's cache. */
  copyFrom(other: KvCache, length: number): void {
    if (length > this.#capacity) this.#grow(length);
    for (let layer = 0; layer < this.#keys.length; layer++) {
      this.#keys[layer]!.set(other.#keys[layer]!.subarray(0, length * this.#width));
      this.#values[layer]!.set(other.#values[layer]!.subarray(0, length * this.#width));
    }
  }

  #grow(needed: number): void {
    while (this.#capacity < needed) this.#capacity *= 2;
    for (const store of [this.#keys, this.#values]) {
      for (let layer = 0; layer < store.length; layer++) {
        const larger = new Float32Array(this.#capacity * this.#width);
        larger.set(store[layer]!);
        store[layer] = larger;
      }
    }
  }
}

/** Keys and values in this process's memory, attended to by plain loops: for the backends that live there too. */
export class HostedKvStore implements KvStore<KvCache> {
  readonly #config: DecoderConfig;

  constructor(config: DecoderConfig) {
    this.#config = config;
  }

  open(): KvCache {
    return new KvCache(this.#config);
  }

  close(): void {
    // The garbage collector has it.
  }

  copy(from: KvCache, to: KvCache, length: number): void {
    to.copyFrom(from, length);
  }

  attention(slots: readonly CacheSlot<KvCache>[]): AttentionFunction {
    return (layer, q, k, v) => cachedAttention(layer, [q, k, v], slots, this.#config);
  }
}

/** One layer's attention of a flat step over caches. @returns Shape [N, heads · headDim]. */
function cachedAttention(
  layer: number,
  [q, k, v]: readonly [tf.Tensor2D, tf.Tensor2D, tf.Tensor2D],
  slots: readonly CacheSlot<KvCache>[],
  { numAttentionHeads: heads, numKeyValueHeads: kvHeads, headDim }: DecoderConfig,
): tf.Tensor2D {
  const [queries, keys, values] = [q.dataSync<'float32'>(), k.dataSync<'float32'>(), v.dataSync<'float32'>()];
  const width = kvHeads * headDim;
  const headsPerKey = heads / kvHeads;
  const longest = slots.reduce((most, { position }) => Math.max(most, position + 1), 0);
  const scores = new Float64Array(longest);
  const mixed = new Float64Array(headDim);
  const out = new Float32Array(queries.length);
  for (let n = 0; n < slots.length; n++) {
    const { cache, position } = slots[n]!;
    cache.write(
      layer,
      position,
      keys.subarray(n * width, (n + 1) * width),
      values.subarray(n * width, (n + 1) * width),
    );
    const [cachedKeys, cachedValues] = [cache.keys(layer), cache.values(layer)];
    for (let head = 0; head < heads; head++) {
      const query = queries.subarray((n * heads + head) * headDim, (n * heads + head + 1) * headDim);
      const column = Math.floor(head / headsPerKey) * headDim;
      softmaxScores(query, cachedKeys, position + 1, width, column, scores);
      mix(scores, cachedValues, position + 1, width, column, mixed);
      out.set(mixed, (n * heads + head) * headDim);
    }
  }
  return tf.tensor2d(out, q.shape);
}

/** softmax(q·Kᵀ / √headDim) over the first `length` rows of one head's keys, into `scores`. */
function softmaxScores(
  query: Float32Array,
  keys: Float32Array,
  length: number,
  width: number,
  column: number,
  scores: Float64Array,
): void {
  const size = query.length;
  const scale = 1 / Math.sqrt(size);
  let largest = -Infinity;
  for (let t = 0, row = column; t < length; t++, row += width) {
    // Two running sums: a single one would wait for each addition before the next.
    let even = 0;
    let odd = 0;
    for (let c = 0; c < size; c += 2) {
      even += query[c]! * keys[row + c]!;
      odd += query[c + 1]! * keys[row + c + 1]!;
    }
    const score = (even + odd) * scale;
    scores[t] = score;
    if (score > largest) largest = score;
  }
  let sum = 0;
  for (let t = 0; t < length; t++) {
    const weight = Math.exp(scores[t]! - largest);
    scores[t] = weight;
    sum += weight;
  }
  for (let t = 0; t < length; t++) scores[t]! /= sum;
}

/** Σ weight · row over the first `length` rows of one head's values, into `mixed`. */
function mix(
  weights: Float64Array,
  values: Float32Array,
  length: number,
  width: number,
  column: number,
  mixed: Float64Array,
): void {
  mixed.fill(0);
  const size = mixed.length;
  for (let t = 0, row = column; t < length; t++, row += width) {
    const weight = weights[t]!;
    for (let c = 0; c < size; c++) mixed[c]! += weight * values[row + c]!;
  }
}
