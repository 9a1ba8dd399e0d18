import { PolicyError } from '../../../base/index.js';

/** An engine in plain JavaScript may tell anything. @returns Whether it is what `onTokens` takes. */
export function areTokens(tokens: unknown, logprobs: unknown): boolean {
  return tokens instanceof Int32Array && (logprobs === undefined || logprobs instanceof Float32Array);
}

export function notTokens(engine: string): PolicyError {
  const expected = 'tokens (Int32Array), with logprobs (Float32Array) or without';
  return new PolicyError(`engine ${engine}: expected onTokens to be told ${expected}`, { retryable: true });
}
