import type { GenerateRequest, SamplingOptions, Policy } from '../../policy.js';
import { checkArgument } from '../arguments/check-arguments.js';
import { show } from '../arguments/options.js';

/** Every one of them, by the type. */
const SAMPLING: { readonly [option in keyof Required<SamplingOptions>]: true } = {
  temperature: true,
  topP: true,
  topK: true,
  minP: true,
  maxTokens: true,
  stopTokens: true,
  seed: true,
  entropies: true,
};

/**
 * Checks a request's shape, ids and sampling options. Without this check a mistyped `topp` would be ignored.
 *
 * @throws TypeError (`request.sampling: unknown option 'topp'`); RangeError for what is no token id, or an option out of range.
 */
export function checkGenerateRequest(request: GenerateRequest): void {
  checkArgument(request, 'request', { tokens: 'an array', sampling: { stopTokens: 'an array' } });
  const unknown = Object.keys(request.sampling).find((name) => !Object.hasOwn(SAMPLING, name));
  if (unknown !== undefined) throw new TypeError(`request.sampling: unknown option ${show(unknown)}`);
  checkIds(request.tokens, 'request.tokens');
  checkIds(request.sampling.stopTokens, 'request.sampling.stopTokens');
  const { temperature = 1, topK = Infinity, topP = 1, minP = 0, maxTokens } = request.sampling;
  if (!(temperature >= 0 && Number.isFinite(temperature)))
    throw new RangeError(`request.sampling.temperature: expected a number of at least 0, got ${temperature}`);
  if (!(topP > 0 && topP <= 1)) throw new RangeError(`request.sampling.topP: expected a number in (0, 1], got ${topP}`);
  if (topK !== Infinity && !(Number.isInteger(topK) && topK >= 1))
    throw new RangeError(`request.sampling.topK: expected a positive integer, got ${topK}`);
  if (!(minP >= 0 && minP <= 1))
    throw new RangeError(`request.sampling.minP: expected a number in [0, 1], got ${minP}`);
  if (!(Number.isInteger(maxTokens) && maxTokens >= 1))
    throw new RangeError(`request.sampling.maxTokens: expected a positive integer, got ${maxTokens}`);
}

function checkIds(ids: ArrayLike<number>, name: string): void {
  for (let i = 0; i < ids.length; i++)
    if (!(Number.isInteger(ids[i]) && ids[i]! >= 0))
      throw new RangeError(`${name}[${i}]: expected a token id, got ${show(ids[i])}`);
}

/** @throws TypeError where entropies are asked for and the policy gives none. */
export function requireEntropies(asked: boolean, policy: Policy): void {
  if (asked && policy.givesEntropies !== true)
    throw new TypeError(
      'options.entropies: expected a policy that gives entropies (createSampler, a learner), got one that gives none',
    );
}
