import * as tf from '@tensorflow/tfjs-core';
import * as z from 'zod';
import { Random, type LoraSettings, type Seed } from '../../base/index.js';
import { checkArgument, parseOptions } from '../../base/internal/index.js';
import { type ModelParameters, parameterCount, requireLive, variableFrom } from './parameters.js';
import { outputWeight, packedHidden } from './internal/decoder/transformer.js';
import { createDecoder, type AdapterSettings, type Decoder, type LoraAdapter } from './decoder.js';
import { ADAPTED_MATRICES, adapterSpecs } from './internal/adapter/peft-config.js';

/** Options of {@link createAdapter}: those of all engines, and two more. */
export interface AdapterOptions extends LoraSettings {
  /** Scales by alpha / √rank instead of alpha / rank. Default false. */
  readonly rankStabilized?: boolean | undefined;
  /** Seed of the initial A. Default 0. */
  readonly seed?: Seed | undefined;
}

/** A model with an adapter; it shares the weights of its base. */
export interface AdaptedDecoder extends Decoder {
  readonly adapter: LoraAdapter;
  /** The same model without the adapter; it has the same weights, not a copy. */
  readonly base: Decoder;
}

/** Reads `AdapterOptions`; the targets as `adapter_config.json` lists them. */
export const adapterOptionsSchema = z.strictObject({
  rank: z.int().positive(),
  alpha: z.number().positive().default(32),
  targets: z
    .array(z.enum([...ADAPTED_MATRICES, 'all-linear']))
    .nonempty()
    .prefault(['all-linear'])
    .transform((targets) =>
      ADAPTED_MATRICES.filter((name) => targets.includes(name) || targets.includes('all-linear')),
    ),
  rankStabilized: z.boolean().default(false),
  seed: z.union([z.string(), z.number()]).default(0),
});

/**
 * Adds a new adapter to a model, so that a learner trains only the adapter. A is uniform in ±1/√in and B is zero, as in PEFT, so that the
 * model computes the same before the first step.
 *
 * Any number of adapters can share one base, which they do not change. Default alpha is 32; by default every matrix of attention and MLP
 * has an adapter (`targets`: `all-linear`, or names such as `q_proj`). There is no dropout.
 *
 * @returns A model whose `dispose` frees only the adapter. Dispose of the base yourself, after this model.
 * @throws TypeError or RangeError naming the option.
 *
 * @example
 * const model = createAdapter(base, { rank: 8 });
 */
export function createAdapter(base: Decoder, options: AdapterOptions): AdaptedDecoder {
  checkBase(base);
  const { seed, ...settings } = parseOptions(adapterOptionsSchema, options);
  const random = new Random(seed);
  const parameters = new Map<string, tf.Variable>();
  try {
    for (const { name, shape, bound } of adapterSpecs(base.config, settings)) {
      const values = new Float32Array(shape[0] * shape[1]);
      if (bound > 0) {
        const stream = random.fork(name);
        for (let i = 0; i < values.length; i++) values[i] = bound * (2 * stream.next() - 1);
      }
      parameters.set(name, variableFrom(values, shape));
    }
  } catch (error) {
    tf.dispose([...parameters.values()]);
    throw error;
  }
  return adaptedDecoder(base, settings, parameters);
}

/** @throws TypeError for anything but a model, and for one that has an adapter already. */
export function checkBase(base: Decoder): void {
  checkArgument(base, 'base', { config: 'an object', parameters: 'a Map' });
  if (base.adapter !== undefined)
    throw new TypeError('base: expected a model without an adapter, got one with an adapter');
}

/** @returns The model of a base and an adapter's matrices, which it owns. */
export function adaptedDecoder(base: Decoder, settings: AdapterSettings, parameters: ModelParameters): AdaptedDecoder {
  const { config } = base;
  const { rank, alpha, rankStabilized } = settings;
  const adapter: LoraAdapter = {
    ...settings,
    scale: alpha / (rankStabilized ? Math.sqrt(rank) : rank),
    parameters,
  };
  return {
    config,
    base,
    adapter,
    parameters: base.parameters,
    trainable: parameters,
    get outputWeight() {
      return outputWeight(config, base.parameters);
    },
    parameterCount: parameterCount([...base.parameters.values(), ...parameters.values()]),
    hidden: (tokens, offsets) => packedHidden(config, { parameters: base.parameters, adapter }, tokens, offsets),
    dispose: () => tf.dispose([...parameters.values()]),
  };
}

/**
 * Merges an adapter into the weights.
 *
 * @returns A model without an adapter that computes the same up to rounding, and can be trained and saved. Weights without an adapter share
 *   the base's memory; dispose of both models.
 *
 * @example
 * await saveModel('models/merged', mergeAdapter(createAdapter(base, { rank: 8 })));
 */
export function mergeAdapter(model: AdaptedDecoder): Decoder {
  checkArgument(model, 'model', { config: 'an object', parameters: 'a Map', adapter: 'an object' });
  requireLive(model);
  const { adapter, config } = model;
  const parameters = new Map<string, tf.Variable>();
  for (const [name, parameter] of model.parameters) {
    const stem = name.replace(/weight$/, '');
    const a = adapter.parameters.get(`${stem}lora_A.weight`) as tf.Tensor2D | undefined;
    const merged = tf.tidy(() => {
      // Another variable of the same memory.
      if (a === undefined) return tf.variable(parameter);
      const b = adapter.parameters.get(`${stem}lora_B.weight`) as tf.Tensor2D;
      return tf.variable(tf.add(parameter, tf.mul(tf.matMul(a, b), adapter.scale)));
    });
    parameters.set(name, merged);
  }
  return createDecoder(config, { parameters });
}
