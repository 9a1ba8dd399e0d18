import type { ScheduledRequest } from './dispatcher.js';
import { LengthEstimates, type GrowingSession } from './length-estimates.js';
import type { SessionNeed } from './peak-usage.js';
import type { ScheduledSession } from './scheduled-session.js';

/** Estimates are made anew when one of so many sessions changed. */
const REFRESH_SHARE = 64;

/** What sessions will come to hold: all that their budgets allow, what is known, or what is estimated. */
export class SessionForecast {
  readonly #isWorstCase: boolean;
  #estimates: LengthEstimates | undefined;
  /** No session grows by more tokens. */
  longest = 1;
  /** Turns and endings since the estimates were made. */
  #changes = 0;
  /** Of all turns and tool calls together. */
  #turnMs = 1;
  #toolMs = 0;

  constructor(admission: 'expected' | 'worst-case') {
    this.#isWorstCase = admission === 'worst-case';
  }

  arrived({ maxTokens }: ScheduledRequest): void {
    // Too much at first costs less than too little, which throws contexts out of the caches.
    this.#estimates ??= new LengthEstimates(maxTokens / 1.5);
    this.longest = Math.max(this.longest, maxTokens);
  }

  turnEnded(ms: number): void {
    this.#turnMs += ms;
    this.#changes += 1;
  }

  toolAnswered(ms: number): void {
    this.#toolMs += ms;
    this.#changes += 1;
  }

  sessionEnded({ group, grown }: GrowingSession): void {
    this.#estimates!.ended(group, grown);
    this.#changes += 1;
  }

  groupEnded(group: string): void {
    this.#estimates!.forget(group);
  }

  /** Makes estimates anew where enough has changed. @param sessions - All that are under way. */
  refresh<R extends ScheduledRequest>(sessions: ReadonlyMap<string, ScheduledSession<R>>): void {
    if (this.#changes <= sessions.size / REFRESH_SHARE) return;
    this.#changes = 0;
    this.#estimates!.refresh([...sessions.values()].filter(({ sentAt }) => sentAt !== undefined));
  }

  /** @returns The mean growth of a group's sessions, in tokens. */
  groupMean(group: string): number {
    return this.#estimates!.groupMean(group);
  }

  need(session: ScheduledSession<ScheduledRequest>): SessionNeed {
    const { tokens, generated, grown, most, known, group } = session;
    const now = tokens + generated;
    if (this.#isWorstCase) return { tokens: now, growth: [most - generated] };
    if (known !== undefined) return { tokens: now, growth: [known - generated] };
    return { tokens: now, growth: this.#estimates!.rest(group, grown, most - generated) };
  }

  /** The share of its time for which a session runs: while it is in a tool call its room can be another's. */
  get presence(): number {
    return this.#isWorstCase ? 1 : this.#turnMs / (this.#turnMs + this.#toolMs);
  }
}
