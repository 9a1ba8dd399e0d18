import { PolicyError } from '../../errors.js';
import type { GenerateRequest, Generation, SamplingOptions, Policy, PolicyCapabilities } from '../../policy.js';
import { checkArgument } from '../arguments/check-arguments.js';
import { misspeltMember } from '../arguments/closest.js';
import { show } from '../arguments/options.js';

/** The largest logprob: log-softmax in float32 may round a certain token this far above 0. */
export const LARGEST_LOGPROB = 1e-4;

/**
 * The least logprob that a sampled token can have at temperature 1: e^-100 is about the smallest float32, so such a token is never sampled
 * in practice. At higher temperatures a server may report the logprob of temperature 1, which is lower by that factor at most.
 */
const LOWEST = -100;

/** The parts of a request that its answer is checked against. */
type CheckedRequest = Pick<GenerateRequest, 'vocabularySize' | 'constraint'> & {
  readonly sampling: Pick<GenerateRequest['sampling'], 'maxTokens' | 'stopTokens' | 'temperature' | 'entropies'>;
};

/**
 * Checks an engine's answer, because training on misaligned or impossible tokens would go wrong unnoticed.
 * Ids beyond the tokenizer's vocabulary pass up to `vocabularySize`: a model's output may have more rows than its tokenizer has tokens.
 *
 * @returns The generation, unchanged.
 * @throws PolicyError that says what is wrong with the generation; retryable, because another engine may answer correctly.
 */
export function checkedGeneration(
  value: unknown,
  { sampling, vocabularySize, constraint }: CheckedRequest,
): Generation {
  const generation = (typeof value === 'object' && value !== null ? value : {}) as Partial<Generation>;
  const { tokens, logprobs, entropies } = generation;
  const { maxTokens, stopTokens, temperature, entropies: asked = false } = sampling;
  if (!(tokens instanceof Int32Array) || !(logprobs instanceof Float32Array))
    refuse(
      `generation: expected an object with tokens (Int32Array) and logprobs (Float32Array), got ${shapeOf(value)}`,
    );
  if (tokens.length !== logprobs.length)
    refuse(`generation: expected as many logprobs as tokens (${tokens.length}), got ${logprobs.length}`);
  if (tokens.length > maxTokens) refuse(`generation: expected at most ${maxTokens} tokens, got ${tokens.length}`);
  const member = misspeltMember(generation, ['entropies', 'weightVersions', 'retokenized']);
  if (member !== undefined) refuse(`generation.${member.name}: unknown; did you mean ${member.meant}?`);
  const outside = tokens.findIndex((id) => !isTokenId(id, vocabularySize));
  if (outside >= 0) {
    const bound = tokens[outside]! < 0 ? 'of at least 0' : `below ${vocabularySize} (the vocabulary)`;
    refuse(`generation.tokens[${outside}]: expected an id ${bound}, got ${tokens[outside]}`);
  }
  const broken = logprobs.findIndex((logprob) => !isLogprob(logprob, temperature));
  if (broken >= 0)
    refuse(
      `generation.logprobs[${broken}]: ${logprobExpected(logprobs[broken]!, temperature)}, got ${logprobs[broken]}`,
    );
  if (asked && !(entropies instanceof Float32Array && entropies.length === tokens.length && entropies.every(isFinite)))
    refuse(
      `generation.entropies: expected ${tokens.length} finite numbers (one for each token), because the request asks for them`,
    );
  // Ids encoded from text are not the sampled ones, so they need not end with the stop token. A stop text ends with any.
  const endsAnyhow = generation.retokenized === true || constraint?.stopTexts !== undefined;
  checkEnd(tokens, generation.finishReason, stopTokens, endsAnyhow);
  return value as Generation;
}

/** Whether a policy can have drawn this id. */
export function isTokenId(id: number, vocabularySize = Infinity): boolean {
  return id >= 0 && id < vocabularySize;
}

/** Whether a drawn token can have this logprob, at the request's temperature. */
export function isLogprob(value: number, temperature?: number): boolean {
  return value <= LARGEST_LOGPROB && value >= lowest(temperature);
}

function lowest(temperature = 1): number {
  return LOWEST * Math.max(1, temperature);
}

function logprobExpected(value: number, temperature: number | undefined): string {
  if (!Number.isFinite(value)) return 'expected a finite number';
  if (value > 0) return 'expected at most 0 (the logarithm of a probability)';
  return `expected at least ${lowest(temperature)} (no sampler draws a less probable token; vLLM writes -9999 for a logprob that it does not have)`;
}

/** A turn with finishReason `stop` must end with a stop token, and must not have one before its end. */
function checkEnd(tokens: Int32Array, finishReason: unknown, stopTokens: readonly number[], endsAnyhow: boolean): void {
  if (finishReason !== 'stop' && finishReason !== 'length')
    refuse(`generation.finishReason: expected 'stop' or 'length', got ${String(finishReason)}`);
  const early = tokens.findIndex((id, index) => index < tokens.length - 1 && stopTokens.includes(id));
  if (early >= 0)
    refuse(
      `generation.tokens[${early}]: expected nothing after a stop token (${tokens[early]}), got ${tokens.length - 1 - early} more tokens`,
    );
  if (endsAnyhow) return;
  // Without stop tokens it is the engine's own end of sequence that stops it.
  if (finishReason === 'length' || stopTokens.length === 0 || stopTokens.includes(tokens.at(-1)!)) return;
  refuse(
    `generation: expected a stop token (${stopTokens.join(', ')}) at the end, because its finishReason is 'stop', got ${tokens.at(-1) ?? 'no tokens'}`,
  );
}

function refuse(message: string): never {
  throw new PolicyError(message, { retryable: true });
}

/** @returns The value for error messages: an object as the types of its members, because its arrays may be long. */
function shapeOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value).map(([name, member]) => `${name}: ${typeName(member)}`);
  return members.length === 0 ? 'one without members' : `one with ${members.slice(0, 5).join(', ')}`;
}

function typeName(value: unknown): string {
  return typeof value === 'object' && value !== null ? (value.constructor?.name ?? 'object') : typeof value;
}

/** The names of all sampling options; the type makes the list complete. */
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
 * Checks a request's shape, ids, sampling options and constraint. Without this check a mistyped `topp` would be ignored.
 *
 * @param capabilities - Of the policy. Default: none.
 * @throws TypeError (`request.sampling: unknown option 'topp'`), also for a constraint that the policy cannot honour; RangeError for anything but a token id, or an option out of range.
 */
export function checkGenerateRequest(request: GenerateRequest, capabilities: PolicyCapabilities = {}): void {
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
  checkConstraint(request, capabilities);
}

function checkConstraint({ constraint = {} }: GenerateRequest, { stopTexts, forms }: PolicyCapabilities): void {
  const refuse = (name: string) => {
    throw new TypeError(`request.constraint.${name}: this policy does not support it`);
  };
  if (constraint.stopTexts !== undefined && stopTexts !== true) refuse('stopTexts');
  if (constraint.forms !== undefined && forms !== true) refuse('forms');
  if (constraint.stopTexts?.some((text) => text === '') === true)
    throw new RangeError('request.constraint.stopTexts: expected non-empty texts');
  if (constraint.forms?.length === 0) throw new RangeError('request.constraint.forms: expected at least one, got none');
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
      'options.entropies: expected a policy that returns entropies (createSampler, a learner), got another',
    );
}
