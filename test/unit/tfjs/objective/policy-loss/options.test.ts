import { beforeAll, describe, expect, it } from 'vitest';
import type { CompatObjective } from '../../../../../src/objective/compat.js';
import { policyLoss } from '../../../../../src/objective/index.js';
import { KERNEL_BACKENDS, useBackend } from '../../backends.js';
import { relativeError } from '../../kernel/head-oracle.js';
import { lossBatch } from '../objectives.js';
import { runTensors } from '../run-tensors.js';
import { objectiveOptions } from '../schema-options.js';

const clip = { kind: 'clip' } as const;
/** Far enough from the old policy that limits act. */
const wide = { clipLow: 50, clipHigh: 50 };
const clipCov = { kind: 'clip-cov', ratio: 0.2, lower: -10, upper: 10 } as const;

/** For every option of the schema an objective that has it at a value that is not its default; nothing else is new in it. */
const CASES: { readonly [option: string]: CompatObjective } = {
  'loss.clip': { loss: clip },
  'loss.clip.clipLow': { loss: { ...clip, clipLow: 0.05 } },
  'loss.clip.clipHigh': { loss: { ...clip, clipHigh: 0.05 } },
  'loss.clip.dualClip': { loss: { ...clip, dualClip: 1.05 } },
  'loss.clip.delta': { loss: { ...clip, clipHigh: 0.1, delta: 1.3 } },
  'loss.clip.logRatioLimit': { loss: { ...clip, logRatioLimit: 0.1 } },
  'loss.gspo': { loss: { kind: 'gspo' } },
  'loss.gspo.clipLow': { loss: { kind: 'gspo', clipLow: 0.05 } },
  'loss.gspo.clipHigh': { loss: { kind: 'gspo', clipHigh: 0.05 } },
  'loss.gspo.logRatioLimit': { loss: { kind: 'gspo', clipHigh: 9, logRatioLimit: 0.01 } },
  'loss.sapo': { loss: { kind: 'sapo' } },
  'loss.sapo.temperaturePositive': { loss: { kind: 'sapo', temperaturePositive: 1.7 } },
  'loss.sapo.temperatureNegative': { loss: { kind: 'sapo', temperatureNegative: 0.6 } },
  'loss.sapo.logRatioLimit': { loss: { kind: 'sapo', logRatioLimit: 0.1 } },
  'loss.cispo': { loss: { kind: 'cispo' } },
  'loss.cispo.clipLow': { loss: { kind: 'cispo', clipLow: 0.1 } },
  'loss.cispo.clipHigh': { loss: { kind: 'cispo', clipHigh: 0.05 } },
  'loss.cispo.logRatioLimit': { loss: { kind: 'cispo', logRatioLimit: 0.1 } },
  'loss.dppo': { loss: { kind: 'dppo' } },
  'loss.dppo.divergence=tv': { loss: { kind: 'dppo', divergence: 'tv' } },
  'loss.dppo.divergence=kl': { loss: { kind: 'dppo', divergence: 'kl' } },
  'loss.dppo.limitLow': { loss: { kind: 'dppo', limitLow: 0.001 } },
  'loss.dppo.limitHigh': { loss: { kind: 'dppo', limitHigh: 0.001 } },
  'loss.dppo.ratioLimit': { loss: { kind: 'dppo', ratioLimit: 1.05 } },
  'loss.dro': { loss: { kind: 'dro' } },
  'loss.dro.beta': { loss: { kind: 'dro', beta: 0.5 } },
  'loss.gmpo': { loss: { kind: 'gmpo' } },
  'loss.gmpo.clipLow': { loss: { kind: 'gmpo', clipLow: 0.1 } },
  'loss.gmpo.clipHigh': { loss: { kind: 'gmpo', clipHigh: 0.1 } },
  'loss.gmpo.countEpsilon': { loss: { kind: 'gmpo', countEpsilon: 0.5 } },
  'loss.vespo': { loss: { kind: 'vespo' } },
  'loss.vespo.positive.k': { loss: { kind: 'vespo', positive: { k: 1.5, lambda: 3 } } },
  'loss.vespo.positive.lambda': { loss: { kind: 'vespo', positive: { k: 2, lambda: 2 } } },
  'loss.vespo.negative.k': { loss: { kind: 'vespo', negative: { k: 2.5, lambda: 2 } } },
  'loss.vespo.negative.lambda': { loss: { kind: 'vespo', negative: { k: 3, lambda: 1 } } },
  'loss.clip-cov': { loss: { kind: 'clip-cov' } },
  'loss.clip-cov.clipLow': { loss: { ...clipCov, clipLow: 0.05 } },
  'loss.clip-cov.clipHigh': { loss: { ...clipCov, clipHigh: 0.05 } },
  'loss.clip-cov.ratio': { loss: { ...clipCov, ratio: 0.4 } },
  'loss.clip-cov.lower': { loss: { ...clipCov, lower: 0 } },
  'loss.clip-cov.upper': { loss: { ...clipCov, upper: 0.1 } },
  'loss.clip-cov.seed': { loss: { ...clipCov, seed: 'drawn' } },
  'loss.clip-cov.logRatioLimit': { loss: { ...clipCov, ...wide, logRatioLimit: 0.1 } },
  'loss.kl-cov': { loss: { kind: 'kl-cov' } },
  'loss.kl-cov.ratio': { loss: { kind: 'kl-cov', ratio: 0.3 } },
  'loss.kl-cov.coefficient': { loss: { kind: 'kl-cov', coefficient: 0.4 } },
  'loss.kl-cov.logRatioLimit': { loss: { kind: 'kl-cov', logRatioLimit: 0.1 } },
  'loss.gpg': { loss: { kind: 'gpg' } },
  'loss.reinforce': { loss: { kind: 'reinforce' } },
  'loss.cross-entropy': { loss: { kind: 'cross-entropy' } },
  'aggregation.token-mean': { loss: clip, aggregation: 'token-mean' },
  'aggregation.token-mean.tokens': { loss: clip, aggregation: { kind: 'token-mean', tokens: 77 } },
  'aggregation.token-mean.scale': { loss: clip, aggregation: { kind: 'token-mean', scale: 3 } },
  'aggregation.seq-mean-token-sum': { loss: clip, aggregation: 'seq-mean-token-sum' },
  'aggregation.seq-mean-token-sum.sequences': { loss: clip, aggregation: { kind: 'seq-mean-token-sum', sequences: 3 } },
  'aggregation.seq-mean-token-sum.scale': { loss: clip, aggregation: { kind: 'seq-mean-token-sum', scale: 3 } },
  'aggregation.seq-mean-token-mean': { loss: clip, aggregation: 'seq-mean-token-mean' },
  'aggregation.seq-mean-token-mean.sequences': {
    loss: clip,
    aggregation: { kind: 'seq-mean-token-mean', sequences: 3 },
  },
  'aggregation.seq-mean-token-mean.scale': { loss: clip, aggregation: { kind: 'seq-mean-token-mean', scale: 3 } },
  'aggregation.seq-mean-token-sum-norm': { loss: clip, aggregation: 'seq-mean-token-sum-norm' },
  'aggregation.seq-mean-token-sum-norm.sequences': {
    loss: clip,
    aggregation: { kind: 'seq-mean-token-sum-norm', sequences: 3 },
  },
  'aggregation.seq-mean-token-sum-norm.divisor': {
    loss: clip,
    aggregation: { kind: 'seq-mean-token-sum-norm', divisor: 5 },
  },
  'aggregation.seq-mean-token-sum-norm.scale': {
    loss: clip,
    aggregation: { kind: 'seq-mean-token-sum-norm', scale: 3 },
  },
  'aggregation.token-sum': { loss: clip, aggregation: 'token-sum' },
  'aggregation.token-sum.scale': { loss: clip, aggregation: { kind: 'token-sum', scale: 3 } },
  'aggregation.constant': { loss: clip, aggregation: { kind: 'constant', weight: 1 } },
  'aggregation.constant.weight': { loss: clip, aggregation: { kind: 'constant', weight: 0.1 } },
  localWeights: { loss: clip, localWeights: true },
  'offPolicyMask.threshold': { loss: clip, offPolicyMask: { threshold: 0.05 } },
  'kl.coefficient': { loss: clip, kl: { coefficient: 0.5 } },
  ...Object.fromEntries(
    (['k1', 'k2', 'k3', 'abs', 'k1+', 'k2+', 'k3+', 'abs+'] as const).map((kind) => [
      `kl.kind=${kind}`,
      { loss: clip, kl: { kind, coefficient: 0.5 } } satisfies CompatObjective,
    ]),
  ),
  'kl.bounded': { loss: clip, kl: { coefficient: 0.5, bounded: false } },
  'kl.biasCorrection': { loss: clip, kl: { coefficient: 0.5, biasCorrection: true } },
  'entropy.coefficient': { loss: clip, entropy: { coefficient: 0.01 } },
};

