import { z } from 'zod';
import { parseOptions } from '../../base/internal/index.js';

/**
 * The shape of a Qwen3 model, under the names of its Hugging Face `config.json` in camel case.
 *
 * Any size is one configuration of the same code: `QWEN3_0_6B` is the smallest published model, the reference trainer's
 * has two layers of 64.
 */
export interface Qwen3Config {
  readonly vocabSize: number;
  readonly hiddenSize: number;
  readonly numHiddenLayers: number;
  readonly numAttentionHeads: number;
  /** Grouped-query attention: each key/value head serves `numAttentionHeads / numKeyValueHeads` query heads. */
  readonly numKeyValueHeads: number;
  /** Even: rotary embedding turns pairs. Need not be `hiddenSize / numAttentionHeads`. */
  readonly headDim: number;
  readonly intermediateSize: number;
  /** Default 1,000,000. */
  readonly ropeTheta: number;
  /** Default 1e-6. */
  readonly rmsNormEps: number;
  /** Longest sequence, in tokens. */
  readonly maxPositionEmbeddings: number;
  /** Whether the output matrix is the embedding table. Default true. */
  readonly tieWordEmbeddings: boolean;
}

const positive = z.int().positive();

const configSchema = z
  .strictObject({
    vocabSize: positive,
    hiddenSize: positive,
    numHiddenLayers: positive,
    numAttentionHeads: positive,
    numKeyValueHeads: positive,
    headDim: positive.multipleOf(2),
    intermediateSize: positive,
    ropeTheta: z.number().positive().default(1_000_000),
    rmsNormEps: z.number().positive().default(1e-6),
    maxPositionEmbeddings: positive,
    tieWordEmbeddings: z.boolean().default(true),
  })
  .refine((config) => config.numAttentionHeads % config.numKeyValueHeads === 0, {
    message: 'expected a multiple of numKeyValueHeads',
    path: ['numAttentionHeads'],
  });

/**
 * @returns The configuration with defaults filled in.
 * @throws TypeError or RangeError naming the field.
 */
export function qwen3Config(config: z.input<typeof configSchema>): Qwen3Config {
  return parseOptions(configSchema, config, 'config');
}

/** Qwen3-0.6B as published (config.json of Qwen/Qwen3-0.6B). */
export const QWEN3_0_6B: Qwen3Config = qwen3Config({
  vocabSize: 151_936,
  hiddenSize: 1024,
  numHiddenLayers: 28,
  numAttentionHeads: 16,
  numKeyValueHeads: 8,
  headDim: 128,
  intermediateSize: 3072,
  maxPositionEmbeddings: 40_960,
});
