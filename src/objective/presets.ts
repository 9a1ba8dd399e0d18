import * as z from 'zod/mini';
import type { KlTerm, Objective } from '../base/index.js';
import { argumentError, checkArgument, parseOptions, show } from '../base/internal/index.js';
import { klSchema } from './internal/objective-schema.js';

/**
 * The paper's objective: clip-higher (0.2, 0.28), token-mean, no KL, no entropy term. arXiv 2508.20722 on its objective.
 *
 * As an objective it is `dapo()`. What makes the method GRPO-RoC comes before it: 2G rollouts a prompt are downsampled to G by
 * Resample-on-Correct (`selectRollouts`), and no reward punishes long responses.
 *
 * @example
 * await learner.forwardBackward(batch, grpoRoc());
 */
export function grpoRoc(options?: undefined): Objective {
  return fixed('grpoRoc', options, { loss: { kind: 'clip', clipLow: 0.2, clipHigh: 0.28 }, aggregation: 'token-mean' });
}

/**
 * DAPO, arXiv 2503.14476, §3.1 and §3.3: clip-higher, token-mean, no KL.
 *
 * As an objective it is `grpoRoc()`. What makes the method DAPO comes before it: prompts are sampled until enough groups have mixed rewards
 * (§3.2), and a reward punishes overlong responses (§3.4, `softLengthReward`).
 *
 * @example
 * await learner.forwardBackward(batch, dapo());
 */
export function dapo(options?: undefined): Objective {
  return fixed('dapo', options, { loss: { kind: 'clip', clipLow: 0.2, clipHigh: 0.28 }, aggregation: 'token-mean' });
}

const grpoOptions = z.strictObject({ kl: z.optional(z.nullable(klSchema)) });

/**
 * GRPO, arXiv 2402.03300, §4.1: clip 0.2, mean over tokens then over sequences, k3 with β = 0.04 unless `kl` is null.
 *
 * @example
 * const objective = grpo({ kl: null });
 * const batch = packRollouts(rollouts, { advantages: groupAdvantages(rollouts), objective });
 * await learner.forwardBackward(batch, objective);
 */
export function grpo(options: { readonly kl?: KlTerm | null | undefined } = {}): Objective {
  checkArgument(options, 'options', 'an object');
  parseOptions(grpoOptions, options);
  const { kl = { coefficient: 0.04 } } = options;
  return { loss: { kind: 'clip' }, aggregation: 'seq-mean-token-mean', ...(kl && { kl: { kind: 'k3', ...kl } }) };
}

const drGrpoOptions = z.strictObject({ maxTokens: z.number().check(z.positive()) });

/**
 * Dr. GRPO, arXiv 2503.20783: token losses summed and divided by a constant, here sequences · `maxTokens`.
 *
 * Take `estimator: 'dr-grpo'` for the advantages.
 *
 * @param options.maxTokens - The budget of response tokens; it has no default.
 * @throws TypeError or RangeError without a positive `maxTokens`.
 *
 * @example
 * const objective = drGrpo({ maxTokens: 8192 });
 * const batch = packRollouts(rollouts, { advantages: groupAdvantages(rollouts), objective });
 * await learner.forwardBackward(batch, objective);
 */
export function drGrpo(options: { readonly maxTokens: number }): Objective {
  checkArgument(options, 'options', { maxTokens: 'a number' });
  const { maxTokens } = parseOptions(drGrpoOptions, options);
  return { loss: { kind: 'clip' }, aggregation: { kind: 'seq-mean-token-sum', scale: 1 / maxTokens } };
}

/**
 * BNPO as in TRL: the clipped loss is averaged over the tokens of each micro-batch. The loss therefore depends on how the mini-batch is cut,
 * and equals TRL's for the same cut.
 *
 * @example
 * await learner.forwardBackward(batch, bnpo());
 */
export function bnpo(options?: undefined): Objective {
  return fixed('bnpo', options, { loss: { kind: 'clip' }, aggregation: 'token-mean', localWeights: true });
}

/**
 * GSPO, arXiv 2507.18071, §5.1: one ratio for each sequence, clip (3e-4, 4e-4).
 *
 * @example
 * const objective = gspo();
 * const batch = packRollouts(rollouts, { advantages: groupAdvantages(rollouts), objective });
 * await learner.forwardBackward(batch, objective);
 */
