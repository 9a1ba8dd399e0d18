import * as tf from '@tensorflow/tfjs-core';

/** The sums of gradients until an optimizer's step, by the names of the parameters; it owns them. */
export class AccumulatedGradients {
  readonly #sums = new Map<string, tf.Tensor>();

  get sums(): ReadonlyMap<string, tf.Tensor> {
    return this.#sums;
  }

  /** @param gradients - Taken over. */
  add(gradients: ReadonlyMap<string, tf.Tensor>): void {
    for (const [name, gradient] of gradients) {
      const sum = this.#sums.get(name);
      this.#sums.set(name, sum === undefined ? gradient : tf.add(sum, gradient));
      if (sum !== undefined) tf.dispose([sum, gradient]);
    }
  }

  clear(): void {
    tf.dispose([...this.#sums.values()]);
    this.#sums.clear();
  }
}
