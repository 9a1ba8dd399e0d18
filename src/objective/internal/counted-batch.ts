import type { TokenLayout } from '../../base/index.js';

/** The counted tokens of a batch, M of N: picks their values from arrays of the batch, and puts values back at their positions. */
export class CountedBatch {
  /** Positions of the counted tokens in the batch; shape [M]. */
  readonly positions: Int32Array;
  /** Shape [S + 1]; sequence i holds the counted tokens [offsets[i], offsets[i + 1]). */
  readonly offsets: Int32Array;
  readonly #length: number;

  constructor({ offsets, responseMask }: TokenLayout) {
    this.#length = responseMask.length;
    const positions = new Int32Array(this.#length);
    this.offsets = new Int32Array(Math.max(1, offsets.length));
    let size = 0;
    for (let i = 0; i + 1 < offsets.length; i++) {
      for (let t = offsets[i]!; t < offsets[i + 1]!; t++) if (responseMask[t] !== 0) positions[size++] = t;
      this.offsets[i + 1] = size;
    }
    this.positions = positions.subarray(0, size);
  }

  /** M, the number of counted tokens. */
  get size(): number {
    return this.positions.length;
  }

  /** Whether every token is counted. */
  get isWhole(): boolean {
    return this.size === this.#length;
  }

  /** @param values - Shape [N]. @returns The values of the counted tokens; shape [M]. */
  pick(values: ArrayLike<number>): Float64Array {
    const picked = new Float64Array(this.size);
    if (this.isWhole) picked.set(values);
    else for (let i = 0; i < picked.length; i++) picked[i] = values[this.positions[i]!]!;
    return picked;
  }

  /** @param values - Shape [M]. @returns Shape [N]; 0 outside the mask. */
  putBack(values: Float64Array): Float64Array {
    if (this.isWhole) return values;
    const spread = new Float64Array(this.#length);
    for (let i = 0; i < values.length; i++) spread[this.positions[i]!] = values[i]!;
    return spread;
  }
}
