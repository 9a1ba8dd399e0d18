import * as z from 'zod/mini';
import { parseOptions, sequenceLengths } from '../base/internal/index.js';
import type { PackedBatch } from '../base/index.js';
import { partition } from './internal/partition.js';
import { checkPackedBatch, selectSequences } from './select-sequences.js';

/** How a mini-batch is split so that each part fits a device: by a maximum of tokens, or into a number of parts. */
export interface MicroBatchOptions {
  /** Most tokens of a micro-batch. At least the longest sequence. */
  readonly maxTokens?: number | undefined;
  /** At least this many micro-batches (never more than sequences). Default 1. */
  readonly count?: number | undefined;
}

const optionsSchema = z.strictObject({
  maxTokens: z.optional(z.number().check(z.positive())),
  count: z._default(z.int().check(z.positive()), 1),
});

/**
 * Splits a mini-batch into micro-batches of whole sequences, balanced by token count: as few as `maxTokens` allows, and the longest at most
 * 5 % above the mean if the sequences' lengths allow it.
 *
 * Loss weights stay those of the mini-batch, so that losses and gradients of the parts add up to its own.
 *
 * @returns Every sequence once, in ascending order within a part; never an empty part.
 * @throws RangeError if a sequence alone has more than `maxTokens` tokens; TypeError for anything but a packed batch.
 *
 * @example
 * for (const part of splitMicroBatches(batch, { maxTokens: 16384 })) await learner.forwardBackward(part, grpoRoc());
 */
export function splitMicroBatches(batch: PackedBatch, options: MicroBatchOptions = {}): PackedBatch[] {
  checkPackedBatch(batch);
  const { maxTokens = Infinity, count } = parseOptions(optionsSchema, options);
  const sizes = sequenceLengths(batch.offsets);
  const longest = sizes.reduce((most, size) => Math.max(most, size), 0);
  if (longest > maxTokens)
    throw new RangeError(`options.maxTokens: expected at least ${longest} (longest sequence), got ${maxTokens}`);
  const fewest = Math.max(count, Math.ceil(batch.tokens.length / maxTokens), 1);
  for (let bins = Math.min(fewest, sizes.length); ; bins++) {
    const parts = partition(sizes, Math.max(1, bins), maxTokens)?.filter((items) => items.length > 0);
    if (parts !== undefined) return parts.map((items) => selectSequences(batch, items));
  }
}
