import type { GenerateRequest, Generation, WeightVersionSpan } from '../../../base/index.js';
import { isLogprob, isTokenId } from '../../../base/internal/index.js';

/** Size of the first buffer, in tokens; it doubles. */
const FIRST_ROOM = 64;

/** The beginning of a turn whose engine broke, from which another engine can continue. */
export class PartialTurn {
  /** A buffer with spare capacity: thousands of turns run at once, too many for JavaScript's own arrays. */
  #tokens = new Int32Array(FIRST_ROOM);
  #logprobs = new Float32Array(FIRST_ROOM);
  #length = 0;
  /** With their logprobs, and as a policy can have drawn them. */
  #isSound = true;
  /** Which weights drew which tokens; tokens of unknown weights are in no span. */
  #versions: WeightVersionSpan[] = [];

  constructor(readonly request: GenerateRequest) {}

  /** Tokens so far. */
  get length(): number {
    return this.#length;
  }

  add(tokens: Int32Array, logprobs?: Float32Array, version?: string): void {
    this.#isSound &&= this.#canBeDrawn(tokens, logprobs);
    const length = this.#length + tokens.length;
    if (length > this.#tokens.length) this.#grow(Math.max(length, 2 * this.#tokens.length));
    this.#tokens.set(tokens, this.#length);
    if (this.#isSound) this.#logprobs.set(logprobs!, this.#length);
    if (version !== undefined) this.#addVersion({ version, start: this.#length, end: length });
    this.#length = length;
  }

  #addVersion(span: WeightVersionSpan): void {
    const last = this.#versions.at(-1);
    const continues = last?.version === span.version && last.end === span.start;
    if (continues) this.#versions[this.#versions.length - 1] = { ...last, end: span.end };
    else this.#versions.push(span);
  }

  #canBeDrawn(tokens: Int32Array, logprobs: Float32Array | undefined): boolean {
    const { sampling, vocabularySize } = this.request;
    return (
      logprobs?.length === tokens.length &&
      tokens.every((id) => isTokenId(id, vocabularySize)) &&
      logprobs.every((logprob) => isLogprob(logprob, sampling.temperature))
    );
  }

  #grow(room: number): void {
    const [tokens, logprobs] = [this.#tokens, this.#logprobs];
    this.#tokens = new Int32Array(room);
    this.#tokens.set(tokens);
    this.#logprobs = new Float32Array(room);
    this.#logprobs.set(logprobs);
  }

  /**
   * Its engine broke. Tokens without valid logprobs cannot be trained on, and are dropped; so is everything where entropies were
   * requested, which come with the whole answer, a turn that is complete, after which nothing is to be drawn, and one with a constraint, which holds
   * for the whole turn.
   */
  broke(): void {
    const { constraint } = this.request;
    const { entropies, maxTokens, stopTokens } = this.request.sampling;
    const drawn = this.#tokens.subarray(0, this.#length);
    const isWhole = this.length >= maxTokens || stopTokens.some((token) => drawn.includes(token));
    if (this.#isSound && entropies !== true && constraint === undefined && !isWhole) return;
    [this.#length, this.#isSound, this.#versions] = [0, true, []];
  }

  /** @returns The request for the next engine. */
  rest(): GenerateRequest {
    const { request, length } = this;
    if (length === 0) return request;
    const { sampling } = request;
    const tokens = new Int32Array(request.tokens.length + length);
    tokens.set(request.tokens);
    tokens.set(this.#tokens.subarray(0, length), request.tokens.length);
    return { ...request, tokens, sampling: { ...sampling, maxTokens: sampling.maxTokens - length } };
  }

  /**
   * @param kept - Tokens that there were when the last engine began.
   * @returns The turn, its last part given. Tokens keep the version with which they were streamed; without one they are in no span.
   */
  joined(kept: number, last: Generation): Generation {
    if (kept === 0) return last;
    const { tokens, logprobs, weightVersions, ...rest } = last;
    const before = this.#versions.filter(({ start }) => start < kept);
    const versions = [
      ...before.map((span) => ({ ...span, end: Math.min(span.end, kept) })),
      ...(weightVersions ?? []).map((span) => ({ ...span, start: span.start + kept, end: span.end + kept })),
    ];
    return {
      ...rest,
      tokens: joined(this.#tokens.subarray(0, kept), tokens),
      logprobs: joined(this.#logprobs.subarray(0, kept), logprobs),
      ...(versions.length > 0 && { weightVersions: versions }),
    };
  }
}

/** @returns One list after the other. */
function joined<T extends Int32Array | Float32Array>(first: T, second: T): T {
  const all = new (first.constructor as new (length: number) => T)(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
