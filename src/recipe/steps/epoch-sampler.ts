import { Random, type Seed } from '../../base/index.js';
import { checkArgument } from '../../base/internal/index.js';

/** Gives the batches of an endless sequence of epochs. */
export interface EpochSampler<T> {
  /**
   * The step's batch. It depends only on the seed and the step, so that a run can resume at any step.
   *
   * @param step - Counts from 1.
   * @throws RangeError for anything but a positive integer.
   */
  batch(step: number): T[];
}

/** Options of {@link createEpochSampler}. */
export interface EpochSamplerOptions {
  readonly batchSize: number;
  readonly seed: Seed;
  /** `shuffled` (default): a new order in each epoch; `given`: the order of the items. */
  readonly order?: 'shuffled' | 'given' | undefined;
}

/**
 * Gives batches of `batchSize` over endless epochs; a batch may contain the end of one epoch and the start of the next.
 *
 * @throws RangeError without items, or for a batch size that is not a positive integer.
 *
 * @example
 * createEpochSampler(['a', 'b', 'c'], { batchSize: 2, seed: 'prompts' }).batch(1).length; // 2
 */
export function createEpochSampler<T>(items: readonly T[], options: EpochSamplerOptions): EpochSampler<T> {
  checkArgument(items, 'items', 'an array');
  checkArgument(options, 'options', { batchSize: 'a number' });
  const { batchSize, seed, order = 'shuffled' } = options;
  if (items.length === 0) throw new RangeError('items: expected at least one, got none');
  if (!(Number.isSafeInteger(batchSize) && batchSize > 0))
    throw new RangeError(`options.batchSize: expected a positive integer, got ${batchSize}`);
  // The current epoch and the one before: a batch may hold items of both.
  const epochs = new Map<number, readonly T[]>();
  const epochItems = (epoch: number) => {
    if (order === 'given') return items;
    const known = epochs.get(epoch) ?? new Random(`${seed}/epoch-${epoch}`).shuffle(items);
    epochs.set(epoch, known);
    for (const old of epochs.keys()) if (old < epoch - 1 || old > epoch) epochs.delete(old);
    return known;
  };
  return {
    batch(step) {
      if (!(Number.isSafeInteger(step) && step > 0))
        throw new RangeError(`step: expected a positive integer, got ${step}`);
      return Array.from({ length: batchSize }, (_, i) => {
        const at = (step - 1) * batchSize + i;
        return epochItems(Math.floor(at / items.length))[at % items.length]!;
      });
    },
  };
}
