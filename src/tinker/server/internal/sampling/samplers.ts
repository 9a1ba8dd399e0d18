import { HttpError } from '../../../../io/index.js';
import type { EngineSampler } from '../engine/engine.js';
import type { Futures } from '../futures.js';
import { Numbered } from '../requests.js';

/** The weights that a sampling session uses. */
export interface SamplerSource {
  readonly session: string;
  readonly baseModel: string;
  /** The checkpoint's path, where it is one. */
  readonly path?: string | undefined;
}

/** A sampling session. */
interface Sampler extends SamplerSource {
  readonly id: string;
  /** The futures of its requests. */
  readonly futures: Numbered<string>;
  /** Loads its weights; absent for those of a moment, which are gone when they are given up. */
  readonly open: (() => Promise<EngineSampler>) | undefined;
  weights: Promise<EngineSampler> | undefined;
  running: number;
  usedMs: number;
}

/** Sampling sessions that are open, with weights or without: what each is takes a kilobyte. */
const MOST_OPEN = 16_384;

/** Sampling sessions: each keeps its weights, whatever its model's do. */
export class Samplers {
  readonly #samplers = new Map<string, Sampler>();

  constructor(
    private readonly limits: { readonly maxSamplers: number; readonly samplerIdleMs: number },
    private readonly futures: Futures,
  ) {}

  /** @param weights - A snapshot, or a function that loads it whenever it is needed. */
  add(id: string, source: SamplerSource, weights: EngineSampler | (() => Promise<EngineSampler>)): void {
    if (this.#samplers.size >= MOST_OPEN) this.#forgetIdle();
    const futures = new Numbered<string>((future) => this.futures.has(future));
    const [open, now] = typeof weights === 'function' ? [weights, undefined] : [undefined, Promise.resolve(weights)];
    this.#samplers.set(id, { ...source, id, futures, open, weights: now, running: 0, usedMs: Date.now() });
    this.#makeRoom();
  }

  has(id: string): boolean {
    return this.#samplers.has(id);
  }

  /** @throws HttpError 404 for one that is not open. */
  get(id: string): Sampler {
    const sampler = this.#samplers.get(id);
    if (sampler !== undefined) return sampler;
    throw new HttpError(
      404,
      `sampling session ${id.slice(0, 64)} is not open: its session has ended, or the server was restarted`,
    );
  }

  /** @returns Those of a session. */
  of(session: string): readonly Sampler[] {
    return [...this.#samplers.values()].filter((one) => one.session === session);
  }

  /** Works with a sampling session's weights. @throws HttpError 410 where they were given up, and are nowhere else. */
  async use<T>(id: string, work: (policy: EngineSampler) => Promise<T>): Promise<T> {
    const sampler = this.get(id);
    sampler.running++;
    try {
      return await work(await weightsOf(sampler));
    } finally {
      sampler.running--;
      sampler.usedMs = Date.now();
      this.#makeRoom();
    }
  }

  /** Unloads the weights of samplers that have not been used for long. */
  sweep(nowMs = Date.now()): void {
    for (const sampler of this.#samplers.values()) {
      sampler.futures.sweep();
      if (sampler.running === 0 && nowMs - sampler.usedMs > this.limits.samplerIdleMs) giveUp(sampler);
    }
  }

  /** Closes those of a client, or all. */
  close(session?: string): void {
    for (const sampler of session === undefined ? this.#samplers.values() : this.of(session)) this.#close(sampler);
  }

  #close(sampler: Sampler): void {
    giveUp(sampler);
    this.#samplers.delete(sampler.id);
  }

  /** Closes the one that was used longest ago. */
  #forgetIdle(): void {
    const [oldest] = byUse([...this.#samplers.values()]);
    if (oldest === undefined)
      throw new HttpError(429, `${MOST_OPEN} sampling sessions are running`, { 'retry-after': '1' });
    this.#close(oldest);
  }

  /** Gives up the weights of those used longest ago; those that are at work keep theirs. */
  #makeRoom(): void {
    const loaded = [...this.#samplers.values()].filter(({ weights }) => weights !== undefined);
    const excess = Math.max(0, loaded.length - this.limits.maxSamplers);
    byUse(loaded).slice(0, excess).forEach(giveUp);
  }
}

/** @returns The idle ones, least recently used first. */
function byUse(samplers: readonly Sampler[]): Sampler[] {
  return samplers.filter(({ running }) => running === 0).sort((a, b) => a.usedMs - b.usedMs);
}

function weightsOf(sampler: Sampler): Promise<EngineSampler> {
  if (sampler.weights !== undefined) return sampler.weights;
  if (sampler.open === undefined)
    throw new HttpError(410, `sampling session ${sampler.id}: it was unused for long, so its weights were unloaded`);
  const weights = sampler.open();
  sampler.weights = weights;
  weights.catch(() => (sampler.weights = undefined));
  return weights;
}

function giveUp(sampler: Sampler): void {
  void sampler.weights?.then((policy) => policy.close()).catch(() => undefined);
  sampler.weights = undefined;
}
