import * as z from 'zod';
import type { Random } from '../base/index.js';
import { LONGEST_TIMER_MS, delay } from './aborts.js';

/** How often to repeat a call that failed because of the machine or the network, and how long to wait before that. */
export interface RetryOptions {
  /** Further tries after the first. Only failures marked `retryable` are tried again. */
  readonly retries?: number;
  /** Wait before the first retry, in milliseconds; doubles with every further one. */
  readonly delayMs?: number;
  /** Longest wait, in milliseconds, whatever a server's `Retry-After` asks for. */
  readonly maxDelayMs?: number;
}

/** The defaults of callers without defaults of their own. */
const DEFAULTS = { retries: 3, delayMs: 200, maxDelayMs: 10_000 } as const satisfies RetryOptions;

/** @returns The schema of retry options. @param defaults - Those of this caller; 3 retries, 200 ms and 10 s otherwise. */
export function retrySchema(defaults: RetryOptions = {}) {
  const { retries, delayMs, maxDelayMs } = { ...DEFAULTS, ...defaults };
  return z
    .strictObject({
      retries: z.int().nonnegative().default(retries),
      delayMs: z.number().nonnegative().default(delayMs),
      maxDelayMs: z.number().nonnegative().max(LONGEST_TIMER_MS).default(maxDelayMs),
    })
    .prefault({});
}

export type ResolvedRetryOptions = Required<RetryOptions>;

/** The result of one try. */
export interface Attempt<T> {
  readonly result: T;
  /** Whether another try may succeed. */
  readonly retry: boolean;
  /** The least time to wait before it, in milliseconds, where the other side said so (`Retry-After`). */
  readonly retryAfterMs?: number | undefined;
}

/**
 * Makes a call, and again while it fails in a way that may pass.
 *
 * The wait grows exponentially and is drawn from its upper half, so that calls broken by the same outage do not come
 * back in step; it is as long as the other side asked for, but never longer than `maxDelayMs`.
 *
 * Retries multiply where layers retry one inside the other: the caller of this is the only layer that retries.
 *
 * @param random - Draws the waits; `Math.random` where nothing depends on them.
 * @returns The last attempt's result. @throws The signal's reason when aborted while waiting; what `attempt` throws.
 */
export async function withRetries<T>(
  attempt: () => Promise<Attempt<T>>,
  options: ResolvedRetryOptions,
  { random = { next: Math.random }, signal }: { random?: Pick<Random, 'next'>; signal?: AbortSignal } = {},
): Promise<T> {
  for (let tries = 0; ; tries++) {
    const { result, retry, retryAfterMs } = await attempt();
    if (!retry || tries >= options.retries) return result;
    await delay(retryDelayMs(tries, options, { random, retryAfterMs }), signal);
  }
}

/**
 * @param failures - How many tries failed before the last one.
 * @returns How long to wait before the next try, in milliseconds.
 */
export function retryDelayMs(
  failures: number,
  { delayMs, maxDelayMs }: Pick<ResolvedRetryOptions, 'delayMs' | 'maxDelayMs'>,
  {
    random = { next: Math.random },
    retryAfterMs = 0,
  }: { readonly random?: Pick<Random, 'next'>; readonly retryAfterMs?: number | undefined } = {},
): number {
  const drawn = delayMs * 2 ** failures * (0.5 + random.next() / 2);
  return Math.min(maxDelayMs, Math.max(retryAfterMs, drawn));
}
