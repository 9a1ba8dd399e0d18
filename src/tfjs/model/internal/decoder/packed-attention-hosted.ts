import * as tf from '@tensorflow/tfjs-core';
import type { AttentionShape } from './grouped-attention.js';

/** q, k and v in this process's memory. */
export type Inputs = [q: Float32Array, k: Float32Array, v: Float32Array];

/** @returns The values of a tensor of the host's, without waiting. */
export function read(tensor: tf.Tensor): Float32Array {
  return tensor.dataSync<'float32'>();
}

/** Packed attention, one sequence and one head at a time, each a small 2-D product: what `wasm` and `cpu` do fastest. */
export function hostedAttention([q, k, v]: Inputs, shape: AttentionShape): Float32Array {
  const out = new Float32Array(q.length);
  forEachHead(shape, (at) => {
    const probabilities = attend(q, k, at);
    at.query.write(out, read(tf.matMul(probabilities, at.key.rows(v))));
  });
  return out;
}

/** @returns dq, dk and dv; the probabilities are computed again. */
export function hostedAttentionGradients(
  [q, k, v]: Inputs,
  out: Float32Array,
  dOut: Float32Array,
  shape: AttentionShape,
): Inputs {
  const [dq, dk, dv] = [new Float32Array(q.length), new Float32Array(k.length), new Float32Array(v.length)];
  forEachHead(shape, (at) => {
    const probabilities = attend(q, k, at);
    const dRows = at.query.rows(dOut);
    // dS = P ∘ (dO·Vᵀ − rowsum(dO ∘ O))
    const dProbabilities = tf.matMul(dRows, at.key.transposedRows(v));
    const dScores = tf.mul(probabilities, tf.sub(dProbabilities, at.query.rowDots(out, dOut)));
    at.query.write(dq, read(tf.matMul(dScores, at.key.rows(k, at.scale))));
    at.key.add(dk, read(tf.matMul(tf.transpose(dScores), at.query.rows(q, at.scale))));
    at.key.add(dv, read(tf.matMul(tf.transpose(probabilities), dRows)));
  });
  return [dq, dk, dv];
}

interface HeadOfSequence {
  readonly query: Block;
  readonly key: Block;
  readonly mask: tf.Tensor2D;
  readonly scale: number;
}

/** softmax of one head's masked, scaled scores; shape [T, T]. */
function attend(q: Float32Array, k: Float32Array, at: HeadOfSequence): tf.Tensor2D {
  const scores = tf.matMul(at.query.rows(q, at.scale), at.key.transposedRows(k));
  return tf.softmax(tf.add(scores, at.mask));
}

/** Calls `visit` for every head of every sequence, inside a tidy of its own. */
function forEachHead(shape: AttentionShape, visit: (at: HeadOfSequence) => void): void {
  const { offsets, heads, kvHeads, headDim } = shape;
  const masks = new Map<number, tf.Tensor2D>();
  for (let sequence = 0; sequence + 1 < offsets.length; sequence++) {
    const start = offsets[sequence]!;
    const length = offsets[sequence + 1]! - start;
    if (length === 0) continue;
    const mask = masks.get(length) ?? causalMask(length);
    masks.set(length, mask);
    for (let head = 0; head < heads; head++) {
      const kvHead = Math.floor(head / (heads / kvHeads));
      tf.tidy(() => {
        visit({
          query: new Block(start, length, heads * headDim, head * headDim, headDim),
          key: new Block(start, length, kvHeads * headDim, kvHead * headDim, headDim),
          mask,
          scale: 1 / Math.sqrt(headDim),
        });
      });
    }
  }
  tf.dispose([...masks.values()]);
}

/** 0 on and below the diagonal, a large negative number above it; shape [T, T]. */
function causalMask(length: number): tf.Tensor2D {
  const mask = new Float32Array(length * length);
  for (let i = 0; i < length; i++) mask.fill(-1e9, i * length + i + 1, (i + 1) * length);
  return tf.tensor2d(mask, [length, length]);
}

/** The rows of one sequence and the columns of one head, within a packed `[N, width]` array. */
class Block {
  constructor(
    readonly start: number,
    readonly length: number,
    readonly width: number,
    readonly column: number,
    readonly headDim: number,
  ) {}

  /** @returns The block as a tensor [T, headDim], times `scale`. */
  rows(from: Float32Array, scale = 1): tf.Tensor2D {
    const block = new Float32Array(this.length * this.headDim);
    for (let row = 0, to = 0; row < this.length; row++) {
      const at = this.#at(row);
      for (let c = 0; c < this.headDim; c++) block[to++] = from[at + c]! * scale;
    }
    return tf.tensor2d(block, [this.length, this.headDim]);
  }

  /** @returns The block as a tensor [headDim, T]. */
  transposedRows(from: Float32Array): tf.Tensor2D {
    const block = new Float32Array(this.length * this.headDim);
    for (let row = 0; row < this.length; row++) {
      const at = this.#at(row);
      for (let c = 0; c < this.headDim; c++) block[c * this.length + row] = from[at + c]!;
    }
    return tf.tensor2d(block, [this.headDim, this.length]);
  }

  /** @returns Each row's dot product of two arrays, as a column [T, 1]. */
  rowDots(a: Float32Array, b: Float32Array): tf.Tensor2D {
    const dots = new Float32Array(this.length);
    for (let row = 0; row < this.length; row++) {
      const at = this.#at(row);
      let dot = 0;
      for (let c = 0; c < this.headDim; c++) dot += a[at + c]! * b[at + c]!;
      dots[row] = dot;
    }
    return tf.tensor2d(dots, [this.length, 1]);
  }

  write(to: Float32Array, block: Float32Array): void {
    for (let row = 0; row < this.length; row++) {
      to.set(block.subarray(row * this.headDim, (row + 1) * this.headDim), this.#at(row));
    }
  }

  /** Adds, since several query heads share a key/value head. */
  add(to: Float32Array, block: Float32Array): void {
    for (let row = 0, from = 0; row < this.length; row++) {
      const at = this.#at(row);
      for (let c = 0; c < this.headDim; c++) to[at + c]! += block[from++]!;
    }
  }

  #at(row: number): number {
    return (this.start + row) * this.width + this.column;
  }
}
