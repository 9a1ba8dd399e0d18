import { PolicyError, type GenerateRequest, type Generation } from '../../../base/index.js';
import { checkedGeneration } from '../../internal/checked-generation.js';

/** An engine in plain JavaScript may tell anything. @returns Whether it is what `onTokens` takes. */
export function areTokens(tokens: unknown, logprobs: unknown): boolean {
  return tokens instanceof Int32Array && (logprobs === undefined || logprobs instanceof Float32Array);
}

export function notTokens(engine: string): PolicyError {
  const expected = 'tokens (Int32Array), with logprobs (Float32Array) or without';
  return new PolicyError(`engine ${engine}: expected onTokens to be told ${expected}`, { retryable: true });
}

/** What is no generation is the engine's failure: another may answer rightly. */
export function checkedAnswer(generation: Generation, { sampling }: GenerateRequest): Generation {
  try {
    return checkedGeneration(generation, sampling);
  } catch (cause) {
    throw new PolicyError((cause as Error).message, { cause, retryable: true });
  }
}
