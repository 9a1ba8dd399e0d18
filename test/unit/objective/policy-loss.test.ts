import { describe, expect, it } from 'vitest';
import { packRollouts } from '../../../src/batch/index.js';
import { bnpo, drGrpo, gmpo, grpo, grpoRoc, mergeLossReports, policyLoss } from '../../../src/objective/index.js';
import type { PolicyLossInput } from '../../../src/objective/index.js';
import type { Objective } from '../../../src/base/index.js';

/** A matcher for a number that may differ by rounding. */
const closeTo = (value: number): unknown => expect.closeTo(value, 12);
const list = (values: ArrayLike<number>) => Array.from(values);

/** One sequence whose tokens have these ratios and advantages; old logprobs are −1. */
function tokens(ratios: readonly number[], advantages: readonly number[], mask = ratios.map(() => 1)): PolicyLossInput {
  return {
    offsets: [0, ratios.length],
    responseMask: mask,
    oldLogprobs: ratios.map(() => -1),
    logprobs: ratios.map((ratio) => -1 + Math.log(ratio)),
    advantages,
  };
}

const summed = (loss: Objective['loss']): Objective => ({ loss, aggregation: { kind: 'constant', weight: 1 } });

describe('policyLoss', () => {
  it('clips the ratio on the side where that makes the objective smaller, and gives no gradient there', () => {
    const input = tokens([1.5, 1.5, 0.5, 0.5, 1.1], [1, -1, 1, -1, 2]);
    const { losses, gradient, metrics } = policyLoss(input, summed({ kind: 'clip', clipHigh: 0.28 }));
    expect(list(losses)).toEqual([-1.28, 1.5, -0.5, 0.8, -2.2].map(closeTo));
    expect(list(gradient)).toEqual([0, 1.5, -0.5, 0, -2.2].map(closeTo));
    expect(metrics['actor/pg_clipfrac']).toBe(0.4);
  });

  it('bounds the loss of a negative advantage under dual clip, and the unclipped ratio under delta', () => {
    const input = tokens([5, 2, 5], [-1, -1, 1]);
    const dual = policyLoss(input, summed({ kind: 'clip', dualClip: 3 }));
    expect(list(dual.losses)).toEqual([3, 2, -1.2].map(closeTo));
    expect(list(dual.gradient)).toEqual([0, 2, 0].map(closeTo));
    expect(dual.metrics['actor/pg_clipfrac_lower']).toBeCloseTo(1 / 3, 12);
    const delta = policyLoss(input, summed({ kind: 'clip', delta: 4 }));
    expect(list(delta.losses)).toEqual([4, 2, -1.2].map(closeTo));
    expect(list(delta.gradient)).toEqual([0, 2, 0].map(closeTo));
  });

  it('takes a packed batch as it is, with the weights it brings', () => {
    const rollouts = [
      { ids: Int32Array.of(1, 2, 3), logprobs: Float32Array.of(0, -1, -2), responseMask: Uint8Array.of(0, 1, 1) },
      { ids: Int32Array.of(4, 5), logprobs: Float32Array.of(0, -0.5), responseMask: Uint8Array.of(0, 1) },
    ];
    const batch = packRollouts(rollouts, {
      tokens: (rollout) => rollout,
      advantages: [1, -1],
      aggregation: 'seq-mean-token-mean',
    });
    const {
      loss,
      gradient,
      tokens: counted,
    } = policyLoss({ ...batch, logprobs: batch.oldLogprobs }, grpo({ kl: null }));
    expect(loss).toBe(0);
    expect(list(gradient)).toEqual([0, -0.25, -0.25, 0, 0.5]);
    expect(counted).toBe(3);
  });

  it('refuses a batch whose weights were made by another aggregation, and says how to make them', () => {
    const rollouts = [
      { ids: Int32Array.of(1, 2), logprobs: Float32Array.of(0, -1), responseMask: Uint8Array.of(0, 1) },
    ];
    const options = { tokens: (rollout: (typeof rollouts)[0]) => rollout, advantages: [1] };
    const objective = drGrpo({ maxTokens: 20 });
    const batch = packRollouts(rollouts, options);
    expect(() => policyLoss({ ...batch, logprobs: [0, -1] }, objective)).toThrow(
      new RangeError(
        "objective.aggregation: expected token-mean, with which the batch's lossWeights were computed, got seq-mean-token-sum (scale 0.05); " +
          'pack with packRollouts(rollouts, { objective, … }), or leave lossWeights out',
      ),
    );
    const packed = packRollouts(rollouts, { ...options, objective });
    expect(policyLoss({ ...packed, logprobs: [0, -1] }, objective).loss).toBeCloseTo(-0.05, 7);
    expect(policyLoss({ ...batch, lossWeights: undefined, logprobs: [0, -1] }, objective).loss).toBeCloseTo(-0.05, 12);
    expect(policyLoss({ ...batch, logprobs: [0, -1] }, bnpo()).loss).toBe(-1);
    expect(policyLoss({ ...packed, logprobs: [0, -1] }, { loss: { kind: 'clip' } }).loss).toBeCloseTo(-0.05, 7);
  });

  it('works the weights out by itself where the objective says so', () => {
    const input = { ...tokens([1, 1], [1, 1]), lossWeights: [8, 8] };
    expect(policyLoss(input, grpoRoc()).loss).toBe(-16);
    expect(policyLoss(input, { ...grpoRoc(), localWeights: true }).loss).toBe(-1);
  });

  it('has zero loss and zero gradient where nothing is counted', () => {
    const input = tokens([2, 3], [1, NaN], [0, 0]);
    const nothing = policyLoss(input, grpoRoc());
    expect([nothing.loss, ...nothing.gradient]).toEqual([0, 0, 0]);
    expect(nothing.metrics['actor/ppo_kl']).toBe(0);
    expect(policyLoss({ ...tokens([], []), offsets: [0] }, grpoRoc()).loss).toBe(0);
  });

  it('adds β times the KL, and takes c times the entropy off', () => {
    const input = { ...tokens([1, 1], [0, 0]), referenceLogprobs: [-1.5, -1], entropies: [2, 1] };
    const objective = {
      ...summed({ kind: 'clip' }),
      kl: { coefficient: 0.1, kind: 'k2' },
      entropy: { coefficient: 0.01 },
    } as const;
    const { loss, gradient, entropyGradient, metrics } = policyLoss(input, objective);
    expect(loss).toBeCloseTo(0.1 * 0.125 - 0.01 * 3, 12);
    expect(list(gradient)).toEqual([closeTo(0.05), 0]);
    expect(list(entropyGradient!)).toEqual([-0.01, -0.01]);
    expect(metrics).toMatchObject({ 'actor/kl_loss': 0.125, 'actor/kl_coef': 0.1, 'actor/entropy': 3 });
  });

  it('multiplies token losses by the weights of rollout correction', () => {
    const { loss, gradient } = policyLoss({ ...tokens([1, 1], [1, 1]), rolloutWeights: [2, 0] }, grpoRoc());
    expect(loss).toBe(-1);
    expect(list(gradient).map(Math.abs)).toEqual([1, 0]);
  });

  it('leaves tokens outside the policy mask in the denominators', () => {
    expect(policyLoss({ ...tokens([1, 1], [1, 1]), policyMask: [1, 0] }, grpoRoc()).loss).toBe(-0.5);
  });

  it('never reads what the mask leaves out', () => {
    const input = tokens([1, NaN, 1], [1, NaN, 1], [1, 0, 1]);
    const { loss, gradient } = policyLoss({ ...input, rolloutWeights: [1, NaN, 1] }, grpoRoc());
    expect(loss).toBe(-1);
    expect(list(gradient).map(Math.abs)).toEqual([0.5, 0, 0.5]);
  });

  it.each(['logprobs', 'oldLogprobs', 'advantages', 'offsets', 'responseMask'])('says that %s is missing', (name) => {
    const whole = { offsets: [0, 1], responseMask: [1], logprobs: [-1], oldLogprobs: [-1], advantages: [1] };
    expect(() => policyLoss({ ...whole, [name]: undefined }, grpoRoc())).toThrow(
      new TypeError(`input.${name}: expected an array, got undefined`),
    );
  });

  it('names what is missing, what does not fit and what is not finite', () => {
    const input = tokens([1, 1], [1, 1]);
    expect(() => policyLoss({ ...input, logprobs: [1] }, grpoRoc())).toThrow(
      new RangeError('input.logprobs: expected length 2 (response mask), got 1'),
    );
    expect(() => policyLoss({ ...input, advantages: [1, Infinity] }, grpoRoc())).toThrow(
      new RangeError('input.advantages[1]: expected a finite number, got Infinity'),
    );
    expect(() => policyLoss(null as unknown as typeof input, grpoRoc())).toThrow(
      new TypeError('input: expected an object, got null'),
    );
    expect(() => policyLoss({ ...input, rolloutWeights: [1, -1] }, gmpo())).toThrow(
      new RangeError('input.rolloutWeights[1]: expected at least 0 (importance weight), got -1'),
    );
    expect(() => policyLoss({ ...input, offsets: [0, 1] }, grpoRoc())).toThrow(
      new RangeError('input.offsets: expected to end at 2 (response mask), got 1'),
    );
    expect(() => policyLoss(input, { ...grpoRoc(), kl: { coefficient: 1 } })).toThrow(TypeError);
    expect(() => policyLoss(input, { ...grpoRoc(), entropy: { coefficient: 1 } })).toThrow(TypeError);
    expect(() => policyLoss(input, { loss: { kind: 'ppo' as 'clip' } })).toThrow(RangeError);
    expect(() => policyLoss(input, { loss: { kind: 'clip', dualClip: 0.5 } })).toThrow(
      new RangeError('objective.loss.dualClip: expected more than 1, got 0.5'),
    );
  });
});

describe('mergeLossReports', () => {
  it('refuses what is no report, naming it', () => {
    expect(() => mergeLossReports([{} as never])).toThrow(
      new TypeError('reports[0].loss: expected a number, got undefined'),
    );
    expect(() => mergeLossReports([{ loss: 1, metrics: { tokens: 1 } }, null as never])).toThrow(
      new TypeError('reports[1]: expected an object, got null'),
    );
  });

  it('adds losses and averages means by counted tokens', () => {
    const part = (loss: number, kl: number, counted: number) => ({
      loss,
      metrics: { 'actor/pg_loss': loss, 'actor/ppo_kl': kl },
      tokens: counted,
    });
    expect(mergeLossReports([part(1, 0.5, 1), part(2, 0.1, 3)])).toEqual({
      loss: 3,
      metrics: { 'actor/pg_loss': 3, 'actor/ppo_kl': closeTo(0.2) },
      tokens: 4,
    });
  });
});
