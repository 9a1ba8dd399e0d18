import type { ScheduledRequest } from './dispatcher.js';

/** Which of the waiting turns goes first: that of the session which was sent first, or the one that has waited longest. */
export type TurnOrder = 'age' | 'arrival';

/** A rollout as the scheduler sees it: from its first request until its session is ended. Counts are in tokens. */
export class ScheduledSession<Engine = unknown> {
  readonly id: string;
  readonly group: string;
  /** First tokens of its context, which its group shares. */
  readonly promptTokens: number;
  /** Its first context. */
  readonly begun: number;
  /** Its context when its last request began or ended. */
  tokens: number;
  /** The engine where its last turn ran. */
  engine: Engine | undefined;
  /** The request that waits or runs. */
  request: ScheduledRequest | undefined;
  /** How many sessions were sent to an engine before it; undefined until it is. */
  order: number | undefined;
  /** When its last turn ended, in milliseconds: without a request it is in a tool call since then. */
  endedAt = 0;
  /** Whether its engine keeps cache for its context. */
  isKept = false;

  constructor({ sessionId, group, promptTokens, contextTokens }: ScheduledRequest) {
    this.id = sessionId;
    this.group = group;
    this.promptTokens = promptTokens;
    this.begun = this.tokens = contextTokens;
  }

  /** Its tokens besides the prompt that its group shares, as of its last request. */
  get ownTokens(): number {
    return Math.max(0, this.tokens - this.promptTokens);
  }

  /** What its running turn has generated, as far as is known. */
  get generated(): number {
    return this.request?.generated() ?? 0;
  }

  /** By how much it has grown since it began. */
  get grown(): number {
    return this.tokens + this.generated - this.begun;
  }
}

/** @returns Sessions in the order in which they were first sent. */
export function byAge<S extends ScheduledSession>(sessions: Iterable<S>): S[] {
  return [...sessions].sort((a, b) => a.order! - b.order!);
}

/** @param waiting - In the order in which they began to wait. @returns Which of them goes first. */
export function inOrder<S extends ScheduledSession>(waiting: Iterable<S>, order: TurnOrder): S[] {
  return order === 'arrival' ? [...waiting] : byAge(waiting);
}
