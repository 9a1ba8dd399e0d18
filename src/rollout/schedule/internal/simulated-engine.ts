import { stepMsOf, type EngineCurve } from '../engine-curve.js';

/** A turn on an engine. */
export interface SimulatedTurn {
  readonly sessionId: string;
  /** Tokens of context that it began with, and tokens to generate. */
  readonly contextTokens: number;
  readonly tokens: number;
}

interface Running<T extends SimulatedTurn> {
  readonly turn: T;
  /** Tokens generated before it came in: it may have been preempted. */
  readonly before: number;
  /** The engine's count of steps when it came in. */
  readonly since: number;
}

/** Free share of the cache that a waiting turn must leave: a turn that was just preempted does not come back at once. */
const WATERMARK = 0.01;

/**
 * An engine as vLLM is one, in continuous time: all that runs gets a token a step, a step's time follows the curve, a context that is not
 * in the cache is computed first and stops the others. Turns wait in order; when the cache is full the youngest is preempted, goes to the
 * head of the queue and is computed again. The context that a turn leaves in the cache serves its session's next turn until the room is needed.
 */
export class SimulatedEngine<T extends SimulatedTurn> {
  readonly #running: Running<T>[] = [];
  readonly #waiting: { readonly turn: T; readonly before: number }[] = [];
  readonly #progress = new Map<T, { readonly before: number; readonly since?: number }>();
  /** Tokens of sessions that do not run, the oldest first. */
  readonly #cached = new Map<string, number>();
  #cachedTokens = 0;
  #heldTokens = 0;
  #now = 0;
  #steps = 0;
  /** Time until contexts that came in are computed. */
  #prefillMs = 0;
  preemptions = 0;
  prefilledTokens = 0;
  busyMs = 0;
  /** Time lost because steps read the weights for less than a full cache: the share of `stepMs` that the empty room has, over all steps. */
  unfilledMs = 0;

  constructor(readonly curve: EngineCurve) {}

  get running(): number {
    return this.#running.length;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Tokens in the cache of what runs. */
  heldTokens(): number {
    return this.#heldTokens;
  }

  /** @returns Tokens that a turn has so far. */
  generated(turn: T): number {
    const { before = 0, since = this.#steps } = this.#progress.get(turn) ?? {};
    return before + this.#steps - since;
  }

  add(turn: T): void {
    this.#waiting.push({ turn, before: 0 });
    this.#admit();
  }

  /** @returns When something ends or overflows next; Infinity when idle. */
  nextEvent(): number {
    if (this.#running.length === 0) return Infinity;
    const steps = Math.min(this.#stepsToEnd(), this.#stepsToOverflow());
    return this.#now + this.#prefillMs + this.#timeOf(steps);
  }

  #stepsToEnd(): number {
    let least = Infinity;
    for (const { turn, before, since } of this.#running) least = Math.min(least, turn.tokens - before + since);
    return Math.max(0, least - this.#steps);
  }

  #stepsToOverflow(): number {
    return Math.max(0, (this.curve.capacityTokens - this.#heldTokens) / this.#running.length);
  }

  #stepMs(): number {
    return stepMsOf(this.curve, this.#running.length, this.#heldTokens);
  }

  /** Each step holds one token more for each that runs, so the time of n steps is a quadratic. */
  #timeOf(steps: number): number {
    return steps * this.#stepMs() + ((steps * steps) / 2) * this.#running.length * this.curve.stepMsPerToken;
  }

  #stepsIn(ms: number): number {
    const first = this.#stepMs();
    const increase = this.#running.length * this.curve.stepMsPerToken;
    return (2 * ms) / (first + Math.sqrt(first * first + 2 * increase * ms));
  }

  #unfilledIn(steps: number): number {
    const { stepMs, capacityTokens } = this.curve;
    return stepMs * steps * (1 - (this.#heldTokens + (steps * this.#running.length) / 2) / capacityTokens);
  }

  /** @returns Time in which nothing ran, and what steps lost to empty room, until a time that is not later than `nextEvent`. */
  lostUntil(now: number): number {
    const ms = now - this.#now;
    if (this.#running.length === 0) return now - this.busyMs + this.unfilledMs;
    const steps = this.#stepsIn(Math.max(0, ms - this.#prefillMs));
    return this.#now - this.busyMs + this.unfilledMs + this.#unfilledIn(steps);
  }

  /** Goes on until a time. @returns The turns that ended there: it must not be later than `nextEvent`. */
  advance(now: number): T[] {
    let ms = now - this.#now;
    this.#now = now;
    if (this.#running.length === 0) return [];
    this.busyMs += ms;
    const prefill = Math.min(ms, this.#prefillMs);
    this.#prefillMs -= prefill;
    ms -= prefill;
    if (ms > 0) {
      const steps = this.#stepsIn(ms);
      this.unfilledMs += this.#unfilledIn(steps);
      this.#steps += steps;
      this.#heldTokens += steps * this.#running.length;
    }
    const ended = this.#endTurns();
    this.#evict();
    while (this.#running.length > 1 && this.#heldTokens >= this.curve.capacityTokens - 0.5) this.#preempt();
    this.#admit();
    return ended;
  }

  #endTurns(): T[] {
    const ended: T[] = [];
    for (let i = this.#running.length - 1; i >= 0; i--) {
      const { turn, before, since } = this.#running[i]!;
      if (before + this.#steps - since < turn.tokens - 1e-6) continue;
      this.#running.splice(i, 1);
      this.#progress.delete(turn);
      const tokens = turn.contextTokens + turn.tokens;
      this.#heldTokens -= tokens;
      this.#cached.set(turn.sessionId, tokens);
      this.#cachedTokens += tokens;
      ended.push(turn);
    }
    return ended;
  }

  #preempt(): void {
    const { turn, before, since } = this.#running.pop()!;
    const generated = before + this.#steps - since;
    this.#heldTokens -= turn.contextTokens + generated;
    this.#waiting.unshift({ turn, before: generated });
    this.#progress.set(turn, { before: generated });
    this.preemptions += 1;
  }

  #admit(): void {
    const { capacityTokens, maxRequests, prefillMsPerToken } = this.curve;
    while (this.#waiting.length > 0 && this.#running.length < maxRequests) {
      const { turn, before } = this.#waiting[0]!;
      const tokens = turn.contextTokens + before;
      if (this.#running.length > 0 && this.#heldTokens + tokens > capacityTokens * (1 - WATERMARK)) return;
      this.#waiting.shift();
      const cached = this.#drop(turn.sessionId);
      this.prefilledTokens += tokens - cached;
      this.#prefillMs += (tokens - cached) * prefillMsPerToken;
      this.#heldTokens += tokens;
      const running = { turn, before, since: this.#steps };
      this.#running.push(running);
      this.#progress.set(turn, running);
      this.#evict();
    }
  }

  #evict(): void {
    for (const sessionId of this.#cached.keys()) {
      if (this.#heldTokens + this.#cachedTokens <= this.curve.capacityTokens) return;
      this.#drop(sessionId);
    }
  }

  /** The session is over, or its tokens are needed elsewhere. @returns How many there were. */
  #drop(sessionId: string): number {
    const tokens = this.#cached.get(sessionId) ?? 0;
    this.#cached.delete(sessionId);
    this.#cachedTokens -= tokens;
    return tokens;
  }
}
