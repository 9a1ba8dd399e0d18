import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packRollouts, splitMicroBatches } from '../../../src/batch/index.js';
import {
  bnpo,
  cispo,
  clipCov,
  clipCovTokens,
  dapo,
  drGrpo,
  gmpo,
  gpg,
  grpo,
  grpoRoc,
  gspo,
  klCov,
  luspo,
  mergeLossReports,
  policyLoss,
  sapo,
  vespo,
} from '../../../src/objective/index.js';
import type { PolicyLossInput } from '../../../src/objective/index.js';
import type { Objective } from '../../../src/base/index.js';

/** Log-ratios that keep clear of every bound below, so that a small step crosses none. */
const logRatio = fc.constantFrom(-1.1, -0.35, -0.12, -0.03, 0.04, 0.11, 0.21, 0.31, 0.97);
const advantage = fc.constantFrom(-1.5, -0.5, 0, 0.75, 2);
const token = fc.record({
  counted: fc.boolean(),
  logRatio,
  old: fc.integer({ min: -40, max: -1 }).map((value) => value / 8),
  reference: fc.constantFrom(-0.4, 0.3),
  entropy: fc.integer({ min: 0, max: 32 }).map((value) => value / 8),
  weight: fc.constantFrom(0, 0.5, 1, 2),
});
const sequence = fc.record({ tokens: fc.array(token, { maxLength: 6 }), advantage });
const sequences = fc.array(sequence, { minLength: 1, maxLength: 5 });

type Sequences = typeof sequences extends fc.Arbitrary<infer S> ? S : never;

/** Packs the sequences; every sequence has one advantage, and unread tokens are NaN. */
function pack(batch: Sequences): PolicyLossInput {
  const tokens = batch.flatMap((row) => row.tokens.map((item) => ({ ...item, advantage: row.advantage })));
  const counted = (value: (item: (typeof tokens)[number]) => number) =>
    tokens.map((item) => (item.counted ? value(item) : NaN));
  const offsets = [0];
  for (const { tokens: own } of batch) offsets.push(offsets.at(-1)! + own.length);
  return {
    offsets,
    responseMask: tokens.map((item) => Number(item.counted)),
    oldLogprobs: counted((item) => item.old),
    logprobs: counted((item) => item.old + item.logRatio),
    advantages: counted((item) => item.advantage),
    referenceLogprobs: counted((item) => item.old + item.logRatio + item.reference),
    entropies: counted((item) => item.entropy),
    rolloutWeights: counted((item) => item.weight),
  };
}

const wide = { clipLow: 0.2, clipHigh: 0.28 };

/** Objectives whose value moves exactly as their gradient says. */
const DIFFERENTIABLE: { readonly [name: string]: Objective } = {
  grpoRoc: grpoRoc(),
  dapo: dapo(),
  'grpo with KL': grpo(),
  drGrpo: drGrpo({ maxTokens: 7 }),
  bnpo: bnpo(),
  'dual and two-sided clip': { loss: { kind: 'clip', dualClip: 1.7, delta: 1.5 }, aggregation: 'seq-mean-token-sum' },
  sapo: sapo(),
  gmpo: gmpo(),
  gspo: { loss: { kind: 'gspo', ...wide }, aggregation: 'seq-mean-token-mean' },
  luspo: { ...luspo(), loss: { kind: 'gspo', ...wide } },
  gpg: gpg(),
  reinforce: { loss: { kind: 'reinforce' }, aggregation: 'seq-mean-token-sum-norm' },
  'cross-entropy': { loss: { kind: 'cross-entropy' } },
  dro: { loss: { kind: 'dro', beta: 0.5 } },
  'KL by k1': { loss: { kind: 'gpg' }, kl: { coefficient: 0.5, kind: 'k1' } },
  'KL by k2': { loss: { kind: 'gpg' }, kl: { coefficient: 0.5, kind: 'k2' } },
  'KL by abs': { loss: { kind: 'gpg' }, kl: { coefficient: 0.5, kind: 'abs' } },
};

