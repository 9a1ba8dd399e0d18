import type { Tokenizer } from '../../../base/index.js';
import type { RolloutEvent } from '../../rollout-event.js';

interface ReporterOptions {
  readonly onEvent: (event: RolloutEvent) => void;
  readonly rolloutId: string;
  readonly turn: number;
  readonly tokenizer: Tokenizer;
  /** Tokens that end a turn and are not part of its text. */
  readonly stopTokens: ReadonlyMap<number, string>;
}

/** Reports a turn (`onEvent`) while it is generated. */
export class TurnReporter {
  #attempt = -1;
  #text: TurnText;

  constructor(private readonly options: ReporterOptions) {
    this.#text = new TurnText(options.tokenizer);
  }

  /** Reports that the policy is asked. @returns The attempt's number. */
  start(): number {
    const { onEvent, rolloutId, turn, tokenizer } = this.options;
    this.#text = new TurnText(tokenizer);
    onEvent({ kind: 'turn', rolloutId, turn, attempt: ++this.#attempt });
    return this.#attempt;
  }

  /** Reports new tokens of an attempt; those of an earlier attempt are ignored. */
  add(tokens: Int32Array, attempt: number): void {
    if (attempt !== this.#attempt) return;
    this.#report(this.#text.add(tokens.filter((token) => !this.options.stopTokens.has(token))));
  }

  /** Reports the rest of the finished turn. If the text reported so far is not its beginning, reports the turn anew. */
  end(text: string): void {
    const shown = this.#text.text;
    if (text.startsWith(shown)) return this.#report(text.slice(shown.length));
    this.start();
    this.#report(text);
  }

  #report(text: string): void {
    const { onEvent, rolloutId, turn } = this.options;
    if (text !== '') onEvent({ kind: 'text', rolloutId, turn, text });
  }
}

/** The text of tokens that come one after the other: each piece of it as soon as its characters are whole. */
class TurnText {
  /** Everything that `add` has given. */
  text = '';
  readonly #ids: number[] = [];
  /** Where decoding begins again with the next tokens: a token's text may depend on the token before it. */
  #from = 0;
  #shown = 0;

  constructor(private readonly tokenizer: Tokenizer) {}

  /** @returns The text that these tokens complete; empty while the bytes of a character are missing. */
  add(tokens: Int32Array): string {
    for (const token of tokens) this.#ids.push(token);
    const before = this.tokenizer.decode(this.#ids.slice(this.#from, this.#shown));
    const after = this.tokenizer.decode(this.#ids.slice(this.#from));
    if (after.endsWith('\uFFFD') || after.length <= before.length) return '';
    const piece = after.slice(before.length);
    [this.#from, this.#shown] = [this.#shown, this.#ids.length];
    this.text += piece;
    return piece;
  }
}

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
