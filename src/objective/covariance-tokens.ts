import { toRandom } from '../base/index.js';
import type { ClipCovLoss, KlCovLoss } from '../base/index.js';
import { checkFinite, maskedCount, maskedMean, parseOptions } from '../base/internal/index.js';
import { policyLossSchema } from './internal/objective-schema.js';
import type { FilledLoss } from './internal/objective-schema.js';
import type { PolicyLossInput } from './policy-loss-input.js';

/** What the covariance between advantage and log π is worked out from; shape [N] each. */
export type CovarianceInput = Pick<PolicyLossInput, 'logprobs' | 'oldLogprobs' | 'advantages' | 'responseMask'>;

function parseLoss<L extends ClipCovLoss | KlCovLoss>(loss: L): FilledLoss<L['kind']> {
  return parseOptions(policyLossSchema, loss, 'loss') as FilledLoss<L['kind']>;
}

/** (A − mean A)(log π − mean log π), means over the counted tokens; shape [N]; NaN outside the mask. */
function covariances({ advantages, logprobs, oldLogprobs, responseMask }: CovarianceInput): Float64Array {
  for (const [name, values] of Object.entries({ advantages, logprobs, oldLogprobs }))
    checkFinite(values, `input.${name}`, responseMask);
  const advantage = maskedMean(advantages, responseMask);
  const logprob = maskedMean(logprobs, responseMask);
  return Float64Array.from(responseMask, (bit, t) =>
    bit === 0 ? NaN : (advantages[t]! - advantage) * (logprobs[t]! - logprob),
  );
}

/**
 * The tokens that Clip-Cov drops. Over a mini-batch that is cut into micro-batches, choose here once and hand each
 * micro-batch its part as `selectedTokens`.
 *
 * @returns Shape [N]; 1 for a token that is dropped.
 *
 * @example
 * const dropped = clipCovTokens({ logprobs, oldLogprobs, advantages, ...layout }, { kind: 'clip-cov' });
 */
export function clipCovTokens(input: CovarianceInput, loss: ClipCovLoss): Uint8Array {
  const { ratio, lower, upper, clipLow, clipHigh, seed } = parseLoss(loss);
  const { responseMask, advantages, logprobs, oldLogprobs } = input;
  const covariance = covariances(input);
  const candidates: number[] = [];
  for (let t = 0; t < responseMask.length; t++) {
    if (!(covariance[t]! > lower && covariance[t]! < upper)) continue;
    const rho = Math.exp(logprobs[t]! - oldLogprobs[t]!);
    const clampedRho = Math.min(Math.max(rho, 1 - clipLow), 1 + clipHigh);
    const clippedAlready = -advantages[t]! * clampedRho > -advantages[t]! * rho;
    if (!clippedAlready) candidates.push(t);
  }
  const count = Math.max(Math.floor(ratio * maskedCount(responseMask)), 1);
  const order = seed === undefined ? candidates : toRandom(seed).shuffle(candidates);
  return marked(responseMask.length, order.slice(0, count));
}

/**
 * @returns The tokens that pay under KL-Cov, those of highest covariance; shape [N]; see `clipCovTokens`.
 *
 * @example
 * const charged = klCovTokens({ logprobs, oldLogprobs, advantages, ...layout }, { kind: 'kl-cov' });
 */
export function klCovTokens(input: CovarianceInput, loss: KlCovLoss): Uint8Array {
  const { ratio } = parseLoss(loss);
  const covariance = covariances(input);
  const counted = Array.from(covariance.keys()).filter((t) => input.responseMask[t] !== 0);
  const count = Math.max(1, Math.floor(counted.length * ratio));
  const order = counted.sort((a, b) => covariance[b]! - covariance[a]! || a - b);
  return marked(covariance.length, order.slice(0, count));
}

function marked(length: number, tokens: readonly number[]): Uint8Array {
  const mask = new Uint8Array(length);
  for (const t of tokens) mask[t] = 1;
  return mask;
}
