import * as tf from '@tensorflow/tfjs-core';
import type { DecoderConfig } from '../../model/config.js';
import {
  attentionScores,
  keyHeads,
  queryGroups,
  ungroupQueries,
  type HeadLayout,
  type AttentionFunction,
} from '../../model/internal/index.js';
import { stepGroups, type StepGroup } from './step-groups.js';
import type { CacheSlot, KvStore } from './conversation.js';
import { RowCaches, type RowCache } from './row-caches.js';

/** A tail is joined to the rest when it has more rows than this, and than an eighth of the rest. */
const TAIL_ROWS = 256;

/** Keys and values of some rows, one below the other. */
interface Rows {
  readonly keys: tf.Tensor2D;
  readonly values: tf.Tensor2D;
}

/**
 * Keys and values as two matrices a layer, on the device: tensors do not change, so a token is appended to a short tail,
 * which is joined to the rest now and then, and never to the whole. Rows that no conversation has are dropped when they outnumber the others.
 */
export class DeviceKvStore implements KvStore<RowCache> {
  readonly #layout: HeadLayout;
  readonly #caches = new RowCaches();
  /** By layer: what was joined, and the tail. */
  readonly #main: Rows[] = [];
  readonly #tail: Rows[] = [];
  #mainRows = 0;

  constructor({ numAttentionHeads: heads, numKeyValueHeads: kvHeads, headDim }: DecoderConfig) {
    this.#layout = { heads, kvHeads, headDim };
  }

  open(): RowCache {
    return this.#caches.open();
  }

  close(cache: RowCache): void {
    if (!this.#caches.close(cache)) return this.#dropUnused();
    for (const { keys, values } of [...this.#main, ...this.#tail]) tf.dispose([keys, values]);
    this.#main.length = 0;
    this.#tail.length = 0;
    this.#mainRows = 0;
  }

  copy(from: RowCache, to: RowCache, length: number): void {
    this.#caches.copy(from, to, length);
  }

  attention(slots: readonly CacheSlot<RowCache>[]): AttentionFunction {
    this.#dropUnused();
    if (this.#caches.count - this.#mainRows > Math.max(TAIL_ROWS, this.#mainRows / 8)) this.#joinTails();
    this.#caches.add(slots);
    const groups = stepGroups(slots, this.#mainRows);
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

  /** Scores against the rows of both matrices side by side, so that neither is copied to stand beside the other. */
  #attend(layer: number, q: tf.Tensor2D, { batch, slots, parts }: StepGroup): tf.Tensor2D {
    const count = slots.length / batch;
    const gatheredQueries = tf.gather(q, tf.tensor1d(slots, 'int32'));
    const queries = queryGroups(tf.reshape<tf.Rank.R3>(gatheredQueries, [batch, count, q.shape[1]]), this.#layout);
    const stores = [this.#main[layer], this.#tail[layer]];
    const seen = parts.flatMap(({ length, rows, mask }, part) => {
      if (length === 0) return [];
      const at = tf.tensor1d(rows, 'int32');
      const gathered = (store: tf.Tensor2D) =>
        keyHeads(tf.reshape<tf.Rank.R3>(tf.gather(store, at), [batch, length, store.shape[1]]), this.#layout);
      const { keys, values } = stores[part]!;
      const allowed = tf.tensor4d(mask, [batch, 1, count, length]);
      return [{ scores: attentionScores(queries, gathered(keys), allowed, batch), values: gathered(values) }];
    });
    const mixed =
      seen.length === 1
        ? tf.matMul<tf.Tensor3D>(tf.softmax(seen[0]!.scores), seen[0]!.values)
        : mixParts(seen as [Seen, Seen]);
    return tf.reshape(ungroupQueries(mixed, batch, this.#layout), [slots.length, q.shape[1]]);
  }

  #append(layer: number, keys: tf.Tensor2D, values: tf.Tensor2D): void {
    const tail = this.#tail[layer];
    replace(
      this.#tail,
      layer,
      tail === undefined ? { keys: keys.clone(), values: values.clone() } : joined(tail, { keys, values }),
    );
  }

  /** Makes the tails part of what stands before them. */
  #joinTails(): void {
    this.#tail.forEach((tail, layer) => {
      const main = this.#main[layer];
      replace(
        this.#main,
        layer,
        main === undefined ? { keys: tail.keys.clone(), values: tail.values.clone() } : joined(main, tail),
      );
      tf.dispose([tail.keys, tail.values]);
    });
    this.#tail.length = 0;
    this.#mainRows = this.#caches.count;
  }

  #dropUnused(): void {
    const kept = this.#caches.compact();
    if (kept === undefined) return;
    this.#joinTails();
    const index = tf.tensor1d(kept, 'int32');
    this.#main.forEach(({ keys, values }, layer) =>
      replace(this.#main, layer, { keys: tf.gather(keys, index), values: tf.gather(values, index) }),
    );
    index.dispose();
  }
}

/** The rows of one matrix that queries attend to. */
interface Seen {
  /** Shape [B · kvHeads, G · n, L]. */
  readonly scores: tf.Tensor3D;
  /** Shape [B · kvHeads, L, headDim]. */
  readonly values: tf.Tensor3D;
}

/** softmax over both, times the values of both. */
function mixParts([before, after]: readonly [Seen, Seen]): tf.Tensor3D {
  const probabilities = tf.softmax(tf.concat([before.scores, after.scores], 2));
  const lengths = [before.scores.shape[2], after.scores.shape[2]];
  const [first, second] = tf.split(probabilities, lengths, 2) as [tf.Tensor3D, tf.Tensor3D];
  return tf.add(tf.matMul(first, before.values), tf.matMul(second, after.values));
}

function joined(before: Rows, after: Rows): Rows {
  return { keys: tf.concat([before.keys, after.keys]), values: tf.concat([before.values, after.values]) };
}

/** Outlives the pass's tidy. */
function replace(rows: Rows[], layer: number, { keys, values }: Rows): void {
  const known = rows[layer];
  rows[layer] = { keys: tf.keep(keys), values: tf.keep(values) };
  if (known !== undefined) tf.dispose([known.keys, known.values]);
}
