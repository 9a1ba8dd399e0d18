import * as fc from 'fast-check';
import { checkArgument } from '../base/internal/index.js';
import { checkRocInvariants, type RocInvariant, type RocRequest, type RocSampler } from './roc-invariants.js';
import { rolloutBatchArbitrary, type BatchConstraints } from './rollout-arbitraries.js';

/** Options of {@link assertRocInvariants}. */
export interface RocAssertionOptions {
  /** Invariants that the sampler does not claim. */
  readonly except?: readonly RocInvariant[];
  /** What the batches are like. */
  readonly batches?: BatchConstraints;
  /** Batches tried. Default 200. */
  readonly runs?: number;
  /** Repeats the run of a failure that was reported with it. */
  readonly seed?: number;
}

/**
 * Asserts that a sampler is a Resample-on-Correct: tries it on batches of every kind and, where an invariant breaks, throws
 * with the smallest batch that breaks it.
 *
 * @param sample - The sampler; another stack's own turns our rollouts into its own here.
 * @throws Error that names the invariant, the batch and the seed to repeat it with.
 * @example
 * assertRocInvariants((rollouts, request) => rocDownsample(rollouts, request).kept);
 */
export function assertRocInvariants(sample: RocSampler, options: RocAssertionOptions = {}): void {
  checkArgument(sample, 'sample', 'a function');
  checkArgument(options, 'options', 'an object');
  const { except = [], batches = {}, runs = 200, seed } = options;
  fc.assert(
    fc.property(rolloutBatchArbitrary(batches), rocRequestArbitrary(except), (rollouts, request) =>
      checkRocInvariants(sample, rollouts, request, except),
    ),
    // The error's own message names the invariant; fast-check would leave it to `cause`.
    { numRuns: runs, includeErrorInReport: true, ...(seed === undefined ? {} : { seed }) },
  );
}

/** Requests with minimums that fit n; those that a sampler does not claim stay at their neutral value. */
export function rocRequestArbitrary(except: readonly RocInvariant[] = []): fc.Arbitrary<RocRequest> {
  const minimums = !except.includes('minimums');
  return fc
    .record({
      keep: fc.integer({ min: 1, max: 16 }),
      seed: fc.string(),
      positives: minimums ? fc.nat(8) : fc.constant(0),
      negatives: minimums ? fc.nat(8) : fc.constant(0),
      worldSize: except.includes('world-size')
        ? fc.constant(1)
        : fc.oneof(fc.constant(1), fc.integer({ min: 2, max: 9 })),
    })
    .map(({ keep, seed, positives, negatives, worldSize }) => ({
      keep,
      seed,
      minimumPositives: Math.min(positives, keep),
      minimumNegatives: Math.min(negatives, keep - Math.min(positives, keep)),
      worldSize,
    }));
}
