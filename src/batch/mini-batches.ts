import * as z from 'zod/mini';
import { toRandom, type Random } from '../base/index.js';
import { aggregationSchema, aggregationWeights, parseOptions, seedSchema } from '../base/internal/index.js';
import type { Aggregation, PackedBatch, Seed } from '../base/index.js';
import { checkPackedBatch, selectSequences } from './select-sequences.js';

/** How a batch is cut into the mini-batches of its optimizer steps. */
export interface MiniBatchOptions {
  /** Number of mini-batches; a batch with fewer sequences gives one mini-batch for each. */
  readonly count: number;
  /** Shuffles the sequences first. Absent: input order. */
  readonly seed?: Seed | Random | undefined;
  /** How each mini-batch's loss is aggregated. Default: the batch's aggregation, else `token-mean`. */
  readonly aggregation?: Aggregation | undefined;
}

const optionsSchema = z.strictObject({
  count: z.int().check(z.positive()),
  seed: z.optional(seedSchema),
  aggregation: z.optional(aggregationSchema),
});

/**
 * Cuts a batch into mini-batches of whole sequences, of equal size up to one sequence: one optimizer step each.
 *
 * Loss weights are computed again over each mini-batch, so that each step's loss is that mini-batch's own.
 *
 * @returns Every sequence once; never an empty mini-batch.
 * @throws TypeError for anything but a packed batch; TypeError or RangeError for options out of range.
 *
 * @example
 * splitMiniBatches(batch, { count: 4, seed: 'step-12' }).length; // 4
 */
export function splitMiniBatches(batch: PackedBatch, options: MiniBatchOptions): PackedBatch[] {
  checkPackedBatch(batch);
  const { count, seed, aggregation = batch.aggregation ?? 'token-mean' } = parseOptions(optionsSchema, options);
  const total = batch.offsets.length - 1;
  const inOrder = Array.from({ length: total }, (_, i) => i);
  const order = seed === undefined ? inOrder : toRandom(seed).shuffle(inOrder);
  const parts = Math.min(count, total);
  return Array.from({ length: parts }, (_, k) => {
    const chosen = order.slice(Math.floor((k * total) / parts), Math.floor(((k + 1) * total) / parts));
    const part = selectSequences(batch, chosen);
    return { ...part, aggregation, lossWeights: Float32Array.from(aggregationWeights(part, aggregation)) };
  });
}
