import type { Tokenizer } from '../../base/index.js';

/** A vocabulary tokenizer as plain JSON; `createVocabularyTokenizer(json.pieces, json)` creates it again. */
export interface VocabularyJson {
  readonly pieces: readonly string[];
  readonly special: readonly string[];
}

/** A `Tokenizer` with text pieces that can be saved as JSON. */
export interface VocabularyTokenizer extends Tokenizer {
  /** @returns The JSON that creates it again. */
  toJSON(): VocabularyJson;
}

/** @returns The ordinary tokens that look like marks: `<think>`, `[CALL]`. */
export function markersOf(tokens: readonly string[]): string[] {
  return tokens.filter((token) => /^(?:<.+>|\[.+\])$/su.test(token));
}
