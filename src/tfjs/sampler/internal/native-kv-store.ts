import * as tf from '@tensorflow/tfjs-core';
import type { NativeValue } from '../../internal/native/backend.js';
import { nativeResult, runNatively, type Operations } from '../../internal/native/operations.js';
import { RowMatrix } from '../../internal/native/row-matrix.js';
import type { DecoderConfig } from '../../model/config.js';
import type { AttentionFunction, HeadLayout } from '../../model/internal/index.js';
import type { CacheSlot, KvStore } from './conversation.js';
import { RowCaches, type RowCache } from './row-caches.js';
import { stepGroups, type StepGroup } from './step-groups.js';

/** Positions of a new store. It grows by doubling. */
const LEAST_POSITIONS = 256;

/**
 * Keys and values of all conversations in one matrix a layer, in TensorFlow's memory, which a step's tokens are written into in place. Each
 * head's keys are a row of their own, and so are its values: what is gathered is laid out as the products want it. Positions that no
 * conversation has are dropped when they outnumber the others.
 */
export class NativeKvStore implements KvStore<RowCache> {
  readonly #layout: HeadLayout;
  readonly #layers: number;
  readonly #caches: RowCaches;
  /** By layer, shape [capacity · 2 · kvHeads, headDim]: a position's keys, head by head, then its values. */
  #stores: RowMatrix[] = [];
  #capacity = 0;

  constructor(
    config: Pick<DecoderConfig, 'numAttentionHeads' | 'numKeyValueHeads' | 'headDim' | 'numHiddenLayers'>,
    spareRows?: number,
  ) {
    const { numAttentionHeads: heads, numKeyValueHeads: kvHeads, headDim, numHiddenLayers } = config;
    this.#layout = { heads, kvHeads, headDim };
    this.#layers = numHiddenLayers;
    this.#caches = new RowCaches(spareRows);
  }

  open(): RowCache {
    return this.#caches.open();
  }

