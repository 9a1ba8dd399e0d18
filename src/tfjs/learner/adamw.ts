import * as tf from '@tensorflow/tfjs-core';
import { z } from 'zod';
import { parseOptions } from '../../base/internal/index.js';

const adamWSchema = z.strictObject({
  learningRate: z.number().nonnegative().default(1e-6),
  beta1: z.number().min(0).lt(1).default(0.9),
  beta2: z.number().min(0).lt(1).default(0.999),
  epsilon: z.number().positive().default(1e-8),
  weightDecay: z.number().nonnegative().default(0.01),
});

/** AdamW's settings; defaults are PyTorch's, but for the learning rate, which is the paper's 1e-6. */
export type AdamWOptions = z.input<typeof adamWSchema>;

/** A parameter's running moments, both of the parameter's shape. */
interface Moments {
  readonly first: tf.Variable;
  readonly second: tf.Variable;
}

/**
 * Adam with decoupled weight decay (arXiv 1711.05101, Alg. 2; the arithmetic of `torch.optim.AdamW`).
 *
 *     θ ← θ(1 − ηλ);  m ← β₁m + (1 − β₁)g;  v ← β₂v + (1 − β₂)g²
 *     θ ← θ − η · (m / (1 − β₁ᵗ)) / (√(v / (1 − β₂ᵗ)) + ε)
 */
export class AdamW {
  readonly options: z.output<typeof adamWSchema>;
  readonly #moments = new Map<string, Moments>();
  #steps = 0;

  constructor(options: AdamWOptions = {}) {
    this.options = parseOptions(adamWSchema, options);
  }

  /** Steps taken so far. */
  get steps(): number {
    return this.#steps;
  }

  /**
   * Changes the parameters in place by one step.
   *
   * @param gradients - By parameter name, of the parameter's shape. A parameter without one is left as it is.
   * @param rateFactor - What the schedule multiplies the learning rate by.
   */
  step(parameters: ReadonlyMap<string, tf.Variable>, gradients: ReadonlyMap<string, tf.Tensor>, rateFactor = 1): void {
    this.#steps += 1;
    const { learningRate, beta1, beta2, epsilon, weightDecay } = this.options;
    const rate = learningRate * rateFactor;
    const firstCorrection = 1 - beta1 ** this.#steps;
    const secondCorrection = 1 - beta2 ** this.#steps;
    for (const [name, gradient] of gradients) {
      const parameter = parameters.get(name);
      if (parameter === undefined) throw new RangeError(`gradients.${name}: expected a parameter's name`);
      const { first, second } = this.#momentsOf(name, parameter);
      tf.tidy(() => {
        first.assign(tf.add(tf.mul(first, beta1), tf.mul(gradient, 1 - beta1)));
        second.assign(tf.add(tf.mul(second, beta2), tf.mul(tf.square(gradient), 1 - beta2)));
        const denominator = tf.add(tf.div(tf.sqrt(second), Math.sqrt(secondCorrection)), epsilon);
        const update = tf.mul(tf.div(first, denominator), rate / firstCorrection);
        parameter.assign(tf.sub(tf.mul(parameter, 1 - rate * weightDecay), update));
      });
    }
  }

  /** Step count and moments, by name: `first.NAME`, `second.NAME`. The tensors stay the optimizer's own. */
  state(): { readonly steps: number; readonly moments: ReadonlyMap<string, tf.Tensor> } {
    const moments = new Map<string, tf.Tensor>();
    for (const [name, { first, second }] of this.#moments) {
      moments.set(`first.${name}`, first);
      moments.set(`second.${name}`, second);
    }
    return { steps: this.#steps, moments };
  }

  /** Goes on from a state that `state()` described. */
  restore(
    steps: number,
    moments: ReadonlyMap<string, { readonly values: Float32Array; readonly shape: readonly number[] }>,
  ): void {
    this.dispose();
    this.#steps = steps;
    for (const [key, { values, shape }] of moments) {
      const name = key.slice(key.indexOf('.') + 1);
      const pair = this.#momentsOf(name, { shape: [...shape] });
      const moment = key.startsWith('first.') ? pair.first : pair.second;
      tf.tidy(() => moment.assign(tf.tensor(values, [...shape])));
    }
  }

  dispose(): void {
    for (const { first, second } of this.#moments.values()) tf.dispose([first, second]);
    this.#moments.clear();
  }

  #momentsOf(name: string, { shape }: { readonly shape: number[] }): Moments {
    const known = this.#moments.get(name);
    if (known !== undefined) return known;
    const zeros = () => tf.tidy(() => tf.variable(tf.zeros(shape), false));
    const moments = { first: zeros(), second: zeros() };
    this.#moments.set(name, moments);
    return moments;
  }
}
