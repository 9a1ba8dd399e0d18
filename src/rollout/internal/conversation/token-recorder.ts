import type { Generation, TemplateDrift, TokenTrace, WeightVersionSpan } from '../../../base/index.js';

/** A stretch of tokens that came at once; generated ones have their logprobs, and entropies where the policy gave them. */
interface Stretch {
  readonly ids: Int32Array;
  readonly logprobs?: Float32Array;
  readonly entropies?: Float32Array | undefined;
}

/**
 * Grows a rollout's token trace: what the policy generated is masked in, everything else is masked out.
 *
 * Stretches are kept as they came and put together on demand: a step of the paper's size has 16 384 rollouts of up to
 * 12K tokens under way at once, too many for JavaScript's own arrays.
 */
export class TokenRecorder {
  #stretches: Stretch[];
  #promptLength: number;
  #length: number;
  #weightVersions: WeightVersionSpan[] = [];
  #retokenized = false;

  constructor(prompt: Int32Array) {
    this.#stretches = [{ ids: prompt }];
    this.#promptLength = prompt.length;
    this.#length = prompt.length;
  }

  /** @returns The same trace so far, to be gone on with apart from this one. */
  copy(): TokenRecorder {
    const copy = new TokenRecorder(new Int32Array(0));
    copy.#stretches = [...this.#stretches];
    copy.#promptLength = this.#promptLength;
    copy.#length = this.#length;
    copy.#weightVersions = [...this.#weightVersions];
    copy.#retokenized = this.#retokenized;
    return copy;
  }

  /** All tokens so far. */
  get length(): number {
    return this.#length;
  }

  /** Tokens after the prompt, tool responses included: what the response budget counts. */
  get responseLength(): number {
    return this.#length - this.#promptLength;
  }

  /** Tokens that the policy generated. */
  get generatedLength(): number {
    return this.#stretches.reduce((sum, { ids, logprobs }) => sum + (logprobs === undefined ? 0 : ids.length), 0);
  }

  /** @returns A copy of the whole context, as a request to the policy holds it. */
  context(): Int32Array {
    const ids = new Int32Array(this.#length);
    this.#each(({ ids: stretch }, at) => ids.set(stretch, at));
    return ids;
  }

  addGenerated({ tokens: ids, logprobs, entropies, weightVersions = [], retokenized }: Generation): void {
    this.#retokenized ||= retokenized === true;
    for (const { version, start, end } of weightVersions)
      this.#addVersion(version, this.#length + start, this.#length + end);
    // Copies: an engine may hand out views of a batch that it uses again.
    this.#add({ ids: ids.slice(), logprobs: logprobs.slice(), entropies: entropies?.slice() });
  }

  addRead(ids: Int32Array): void {
    this.#add({ ids });
  }

  trace(drift: TemplateDrift | undefined): TokenTrace {
    const logprobs = new Float32Array(this.#length);
    const responseMask = new Uint8Array(this.#length);
    const entropies = this.#stretches.some((stretch) => stretch.entropies !== undefined)
      ? new Float32Array(this.#length)
      : undefined;
    this.#each((stretch, at) => {
      if (stretch.logprobs === undefined) return;
      logprobs.set(stretch.logprobs, at);
      if (stretch.entropies !== undefined) entropies?.set(stretch.entropies, at);
      responseMask.fill(1, at, at + stretch.ids.length);
    });
    return {
      ids: this.context(),
      logprobs,
      ...(entropies === undefined ? {} : { entropies }),
      responseMask,
      promptLength: this.#promptLength,
      ...(this.#weightVersions.length === 0 ? {} : { weightVersions: [...this.#weightVersions] }),
      ...(drift === undefined ? {} : { drift }),
      ...(this.#retokenized ? { retokenized: true } : {}),
    };
  }

  /** One span goes on where the same weights go on without a token between. */
  #addVersion(version: string, start: number, end: number): void {
    const last = this.#weightVersions.at(-1);
    if (last?.version === version && last.end === start) this.#weightVersions.splice(-1, 1, { ...last, end });
    else this.#weightVersions.push({ version, start, end });
  }

  #add(stretch: Stretch): void {
    this.#stretches.push(stretch);
    this.#length += stretch.ids.length;
  }

  #each(visit: (stretch: Stretch, at: number) => void): void {
    let at = 0;
    for (const stretch of this.#stretches) {
      visit(stretch, at);
      at += stretch.ids.length;
    }
  }
}
