import type { PolicyLossInput } from '../policy-loss.js';

const REQUIRED = ['logprobs', 'oldLogprobs', 'advantages'] as const;
const OPTIONAL = [
  'lossWeights',
  'referenceLogprobs',
  'entropies',
  'rolloutWeights',
  'policyMask',
  'selectedTokens',
] as const;

/**
 * Refuses input that no loss can be worked out from, before any is.
 *
 * @param needs - Which of the optional arrays the objective reads.
 */
export function checkPolicyLossInput(
  input: PolicyLossInput,
  needs: { readonly kl: boolean; readonly entropy: boolean },
): void {
  const { offsets, responseMask } = input;
  const length = responseMask.length;
  if (needs.kl && input.referenceLogprobs === undefined)
    throw new TypeError('input.referenceLogprobs: expected an array (the objective has a KL term), got undefined');
  if (needs.entropy && input.entropies === undefined)
    throw new TypeError('input.entropies: expected an array (the objective has an entropy bonus), got undefined');
  for (const name of [...REQUIRED, ...OPTIONAL]) {
    const values = input[name];
    if (values === undefined && (OPTIONAL as readonly string[]).includes(name)) continue;
    if (values?.length !== length)
      throw new RangeError(`input.${name}: expected length ${length} (response mask), got ${values?.length}`);
  }
  for (let i = 0; i < offsets.length; i++)
    if (offsets[i]! < (offsets[i - 1] ?? 0) || (i === 0 && offsets[0] !== 0))
      throw new RangeError(`input.offsets[${i}]: expected to start at 0 and never to decrease, got ${offsets[i]!}`);
  const end = offsets[offsets.length - 1];
  if (end !== length) throw new RangeError(`input.offsets: expected to end at ${length} (response mask), got ${end}`);
  for (const name of [...REQUIRED, ...OPTIONAL]) {
    const values = input[name];
    if (values === undefined) continue;
    for (let t = 0; t < length; t++)
      if (responseMask[t] !== 0 && !Number.isFinite(values[t]))
        throw new RangeError(`input.${name}[${t}]: expected a finite number, got ${values[t]}`);
  }
}
