import type { Tokenizer } from '../../../base/index.js';

const texts = new WeakMap<Tokenizer, Map<number, string>>();

/** @returns A function that decodes one id; each id is decoded once in the tokenizer's life. */
export function textsOfTokens(tokenizer: Tokenizer): (id: number) => string {
  const known = texts.get(tokenizer) ?? new Map<number, string>();
  texts.set(tokenizer, known);
  return (id) => {
    const text = known.get(id) ?? tokenizer.decode([id]);
    known.set(id, text);
    return text;
  };
}
