import * as fc from 'fast-check';
import { checkArgument } from '../base/internal/index.js';
import { checkRocInvariants, type RocInvariant, type RocRequest, type RocSampler } from './roc-invariants.js';
import { rolloutBatchArbitrary, type BatchConstraints } from './rollout-arbitraries.js';

/** Options of {@link assertRocInvariants}. */
export interface RocAssertionOptions {
  /** Invariants that the sampler need not satisfy. */
  readonly except?: readonly RocInvariant[];
  /** Constraints of the random batches. */
  readonly batches?: BatchConstraints;
  /** Number of batches. Default 200. */
  readonly runs?: number;
  /** The seed of a reported failure, to repeat it. */
  readonly seed?: number;
}

/**
 * Asserts that a sampler satisfies the invariants of Resample-on-Correct: it tries random batches, and throws with the smallest batch that
 * breaks an invariant.
 *
 * @param sample - The sampler. For another rollout type, convert the rollouts here.
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
