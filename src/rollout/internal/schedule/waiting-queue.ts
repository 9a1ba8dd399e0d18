/** What waits, as far as its place in the queue goes. */
interface WaitingSession {
  readonly group: string;
  /** By how many tokens it will grow, where that is known. */
  readonly known: number | undefined;
}

interface Group {
  readonly deadline: number;
  live: number;
  sent: number;
}

/** The queue is sorted anew after so many endings. */
const RESORT_AFTER = 64;

/**
 * Sessions that were sent nowhere yet, those of the longest groups last. Groups of which little is known count as longer than they are expected to
 * be, and those that are past their deadline as longest.
 */
export class WaitingQueue<S extends WaitingSession> {
  readonly #groups = new Map<string, Group>();
  #sessions: S[] = [];
  /** Changes to what is known of groups since it was sorted. */
  #unsorted = Infinity;

  /** @param groupDeadlineMs - From a group's first session on. */
  constructor(readonly groupDeadlineMs: number) {}

  get length(): number {
    return this.#sessions.length;
  }

  /** A session begins: its group has one more. */
  join({ group }: S, now: number): void {
    let found = this.#groups.get(group);
    if (found === undefined)
      this.#groups.set(group, (found = { deadline: now + this.groupDeadlineMs, live: 0, sent: 0 }));
    found.live += 1;
  }

  /** A session is over. @returns Whether it was its group's last. */
  part({ group }: S): boolean {
    this.#unsorted += 1;
    const found = this.#groups.get(group)!;
    found.live -= 1;
    return found.live === 0 && this.#groups.delete(group);
  }

  push(session: S): void {
    this.#sessions.push(session);
    this.#unsorted = Infinity;
  }

  remove(session: S): void {
    const place = this.#sessions.indexOf(session);
    if (place >= 0) this.#sessions.splice(place, 1);
  }

  /** Sorts, where enough has changed. @param groupMean - By how much sessions of a group are expected to grow. */
  sort(groupMean: (group: string) => number, now: number): void {
    if (this.#unsorted < RESORT_AFTER) return;
    this.#unsorted = 0;
    const estimates = new Map<string, number>();
    for (const [name, { deadline, sent }] of this.#groups) {
      // Where little is known a group may be long: one that has sent none counts as twice the estimate.
      estimates.set(name, now > deadline ? Number.MAX_VALUE : groupMean(name) * (1 + 1 / (1 + sent)));
    }
    const scored = this.#sessions.map((session) => {
      const estimate = estimates.get(session.group)!;
      return { session, score: estimate === Number.MAX_VALUE ? estimate : (session.known ?? estimate) };
    });
    this.#sessions = scored.sort((a, b) => a.score - b.score).map(({ session }) => session);
  }

  /** Takes out the longest that fits, by bisection: what is longer needs more at any time. */
  takeLongest(fits: (session: S) => boolean): S | undefined {
    let [low, high] = [0, this.#sessions.length];
    if (high === 0) return undefined;
    if (fits(this.#sessions[high - 1]!)) low = high - 1;
    else if (!fits(this.#sessions[0]!)) return undefined;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (fits(this.#sessions[middle]!)) low = middle;
      else high = middle;
    }
    const [session] = this.#sessions.splice(low, 1) as [S];
    this.#groups.get(session.group)!.sent += 1;
    return session;
  }
}
