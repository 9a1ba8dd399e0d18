/** @returns Those of a tokenizer's ordinary tokens that are written as marks are: `<think>`, `[CALL]`. */
export function markersOf(tokens: readonly string[]): string[] {
  return tokens.filter((token) => /^(?:<.+>|\[.+\])$/su.test(token));
}
