import * as tf from '@tensorflow/tfjs-core';
import { PolicyError } from '../../../base/index.js';
import { scratchBytes } from '../../internal/compiled/kernels.js';
import { hostMemory } from '../../internal/memory/host-memory.js';
import type { DecoderConfig } from '../../model/config.js';
import type { AttentionFunction } from '../../model/internal/index.js';
import type { CacheSlot, KvStore } from './conversation.js';
import { KvArenas, type KvArena } from './kv-arena.js';

const FLOAT = Float32Array.BYTES_PER_ELEMENT;
const LEAST_POSITIONS = 64;

/** One conversation's keys and values, layer by layer: [layer][keys, values][position][kvHeads · headDim]. Grows by doubling. */
export class KvCache {
  capacity = 0;
  #place: { readonly arena: KvArena; readonly address: number } | undefined;

  /** @param width - kvHeads · headDim. */
  constructor(
    private readonly arenas: KvArenas,
    private readonly layers: number,
    private readonly width: number,
  ) {}

  get arena(): KvArena {
    return this.#place!.arena;
  }

  /** The address of a layer's keys (0) or values (1). */
  address(layer: number, which: 0 | 1): number {
    return this.#place!.address + (2 * layer + which) * this.capacity * this.width * FLOAT;
  }

  /** Makes room for so many positions. */
  reserve(positions: number): void {
    if (positions <= this.capacity) return;
    const [before, known] = [this.#place, this.capacity];
    let capacity = Math.max(known, LEAST_POSITIONS);
    while (capacity < positions) capacity *= 2;
    this.#place = this.arenas.take(this.#bytes(capacity));
    this.capacity = capacity;
    if (before === undefined) return;
    for (let part = 0; part < 2 * this.layers; part++)
      copy(before, part * known * this.width, this.#place, part * capacity * this.width, known * this.width);
    before.arena.give(before.address, this.#bytes(known));
  }

  /** Takes over the first `length` positions of another conversation's cache. */
  copyFrom(other: KvCache, length: number): void {
    if (length === 0) return;
    this.reserve(length);
    for (let part = 0; part < 2 * this.layers; part++)
      copy(
        other.#place!,
        part * other.capacity * this.width,
        this.#place!,
        part * this.capacity * this.width,
        length * this.width,
      );
  }

  close(): void {
    this.#place?.arena.give(this.#place.address, this.#bytes(this.capacity));
    this.#place = undefined;
    this.capacity = 0;
  }

  #bytes(capacity: number): number {
    return 2 * this.layers * capacity * this.width * FLOAT;
  }
}

type Place = { readonly arena: KvArena; readonly address: number };

/** Copies floats from one piece to another. */
function copy(from: Place, start: number, to: Place, at: number, count: number): void {
  const first = from.address / FLOAT + start;
  to.arena.floats.set(from.arena.floats.subarray(first, first + count), to.address / FLOAT + at);
}

/**
 * Keys and values in wasm memories of their own, for the backends whose tensors are in this process too. One compiled program attends to a
 * conversation's whole run of new tokens, whether it is one token or a prompt; each token's result is the same either way.
 */
export class HostedKvStore implements KvStore<KvCache> {
  readonly #arenas = new KvArenas();

  constructor(private readonly config: DecoderConfig) {}

  open(): KvCache {
    const { numHiddenLayers, numKeyValueHeads, headDim } = this.config;
    return new KvCache(this.#arenas, numHiddenLayers, numKeyValueHeads * headDim);
  }

  close(cache: KvCache): void {
    cache.close();
  }

  copy(from: KvCache, to: KvCache, length: number): void {
    to.copyFrom(from, length);
  }

  dispose(): void {
    this.#arenas.close();
  }

  attention(slots: readonly CacheSlot<KvCache>[]): AttentionFunction {
    const runs = runsOf(slots);
    for (const { cache, position, count } of runs) cache.reserve(position + count);
    return (layer, q, k, v) => {
      const memory = hostMemory()!;
      const out = tf.engine().makeTensorFromTensorInfo(memory.empty([...q.shape])) as tf.Tensor2D;
      const [queries, keys, values, outputs] = [q, k, v, out].map((tensor) => memory.view(tensor)) as [
        Float32Array,
        Float32Array,
        Float32Array,
        Float32Array,
      ];
      for (const run of runs) this.#attend(layer, run, queries, keys, values, outputs);
      return out;
    };
  }

  #attend(
    layer: number,
    { cache, position, row, count }: Run,
    queries: Float32Array,
    keys: Float32Array,
    values: Float32Array,
    outputs: Float32Array,
  ): void {
    const { numAttentionHeads: heads, numKeyValueHeads: kvHeads, headDim } = this.config;
    const { arena } = cache;
    const width = kvHeads * headDim;
    const size = count * heads * headDim;
    const bytes = 2 * size * FLOAT + scratchBytes(position + count);
    const step = arena.work(bytes);
    if (step === undefined)
      throw new PolicyError(`the KV cache: no memory for ${bytes.toLocaleString('en')} bytes of work`);
    const { floats } = arena;
    const [keyAt, valueAt] = [cache.address(layer, 0), cache.address(layer, 1)];
    floats.set(keys.subarray(row * width, (row + count) * width), keyAt / FLOAT + position * width);
    floats.set(values.subarray(row * width, (row + count) * width), valueAt / FLOAT + position * width);
    const first = row * heads * headDim;
    floats.set(queries.subarray(first, first + size), step / FLOAT);
    const out = step + size * FLOAT;
    arena.kernels.attend(
      ...([step, keyAt, valueAt, out, out + size * FLOAT] as const),
      ...([count, position + 1, heads, kvHeads, headDim] as const),
    );
    outputs.set(floats.subarray(out / FLOAT, out / FLOAT + size), first);
  }
}

/** Consecutive tokens of one conversation in a flat step. */
interface Run {
  readonly cache: KvCache;
  /** The first one's. */
  readonly position: number;
  readonly row: number;
  readonly count: number;
}

function runsOf(slots: readonly CacheSlot<KvCache>[]): Run[] {
  const runs: Run[] = [];
  for (let row = 0, end = 0; row < slots.length; row = end) {
    const { cache, position } = slots[row]!;
    while (end < slots.length && slots[end]!.cache === cache) end++;
    runs.push({ cache, position, row, count: end - row });
  }
  return runs;
}
