import type { TokenTrace } from '../base/index.js';

/** Grows a rollout's token trace: what the policy generated is masked in, everything else is masked out. */
export class TokenRecorder {
  readonly #ids: number[];
  readonly #logprobs: number[];
  readonly #mask: number[];
  readonly #promptLength: number;
  #policyVersion: string | undefined;

  constructor(prompt: Int32Array) {
    this.#ids = Array.from(prompt);
    this.#logprobs = new Array<number>(prompt.length).fill(0);
    this.#mask = new Array<number>(prompt.length).fill(0);
    this.#promptLength = prompt.length;
  }

  /** Tokens after the prompt, tool responses included: what the response budget counts. */
  get responseLength(): number {
    return this.#ids.length - this.#promptLength;
  }

  /** @returns A copy of the whole context, as a request to the policy holds it. */
  context(): Int32Array {
    return Int32Array.from(this.#ids);
  }

  addGenerated(ids: Int32Array, logprobs: Float32Array, policyVersion: string | undefined): void {
    // The oldest weights that wrote any of it: staleness is never understated.
    this.#policyVersion ??= policyVersion;
    for (let i = 0; i < ids.length; i++) {
      this.#ids.push(ids[i]!);
      this.#logprobs.push(logprobs[i]!);
      this.#mask.push(1);
    }
  }

  addRead(ids: Int32Array): void {
    for (const id of ids) {
      this.#ids.push(id);
      this.#logprobs.push(0);
      this.#mask.push(0);
    }
  }

  trace(): TokenTrace {
    return {
      ids: Int32Array.from(this.#ids),
      logprobs: Float32Array.from(this.#logprobs),
      responseMask: Uint8Array.from(this.#mask),
      promptLength: this.#promptLength,
      ...(this.#policyVersion === undefined ? {} : { policyVersion: this.#policyVersion }),
    };
  }
}
