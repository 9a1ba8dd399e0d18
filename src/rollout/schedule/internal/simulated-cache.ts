/** What a turn has in the KV cache: the prompt, which its group shares, and what its session added. */
export interface CachedTurn {
  readonly sessionId: string;
  readonly group: string;
  /** First tokens of the context, the same for the whole group. */
  readonly promptTokens: number;
}

/** A group's prompt, and how many running turns use it. */
interface Prompt {
  users: number;
}

/**
 * The KV cache of a simulated engine, as vLLM's prefix cache is: a group's prompt is there once, and what turns leave behind serves later turns until
 * the space is needed. The least recently used tokens leave first. Counts are in tokens.
 */
export class SimulatedCache {
  /** Tokens of running turns. */
  held = 0;
  readonly #prompts = new Map<string, Prompt>();
  /** Left by turns that do not run, by prompt or session, the oldest first. */
  readonly #left = new Map<Prompt | string, number>();
  #leftTokens = 0;

  constructor(readonly capacityTokens: number) {}

  /** @returns The number of additional tokens if a turn with this context ran. */
  needOf(turn: CachedTurn, contextTokens: number): number {
    const isShared = (this.#prompts.get(turn.group)?.users ?? 0) > 0;
    return contextTokens - (isShared ? turn.promptTokens : 0);
  }

  /** A turn begins to run. @returns The tokens of its context that must be computed. */
  take(turn: CachedTurn, contextTokens: number): number {
    let prompt = this.#prompts.get(turn.group);
    if (prompt === undefined) this.#prompts.set(turn.group, (prompt = { users: 0 }));
    this.held += this.needOf(turn, contextTokens);
    const own = contextTokens - turn.promptTokens;
    const isPinned = prompt.users++ > 0;
    const shared = isPinned ? turn.promptTokens : this.#takeLeft(prompt);
    const cached = this.#takeLeft(turn.sessionId);
    this.evict();
    // Tokens after a gap cannot be used.
    return shared < turn.promptTokens ? contextTokens - shared : own - Math.min(own, cached);
  }

  /** A turn no longer runs; its tokens stay until the space is needed. */
  leave(turn: CachedTurn, contextTokens: number): void {
    const { sessionId, group, promptTokens } = turn;
    const own = contextTokens - promptTokens;
    this.held -= own;
    this.#leave(sessionId, own);
    const prompt = this.#prompts.get(group)!;
    if (--prompt.users === 0) {
      this.held -= promptTokens;
      this.#leave(prompt, promptTokens);
    }
  }

  /** Frees cache for the tokens of running turns. */
  evict(): void {
    let excess = this.held + this.#leftTokens - this.capacityTokens;
    for (const [key, tokens] of this.#left) {
      if (excess <= 0) return;
      const evicted = Math.min(excess, tokens);
      excess -= evicted;
      this.#leftTokens -= evicted;
      if (evicted === tokens) this.#left.delete(key);
      else this.#left.set(key, tokens - evicted);
    }
  }

  #leave(key: Prompt | string, tokens: number): void {
    this.#left.set(key, tokens);
    this.#leftTokens += tokens;
  }

  #takeLeft(key: Prompt | string): number {
    const tokens = this.#left.get(key) ?? 0;
    this.#left.delete(key);
    this.#leftTokens -= tokens;
    return tokens;
  }
}
