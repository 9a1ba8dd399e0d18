import { stepMsOf, type EngineCurve } from '../engine-curve.js';
import { SimulatedCache, type CachedTurn } from './simulated-cache.js';

/** A turn on an engine. */
export interface SimulatedTurn extends CachedTurn {
  /** Tokens of context that it begins with, its prompt included. */
  readonly contextTokens: number;
  /** Tokens to generate. */
  readonly tokens: number;
}

/** How far a turn has come. */
interface Progress<T extends SimulatedTurn> {
  readonly turn: T;
  /** Tokens generated before it was admitted: it may have been preempted. */
  before: number;
  /** The engine's count of steps when it began to generate; undefined while its context is computed. */
  since: number | undefined;
  /** Tokens of context still to compute. */
  uncomputed: number;
}

/** Free share of the cache that a waiting turn must leave: a turn that was just preempted does not come back at once. */
const WATERMARK = 0.01;
/** Of steps and of milliseconds: smaller differences are rounding. */
const TINY = 1e-6;

/**
 * An engine as vLLM is one, in continuous time. All that runs gets a token a step, whose time follows the curve; contexts that are not in the cache are
 * computed in steps of their own or in chunks beside the others, as the curve says. Turns wait in order. When the cache is full the youngest is
 * preempted, goes to the head of the queue and is computed again.
 */
export class SimulatedEngine<T extends SimulatedTurn> {
  readonly #cache: SimulatedCache;
  /** The youngest last. */
  readonly #running: Progress<T>[] = [];
  readonly #waiting: Progress<T>[] = [];
  /** Running turns whose context is being computed, in order. */
  #prefilling: Progress<T>[] = [];
  readonly #progress = new Map<T, Progress<T>>();
  /** Contexts of all running turns, for the time of a step: each reads the shared prompt. */
  #contexts = 0;
  #now = 0;
  #steps = 0;
  /** Time until the chunk of contexts under way is computed, and how many steps pass in a millisecond of it. */
  #chunkMs = 0;
  #chunkRate = 0;
  /** Tokens of contexts in it. */
  #chunkSize = 0;
  preemptions = 0;
  prefilledTokens = 0;
  busyMs = 0;
  /** Time lost because steps read the weights for less than a full cache: the share of `stepMs` that the free part of the cache has, over all steps. */
  unfilledMs = 0;

  constructor(readonly curve: EngineCurve) {
    this.#cache = new SimulatedCache(curve.capacityTokens);
  }

  get running(): number {
    return this.#running.length;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** @returns Tokens in the cache of what runs. */
  heldTokens(): number {
    return this.#cache.held;
  }

  /** @returns Tokens that a turn has so far. */
  generated(turn: T): number {
    const progress = this.#progress.get(turn);
    return progress === undefined ? 0 : this.#generated(progress);
  }

  #generated({ before, since = this.#steps }: Progress<T>): number {
    return before + this.#steps - since;
  }

  add(turn: T): void {
    const progress = { turn, before: 0, since: undefined, uncomputed: 0 };
    this.#progress.set(turn, progress);
    this.#waiting.push(progress);
    this.#admit();
  }

