import type { Tokenizer } from '../../../base/index.js';

/** The text of tokens that come one after the other: each piece of it as soon as its characters are whole. */
export class TurnText {
  readonly #tokenizer: Tokenizer;
  readonly #ids: number[] = [];
  /** What is decoded again with the next tokens: a token's text may depend on the one before it. */
  #from = 0;
  #shown = 0;
  #text = '';

  constructor(tokenizer: Tokenizer) {
    this.#tokenizer = tokenizer;
  }

  /** Everything that `add` has given. */
  get text(): string {
    return this.#text;
  }

  /** @returns The text that these tokens complete; empty while the bytes of a character are missing. */
  add(tokens: Int32Array): string {
    for (const token of tokens) this.#ids.push(token);
    const before = this.#tokenizer.decode(this.#ids.slice(this.#from, this.#shown));
    const after = this.#tokenizer.decode(this.#ids.slice(this.#from));
    if (after.endsWith('\uFFFD') || after.length <= before.length) return '';
    const piece = after.slice(before.length);
    [this.#from, this.#shown] = [this.#shown, this.#ids.length];
    this.#text += piece;
    return piece;
  }
}
