import { checkArgument } from '../../base/internal/index.js';
import { klPenalty, type KlTerms } from '../../objective/index.js';
import { checkName } from './internal/known-options.js';
import { VERL_VERSION, type VerlVersion } from './version.js';

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
