import * as tf from '@tensorflow/tfjs-core';
import type { DecoderConfig } from '../../model/config.js';
import {
  attentionProbabilities,
  keyHeads,
  queryGroups,
  ungroupQueries,
  type HeadLayout,
} from '../../internal/decoder/grouped-attention.js';
import type { AttentionFunction } from '../../internal/decoder/transformer.js';
import { stepGroups, type StepGroup } from './step-groups.js';
import type { CacheSlot, KvStore } from './kv-store.js';

/** Rows that may lie unused before the store is rewritten without them. */
const SPARE_ROWS = 1024;

/** One conversation: the store's row of each of its positions. */
export interface RowCache {
  rows: number[];
}

/**
 * Keys and values as one growing matrix a layer, on the device. A conversation is a list of row numbers, so those that
 * share a prompt share its rows; rows that no conversation holds are dropped when they outnumber the others.
 */
export class DeviceKvStore implements KvStore<RowCache> {
  readonly #layout: HeadLayout;
  readonly #open = new Set<RowCache>();
  readonly #layers: { keys: tf.Tensor2D; values: tf.Tensor2D }[] = [];
  #rows = 0;

  constructor({ numAttentionHeads: heads, numKeyValueHeads: kvHeads, headDim }: DecoderConfig) {
    this.#layout = { heads, kvHeads, headDim };
  }

  open(): RowCache {
    const cache = { rows: [] };
    this.#open.add(cache);
    return cache;
  }

  close(cache: RowCache): void {
    this.#open.delete(cache);
    if (this.#open.size > 0) return;
    for (const { keys, values } of this.#layers) tf.dispose([keys, values]);
    this.#layers.length = 0;
    this.#rows = 0;
  }

  copy(from: RowCache, to: RowCache, length: number): void {
    to.rows = from.rows.slice(0, length);
  }

  attention(slots: readonly CacheSlot<RowCache>[]): AttentionFunction {
    this.#dropUnused();
    for (const { cache, position } of slots) {
      cache.rows.length = position;
      cache.rows.push(this.#rows++);
    }
    const groups = stepGroups(slots);
    const order = groups.flatMap(({ slots }) => slots);
    const inOrder = order.every((slot, i) => slot === i);
    const places = new Int32Array(order.length);
    order.forEach((slot, i) => (places[slot] = i));
    return (layer, q, k, v) => {
      this.#append(layer, k, v);
      const mixed = tf.concat(groups.map((group) => tf.tidy(() => this.#attend(layer, q, group))));
      return inOrder ? mixed : tf.gather(mixed, tf.tensor1d(places, 'int32'));
    };
  }

  #attend(layer: number, q: tf.Tensor2D, { batch, length, slots, rows, mask }: StepGroup): tf.Tensor2D {
    const { keys, values } = this.#layers[layer]!;
    const seen = tf.tensor1d(rows, 'int32');
    const gathered = (store: tf.Tensor2D) =>
      keyHeads(tf.reshape<tf.Rank.R3>(tf.gather(store, seen), [batch, length, store.shape[1]]), this.#layout);
    const gatheredQueries = tf.gather(q, tf.tensor1d(slots, 'int32'));
    const queries = tf.reshape<tf.Rank.R3>(gatheredQueries, [batch, slots.length / batch, q.shape[1]]);
    const allowed = tf.tensor4d(mask, [batch, 1, slots.length / batch, length]);
    const grouped = queryGroups(queries, this.#layout);
    const probabilities = attentionProbabilities(grouped, gathered(keys), allowed, batch);
    const mixed = tf.matMul<tf.Tensor3D>(probabilities, gathered(values));
    return tf.reshape(ungroupQueries(mixed, batch, this.#layout), [slots.length, q.shape[1]]);
  }

  #append(layer: number, k: tf.Tensor2D, v: tf.Tensor2D): void {
    const known = this.#layers[layer];
    this.#replace(layer, {
      keys: known === undefined ? k.clone() : tf.concat([known.keys, k]),
      values: known === undefined ? v.clone() : tf.concat([known.values, v]),
    });
  }

  #dropUnused(): void {
    let used = 0;
    for (const { rows } of this.#open) used += rows.length;
    if (this.#rows <= 2 * used + SPARE_ROWS) return;
    const live = Int32Array.from(new Set([...this.#open].flatMap(({ rows }) => rows))).sort();
    const moved = new Map(Array.from(live, (row, i) => [row, i]));
    for (const cache of this.#open) cache.rows = cache.rows.map((row) => moved.get(row)!);
    this.#rows = live.length;
    const index = tf.tensor1d(live, 'int32');
    this.#layers.forEach(({ keys, values }, layer) => {
      this.#replace(layer, { keys: tf.gather(keys, index), values: tf.gather(values, index) });
    });
  }

  /** Outlives the pass's tidy. */
  #replace(layer: number, { keys, values }: { readonly keys: tf.Tensor2D; readonly values: tf.Tensor2D }): void {
    const known = this.#layers[layer];
    this.#layers[layer] = { keys: tf.keep(keys), values: tf.keep(values) };
    if (known !== undefined) tf.dispose([known.keys, known.values]);
  }
}