  close(cache: RowCache): void {
    if (this.#caches.close(cache)) this.#release();
  }

  copy(from: RowCache, to: RowCache, length: number): void {
    this.#caches.copy(from, to, length);
  }

  attention(slots: readonly CacheSlot<RowCache>[]): AttentionFunction {
    this.#dropUnused();
    const { kvHeads, headDim } = this.#layout;
    const first = this.#caches.count;
    this.#caches.add(slots);
    this.#reserve(first);
    const written = this.#rowsOf(Array.from(slots, (_, i) => first + i));
    const groups = stepGroups(slots, Number.MAX_SAFE_INTEGER).map((group) => new GroupAttention(group, this.#layout));
    const order = groups.flatMap((group) => group.slots);
    const inOrder = order.every((slot, i) => slot === i);
    const places = inOrder ? [] : [tf.tensor1d(inverse(order), 'int32')];
    return (layer, q, k, v) => {
      const store = this.#stores[layer]!;
      const given = [q, k, v, written, ...places, ...groups.flatMap(({ tensors }) => tensors)];
      return nativeResult(given, (run, queries, keys, values, at, ...rest) => {
        store.write(run, at, run.reshape(run.concat([keys, values], 1), [-1, 2 * kvHeads, headDim]));
        const back = rest.splice(0, places.length);
        const isAll = inOrder && groups.length === 1;
        const mixed = groups.flatMap((group) =>
          run.within(() => [group.attend(run, store, isAll, queries, rest.splice(0, group.tensors.length))]),
        );
        const joined = run.concat(mixed, 0);
        return back[0] === undefined ? joined : run.gather(joined, back[0]);
      });
    };
  }

  /** @returns The store's rows of some positions, shape [positions, 2 · kvHeads]. */
  #rowsOf(positions: ArrayLike<number>): tf.Tensor2D {
    const width = 2 * this.#layout.kvHeads;
    const rows = Int32Array.from(
      { length: positions.length * width },
      (_, i) => positions[Math.floor(i / width)]! * width + (i % width),
    );
    return tf.tensor2d(rows, [positions.length, width], 'int32');
  }

  /** Makes room for the positions. @param used - How many of them have been written. */
  #reserve(used: number): void {
    if (this.#caches.count <= this.#capacity) return;
    let larger = Math.max(this.#capacity, LEAST_POSITIONS);
    while (larger < this.#caches.count) larger *= 2;
    const { kvHeads, headDim } = this.#layout;
    const missing = (larger - (used > 0 ? this.#capacity : 0)) * 2 * kvHeads;
    for (let layer = 0; layer < this.#layers; layer++) {
      const before = this.#stores[layer];
      runNatively([], (run) => {
        const zeros = run.zeros([missing, headDim]);
        const isKept = before !== undefined && used > 0;
        this.#stores[layer] = new RowMatrix(run, isKept ? run.concat([before.all(run), zeros], 0) : zeros);
        return [];
      });
      before?.dispose();
    }
    this.#capacity = larger;
  }

  #dropUnused(): void {
    const kept = this.#caches.compact();
    if (kept === undefined || kept.length === 0) return;
    tf.tidy(() => {
      const [from, to] = [this.#rowsOf(kept), this.#rowsOf(kept.map((_, i) => i))];
      for (const store of this.#stores)
        runNatively([from, to], (run, old, fresh) => {
          store.write(run, fresh, store.read(run, old));
          return [];
        });
    });
  }

  #release(): void {
    for (const store of this.#stores) store.dispose();
    this.#stores = [];
    this.#capacity = 0;
  }
}

/** The attention of the queries of one group, B conversations of n queries each that see L positions at most; the same in every layer. */
class GroupAttention {
  readonly slots: readonly number[];
  /** Which queries; where keys and values lie, [B · kvHeads, L] each; the mask, where one is needed. */
  readonly tensors: readonly tf.Tensor[];
  readonly #count: number;

  constructor(
    { batch, slots, parts: [{ length, rows, mask }] }: StepGroup,
    private readonly layout: HeadLayout,
  ) {
    const { kvHeads } = layout;
    this.slots = slots;
    this.#count = slots.length / batch;
    const at = (offset: number) => {
      const places = new Int32Array(batch * kvHeads * length);
      for (let i = 0; i < places.length; i++) {
        const head = Math.floor(i / length) % kvHeads;
        const row = Math.floor(i / length / kvHeads) * length + (i % length);
        places[i] = rows[row]! * 2 * kvHeads + offset + head;
      }
      return tf.tensor2d(places, [batch * kvHeads, length], 'int32');
    };
    const masks = mask.every((value) => value === 0) ? [] : [tf.tensor4d(mask, [batch, 1, this.#count, length])];
    this.tensors = [tf.tensor1d(slots, 'int32'), at(0), at(kvHeads), ...masks];
  }

  /** @param isAll - Whether its queries are all of `q`, in order. @returns Shape [B · n, heads · headDim]. */
  attend(
    run: Operations,
    store: RowMatrix,
    isAll: boolean,
    q: NativeValue,
    [slots, keys, values, mask]: readonly NativeValue[],
  ): NativeValue {
    const { heads, kvHeads, headDim } = this.layout;
    const [count, batch] = [this.#count, this.slots.length / this.#count];
    const queries = run.mul(isAll ? q : run.gather(q, slots!), run.scalar(1 / Math.sqrt(headDim)));
    // Of one query each, heads and conversations lie in the order that the products want.
    const grouped = [-1, (heads / kvHeads) * count, headDim];
    const byHead =
      count === 1
        ? run.reshape(queries, [-1, heads / kvHeads, headDim])
        : run.reshapeFreely(
            run.transpose(run.reshapeFreely(queries, [batch, count, heads, headDim]), [0, 2, 1, 3]),
            grouped,
          );
    let scores = run.batchMatMul(byHead, store.read(run, keys!), false, true);
    if (mask !== undefined) {
      const perQuery = run.reshapeFreely(scores, [batch, heads, count, keys!.shape[1]!]);
      scores = run.reshapeFreely(run.add(perQuery, mask), scores.shape);
    }
    const mixed = run.batchMatMul(run.map('Softmax', scores), store.read(run, values!));
    if (count === 1) return run.reshape(mixed, [-1, heads * headDim]);
    const byQuery = run.transpose(run.reshapeFreely(mixed, [batch, heads, count, headDim]), [0, 2, 1, 3]);
    return run.reshape(byQuery, [-1, heads * headDim]);
  }
}

/** @returns Where each number of a permutation stands. */
function inverse(order: readonly number[]): Int32Array {
  const places = new Int32Array(order.length);
  order.forEach((slot, i) => (places[slot] = i));
  return places;
}
