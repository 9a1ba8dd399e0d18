import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ADVANTAGE_ESTIMATORS, groupAdvantages, type AdvantageEstimator } from '../../src/advantage/index.js';
import { rejectEqualRewards, rocDownsample, rocPenalties } from '../../src/downsample/index.js';
import { selectRollouts } from '../../src/select-rollouts.js';
import { rolloutBatchArbitrary } from '../../src/testing/fast-check.js';

/** A batch, some of its indices in any order, and the same ascending. */
const cases = rolloutBatchArbitrary().chain((rollouts) =>
  fc.record({
    rollouts: fc.constant(rollouts),
    among: fc.shuffledSubarray(rollouts.map((_, i) => i)),
  }),
);

/** What the slice's result says of the whole: its values at the slice's places, `outside` elsewhere. */
function spread<T>(values: ArrayLike<T>, ascending: readonly number[], count: number, outside: T): T[] {
  const whole = new Array<T>(count).fill(outside);
  ascending.forEach((index, k) => (whole[index] = values[k]!));
  return whole;
}

describe('among', () => {
  it('gives what the slice gives, in the places of the whole, draws included', () => {
    fc.assert(
      fc.property(cases, fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 5 }), (given, keep, worldSize) => {
        const { rollouts, among } = given;
        const ascending = among.toSorted((a, b) => a - b);
        const slice = ascending.map((index) => rollouts[index]!);
        const back = (kept: readonly number[]) => kept.map((k) => ascending[k]!);
        const outside = { kind: 'not-among' as const };

        const rejection = { worldSize, seed: 'x' };
        const rejected = rejectEqualRewards(rollouts, { ...rejection, among });
        const rejectedSlice = rejectEqualRewards(slice, rejection);
        expect(rejected.kept).toEqual(back(rejectedSlice.kept));
        expect(rejected.metrics).toEqual(rejectedSlice.metrics);
        expect(rejected.decisions).toEqual(spread(rejectedSlice.decisions, ascending, rollouts.length, outside));

        const roc = { keep, worldSize, seed: 'x' };
        const sampled = rocDownsample(rollouts, { ...roc, among: Int32Array.from(among) });
        const sampledSlice = rocDownsample(slice, roc);
        expect(sampled.kept).toEqual(back(sampledSlice.kept));
        expect(sampled.decisions).toEqual(spread(sampledSlice.decisions, ascending, rollouts.length, outside));

        const { penalties, metrics } = rocPenalties(rollouts, { among });
        const penaltiesSlice = rocPenalties(slice);
        expect(metrics).toEqual(penaltiesSlice.metrics);
        for (const term of ['total', 'errorRatio', 'format'] as const)
          expect(Array.from(penalties[term])).toEqual(
            spread(penaltiesSlice.penalties[term], ascending, rollouts.length, NaN),
          );

        const selected = selectRollouts(rollouts, { ...roc, among });
        const selectedSlice = selectRollouts(slice, roc);
        expect(selected.kept).toEqual(back(selectedSlice.kept));
        expect(Array.from(selected.advantages)).toEqual(
          spread(selectedSlice.advantages, ascending, rollouts.length, NaN),
        );
      }),
      { numRuns: 200, seed: 1 },
    );
  });

  it('gives the advantages of the slice under every estimator', () => {
    const estimators = Object.keys(ADVANTAGE_ESTIMATORS) as AdvantageEstimator[];
    fc.assert(
      fc.property(cases, fc.constantFrom(...estimators), ({ rollouts, among }, estimator) => {
        const ascending = among.toSorted((a, b) => a - b);
        const length = (rollout: (typeof rollouts)[number]) => rollout.turns.length;
        const slice = groupAdvantages(
          ascending.map((index) => rollouts[index]!),
          { estimator, length },
        );
        const whole = groupAdvantages(rollouts, { estimator, length, among });
        expect(Array.from(whole)).toEqual(spread(slice, ascending, rollouts.length, NaN));
      }),
      { numRuns: 200, seed: 2 },
    );
  });

  it('does not look at the order in which indices are named', () => {
    fc.assert(
      fc.property(cases, ({ rollouts, among }) => {
        const options = { keep: 3, seed: 'x' };
        expect(selectRollouts(rollouts, { ...options, among })).toEqual(
          selectRollouts(rollouts, { ...options, among: among.toReversed() }),
        );
      }),
      { seed: 3 },
    );
  });
});
