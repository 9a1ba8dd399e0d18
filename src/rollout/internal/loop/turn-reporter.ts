import type { Tokenizer } from '../../../base/index.js';
import type { RolloutEvent } from '../../rollout-event.js';
import { TurnText } from './turn-text.js';

interface ReporterOptions {
  readonly onEvent: (event: RolloutEvent) => void;
  readonly rolloutId: string;
  readonly turn: number;
  readonly tokenizer: Tokenizer;
  /** Those that end a turn are not part of its text. */
  readonly stopTokens: ReadonlyMap<number, string>;
}

/** Reports a turn (`onEvent`) while it is generated. */
export class TurnReporter {
  readonly #options: ReporterOptions;
  #attempt = -1;
  #text: TurnText;

  constructor(options: ReporterOptions) {
    this.#options = options;
    this.#text = new TurnText(options.tokenizer);
  }

  /** Reports that the policy is asked. @returns The attempt's number. */
  start(): number {
    const { onEvent, rolloutId, turn, tokenizer } = this.#options;
    this.#text = new TurnText(tokenizer);
    onEvent({ kind: 'turn', rolloutId, turn, attempt: ++this.#attempt });
    return this.#attempt;
  }

  /** Reports new tokens of an attempt; those of an earlier attempt are ignored. */
  add(tokens: Int32Array, attempt: number): void {
    if (attempt !== this.#attempt) return;
    this.#report(this.#text.add(tokens.filter((token) => !this.#options.stopTokens.has(token))));
  }

  /** Reports the rest of the finished turn; starts it again where what was reported is not its beginning. */
  end(text: string): void {
    const shown = this.#text.text;
    if (text.startsWith(shown)) return this.#report(text.slice(shown.length));
    this.start();
    this.#report(text);
  }

  #report(text: string): void {
    const { onEvent, rolloutId, turn } = this.#options;
    if (text !== '') onEvent({ kind: 'text', rolloutId, turn, text });
  }
}
