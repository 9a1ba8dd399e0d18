import type { EngineLoad } from './engine-load.js';
import type { TurnOrder } from './scheduled-session.js';

/** Tool calls are long if they take this share of the time in which a turn is generated. */
const LONG_TOOLS = 0.15;

/** What turns and tool calls take in the mean. */
export class TurnAverages {
  readonly #turns = { count: 0, tokens: 0 };
  readonly #tools = { count: 0, ms: 0, contextTokens: 0 };

  /** A turn ended that generated so many tokens. */
  ended(tokens: number): void {
    this.#turns.count += 1;
    this.#turns.tokens += tokens;
  }

  /** A tool call of so many milliseconds ended; the session's context has so many tokens. */
  toolEnded(ms: number, contextTokens: number): void {
    this.#tools.count += 1;
    this.#tools.ms += ms;
    this.#tools.contextTokens += contextTokens;
  }

  /**
   * By age a context is rarely computed again, but young sessions wait, and one of them may have the longest tool call. So turns go by arrival where
   * tool calls are long, and where computing a context again takes less of the engine's time than generating the turn.
   */
  orderFor(engine: EngineLoad): TurnOrder {
    const { count, ms, contextTokens } = this.#tools;
    if (count === 0 || this.#turns.count === 0) return 'age';
    const generateMs = (this.#turns.tokens / this.#turns.count) * engine.stepMs();
    const prefillMs = (contextTokens / count) * engine.curve.prefillMsPerToken;
    const isCheap = prefillMs < generateMs / Math.max(1, engine.running.size);
    return isCheap && ms / count > LONG_TOOLS * generateMs ? 'arrival' : 'age';
  }
}