export function gspo(options?: undefined): Objective {
  return fixed('gspo', options, { loss: { kind: 'gspo' }, aggregation: 'seq-mean-token-mean' });
}

/**
 * LUSPO, arXiv 2602.05261, §5.1: GSPO's loss times the sequence's length, clip (2e-3, 2.5e-3).
 *
 * @example
 * const objective = luspo();
 * const batch = packRollouts(rollouts, { advantages: groupAdvantages(rollouts), objective });
 * await learner.forwardBackward(batch, objective);
 */
export function luspo(options?: undefined): Objective {
  return fixed('luspo', options, {
    loss: { kind: 'gspo', clipLow: 2e-3, clipHigh: 2.5e-3 },
    aggregation: 'seq-mean-token-sum',
  });
}

/**
 * SAPO, arXiv 2511.20347: a smooth gate, τ = 1 and 1.05.
 *
 * @example
 * const objective = sapo();
 * const batch = packRollouts(rollouts, { advantages: groupAdvantages(rollouts), objective });
 * await learner.forwardBackward(batch, objective);
 */
export function sapo(options?: undefined): Objective {
  return fixed('sapo', options, { loss: { kind: 'sapo' }, aggregation: 'seq-mean-token-mean' });
}

/**
 * CISPO, arXiv 2506.13585: the clipped ratio is a constant factor.
 *
 * @example
 * await learner.forwardBackward(batch, cispo());
 */
export function cispo(options?: undefined): Objective {
  return fixed('cispo', options, { loss: { kind: 'cispo' }, aggregation: 'token-mean' });
}

/**
 * GMPO, arXiv 2507.20673: the geometric mean of the clipped ratios, log-ratios clipped at ±0.4.
 *
 * @example
 * const objective = gmpo();
 * const batch = packRollouts(rollouts, { advantages: groupAdvantages(rollouts), objective });
 * await learner.forwardBackward(batch, objective);
 */
export function gmpo(options?: undefined): Objective {
  return fixed('gmpo', options, { loss: { kind: 'gmpo' }, aggregation: 'seq-mean-token-mean' });
}

/**
 * GPG, arXiv 2504.02546: the policy gradient alone. Take `estimator: 'gpg'` for the advantages.
 *
 * @example
 * await learner.forwardBackward(batch, gpg());
 */
export function gpg(options?: undefined): Objective {
  return fixed('gpg', options, { loss: { kind: 'gpg' }, aggregation: 'token-mean' });
}

const clipCovOptions = z.strictObject({ seed: z.optional(z.union([z.string(), z.number()])) });

/**
 * Clip-Cov, arXiv 2505.22617: drops some tokens of high covariance, chosen at random by `seed`, or the first ones without a seed. The paper
 * chooses over the whole mini-batch: pass micro-batches their part of `clipCovTokens`.
 *
 * @example
 * await learner.forwardBackward(batch, clipCov({ seed: 'step-12' }));
 */
export function clipCov(options: { readonly seed?: string | number | undefined } = {}): Objective {
  checkArgument(options, 'options', 'an object');
  const { seed } = parseOptions(clipCovOptions, options);
  return { loss: { kind: 'clip-cov', seed }, aggregation: 'token-mean' };
}

/**
 * KL-Cov, arXiv 2505.22617: penalizes tokens of high covariance for their distance from the old policy. The paper chooses over the whole
 * mini-batch: pass micro-batches their part of `klCovTokens`.
 *
 * @example
 * await learner.forwardBackward(batch, klCov());
 */
export function klCov(options?: undefined): Objective {
  return fixed('klCov', options, { loss: { kind: 'kl-cov' }, aggregation: 'token-mean' });
}

/**
 * VESPO, arXiv 2602.10693: a smooth weighting of the sequence's ratio.
 *
 * @example
 * await learner.forwardBackward(batch, vespo());
 */
export function vespo(options?: undefined): Objective {
  return fixed('vespo', options, { loss: { kind: 'vespo' }, aggregation: 'token-mean' });
}

/** @throws TypeError where a preset that has no options is given some, which says how to change one. */
function fixed(name: string, options: undefined, objective: Objective): Objective {
  if (options === undefined) return objective;
  const problem = `expected no options (${name} has none), got ${show(options)}; spread it and change a part: { ...${name}(), loss: { ...${name}().loss, … } }`;
  throw argumentError(TypeError, 'options', problem);
}
