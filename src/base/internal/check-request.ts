import type { GenerateRequest, SamplingOptions } from '../policy.js';
import { checkArgument } from './check-arguments.js';
import { show } from './options.js';

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
 * Checks what a policy is handed, for all of them: its shape, and that every sampling option is one. A mistyped `topp` would be
 * taken in silence for none.
 *
 * @throws TypeError (`request.sampling: unknown option 'topp'`).
 */
export function checkGenerateRequest(request: GenerateRequest): void {
  checkArgument(request, 'request', { tokens: 'an array', sampling: { stopTokens: 'an array' } });
  const unknown = Object.keys(request.sampling).find((name) => !Object.hasOwn(SAMPLING, name));
  if (unknown !== undefined) throw new TypeError(`request.sampling: unknown option ${show(unknown)}`);
}
