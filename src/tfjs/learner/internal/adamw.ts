import * as tf from '@tensorflow/tfjs-core';
import * as z from 'zod';
import type { OptimizerParameters } from '../../../base/index.js';
import { parseOptions } from '../../../base/internal/index.js';
import { nativeBackend } from '../../internal/native/backend.js';
import { nativeAdamW } from './native-adamw.js';

/** Reads `AdamWOptions`. */
export const adamWSchema = z.strictObject({
  learningRate: z.number().nonnegative().default(1e-6),
  beta1: z.number().min(0).lt(1).default(0.9),
  beta2: z.number().min(0).lt(1).default(0.999),
  epsilon: z.number().positive().default(1e-8),
  weightDecay: z.number().nonnegative().default(0.01),
});

/** AdamW's settings; defaults are PyTorch's, but for the learning rate, which is the paper's 1e-6. */
export type AdamWOptions = Omit<OptimizerParameters, 'maxGradientNorm'>;

/** Settings of one step that replace the options. */
export interface AdamWStep extends AdamWOptions {
  /** Factor of every gradient. Default 1. */
  readonly gradientScale?: number;
}

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
    this.options = parseOptions(adamWSchema, options, 'options.optimizer');
  }

  /** Steps taken so far. */
  get steps(): number {
    return this.#steps;
  }

  /**
   * Changes the parameters in place by one step.
   *
   * @param gradients - By parameter name, of the parameter's shape. A parameter without one is left as it is.
   * @throws TypeError or RangeError naming the setting that is out of range; nothing has changed then.
   */
  step(
    parameters: ReadonlyMap<string, tf.Variable>,
    gradients: ReadonlyMap<string, tf.Tensor>,
    { gradientScale = 1, ...changes }: AdamWStep = {},
  ): void {
    const given = Object.entries(changes).filter(([, value]) => value !== undefined);
    const settings = parseOptions(adamWSchema, { ...this.options, ...Object.fromEntries(given) }, 'parameters');
    const { learningRate: rate, beta1, beta2, epsilon, weightDecay } = settings;
    this.#steps += 1;
    const firstCorrection = 1 - beta1 ** this.#steps;
    const secondCorrection = 1 - beta2 ** this.#steps;
    const isNative = nativeBackend() !== undefined;
    for (const [name, unscaled] of gradients) {
      const parameter = parameters.get(name);
      if (parameter === undefined) throw new RangeError(`gradients.${name}: expected a parameter's name`);
      const { first, second } = this.#momentsOf(name, parameter);
      tf.tidy(() => {
        if (isNative) {
          const tensors = { parameter, first, second, gradient: unscaled };
          const stepped = nativeAdamW(tensors, { ...settings, gradientScale, firstCorrection, secondCorrection });
          first.assign(stepped.first);
          second.assign(stepped.second);
          parameter.assign(stepped.parameter);
          return;
        }
        const gradient = gradientScale === 1 ? unscaled : tf.mul(unscaled, gradientScale);
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

  /** Goes on from a state that `state()` described. The tensors stay the caller's to dispose. */
  restore(steps: number, moments: ReadonlyMap<string, tf.Tensor>): void {
    this.dispose();
    this.#steps = steps;
    for (const [key, moment] of moments) {
      if (!key.startsWith('first.')) continue;
      const name = key.slice('first.'.length);
      const second = moments.get(`second.${name}`)!;
      this.#moments.set(name, { first: tf.variable(moment, false), second: tf.variable(second, false) });
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
