import type { Aggregation, TokenLayout } from '../../base/index.js';
import {
  aggregationWeights,
  checkArgument,
  countedLengths,
  LAYOUT,
  maskedCount,
  sequenceLengths,
} from '../../base/internal/index.js';
import { valueLoss, type ValueLossInput, klPenalty, type KlTerms } from '../../objective/index.js';
import { VERL_COUNT_EPSILON, VERL_VERSION, type VerlVersion } from './version.js';
import { checkName } from './internal/known-options.js';

/** What verl passes to `agg_loss` about the whole batch, of which this is a part. */
export interface VerlBatchInfo {
  readonly dp_size?: number | undefined;
  readonly batch_num_tokens?: number | null | undefined;
  readonly global_batch_size?: number | null | undefined;
  readonly loss_scale_factor?: number | null | undefined;
}

/**
 * verl's aggregation modes as ours. (1e-8 is added to a sequence's tokens by `verlAggregateLoss` and `verlPolicyLoss`.)
 *
 * @param layout - Its longest sequence is verl's padded length, which `seq-mean-token-sum-norm` divides by.
 * @throws RangeError for a mode that this version does not know, or workers without the size of the whole batch.
 */
export function verlAggregation(
  mode: string,
  layout: Pick<TokenLayout, 'offsets'>,
  info: VerlBatchInfo = {},
  version: VerlVersion = VERL_VERSION,
): Aggregation {
  const scale = info.dp_size ?? undefined;
  const sequences = info.global_batch_size ?? undefined;
  const tokens = info.batch_num_tokens ?? undefined;
  const isOld = version === '0.8.0.dev';
  const needs = (value: unknown, name: string): void => {
    if (!isOld && value === undefined && (scale ?? 1) > 1)
      throw new RangeError(`${name}: expected a number (dp_size is ${scale}), got none`);
  };
  switch (mode) {
    case 'token-mean':
      needs(tokens, 'batch_num_tokens');
      return { kind: mode, tokens, scale };
    case 'seq-mean-token-sum':
    case 'seq-mean-token-mean':
      needs(sequences, 'global_batch_size');
      return { kind: mode, sequences, scale };
    case 'seq-mean-token-sum-norm': {
      const divisor = info.loss_scale_factor ?? sequenceLengths(layout.offsets).reduce((a, b) => Math.max(a, b), 1);
      if (isOld) return { kind: 'token-sum', scale: 1 / divisor };
      needs(sequences, 'global_batch_size');
      return { kind: mode, sequences, divisor, scale };
    }
    case 'token-sum':
      if (!isOld) return { kind: mode, scale };
  }
  const modes = ['token-mean', 'seq-mean-token-sum', 'seq-mean-token-mean', 'seq-mean-token-sum-norm'];
  const known = isOld ? modes : [...modes, 'token-sum'];
  throw new RangeError(`loss_agg_mode: expected one of ${known.join(', ')}, got ${JSON.stringify(mode)}`);
}

/** How verl aggregates a batch. */
interface VerlWeights {
  /** Shape [N]. */
  readonly weights: Float64Array;
  /** Nothing was counted, and verl divides 0 by it. */
  readonly isNaN: boolean;
}

/** @returns The weight of each token's loss, as verl has it. */
export function verlWeights(layout: TokenLayout, aggregation: Aggregation): VerlWeights {
  const weights = aggregationWeights(layout, aggregation);
  const how: Exclude<Aggregation, string> = typeof aggregation === 'string' ? { kind: aggregation } : aggregation;
  if (how.kind === 'seq-mean-token-mean')
    countedLengths(layout).forEach((count, i) => {
      const share = count / (count + VERL_COUNT_EPSILON);
      for (let t = layout.offsets[i]!; t < layout.offsets[i + 1]!; t++) weights[t]! *= share;
    });
  const counts =
    (how.kind === 'token-mean' && how.tokens === undefined) ||
    (how.kind.startsWith('seq-mean') && (how as { readonly sequences?: number }).sequences === undefined);
  return { weights, isNaN: counts && maskedCount(layout.responseMask) === 0 };
}

/**
 * verl's `agg_loss`: a loss outside the mask is times 0 in all modes but `token-mean`, so that a NaN there stays one.
 *
 * @example
 * verlAggregateLoss([1, 2, 3], { offsets: [0, 2, 3], responseMask: [1, 1, 1] }, 'token-mean').loss; // 2
 */
export function verlAggregateLoss(
  losses: ArrayLike<number>,
  layout: TokenLayout,
  mode: string,
  info: VerlBatchInfo = {},
  version: VerlVersion = VERL_VERSION,
): { readonly loss: number; readonly gradient: Float64Array } {
  const { weights: gradient, isNaN } = verlWeights(layout, verlAggregation(mode, layout, info, version));
  const readsAll = mode !== 'token-mean' && mode !== 'token-sum';
  let loss = isNaN ? NaN : 0;
  for (let t = 0; t < losses.length; t++)
    if (readsAll || layout.responseMask[t] !== 0) loss += gradient[t]! * losses[t]!;
  return { loss, gradient };
}

/**
 * verl's `compute_value_loss`. @param clip - Its `cliprange_value`.
 *
 * @example
 * verlValueLoss({ ...layout, values: [0.5, 0.5], oldValues: [0.5, 0.5], returns: [1, 1] }, 0.5).loss; // 0.125
 */
export function verlValueLoss(
  input: ValueLossInput,
  clip: number,
  mode = 'token-mean',
  info: VerlBatchInfo = {},
  version: VerlVersion = VERL_VERSION,
): { readonly loss: number; readonly gradient: Float64Array; readonly clipFraction: number } {
  checkArgument(input, 'input', { values: 'an array', ...LAYOUT });
  const { weights, isNaN } = verlWeights(input, verlAggregation(mode, input, info, version));
  const { losses, gradient, clipFraction } = valueLoss(input, { clip, aggregation: 'token-sum' });
  const loss = losses.reduce((sum, value, t) => sum + weights[t]! * value, isNaN ? NaN : 0);
  return { loss, gradient: gradient.map((derivative, t) => derivative * weights[t]!), clipFraction };
}

const KL_NAMES = { kl: 'k1', k1: 'k1', abs: 'abs', mse: 'k2', k2: 'k2', low_var_kl: 'k3', k3: 'k3' } as const;

/**
 * verl's `kl_penalty`, aliases included.
 *
 * @throws RangeError for an unknown name, and in `0.8.0.dev` for every kind that ends in `+`.
 *
 * @example
 * verlKlPenalty([-1], [-1.5], 'kl').values; // [0.5]
 */
export function verlKlPenalty(
  logprobs: ArrayLike<number>,
  referenceLogprobs: ArrayLike<number>,
  name: string,
  version: VerlVersion = VERL_VERSION,
): KlTerms {
  checkArgument(logprobs, 'logprobs', 'an array');
  checkArgument(referenceLogprobs, 'referenceLogprobs', 'an array');
  checkArgument(name, 'name', 'a string');
  const straightThrough = name.endsWith('+');
  if (straightThrough && version === '0.8.0.dev')
    throw new RangeError(`kl_penalty: ${name} is refused by verl 0.8.0.dev`);
  const base = straightThrough ? name.slice(0, -1) : name;
  checkName(base, Object.keys(KL_NAMES), 'kl_penalty');
  const kind = KL_NAMES[base as keyof typeof KL_NAMES];
  return klPenalty(logprobs, referenceLogprobs, straightThrough ? `${kind}+` : kind);
}
