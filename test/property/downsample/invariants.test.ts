import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Rollout } from '../../../src/base/index.js';
import { rejectEqualRewards, rocDownsample } from '../../../src/downsample/index.js';
import { assertRocInvariants, rolloutBatchArbitrary } from '../../../src/testing/fast-check.js';
import { signedGroups } from '../../../src/testing/roc-invariants.js';
import type { RocInvariant } from '../../../src/testing/roc-invariants.js';

describe('rocDownsample', () => {
  it('holds every invariant of Resample-on-Correct', () => {
    assertRocInvariants((rollouts, request) => rocDownsample(rollouts, request).kept, { runs: 500, seed: 1 });
  });

  it('holds them with penalties of the caller', () => {
    const penalty = (rollout: Rollout) => rollout.turns.length;
    assertRocInvariants((rollouts, request) => rocDownsample(rollouts, { ...request, penalty }).kept, { seed: 2 });
  });

  it('holds them as a uniform control, which has no quotas and no minimums', () => {
    const except: RocInvariant[] = ['quotas', 'minimums'];
    assertRocInvariants((rollouts, request) => rocDownsample(rollouts, { ...request, strategy: 'uniform' }).kept, {
      except,
      seed: 5,
    });
  });

  it('does not look at rewards or penalties as a uniform control', () => {
    fc.assert(
      fc.property(rolloutBatchArbitrary(), fc.integer({ min: 1, max: 16 }), (rollouts, keep) => {
        const options = { strategy: 'uniform', keep, seed: 'fixed' } as const;
        const negated = rollouts.map((rollout) => ({ ...rollout, reward: -rollout.reward!, turns: [] }));
        expect(rocDownsample(negated, options).kept).toEqual(rocDownsample(rollouts, options).kept);
      }),
      { seed: 6 },
    );
  });

  it('says of every rollout what became of it, in agreement with what is kept', () => {
    fc.assert(
      fc.property(
        rolloutBatchArbitrary(),
        fc.integer({ min: 1, max: 16 }),
        fc.integer({ min: 1, max: 9 }),
        (rollouts, keep, worldSize) => {
          const { kept, decisions } = rocDownsample(rollouts, { keep, worldSize, seed: 'fixed' });
          expect(decisions).toHaveLength(rollouts.length);
          expect(decisions.flatMap(({ kind }, i) => (kind === 'kept' ? [i] : []))).toEqual(kept);
          const taken = decisions.flatMap((decision, i) =>
            decision.kind === 'kept' || (decision.kind === 'dropped' && decision.reason === 'world-size') ? [i] : [],
          );
          for (const { positives, negatives } of signedGroups(rollouts))
            for (const members of [positives, negatives])
              for (const index of members)
                expect(decisions[index]).toMatchObject({
                  candidates: members.length,
                  taken: taken.filter((i) => members.includes(i)).length,
                });
        },
      ),
      { seed: 7 },
    );
  });
});

describe('rejectEqualRewards', () => {
  it('keeps exactly the groups whose rewards differ, whole and in order', () => {
    fc.assert(
      fc.property(rolloutBatchArbitrary({ reward: fc.constantFrom(0, 1) }), (rollouts) => {
        const { kept } = rejectEqualRewards(rollouts);
        const varied = signedGroups(rollouts).filter((g) => g.positives.length > 0 && g.negatives.length > 0);
        expect(kept).toEqual(varied.flatMap(({ members }) => members).sort((a, b) => a - b));
      }),
      { seed: 9 },
    );
  });

  it('does not depend on the order of rollouts', () => {
    fc.assert(
      fc.property(rolloutBatchArbitrary(), fc.integer({ min: 1, max: 8 }), (rollouts, worldSize) => {
        const names = (batch: typeof rollouts) =>
          rejectEqualRewards(batch, { worldSize }).kept.map((index) => batch[index]!.id);
        expect(new Set(names(rollouts.toReversed()))).toEqual(new Set(names(rollouts)));
      }),
      { seed: 10 },
    );
  });

  it('leaves out the fewest whole groups so that the world size divides the rest', () => {
    fc.assert(
      fc.property(rolloutBatchArbitrary(), fc.integer({ min: 1, max: 8 }), (rollouts, worldSize) => {
        const { kept } = rejectEqualRewards(rollouts, { worldSize });
        const selected = rejectEqualRewards(rollouts).kept;
        expect(kept.length % worldSize).toBe(0);
        const sizes = signedGroups(rollouts).map(({ members }) => members.filter((i) => selected.includes(i)).length);
        const sums = sizes.reduce((known, size) => known.flatMap((sum) => [sum, sum + size]), [0]);
        expect(kept.length).toBe(Math.max(...sums.filter((sum) => sum % worldSize === 0)));
      }),
      { seed: 11 },
    );
  });
});
