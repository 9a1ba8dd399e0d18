import type { ScheduledSession } from './scheduled-session.js';

interface Group<S> {
  readonly name: string;
  readonly promptTokens: number;
  readonly deadline: number;
  readonly waiting: Set<S>;
  /** Sessions that are not over. */
  live: number;
  sent: number;
  score: number;
}

/** The score of a group that is past its deadline. */
const OVERDUE = Number.MAX_VALUE;
/** The queue is sorted anew after so many endings. */
const RESORT_AFTER = 64;

/**
 * Sessions that were not sent yet, by group: in order of arrival until a session has ended, then those of the longest groups first. A group of which few
 * sessions were sent counts as longer, so that all are tried early. Groups past their deadline come before all others.
 */
export class WaitingQueue<S extends ScheduledSession> {
  readonly #groups = new Map<string, Group<S>>();
  #sorted: Group<S>[] = [];
  #length = 0;
  /** Tokens of the prompts of all groups that are not over. */
  promptTokens = 0;
  /** Sessions that ended since it was sorted; Infinity if a group came. */
  #unsorted = Infinity;
  #hasEnded = false;
  #nextDeadline = Infinity;

  /**
   * @param groupDeadlineMs - From a group's first session on.
   * @param groupMean - By how many tokens sessions of a group are expected to grow.
   */
  constructor(
    readonly groupDeadlineMs: number,
    readonly groupMean: (group: string) => number,
  ) {}

  get length(): number {
    return this.#length;
  }

  /** A session begins: its group has one more. */
  join({ group: name, promptTokens }: S, now: number): void {
    let group = this.#groups.get(name);
    if (group === undefined) {
      const deadline = now + this.groupDeadlineMs;
      group = { name, promptTokens, deadline, waiting: new Set(), live: 0, sent: 0, score: 0 };
      this.#groups.set(name, group);
      this.promptTokens += promptTokens;
    }
    group.live += 1;
  }

  /** A session is over. @returns Whether it was its group's last. */
  part({ group: name }: S): boolean {
    this.#unsorted += 1;
    this.#hasEnded = true;
    const group = this.#groups.get(name)!;
    group.live -= 1;
    if (group.live > 0) return false;
    this.promptTokens -= group.promptTokens;
    return this.#groups.delete(name);
  }

  push(session: S): void {
    const { waiting } = this.#groups.get(session.group)!;
    if (waiting.size === 0) this.#unsorted = Infinity;
    waiting.add(session);
    this.#length += 1;
  }

  remove(session: S): void {
    if (this.#groups.get(session.group)?.waiting.delete(session) === true) this.#length -= 1;
  }

  /** Sends sessions in order. @param send - Sends one, or says what to try next: `skip` the group, or `stop`. */
  drain(send: (session: S) => 'sent' | 'skip' | 'stop', now: number): void {
    this.#sort(now);
    for (let place = 0; place < this.#sorted.length;) {
      const group = this.#sorted[place]!;
      const [session] = group.waiting;
      const result = session === undefined ? 'skip' : send(session);
      // Nothing passes what is overdue.
      if (result === 'stop' || (result === 'skip' && session !== undefined && group.score === OVERDUE)) return;
      if (result === 'skip') {
        place += 1;
        continue;
      }
      group.waiting.delete(session!);
      this.#length -= 1;
      group.sent += 1;
      this.#moveDown(place);
    }
  }

  #sort(now: number): void {
    if (this.#unsorted < RESORT_AFTER && now <= this.#nextDeadline) return;
    this.#unsorted = 0;
    this.#nextDeadline = Infinity;
    this.#sorted = [...this.#groups.values()].filter(({ waiting }) => waiting.size > 0);
    for (const group of this.#sorted) {
      group.score = now > group.deadline ? OVERDUE : this.#scoreOf(group);
      if (now <= group.deadline) this.#nextDeadline = Math.min(this.#nextDeadline, group.deadline);
    }
    this.#sorted.sort((a, b) => b.score - a.score);
  }

  /** One that has sent none counts as twice the estimate. */
  #scoreOf({ name, sent }: Group<S>): number {
    return this.#hasEnded ? this.groupMean(name) * (1 + 1 / (1 + sent)) : 0;
  }

  /** More is known of a group. */
  #moveDown(place: number): void {
    const sorted = this.#sorted;
    const group = sorted[place]!;
    if (group.score === OVERDUE) return;
    group.score = this.#scoreOf(group);
    for (; place + 1 < sorted.length && sorted[place + 1]!.score > group.score; place++)
      sorted[place] = sorted[place + 1]!;
    sorted[place] = group;
  }
}
