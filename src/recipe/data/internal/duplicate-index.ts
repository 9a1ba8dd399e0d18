import { contentTokens, hash32, shingles } from './content-tokens.js';

/** That a problem was there before. */
export interface Duplicate {
  readonly kind: 'duplicate' | 'near-duplicate';
  /** The id of the one that was kept. */
  readonly of: string;
  /** The share of the word triples of both that they have in common. */
  readonly similarity: number;
  /** It says the same and has another ground truth: one of the two is wrong. */
  readonly conflict?: true;
}

interface Kept {
  readonly id: string;
  readonly shingles: Uint32Array;
}

const SHINGLE = 3;

/**
 * Finds the problems that were there before.
 *
 * A duplicate says the same words, numbers and operators in the same order. A near duplicate has the same answer and the same
 * numbers and operators, however often the words between them were changed: so two problems of one template, which differ
 * in a number alone, are none, and only problems that may be one are ever compared. The comparison is exact: nothing is drawn.
 */
export class DuplicateIndex {
  readonly #exact = new Map<number, { readonly id: string; readonly answer: string }>();
  /** By answer, numbers and operators. */
  readonly #alike = new Map<number, Kept[]>();

  /** @param threshold - Of the similarity of near duplicates; undefined finds exact ones alone. */
  constructor(readonly threshold: number | undefined) {}

  find(question: string, answer: string): Duplicate | undefined {
    const tokens = contentTokens(question);
    const same = this.#exact.get(textKey(tokens));
    if (same !== undefined)
      return {
        kind: 'duplicate',
        of: same.id,
        similarity: 1,
        ...(same.answer === answer ? {} : { conflict: true }),
      };
    const alike = this.threshold === undefined ? undefined : this.#alike.get(formulaKey(tokens, answer));
    if (alike === undefined) return undefined;
    const own = shingles(tokens, SHINGLE);
    let best: Duplicate | undefined;
    for (const kept of alike) {
      const similarity = jaccard(own, kept.shingles);
      if (similarity >= (best === undefined ? this.threshold! : best.similarity + Number.EPSILON))
        best = { kind: 'near-duplicate', of: kept.id, similarity };
    }
    return best;
  }

  add(id: string, question: string, answer: string): void {
    const tokens = contentTokens(question);
    this.#exact.set(textKey(tokens), { id, answer });
    if (this.threshold === undefined) return;
    const key = formulaKey(tokens, answer);
    const kept = { id, shingles: shingles(tokens, SHINGLE) };
    const alike = this.#alike.get(key);
    if (alike === undefined) this.#alike.set(key, [kept]);
    else alike.push(kept);
  }
}

function textKey(tokens: readonly string[]): number {
  return hash53(tokens.join(' '));
}

function formulaKey(tokens: readonly string[], answer: string): number {
  const symbols = tokens.filter((token) => !/^\p{L}/u.test(token)).sort();
  return hash53(`${answer}\n${symbols.join(' ')}`);
}

/** Among a million texts, two that differ agree in it with a probability of 6e-5. */
function hash53(text: string): number {
  return hash32(text) * 2 ** 21 + (hash32(text, 0x9e3779b9) >>> 11);
}

/** @param a - Ascending, as `b`. */
function jaccard(a: Uint32Array, b: Uint32Array): number {
  let common = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const difference = a[i]! - b[j]!;
    if (difference === 0) common++;
    if (difference <= 0) i++;
    if (difference >= 0) j++;
  }
  return common / (a.length + b.length - common);
}
