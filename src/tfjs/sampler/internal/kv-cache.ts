import type { DecoderConfig } from '../../model/config.js';

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
