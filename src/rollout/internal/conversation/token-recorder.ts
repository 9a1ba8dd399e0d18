import type { Generation, TemplateDrift, TokenTrace, WeightVersionSpan } from '../../../base/index.js';

/** A stretch of tokens that came at once, behind those before it; generated ones have their logprobs, and entropies where the policy gave them. */
interface Stretch {
  readonly before: Stretch | undefined;
  /** Where it begins. */
  readonly at: number;
  readonly ids: Int32Array;
  readonly logprobs?: Float32Array;
  readonly entropies?: Float32Array | undefined;
  /** Indices into all tokens. */
  readonly weightVersions?: readonly WeightVersionSpan[];
}

/**
 * Grows a rollout's token trace: what the policy generated is masked in, everything else is masked out.
 *
 * Stretches are kept as they came and put together on demand: a step of the paper's size has 16 384 rollouts of up to
 * 12K tokens under way at once, too many for JavaScript's own arrays. A copy shares them.
 */
export class TokenRecorder {
  #last: Stretch;
  #promptLength: number;
  #retokenized = false;

  constructor(prompt: Int32Array) {
    this.#last = { before: undefined, at: 0, ids: prompt };
    this.#promptLength = prompt.length;
  }

  /** @returns The same trace so far, to be gone on with apart from this one. */
  copy(): TokenRecorder {
    const copy = new TokenRecorder(this.#last.ids);
    copy.#last = this.#last;
    copy.#promptLength = this.#promptLength;
    copy.#retokenized = this.#retokenized;
    return copy;
  }

  /** All tokens so far. */
  get length(): number {
    return this.#last.at + this.#last.ids.length;
  }

  /** Tokens after the prompt, tool responses included: what the response budget counts. */
  get responseLength(): number {
    return this.length - this.#promptLength;
  }

  /** Tokens that the policy generated. */
  get generatedLength(): number {
    let length = 0;
    this.#each(({ ids, logprobs }) => (length += logprobs === undefined ? 0 : ids.length));
    return length;
  }

  /** @returns A copy of the whole context, as a request to the policy holds it. */
  context(): Int32Array {
    const ids = new Int32Array(this.length);
    this.#each(({ ids: stretch, at }) => ids.set(stretch, at));
    return ids;
  }

  addGenerated({ tokens: ids, logprobs, entropies, weightVersions = [], retokenized }: Generation): void {
    this.#retokenized ||= retokenized === true;
    const at = this.length;
    const spans = weightVersions.map(({ version, start, end }) => ({ version, start: at + start, end: at + end }));
    // Copies: an engine may hand out views of a batch that it uses again.
    this.#add({
      ids: ids.slice(),
      logprobs: logprobs.slice(),
      entropies: entropies?.slice(),
      ...(spans.length === 0 ? {} : { weightVersions: spans }),
    });
  }

  addRead(ids: Int32Array): void {
    this.#add({ ids });
  }

  trace(drift: TemplateDrift | undefined): TokenTrace {
    const logprobs = new Float32Array(this.length);
    const responseMask = new Uint8Array(this.length);
    let entropies: Float32Array | undefined;
    const spans: (readonly WeightVersionSpan[])[] = [];
    this.#each((stretch) => {
      if (stretch.logprobs === undefined) return;
      logprobs.set(stretch.logprobs, stretch.at);
      if (stretch.entropies !== undefined)
        (entropies ??= new Float32Array(this.length)).set(stretch.entropies, stretch.at);
      responseMask.fill(1, stretch.at, stretch.at + stretch.ids.length);
      if (stretch.weightVersions !== undefined) spans.push(stretch.weightVersions);
    });
    const weightVersions = joined(spans.reverse().flat());
    return {
      ids: this.context(),
      logprobs,
      ...(entropies === undefined ? {} : { entropies }),
      responseMask,
      promptLength: this.#promptLength,
      ...(weightVersions.length === 0 ? {} : { weightVersions }),
      ...(drift === undefined ? {} : { drift }),
      ...(this.#retokenized ? { retokenized: true } : {}),
    };
  }

  #add(stretch: Omit<Stretch, 'before' | 'at'>): void {
    this.#last = { ...stretch, before: this.#last, at: this.length };
  }

  /** From the last stretch to the first. */
  #each(visit: (stretch: Stretch) => void): void {
    for (let stretch: Stretch | undefined = this.#last; stretch !== undefined; stretch = stretch.before) visit(stretch);
  }
}

/** One span goes on where the same weights go on without a token between. */
function joined(spans: readonly WeightVersionSpan[]): WeightVersionSpan[] {
  const found: WeightVersionSpan[] = [];
  for (const span of spans) {
    const last = found.at(-1);
    if (last?.version === span.version && last.end === span.start) found[found.length - 1] = { ...last, end: span.end };
    else found.push(span);
  }
  return found;
}
