import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ReleaseError, releaseDownsample } from '../../../src/compat/index.js';
import { rolloutBatchArbitrary } from '../../../src/testing/fast-check.js';
import { signedGroups } from '../../../src/testing/roc-invariants.js';

describe('releaseDownsample', () => {
  it('fails only where its quotas do not add up or its minimums do not fit', () => {
    fc.assert(
      fc.property(
        rolloutBatchArbitrary({ maxGroups: 2, branches: false }).filter((rollouts) => rollouts.length > 0),
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: -1, max: 4 }),
        fc.integer({ min: -1, max: 4 }),
        (rollouts, keep, minimumPositives, minimumNegatives) => {
          const options = { keep, minimumPositives, minimumNegatives, worldSize: 1 };
          const run = () => releaseDownsample(rollouts, options);
          const halves = signedGroups(rollouts).some(
            ({ members, positives }) =>
              members.length > keep && Number.isInteger((2 * positives.length * keep) / members.length),
          );
          const unfit = minimumPositives + minimumNegatives > keep;
          const oneSided = Math.max(minimumPositives, minimumNegatives) > keep;
          if (!halves && !unfit && !oneSided) expect(run().kept.length % keep).toBe(0);
          if (unfit) expect(run).toThrow(ReleaseError);
        },
      ),
      { numRuns: 300, seed: 8 },
    );
  });
});
