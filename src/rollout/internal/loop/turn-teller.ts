import type { Tokenizer } from '../../../base/index.js';
import type { RolloutEvent } from '../../rollout-event.js';
import { TurnText } from './turn-text.js';

interface TellerOptions {
  readonly onEvent: (event: RolloutEvent) => void;
  readonly rolloutId: string;
  readonly turn: number;
  readonly tokenizer: Tokenizer;
  /** Those that end a turn are not part of its text. */
  readonly stopTokens: ReadonlyMap<number, string>;
}

/** Tells of a turn while it is generated. */
export class TurnTeller {
  readonly #options: TellerOptions;
  #attempt = -1;
  #text: TurnText;

  constructor(options: TellerOptions) {
    this.#options = options;
    this.#text = new TurnText(options.tokenizer);
  }

  /** The policy is asked. @returns The attempt's number. */
  start(): number {
    const { onEvent, rolloutId, turn, tokenizer } = this.#options;
    this.#text = new TurnText(tokenizer);
    onEvent({ kind: 'turn', rolloutId, turn, attempt: ++this.#attempt });
    return this.#attempt;
  }

  /** Tokens of an attempt have come; those of an earlier one are nobody's. */
  add(tokens: Int32Array, attempt: number): void {
    if (attempt !== this.#attempt) return;
    this.#tell(this.#text.add(tokens.filter((token) => !this.#options.stopTokens.has(token))));
  }

  /** The turn is whole. What the policy told as it came is all told again if the turn does not begin so. */
  end(text: string): void {
    const shown = this.#text.text;
    if (text.startsWith(shown)) return this.#tell(text.slice(shown.length));
    this.start();
    this.#tell(text);
  }

  #tell(text: string): void {
    const { onEvent, rolloutId, turn } = this.#options;
    if (text !== '') onEvent({ kind: 'text', rolloutId, turn, text });
  }
}
