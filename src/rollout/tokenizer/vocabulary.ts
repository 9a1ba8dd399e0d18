import type { Tokenizer } from '../../base/index.js';

/** A vocabulary tokenizer as plain JSON; `createVocabularyTokenizer(json.pieces, json)` makes it again. */
export interface VocabularyJson {
  readonly pieces: readonly string[];
  readonly special: readonly string[];
}

/** A `Tokenizer` over text pieces that can be written down. */
export interface VocabularyTokenizer extends Tokenizer {
  /** @returns What makes it again. */
  toJSON(): VocabularyJson;
}

/** @returns The ordinary tokens that look like marks: `<think>`, `[CALL]`. */
export function markersOf(tokens: readonly string[]): string[] {
  return tokens.filter((token) => /^(?:<.+>|\[.+\])$/su.test(token));
}
