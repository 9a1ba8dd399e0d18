import type { ScheduledRequest } from './dispatcher.js';
import { LengthEstimates, type GrowingSession } from './length-estimates.js';
import type { SessionNeed } from './peak-usage.js';
import type { ScheduledSession } from './scheduled-session.js';

/** Before anything is known, sessions are expected to take a third of their budget. */
const FIRST_SHARE = 3;
/** Estimates are made anew when one of so many sessions changed. */
const REFRESH_SHARE = 64;

/** How many tokens sessions will come to have: their whole budget, a known length, or an estimate. */
export class SessionForecast {
  readonly #isWorstCase: boolean;
  #estimates: LengthEstimates | undefined;
  /** No session grows by more tokens. */
  longest = 1;
  /** Turns and endings since the estimates were made. */
  #changes = 0;

  constructor(admission: 'expected' | 'worst-case') {
    this.#isWorstCase = admission === 'worst-case';
  }

  arrived({ maxTokens }: ScheduledRequest): void {
    this.#estimates ??= new LengthEstimates(maxTokens / FIRST_SHARE);
    this.longest = Math.max(this.longest, maxTokens);
  }

  turnEnded(): void {
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
  refresh(sessions: ReadonlyMap<string, ScheduledSession>): void {
    if (this.#changes <= sessions.size / REFRESH_SHARE) return;
    this.#changes = 0;
    this.#estimates!.refresh([...sessions.values()].filter(({ sentAt }) => sentAt !== undefined));
  }

  /** @returns The mean growth of a group's sessions, in tokens. */
  groupMean(group: string): number {
    return this.#estimates!.groupMean(group);
  }

  need(session: ScheduledSession): SessionNeed {
    const { tokens, generated, grown, most, known, group, stepsPerToken } = session;
    const now = tokens + generated;
    // In the worst case some stay in their tools until others have grown: all tokens are in the cache at once.
    if (this.#isWorstCase) return { tokens: now + most - generated, growth: [0] };
    if (known !== undefined) return { tokens: now, growth: [known - generated], stepsPerToken };
    return { tokens: now, growth: this.#estimates!.rest(group, grown, most - generated) };
  }
}
