import { Refusal } from '../refusal.js';
import type { SessionCounts } from '../../gateway-account.js';
import type { PlacedRequest } from './place-request.js';
import type { TreeSettings } from './read-request.js';
import type { SessionLimit, SessionPlan } from './session-rollout.js';

/** The limits of a session: turns, tokens, time. */
export class Limits {
  #reached: SessionLimit | undefined;
  /** Whether the last request left no tokens for an answer on its path. A client may then shorten its history and continue. */
  #isTooLong = false;
  /** Turns that failed with infrastructure errors. */
  #broken = 0;
  readonly #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param onTimeOver - Called with what requests are refused with from then on. */
  constructor(
    private readonly plan: SessionPlan,
    private readonly counts: Pick<SessionCounts, 'turns' | 'untrained' | 'generatedTokens'>,
    onTimeOver: (refusal: Refusal) => void,
  ) {
    const { timeLimitMs } = plan;
    if (timeLimitMs === undefined) return;
    this.#timer = setTimeout(() => {
      this.#reached ??= 'time-limit';
      onTimeOver(new Refusal('session-over', `the session reached its time limit of ${timeLimitMs / 1000} seconds`));
    }, timeLimitMs);
  }

  /** The limit that was reached. */
  get reached(): SessionLimit | undefined {
    return this.#reached ?? (this.#isTooLong ? 'length' : undefined);
  }

  /** Stops the clock. */
  release(): void {
    clearTimeout(this.#timer);
  }

  /** Does not count a turn that failed with an infrastructure error. */
  giveBackTurn(): void {
    this.#broken++;
  }

  /** @throws Refusal if no turn is left. Untrained turns have their own limit of the same size. */
  requireTurn(isTrained: boolean): void {
    const { maxTurns, maxGeneratedTokens = Infinity } = this.plan;
    if (!isTrained) {
      if (this.counts.untrained < maxTurns) return;
      throw new Refusal('session-over', `the session reached its limit of ${maxTurns} untrained turns`);
    }
    if (this.counts.turns - this.#broken >= maxTurns) {
      this.#reached ??= 'max-turns';
      throw new Refusal('session-over', `the session reached its limit of ${maxTurns} turns`);
    }
    if (this.counts.generatedTokens < maxGeneratedTokens) return;
    this.#reached ??= 'length';
    throw new Refusal('session-over', `the session reached its limit of ${maxGeneratedTokens} generated tokens`);
  }

  /**
   * @param contextLength - The model's context, in tokens.
   * @returns Most tokens that a turn may have.
   * @throws Refusal if its path has no tokens left.
   */
  roomFor({ root, recorder }: PlacedRequest, tree: TreeSettings, contextLength = Infinity): number {
    const { maxTokens, maxGeneratedTokens = Infinity } = this.plan;
    // A history that was changed begins a path with a long prompt: its length counts as that of the path before would.
    tree.mostTokens ??= Math.min(contextLength, root.promptLength + maxTokens);
    const [limitTokens, requestTokens] = [tree.mostTokens, recorder.length];
    const room = limitTokens - requestTokens;
    if (tree.isTrained) this.#isTooLong = room <= 0;
    if (room <= 0)
      throw new Refusal(
        'context-overflow',
        `messages: expected fewer than ${limitTokens} tokens, got ${requestTokens}`,
        { param: 'messages', contextOverflow: { limitTokens, requestTokens } },
      );
    return tree.isTrained ? Math.min(room, maxGeneratedTokens - this.counts.generatedTokens) : room;
  }
}
