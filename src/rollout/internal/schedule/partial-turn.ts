import type { GenerateRequest, Generation, WeightVersionSpan } from '../../../base/index.js';

/** What engines that broke have left of a turn: its beginning, from which another can go on. */
export class PartialTurn {
  #tokens: number[] = [];
  #logprobs: number[] = [];
  #hasLogprobs = true;

  constructor(readonly request: GenerateRequest) {}

  /** Tokens so far. */
  get length(): number {
    return this.#tokens.length;
  }

  add(tokens: Int32Array, logprobs: Float32Array | undefined): void {
    if (logprobs?.length !== tokens.length) this.#hasLogprobs = false;
    this.#tokens.push(...tokens);
    this.#logprobs.push(...(logprobs ?? []));
  }

  /**
   * Its engine broke. What was told without logprobs cannot be trained on, and is given up; so is all where entropies
   * were asked for, which come with the whole answer.
   */
  broke(): void {
    if (this.#hasLogprobs && this.request.sampling.entropies !== true && this.length < this.request.sampling.maxTokens)
      return;
    [this.#tokens, this.#logprobs, this.#hasLogprobs] = [[], [], true];
  }

  /** @returns What the next engine is asked. */
  rest(): GenerateRequest {
    const { request, length } = this;
    if (length === 0) return request;
    const { sampling } = request;
    const tokens = new Int32Array(request.tokens.length + length);
    tokens.set(request.tokens);
    tokens.set(this.#tokens, request.tokens.length);
    return { ...request, tokens, sampling: { ...sampling, maxTokens: sampling.maxTokens - length } };
  }

  /** @param kept - Tokens that there were when the last engine began. @returns The turn, its last part given. */
  joined(kept: number, last: Generation): Generation {
    if (kept === 0) return last;
    const { tokens, logprobs, weightVersions, ...rest } = last;
    const moved = weightVersions?.map(({ version, start, end }): WeightVersionSpan => ({
      version,
      start: start + kept,
      end: end + kept,
    }));
    return {
      ...rest,
      tokens: Int32Array.from([...this.#tokens.slice(0, kept), ...tokens]),
      logprobs: Float32Array.from([...this.#logprobs.slice(0, kept), ...logprobs]),
      ...(moved && { weightVersions: moved }),
    };
  }
}
