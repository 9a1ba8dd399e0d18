import type { PolicySnapshot } from '../../../../base/index.js';
import { HttpError } from '../../../../io/index.js';
import type { Futures } from '../futures.js';
import { Numbered } from '../numbered.js';

/** Whose weights a sampling session has. */
export interface SamplerSource {
  readonly session: string;
  readonly baseModel: string;
  /** The checkpoint's path, where it is one. */
  readonly path?: string | undefined;
}

/** A sampling session. */
export interface Sampler extends SamplerSource {
  readonly id: string;
  /** The futures of its requests. */
  readonly futures: Numbered<string>;
}

interface HeldSampler extends Sampler {
  /** Loads its weights; absent for those of a moment, which are gone when they are given up. */
  readonly open: (() => Promise<PolicySnapshot>) | undefined;
  weights: Promise<PolicySnapshot> | undefined;
  running: number;
  usedMs: number;
}

/** Sampling sessions that are open, with weights or without: what each is takes a kilobyte. */
const MOST_OPEN = 16_384;

/** Sampling sessions: each keeps its weights, whatever its model's do. */
export class Samplers {
  readonly #samplers = new Map<string, HeldSampler>();

  constructor(
    private readonly limits: { readonly maxSamplers: number; readonly samplerIdleMs: number },
    private readonly futures: Futures,
  ) {}

  /** A sampling session that loads its weights when it needs them, and again. */
  add(id: string, source: SamplerSource, open: () => Promise<PolicySnapshot>): void {
    this.#add(id, source, open, undefined);
  }

  /** A sampling session with weights of a moment. */
  addSnapshot(id: string, source: SamplerSource, snapshot: PolicySnapshot): void {
    this.#add(id, source, undefined, Promise.resolve(snapshot));
    this.#makeRoom();
  }

  has(id: string): boolean {
    return this.#samplers.has(id);
  }

  /** @throws HttpError 404 for one that is not open. */
  get(id: string): Sampler {
    return this.#require(id);
  }

  /** @returns Ids of a client's. */
  of(session: string): readonly string[] {
    return [...this.#samplers.values()].filter((one) => one.session === session).map(({ id }) => id);
  }

  isBusy(session: string): boolean {
    return [...this.#samplers.values()].some((one) => one.session === session && one.running > 0);
  }

  /** Works with a sampling session's weights. @throws HttpError 410 where they were given up, and are nowhere else. */
  async use<T>(id: string, work: (policy: PolicySnapshot) => Promise<T>): Promise<T> {
    const sampler = this.#require(id);
    sampler.running++;
    try {
      return await work(await this.#weightsOf(sampler));
    } finally {
      sampler.running--;
      sampler.usedMs = Date.now();
      this.#makeRoom();
    }
  }

  /** Gives up the weights of those that nobody used for long. */
  sweep(nowMs = Date.now()): void {
    for (const sampler of this.#samplers.values()) {
      sampler.futures.sweep();
      if (sampler.running === 0 && nowMs - sampler.usedMs > this.limits.samplerIdleMs) giveUp(sampler);
    }
  }

  /** Closes those of a client, or all. */
  close(session?: string): void {
    for (const sampler of this.#samplers.values()) {
      if (session !== undefined && sampler.session !== session) continue;
      giveUp(sampler);
      this.#samplers.delete(sampler.id);
    }
  }

  #add(
    id: string,
    source: SamplerSource,
    open: HeldSampler['open'],
    weights: Promise<PolicySnapshot> | undefined,
  ): void {
    if (this.#samplers.size >= MOST_OPEN) this.#forgetIdle();
    const futures = new Numbered<string>((future) => this.futures.has(future));
    this.#samplers.set(id, { ...source, id, open, weights, running: 0, usedMs: Date.now(), futures });
  }

  #require(id: string): HeldSampler {
    const sampler = this.#samplers.get(id);
    if (sampler === undefined)
      throw new HttpError(
        404,
        `sampling session ${id.slice(0, 64)} is not open: its session is over, or the server was restarted`,
      );
    return sampler;
  }

  #weightsOf(sampler: HeldSampler): Promise<PolicySnapshot> {
    if (sampler.weights !== undefined) return sampler.weights;
    if (sampler.open === undefined)
      throw new HttpError(
        410,
        `sampling session ${sampler.id}: nobody used it for long, and its weights were given up`,
      );
    const weights = sampler.open();
    sampler.weights = weights;
    weights.catch(() => (sampler.weights = undefined));
    return weights;
  }

  /** The one that was used longest ago is not open any more. */
  #forgetIdle(): void {
    const idle = [...this.#samplers.values()].filter(({ running }) => running === 0);
    if (idle.length === 0)
      throw new HttpError(429, `${MOST_OPEN} sampling sessions are at work`, { 'retry-after': '1' });
    const oldest = idle.reduce((a, b) => (b.usedMs < a.usedMs ? b : a));
    giveUp(oldest);
    this.#samplers.delete(oldest.id);
  }

  /** Those used longest ago go first; those that are at work stay. */
  #makeRoom(): void {
    const held = [...this.#samplers.values()].filter(({ weights }) => weights !== undefined);
    const idle = held.filter(({ running }) => running === 0).sort((a, b) => a.usedMs - b.usedMs);
    idle.slice(0, Math.max(0, held.length - this.limits.maxSamplers)).forEach(giveUp);
  }
}

function giveUp(sampler: HeldSampler): void {
  void sampler.weights?.then((policy) => policy.close()).catch(() => undefined);
  sampler.weights = undefined;
}