/** What an option is told apart from: the same objective without it. */
const BASES: { readonly [option: string]: CompatObjective } = {
  'loss.clip.delta': { loss: { ...clip, clipHigh: 0.1 } },
  'loss.gspo.logRatioLimit': { loss: { kind: 'gspo', clipHigh: 9 } },
  'loss.dppo.divergence=tv': { loss: { kind: 'dppo', divergence: 'kl' } },
  'loss.clip-cov.logRatioLimit': { loss: { ...clipCov, ...wide } },
  'kl.bounded': { loss: clip, kl: { coefficient: 0.5 } },
  'kl.biasCorrection': { loss: clip, kl: { coefficient: 0.5 } },
};

/** @returns The objective that the option's own case changes. */
function withoutOption(option: string): CompatObjective {
  const [part, kind, name] = option.split('.');
  if (BASES[option] !== undefined) return BASES[option];
  if (part === 'loss' && kind === 'clip-cov' && name !== undefined) return { loss: clipCov };
  if (part === 'loss' && name !== undefined) return CASES[`loss.${kind}`]!;
  if (part === 'aggregation' && name !== undefined) return CASES[`aggregation.${kind}`]!;
  return { loss: clip };
}

/** A batch whose own weights say something else than any aggregation. */
function batchOf(option: string) {
  const { lossWeights, ...batch } = { ...lossBatch('parity e'), aggregation: undefined };
  return option === 'localWeights' ? { ...batch, lossWeights: lossWeights.map((w) => w * 3) } : batch;
}

