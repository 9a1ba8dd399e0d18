import {
  type GenerateRequest,
  type Generation,
  type PolicyCapabilities,
  Random,
  type Seed,
} from '../../../base/index.js';
import { checkGenerateRequest } from '../../../base/internal/index.js';
import { entropyFromLogits } from '../../../objective/index.js';
import type { DecoderConfig } from '../../model/config.js';
import type { Conversation } from './conversation.js';
import { drawToken } from './draw.js';

/** What a sampler can be asked for. It has no grammars. */
export const CAPABILITIES: PolicyCapabilities = { stopTexts: true };

/**
 * Checks a request before any work starts.
 *
 * @throws TypeError for a sampling option that there is not; RangeError for an empty or over-long context, what is no id of the vocabulary, or a sampling option out of range.
 */
export function checkRequest(request: GenerateRequest, config: DecoderConfig): void {
  checkGenerateRequest(request, CAPABILITIES);
  const { tokens } = request;
  if (tokens.length === 0) throw new RangeError('request.tokens: expected at least one token, got none');
  if (tokens.length >= config.maxPositionEmbeddings) {
    throw new RangeError(
      `request.tokens: expected fewer than ${config.maxPositionEmbeddings} (the model's context), got ${tokens.length}`,
    );
  }
  checkBelow(config.vocabSize, tokens, 'request.tokens');
  checkBelow(config.vocabSize, request.sampling.stopTokens, 'request.sampling.stopTokens');
}

function checkBelow(vocabSize: number, ids: ArrayLike<number>, path: string): void {
  for (let i = 0; i < ids.length; i++)
    if (ids[i]! >= vocabSize)
      throw new RangeError(`${path}[${i}]: expected an id below ${vocabSize} (the vocabulary), got ${ids[i]}`);
}

/** Tells of a request's tokens; settles its promise and lets its conversation go. */
export interface Settle {
  onToken(token: number): void;
  resolve(generation: Generation): void;
  reject(error: Error): void;
}

/** What is drawn for a request. */
interface Drawing {
  readonly request: GenerateRequest;
  /** Of its draws. */
  readonly seed: Seed;
  /** Whether tokens end in a stop text. */
  readonly ending: (tokens: readonly number[]) => boolean;
}

/** A request under way. */
export class RunningRequest {
  readonly conversation: Conversation;
  readonly settle: Settle;
  readonly #request: GenerateRequest;
  readonly #random: Random;
  readonly #stops: ReadonlySet<number>;
  readonly #tokens: number[] = [];
  readonly #logprobs: number[] = [];
  readonly #entropies: number[] = [];
  readonly #ending: Drawing['ending'];
  #finishReason: Generation['finishReason'] = 'length';

  constructor(conversation: Conversation, { request, seed, ending }: Drawing, settle: Settle) {
    this.conversation = conversation;
    this.settle = settle;
    this.#request = request;
    this.#random = new Random(seed);
    this.#stops = new Set(request.sampling.stopTokens);
    this.#ending = ending;
  }

  /**
   * Draws the next token.
   *
   * @returns Whether the request is done.
   * @throws PolicyError for logits that are no distribution.
   */
  draw(logits: Float32Array, contextLength: number): boolean {
    const { temperature = 1, maxTokens, entropies } = this.#request.sampling;
    const { token, logprob } = drawToken(logits, temperature, this.#request.sampling, this.#random);
    this.#tokens.push(token);
    this.#logprobs.push(logprob);
    if (entropies) this.#entropies.push(entropyFromLogits(logits, logits.length).values[0]!);
    this.conversation.tokens.push(token);
    this.settle.onToken(token);
    if (this.#stops.has(token) || this.#ending(this.#tokens)) {
      this.#finishReason = 'stop';
      return true;
    }
    return this.#tokens.length >= maxTokens || this.conversation.tokens.length >= contextLength;
  }

  generation(version: string): Generation {
    return {
      tokens: Int32Array.from(this.#tokens),
      logprobs: Float32Array.from(this.#logprobs),
      ...(this.#request.sampling.entropies ? { entropies: Float32Array.from(this.#entropies) } : {}),
      finishReason: this.#finishReason,
      weightVersions: [{ version, start: 0, end: this.#tokens.length }],
    };
  }
}
