import { PolicyError, type Generation, type SamplingOptions } from '../../base/index.js';

/**
 * A policy in plain JavaScript may answer anything; training on misaligned or broken logprobs would go wrong in silence.
 * Ids beyond the tokenizer's are the model's own: its learner has a row for them, and they decode to nothing.
 *
 * @throws PolicyError that says what is wrong with the generation.
 */
export function checkedGeneration(
  value: unknown,
  { maxTokens, entropies: asked = false }: Pick<SamplingOptions, 'maxTokens' | 'entropies'>,
): Generation {
  const generation = (typeof value === 'object' && value !== null ? value : {}) as Partial<Generation>;
  const { tokens, logprobs, entropies } = generation;
  if (!(tokens instanceof Int32Array) || !(logprobs instanceof Float32Array))
    throw new PolicyError(
      `generation: expected an object with tokens (Int32Array) and logprobs (Float32Array), got ${show(value)}`,
    );
  if (tokens.length !== logprobs.length)
    throw new PolicyError(`generation: expected as many logprobs as tokens (${tokens.length}), got ${logprobs.length}`);
  if (tokens.length > maxTokens)
    throw new PolicyError(`generation: expected at most ${maxTokens} tokens, got ${tokens.length}`);
  const outside = tokens.findIndex((id) => id < 0);
  if (outside >= 0)
    throw new PolicyError(`generation.tokens[${outside}]: expected an id of at least 0, got ${tokens[outside]}`);
  const broken = logprobs.findIndex((logprob) => !Number.isFinite(logprob));
  if (broken >= 0)
    throw new PolicyError(`generation.logprobs[${broken}]: expected a finite number, got ${logprobs[broken]}`);
  if (asked && !(entropies instanceof Float32Array && entropies.length === tokens.length && entropies.every(isFinite)))
    throw new PolicyError(
      `generation.entropies: expected ${tokens.length} finite numbers (one a token), as was asked for`,
    );
  return value as Generation;
}

/** @returns What came instead: an object by its members' types, since its arrays may be long. */
function show(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value).map(([name, member]) => `${name}: ${typeName(member)}`);
  return members.length === 0 ? 'one without members' : `one with ${members.slice(0, 5).join(', ')}`;
}

function typeName(value: unknown): string {
  return typeof value === 'object' && value !== null ? (value.constructor?.name ?? 'object') : typeof value;
}