const OPTIONS = objectiveOptions();
const OWN_OPTIONS = OPTIONS.filter(
  (option) => /^(loss|aggregation)\.[^.]+\./.test(option) || /^[^.]+$|Mask|Correction/.test(option),
);

describe('the table of cases', () => {
  it('has one for every option of an objective, and no other', () => {
    expect(Object.keys(CASES).sort()).toEqual([...OPTIONS].sort());
  });

  it.each(OWN_OPTIONS)('%s: has it at a value that changes the loss or its gradient', (option) => {
    const result = (objective: CompatObjective) => {
      const { loss, gradient } = policyLoss(batchOf(option), objective);
      return [loss, ...gradient];
    };
    expect(result(CASES[option]!)).not.toEqual(result(withoutOption(option)));
  });
});

describe.each(KERNEL_BACKENDS)('every option of an objective as tensors on %s', (backend) => {
  beforeAll(() => useBackend(backend));

  it.each(OPTIONS)('is that of the plain family: %s', (option) => {
    const objective = CASES[option]!;
    const batch = batchOf(option);
    const want = policyLoss(batch, objective);
    const got = runTensors(batch, objective);
    expect(relativeError([got.loss], [want.loss])).toBeLessThan(1e-5);
    expect(relativeError(got.gradient, [...want.gradient])).toBeLessThan(1e-5);
    const entropyGradient = want.entropyGradient ?? new Float64Array(got.gradient.length);
    expect(relativeError(got.entropyGradient, [...entropyGradient])).toBeLessThan(1e-5);
    expect(Object.keys(got.metrics).sort()).toEqual(Object.keys(want.metrics).sort());
    for (const [metric, value] of Object.entries(want.metrics))
      expect(relativeError([got.metrics[metric]!], [value])).toBeLessThan(1e-5);
  });
});
