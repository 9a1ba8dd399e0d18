import * as z from 'zod';
import { parseOptions } from '../../base/internal/index.js';

/**
 * The shape of a decoder, under the names of Hugging Face's `config.json` in camel case.
 *
 * One decoder computes every model here: embedding, blocks of grouped-query attention and SwiGLU with RMSNorm before
 * each, final norm. Defaults are those of Qwen3; `QWEN3_0_6B` is its smallest published model, `SMALL_DECODER` the model of the reference
 * trainer.
 */
export interface DecoderConfig {
  readonly vocabSize: number;
  readonly hiddenSize: number;
  readonly numHiddenLayers: number;
  readonly numAttentionHeads: number;
  /** Grouped-query attention: each key/value head serves `numAttentionHeads / numKeyValueHeads` query heads. */
  readonly numKeyValueHeads: number;
  /** Even: rotary embedding turns pairs. May differ from `hiddenSize / numAttentionHeads`. */
  readonly headDim: number;
  readonly intermediateSize: number;
  /** Projections of the attention with a bias: `none`; `qkv`, queries, keys and values (Qwen2); or `qkvo`, also the output. Default `none`. */
  readonly attentionBias: 'none' | 'qkv' | 'qkvo';
  /** Whether each head's queries and keys are normalised before they are rotated. Default true; Qwen2 and Llama do not. */
  readonly qkNorm: boolean;
  /** Default 1,000,000. */
  readonly ropeTheta: number;
  /** Scaling of rotary frequencies for contexts longer than in pretraining. Default: no scaling. */
  readonly ropeScaling?: RopeScaling | undefined;
  /** Default 1e-6. */
  readonly rmsNormEps: number;
  /** Longest sequence, in tokens. */
  readonly maxPositionEmbeddings: number;
  /** Whether the output matrix is the embedding table. Default true. */
  readonly tieWordEmbeddings: boolean;
}

/**
 * Scaling of rotary frequencies: all equally (`linear`), or only slow ones, with a ramp between (`llama3`, for Llama 3.1 and later). Fields
 * as in `config.json`.
 */
export type RopeScaling =
  | { readonly kind: 'linear'; readonly factor: number }
  | {
      readonly kind: 'llama3';
      readonly factor: number;
      /** Wavelengths above the pretrained context divided by this are scaled by the whole factor. */
      readonly lowFreqFactor: number;
      /** Wavelengths below the pretrained context divided by this do not change. */
      readonly highFreqFactor: number;
      readonly originalMaxPositionEmbeddings: number;
    };

const positive = z.int().positive();
const factor = z.number().positive();

const ropeScalingSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('linear'), factor }),
  z
    .strictObject({
      kind: z.literal('llama3'),
      factor,
      lowFreqFactor: factor,
      highFreqFactor: factor,
      originalMaxPositionEmbeddings: positive,
    })
    .check(({ value: { lowFreqFactor, highFreqFactor }, issues }) => {
      const message = `expected more than ${lowFreqFactor} (lowFreqFactor)`;
      if (lowFreqFactor >= highFreqFactor)
        issues.push({ code: 'custom', message, input: highFreqFactor, path: ['highFreqFactor'] });
    }),
]);

const configSchema = z
  .strictObject({
    vocabSize: positive,
    hiddenSize: positive,
    // No model is a tenth as deep: a file that says so is not read into memory.
    numHiddenLayers: positive.max(10_000),
    numAttentionHeads: positive,
    numKeyValueHeads: positive,
    headDim: positive.multipleOf(2),
    intermediateSize: positive,
    attentionBias: z.enum(['none', 'qkv', 'qkvo']).default('none'),
    qkNorm: z.boolean().default(true),
    ropeTheta: z.number().positive().default(1_000_000),
    ropeScaling: ropeScalingSchema.optional(),
    rmsNormEps: z.number().positive().default(1e-6),
    maxPositionEmbeddings: positive,
    tieWordEmbeddings: z.boolean().default(true),
  })
  .check(({ value: { numAttentionHeads: heads, numKeyValueHeads }, issues }) => {
    const message = `expected a multiple of ${numKeyValueHeads} (numKeyValueHeads)`;
    if (heads % numKeyValueHeads !== 0)
      issues.push({ code: 'custom', message, input: heads, path: ['numAttentionHeads'] });
  });

/**
 * @returns The configuration with defaults filled in.
 * @throws TypeError or RangeError naming the field.
 *
 * @example
 * const config = decoderConfig({ ...SMALL_DECODER, vocabSize: 300 });
 */
export function decoderConfig(config: z.input<typeof configSchema>): DecoderConfig {
  return parseOptions(configSchema, config, 'config');
}

/** Qwen3-0.6B as published (config.json of Qwen/Qwen3-0.6B). */
export const QWEN3_0_6B: DecoderConfig = decoderConfig({
  vocabSize: 151_936,
  hiddenSize: 1024,
  numHiddenLayers: 28,
  numAttentionHeads: 16,
  numKeyValueHeads: 8,
  headDim: 128,
  intermediateSize: 3072,
  maxPositionEmbeddings: 40_960,
});

/** The model of the reference trainer, for a vocabulary of any size: `decoderConfig({ ...SMALL_DECODER, vocabSize })`. */
export const SMALL_DECODER = {
  hiddenSize: 64,
  numHiddenLayers: 2,
  numAttentionHeads: 4,
  numKeyValueHeads: 4,
  headDim: 16,
  intermediateSize: 128,
  /** Sequences are short: a small base turns every channel within reach of the distances that matter. */
  ropeTheta: 100,
  maxPositionEmbeddings: 512,
} as const;