/** Objectives that hold a factor constant, or choose tokens. */
const OTHERS: { readonly [name: string]: Objective } = {
  cispo: cispo(),
  'dppo, total variation': { loss: { kind: 'dppo' } },
  'dppo, KL': { loss: { kind: 'dppo', divergence: 'kl', limitLow: 0.01, limitHigh: 0.01 } },
  vespo: vespo(),
  klCov: klCov(),
  clipCov: clipCov(),
  'straight-through KL': { loss: { kind: 'clip' }, kl: { coefficient: 0.5, kind: 'k3+' } },
};

function derivative(input: PolicyLossInput, objective: Objective, t: number, step = 1e-6): number {
  const moved = (by: number) =>
    policyLoss(
      { ...input, logprobs: Array.from(input.logprobs, (value, i) => (i === t ? value + by : value)) },
      objective,
    ).loss;
  return (moved(step) - moved(-step)) / (2 * step);
}

describe('gradients', () => {
  it.each(Object.entries(DIFFERENTIABLE))('agree with finite differences: %s', (name, objective) => {
    fc.assert(
      fc.property(sequences, fc.boolean(), (batch, weighted) => {
        const whole = pack(batch);
        // One weight a sequence keeps GSPO's token form equal to GSPO.
        const input = {
          ...whole,
          rolloutWeights: weighted && !/gspo|luspo/.test(name) ? whole.rolloutWeights : undefined,
        };
        const { gradient } = policyLoss(input, objective);
        Array.from(input.responseMask).forEach((bit, t) => {
          if (bit === 0) expect(gradient[t]).toBe(0);
          else expect(gradient[t]).toBeCloseTo(derivative(input, objective, t), 6);
        });
      }),
      { numRuns: 40 },
    );
  });

  it('agree with finite differences for the covariance losses, once their tokens are chosen', () => {
    const options = {
      kind: 'clip-cov',
      clipLow: 0.2,
      clipHigh: 0.28,
      ratio: 0.3,
      lower: -5,
      upper: 5,
      logRatioLimit: 20,
    } as const;
    fc.assert(
      fc.property(sequences, (batch) => {
        const input = { ...pack(batch), rolloutWeights: undefined };
        const selectedTokens = clipCovTokens(input, options);
        for (const loss of [options, { kind: 'kl-cov', coefficient: 0.7 } as const]) {
          const { gradient } = policyLoss({ ...input, selectedTokens }, { loss });
          Array.from(input.responseMask).forEach((bit, t) => {
            if (bit !== 0) expect(gradient[t]).toBeCloseTo(derivative({ ...input, selectedTokens }, { loss }, t), 6);
          });
        }
      }),
      { numRuns: 40 },
    );
  });

  it('are the loss without its log π where that is all that moves', () => {
    fc.assert(
      fc.property(sequences, fc.constantFrom(cispo(), vespo()), (batch, objective) => {
        const input = { ...pack(batch), lossWeights: pack(batch).responseMask, rolloutWeights: undefined };
        const { gradient, losses } = policyLoss(input, objective);
        losses.forEach((loss, t) => {
          if (input.responseMask[t] !== 0) expect(gradient[t]! * input.logprobs[t]!).toBeCloseTo(loss, 9);
        });
      }),
    );
  });

  it('of the entropy bonus agree with finite differences', () => {
    const objective: Objective = { loss: { kind: 'clip' }, entropy: { coefficient: 0.3 } };
    fc.assert(
      fc.property(sequences, (batch) => {
        const input = pack(batch);
        const entropies = Array.from(input.entropies!);
        const { loss, entropyGradient } = policyLoss(input, objective);
        entropies.forEach((entropy, t) => {
          const moved = policyLoss({ ...input, entropies: entropies.with(t, entropy + 1) }, objective).loss;
          expect(entropyGradient![t]).toBeCloseTo(Number.isNaN(entropy) ? 0 : moved - loss, 9);
        });
      }),
    );
  });
});

