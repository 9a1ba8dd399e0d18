import { LIMITS, LimitReached } from '../../budget.js';

/** One token. `space`: white space stood before it; `thin`: it was only a TeX space, as in `1\,234`; `textual`: inside `\text{}`. */
export interface Token {
  readonly kind: 'number' | 'letter' | 'word' | 'function' | 'structure' | 'sign' | 'relation' | 'end';
  readonly text: string;
  readonly space: boolean;
  readonly thin: boolean;
  readonly textual: boolean;
  /** The command it was written with, where commands of one meaning may differ: × and · of vectors. */
  readonly command?: string;
}

/** The tokens of a text as it is cut, and the space before the next one. */
export class TokenList {
  readonly tokens: Token[] = [];
  #space = false;
  #thin = false;

  push(kind: Token['kind'], text: string, textual = false, command?: string): void {
    if (this.tokens.length >= LIMITS.tokens) throw new LimitReached('too many tokens');
    const token = { kind, text, space: this.#space, thin: this.#space && this.#thin, textual };
    this.tokens.push(command === undefined ? token : { ...token, command });
    this.#space = false;
    this.#thin = false;
  }

  gap(thin: boolean): void {
    this.#thin = thin && (!this.#space || this.#thin);
    this.#space = true;
  }
}