  /** @returns When something ends, overflows or is computed next; Infinity when idle. */
  nextEvent(): number {
    if (this.#running.length === 0) return Infinity;
    if (this.#chunkMs > 0 && this.#chunkRate === 0) return this.#now + this.#chunkMs;
    const steps = Math.min(this.#stepsToEnd(), this.#stepsToOverflow());
    if (this.#chunkMs > 0) return this.#now + Math.min(this.#chunkMs, steps / this.#chunkRate);
    return this.#now + this.#timeOf(steps);
  }

  get #decoding(): number {
    return this.#running.length - this.#prefilling.length;
  }

  #stepsToEnd(): number {
    let least = Infinity;
    for (const { turn, before, since } of this.#running)
      if (since !== undefined) least = Math.min(least, turn.tokens - before + since);
    return Math.max(0, least - this.#steps);
  }

  #stepsToOverflow(): number {
    const free = Math.max(0, this.curve.capacityTokens - this.#cache.held);
    return this.#decoding === 0 ? Infinity : free / this.#decoding;
  }

  #stepMs(): number {
    return stepMsOf(this.curve, this.#running.length, this.#contexts);
  }

  /** Each step holds one token more for each that runs, so the time of n steps is a quadratic. */
  #timeOf(steps: number): number {
    return steps * this.#stepMs() + ((steps * steps) / 2) * this.#running.length * this.curve.stepMsPerToken;
  }

  #stepsIn(ms: number): number {
    if (this.#chunkMs > 0) return Math.min(ms, this.#chunkMs) * this.#chunkRate;
    const first = this.#stepMs();
    const increase = this.#running.length * this.curve.stepMsPerToken;
    return (2 * ms) / (first + Math.sqrt(first * first + 2 * increase * ms));
  }

  #unfilledIn(steps: number): number {
    const { stepMs, capacityTokens } = this.curve;
    return stepMs * steps * Math.max(0, 1 - (this.#cache.held + (steps * this.#decoding) / 2) / capacityTokens);
  }

  /** @returns Time in which nothing ran, and what steps lost to the free part of the cache, until a time that is not later than `nextEvent`. */
  lostUntil(now: number): number {
    if (this.#running.length === 0) return now - this.busyMs + this.unfilledMs;
    return this.#now - this.busyMs + this.unfilledMs + this.#unfilledIn(this.#stepsIn(now - this.#now));
  }

  /** Goes on until a time. @returns The turns that ended there: it must not be later than `nextEvent`. */
  advance(now: number): T[] {
    const ms = now - this.#now;
    this.#now = now;
    if (this.#running.length === 0) return [];
    this.busyMs += ms;
    const steps = this.#stepsIn(ms);
    this.unfilledMs += this.#unfilledIn(steps);
    this.#steps += steps;
    this.#cache.held += steps * this.#decoding;
    this.#contexts += steps * this.#decoding;
    if (this.#chunkMs > 0 && (this.#chunkMs -= ms) < TINY) this.#endChunk();
    const ended = this.#endTurns();
    this.#cache.evict();
    while (this.#running.length > 1 && this.#cache.held >= this.curve.capacityTokens - 0.5) this.#preempt();
    this.#admit();
    return ended;
  }

  #endTurns(): T[] {
    const ended: T[] = [];
    for (let i = this.#running.length - 1; i >= 0; i--) {
      const progress = this.#running[i]!;
      const { turn, since } = progress;
      if (since === undefined || this.#generated(progress) < turn.tokens - TINY) continue;
      this.#running.splice(i, 1);
      this.#progress.delete(turn);
      this.#leave(turn, turn.contextTokens + turn.tokens);
      ended.push(turn);
    }
    return ended;
  }

  #leave(turn: T, tokens: number): void {
    this.#cache.leave(turn, tokens);
    this.#contexts -= tokens;
  }

  #preempt(): void {
    const progress = this.#running.pop()!;
    const { turn } = progress;
    progress.before = this.#generated(progress);
    progress.since = undefined;
    this.#prefilling = this.#prefilling.filter((one) => one !== progress);
    this.#leave(turn, turn.contextTokens + progress.before);
    this.#waiting.unshift(progress);
    this.preemptions += 1;
  }

  #admit(): void {
    const { capacityTokens, maxRequests } = this.curve;
    while (this.#waiting.length > 0 && this.#running.length < maxRequests) {
      const progress = this.#waiting[0]!;
      const { turn, before } = progress;
      const tokens = turn.contextTokens + before;
      const held = this.#cache.held + this.#cache.needOf(turn, tokens);
      if (this.#running.length > 0 && held > capacityTokens * (1 - WATERMARK)) break;
      this.#waiting.shift();
      progress.uncomputed = this.#cache.take(turn, tokens);
      this.prefilledTokens += progress.uncomputed;
      this.#contexts += tokens;
      this.#running.push(progress);
      if (progress.uncomputed * this.curve.prefillMsPerToken > 0) this.#prefilling.push(progress);
      else progress.since = this.#steps;
    }
    if (this.#chunkMs <= 0 && this.#prefilling.length > 0) this.#beginChunk();
  }

  #beginChunk(): void {
    const { stepMs, prefillMsPerToken, chunkTokens } = this.curve;
    const uncomputed = this.#prefilling.reduce((sum, one) => sum + one.uncomputed, 0);
    this.#chunkSize = Math.min(uncomputed, chunkTokens ?? Infinity);
    const ms = this.#chunkSize * prefillMsPerToken;
    // In a step with a chunk the weights are read while the chunk is computed.
    this.#chunkMs = chunkTokens === undefined ? ms : this.#stepMs() + Math.max(0, ms - stepMs);
    this.#chunkRate = chunkTokens === undefined ? 0 : 1 / this.#chunkMs;
  }

  #endChunk(): void {
    this.#chunkMs = 0;
    let computed = this.#chunkSize;
    while (this.#prefilling.length > 0) {
      const progress = this.#prefilling[0]!;
      if (progress.uncomputed > computed) {
        progress.uncomputed -= computed;
        return;
      }
      computed -= progress.uncomputed;
      this.#prefilling.shift();
      progress.since = this.#steps;
      if (this.curve.chunkTokens === undefined) continue;
      // The step that computes the last of a context draws a token.
      progress.since -= 1;
      this.#cache.held += 1;
      this.#contexts += 1;
    }
  }
}
