/** A waiting session, for its place in the queue. */
interface WaitingSession {
  readonly group: string;
  /** By how many tokens it will grow, where that is known. */
  readonly known: number | undefined;
  readonly stepsPerToken: number;
}

interface Group {
  readonly deadline: number;
  live: number;
  sent: number;
}

/** Sessions that are expected to be alike: a group's of unknown lengths, or one that is known. */
interface Bucket<S> {
  readonly group: string;
  /** How many steps it will take, where that is known. */
  readonly known: number | undefined;
  readonly sessions: Set<S>;
  score: number;
}

/** The score of a group that is past its deadline. */
const OVERDUE = Number.MAX_VALUE;

/** The queue is sorted anew after so many endings. */
const RESORT_AFTER = 64;

/**
 * Sessions that were not sent yet; those of the longest groups are last. Groups with few observations count as longer than expected, so that
 * all are tried early. Groups past their deadline count as the longest.
 */
export class WaitingQueue<S extends WaitingSession> {
  readonly #groups = new Map<string, Group>();
  readonly #buckets = new Map<string | S, Bucket<S>>();
  /** All of them, ascending. */
  #sorted: Bucket<S>[] = [];
  #length = 0;
  /** Sessions that ended since it was sorted; Infinity if a bucket was added. */
  #unsorted = Infinity;
  /** The next deadline of a waiting group. */
  #nextDeadline = Infinity;
  #scoreOf: (bucket: Bucket<S>) => number = () => 0;

  /** @param groupDeadlineMs - From a group's first session on. */
  constructor(readonly groupDeadlineMs: number) {}

  get length(): number {
    return this.#length;
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
    const { group } = session;
    const known = session.known && session.known * session.stepsPerToken;
    const key = bucketOf(session);
    let bucket = this.#buckets.get(key);
    if (bucket === undefined) {
      this.#buckets.set(key, (bucket = { group, known, sessions: new Set(), score: 0 }));
      this.#unsorted = Infinity;
    }
    bucket.sessions.add(session);
    this.#length += 1;
  }

  remove(session: S): void {
    const bucket = this.#buckets.get(bucketOf(session));
    if (bucket?.sessions.has(session) !== true) return;
    if (this.#takeOut(session, bucket)) this.#sorted = this.#sorted.filter((one) => one !== bucket);
  }

  /** @returns Whether it was its bucket's last. */
  #takeOut(session: S, bucket: Bucket<S>): boolean {
    bucket.sessions.delete(session);
    this.#length -= 1;
    return bucket.sessions.size === 0 && this.#buckets.delete(bucketOf(session));
  }

  /** Sorts, where enough has changed. @param groupMean - By how much sessions of a group are expected to grow. */
  sort(groupMean: (group: string) => number, now: number): void {
    if (this.#unsorted < RESORT_AFTER && now <= this.#nextDeadline) return;
    this.#unsorted = 0;
    this.#scoreOf = ({ group, known }) => {
      const { deadline, sent } = this.#groups.get(group)!;
      if (now > deadline) return OVERDUE;
      // Where little is known a group may be long: one that has sent none counts as twice the estimate.
      return known ?? groupMean(group) * (1 + 1 / (1 + sent));
    };
    this.#sorted = [...this.#buckets.values()];
    this.#nextDeadline = Infinity;
    for (const bucket of this.#sorted) {
      bucket.score = this.#scoreOf(bucket);
      const { deadline } = this.#groups.get(bucket.group)!;
      if (deadline >= now) this.#nextDeadline = Math.min(this.#nextDeadline, deadline);
    }
    this.#sorted.sort((a, b) => a.score - b.score);
  }

  /** Takes the longest session that fits, found by bisection, because a longer session always needs more. No session passes an overdue one. */
  takeLongest(fits: (session: S) => boolean): S | undefined {
    const sorted = this.#sorted;
    let [low, high] = [0, sorted.length];
    if (high === 0) return undefined;
    if (fits(first(sorted[high - 1]!))) low = high - 1;
    else if (sorted[high - 1]!.score === OVERDUE || !fits(first(sorted[0]!))) return undefined;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (fits(first(sorted[middle]!))) low = middle;
      else high = middle;
    }
    const bucket = sorted[low]!;
    const session = first(bucket);
    this.#groups.get(session.group)!.sent += 1;
    if (this.#takeOut(session, bucket)) sorted.splice(low, 1);
    else this.#moveDown(low);
    return session;
  }

  /** More is known of a bucket's group. */
  #moveDown(place: number): void {
    const sorted = this.#sorted;
    const bucket = sorted[place]!;
    bucket.score = this.#scoreOf(bucket);
    for (; place > 0 && sorted[place - 1]!.score > bucket.score; place--) sorted[place] = sorted[place - 1]!;
    sorted[place] = bucket;
  }
}

function bucketOf<S extends WaitingSession>(session: S): string | S {
  return session.known === undefined ? session.group : session;
}

function first<S>({ sessions }: Bucket<S>): S {
  return sessions.values().next().value!;
}
