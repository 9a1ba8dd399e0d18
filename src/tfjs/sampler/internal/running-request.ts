import { Random, type GenerateRequest, type Generation, type Seed } from '../../../base/index.js';
import { entropyFromLogits } from '../../../objective/index.js';
import type { Conversation } from './conversation.js';
import { drawToken } from './draw.js';

/** Tells of a request's tokens; settles its promise and lets its conversation go. */
export interface Settle {
  onToken(token: number): void;
  resolve(generation: Generation): void;
  reject(error: Error): void;
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
  #finishReason: Generation['finishReason'] = 'length';

  /** @param seed - Of its draws. */
  constructor(conversation: Conversation, request: GenerateRequest, seed: Seed, settle: Settle) {
    this.conversation = conversation;
    this.settle = settle;
    this.#request = request;
    this.#random = new Random(seed);
    this.#stops = new Set(request.sampling.stopTokens);
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
    if (this.#stops.has(token)) {
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
