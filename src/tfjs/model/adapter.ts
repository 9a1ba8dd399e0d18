import * as tf from '@tensorflow/tfjs-core';
import * as z from 'zod';
import { Random, type LoraSettings, type Seed } from '../../base/index.js';
import { checkArgument, parseOptions } from '../../base/internal/index.js';
import { type ModelParameters, parameterCount, requireLive, variableFrom } from './parameters.js';
import { outputWeight, packedHidden } from './internal/decoder/transformer.js';
import { createDecoder, type AdapterSettings, type Decoder, type LoraAdapter } from './decoder.js';
import { ADAPTED_MATRICES, adapterSpecs } from './internal/adapter/peft-config.js';

/** Options of {@link createAdapter}: those of every engine, and two more. */
export interface AdapterOptions extends LoraSettings {
  /** Scales by alpha / √rank instead of alpha / rank. Default false. */
  readonly rankStabilized?: boolean | undefined;
  /** Fixes what A starts as. Default 0. */
  readonly seed?: Seed | undefined;
}

/** A model with an adapter beside its weights, which are its base's own. */
export interface AdaptedDecoder extends Decoder {
  readonly adapter: LoraAdapter;
  /** The same model without the adapter: no copy, the very weights. */
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
 * Puts a fresh adapter beside a model's weights: what a learner trains is then the adapter alone. A starts uniform in
 * ±1/√in and B at zero, as PEFT has it, so that nothing is computed differently before the first step.
 *
 * Any number of adapters share one base; none of them changes it. Alpha is 32 unless given, and every matrix of attention
 * and MLP has an adapter unless `targets` says otherwise (`all-linear`, or names such as `q_proj`). No dropout.
 *
 * @returns A model whose `dispose` frees the adapter; the base stays the caller's, and must outlive it.
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
  if (base.adapter !== undefined) throw new TypeError('base: expected a model without an adapter, got one with an adapter');
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
 * Works an adapter into the weights.
 *
 * @returns A model without an adapter that computes the same up to rounding, and is trained and saved as any other. What
 *   the adapter leaves as it is shares the base's memory; both live on.
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
