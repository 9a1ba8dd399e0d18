import * as tf from '@tensorflow/tfjs-core';
import {
  attentionOver,
  isKernelSize,
  scratchBytes,
  type AttentionKernel,
} from '../../../internal/attention/attention-kernel.js';
import { hostMemory, type HostMemory } from '../../../internal/memory/host-memory.js';
import type { AttentionShape } from './grouped-attention.js';

type Heap = NonNullable<HostMemory['heap']>;

/** Packed attention by one compiled program over the memory of the `wasm` backend: nothing is copied, and no product is computed for the future. */
export interface FusedAttention {
  /** @returns Shape [N, heads · headDim]. */
  forward(q: tf.Tensor2D, k: tf.Tensor2D, v: tf.Tensor2D): tf.Tensor2D;
  /** @returns dq, dk and dv; the probabilities are computed again. */
  gradients(
    inputs: readonly [tf.Tensor2D, tf.Tensor2D, tf.Tensor2D],
    out: tf.Tensor2D,
    dOut: tf.Tensor2D,
  ): tf.Tensor2D[];
}

/** @returns Undefined where tensors lie elsewhere, or the program does not take heads of that size. */
export function fusedAttention(shape: AttentionShape): FusedAttention | undefined {
  const memory = hostMemory();
  if (memory?.heap === undefined || !isKernelSize(shape.headDim)) return undefined;
  return new OverHeap(memory, memory.heap, shape);
}

class OverHeap implements FusedAttention {
  readonly #kernel: AttentionKernel;

  constructor(
    private readonly memory: HostMemory,
    private readonly heap: Heap,
    private readonly shape: AttentionShape,
  ) {
    this.#kernel = attentionOver(heap.memory);
  }

  forward(q: tf.Tensor2D, k: tf.Tensor2D, v: tf.Tensor2D): tf.Tensor2D {
    const { heads, kvHeads, headDim } = this.shape;
    const out = this.#tensor(q.shape, 'empty');
    this.#withScratch((scratch) => {
      for (const { start, length } of this.#sequences()) {
        const [query, key] = [start * heads * headDim * 4, start * kvHeads * headDim * 4];
        const [from, to] = [this.#at(q) + query, this.#at(out) + query];
        this.#kernel.attend(
          ...([from, this.#at(k) + key, this.#at(v) + key, to, scratch] as const),
          ...([length, 1, heads, kvHeads, headDim] as const),
        );
      }
    });
    return out;
  }

  gradients(
    [q, k, v]: readonly [tf.Tensor2D, tf.Tensor2D, tf.Tensor2D],
    out: tf.Tensor2D,
    dOut: tf.Tensor2D,
  ): tf.Tensor2D[] {
    const { heads, kvHeads, headDim } = this.shape;
    const [dq, dk, dv] = [
      this.#tensor(q.shape, 'empty'),
      this.#tensor(k.shape, 'zeros'),
      this.#tensor(v.shape, 'zeros'),
    ];
    this.#withScratch((scratch) => {
      for (const { start, length } of this.#sequences()) {
        const query = (tensor: tf.Tensor) => this.#at(tensor) + start * heads * headDim * 4;
        const key = (tensor: tf.Tensor) => this.#at(tensor) + start * kvHeads * headDim * 4;
        this.#kernel.attendGradients(
          ...([query(q), key(k), key(v), query(out), query(dOut), query(dq), key(dk), key(dv), scratch] as const),
          ...([length, heads, kvHeads, headDim] as const),
        );
      }
    });
    return [dq, dk, dv];
  }

  #at(tensor: tf.Tensor): number {
    return this.heap.addressOf(tensor);
  }

  #tensor<S extends number[]>(shape: S, fill: 'empty' | 'zeros'): tf.Tensor2D {
    return tf.engine().makeTensorFromTensorInfo(this.memory[fill]([...shape])) as tf.Tensor2D;
  }

  #sequences(): { readonly start: number; readonly length: number }[] {
    const { offsets } = this.shape;
    return Array.from({ length: offsets.length - 1 }, (_, i) => ({
      start: offsets[i]!,
      length: offsets[i + 1]! - offsets[i]!,
    })).filter(({ length }) => length > 0);
  }

  #withScratch(use: (address: number) => void): void {
    const longest = this.#sequences().reduce((most, { length }) => Math.max(most, length), 0);
    const scratch = tf.engine().makeTensorFromTensorInfo(this.memory.empty([scratchBytes(longest) / 4]));
    use(this.#at(scratch));
    scratch.dispose();
  }
}
