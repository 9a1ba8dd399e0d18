import { contentTokens, shingles } from './content-tokens.js';

/** A test problem that a training problem holds. */
export interface Leak {
  /** The id of the test problem. */
  readonly of: string;
  /** The share of its n-grams that are found. */
  readonly overlap: number;
}

/**
 * Finds test problems in training problems by their n-grams of words, numbers and operators.
 *
 * What counts is the share of a test problem's n-grams, each weighing 1 over the test problems that have it: "where m and n
 * are relatively prime positive integers. Find m + n" is in many of them and gives none away. All its numbers must be there, too:
 * the next problem of a template is another. A test problem shorter than n is found only where it is the whole of a training problem.
 */
export class LeakIndex {
  readonly #tests: { readonly id: string; readonly grams: Uint32Array; readonly numbers: readonly string[] }[] = [];
  readonly #byGram = new Map<number, number[]>();
  readonly #short = new Map<string, string>();
  /** By test problem, what its n-grams weigh together. */
  #weights: readonly number[] = [];

  constructor(
    readonly n: number,
    readonly threshold: number,
    tests: Iterable<{ readonly id: string; readonly question: string }>,
  ) {
    for (const { id, question } of tests) this.#add(id, contentTokens(question));
    this.#weights = this.#tests.map(({ grams }) => grams.reduce((sum, gram) => sum + this.#weight(gram), 0));
  }

  find(question: string): Leak | undefined {
    const tokens = contentTokens(question);
    const whole = tokens.length < this.n ? this.#short.get(tokens.join(' ')) : undefined;
    if (whole !== undefined) return { of: whole, overlap: 1 };
    const found = new Map<number, number>();
    for (const gram of shingles(tokens, this.n))
      for (const test of this.#byGram.get(gram) ?? []) found.set(test, (found.get(test) ?? 0) + this.#weight(gram));
    const there = new Set(tokens);
    let best: Leak | undefined;
    for (const [test, weight] of found) {
      const { id, numbers } = this.#tests[test]!;
      const overlap = Math.min(1, weight / this.#weights[test]!);
      const isMore = overlap >= (best?.overlap ?? this.threshold);
      if (isMore && numbers.every((number) => there.has(number))) best = { of: id, overlap };
    }
    return best;
  }

  #add(id: string, tokens: readonly string[]): void {
    if (tokens.length < this.n) {
      this.#short.set(tokens.join(' '), id);
      return;
    }
    const grams = shingles(tokens, this.n);
    const test = this.#tests.push({ id, grams, numbers: tokens.filter((token) => /^\p{N}/u.test(token)) }) - 1;
    for (const gram of grams) {
      const tests = this.#byGram.get(gram);
      if (tests === undefined) this.#byGram.set(gram, [test]);
      else tests.push(test);
    }
  }

  #weight(gram: number): number {
    return 1 / this.#byGram.get(gram)!.length;
  }
}