describe('every objective', () => {
  const all = Object.entries({ ...DIFFERENTIABLE, ...OTHERS });

  it.each(all)('has zero loss and zero gradient where nothing is counted: %s', (_, objective) => {
    fc.assert(
      fc.property(sequences, (batch) => {
        const masked = batch.map((row) => ({
          ...row,
          tokens: row.tokens.map((item) => ({ ...item, counted: false })),
        }));
        const { loss, gradient, metrics } = policyLoss(pack(masked), objective);
        expect(loss).toBe(0);
        expect(gradient.every((value) => value === 0)).toBe(true);
        expect(Object.values(metrics).every(Number.isFinite)).toBe(true);
      }),
      { numRuns: 20 },
    );
  });

  // BNPO weighs each part by itself, and the covariance losses look at all tokens given.
  const additive = all.filter(([name]) => !['bnpo', 'klCov', 'clipCov'].includes(name));
  it.each(additive)('adds up over micro-batches to the mini-batch: %s', (_, objective) => {
    fc.assert(
      fc.property(sequences, fc.integer({ min: 1, max: 4 }), (batch, count) => {
        const input = pack(batch);
        const clean = (values: ArrayLike<number>) =>
          Float32Array.from(values, (value) => (Number.isNaN(value) ? 0 : value));
        const packed = packRollouts(batch, {
          tokens: (_row, i) => {
            const [from, to] = [input.offsets[i]!, input.offsets[i + 1]!];
            return {
              ids: Int32Array.from({ length: to - from }, (_id, t) => t),
              logprobs: clean(input.oldLogprobs).slice(from, to),
              responseMask: Uint8Array.from(input.responseMask).slice(from, to),
            };
          },
          advantages: batch.map((row) => row.advantage),
          aggregation: objective.aggregation,
          referenceLogprobs: (_row, i) => clean(input.referenceLogprobs!).slice(input.offsets[i], input.offsets[i + 1]),
          rolloutWeights: (_row, i) => clean(input.rolloutWeights!).slice(input.offsets[i], input.offsets[i + 1]),
        });
        const logprobs = clean(input.logprobs);
        const whole = policyLoss({ ...packed, logprobs }, objective);
        const parts = splitMicroBatches(packed, { count }).map((part) => {
          const own = Array.from(part.rollouts).flatMap((i) =>
            Array.from(logprobs.slice(packed.offsets[i], packed.offsets[i + 1])),
          );
          return { part, result: policyLoss({ ...part, logprobs: own }, objective) };
        });
        const merged = mergeLossReports(parts.map(({ result }) => result));
        expect(merged.loss).toBeCloseTo(whole.loss, 9);
        expect(merged.tokens).toBe(whole.tokens);
        for (const [metric, value] of Object.entries(whole.metrics))
          expect(merged.metrics[metric]).toBeCloseTo(value, 9);
        for (const { part, result } of parts)
          part.rollouts.forEach((sequenceIndex, i) => {
            const expected = whole.gradient.slice(packed.offsets[sequenceIndex], packed.offsets[sequenceIndex + 1]);
            const got = result.gradient.slice(part.offsets[i], part.offsets[i + 1]);
            got.forEach((value, t) => expect(value).toBeCloseTo(expected[t]!, 9));
          });
      }),
      { numRuns: 25 },
    );
  });

  it('of the clip family has the plain policy gradient where the policy has not moved', () => {
    fc.assert(
      fc.property(
        sequences,
        fc.constantFrom(grpoRoc(), drGrpo({ maxTokens: 9 }), gspo(), sapo(), gmpo()),
        (batch, objective) => {
          const input = { ...pack(batch), rolloutWeights: undefined, referenceLogprobs: undefined };
          const here = { ...input, logprobs: input.oldLogprobs };
          const plain = policyLoss(here, { ...objective, loss: { kind: 'reinforce' } });
          const { gradient } = policyLoss(here, objective);
          gradient.forEach((value, t) => expect(value).toBeCloseTo(plain.gradient[t]!, 12));
        },
      ),
    );
  });
});
