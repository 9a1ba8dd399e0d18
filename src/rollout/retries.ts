import { z } from 'zod';
import type { Random } from '../base/index.js';
import { abortableDelay } from './abort.js';

/** How often a call that the machine broke is made again, and how long to wait before that. */
export interface RetryOptions {
  /** Further tries after the first; default 3. Only failures marked `retryable` are tried again. */
  readonly retries?: number;
  /** Wait before the first retry, in milliseconds; doubles with every further one. Default 200. */
  readonly delayMs?: number;
  /** Longest wait, in milliseconds. Default 10 000. */
  readonly maxDelayMs?: number;
}

/** A longer timer would fire at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

export const retrySchema = z.strictObject({
  retries: z.int().nonnegative().default(3),
  delayMs: z.number().nonnegative().default(200),
  maxDelayMs: z.number().nonnegative().max(LONGEST_TIMER_MS).default(10_000),
});

export type ResolvedRetries = z.output<typeof retrySchema>;

/** What one try came to. */
export interface Attempt<T> {
  readonly result: T;
  /** Whether another try may succeed. */
  readonly retry: boolean;
  /** The least time to wait before it, where the other side said so; never longer than `maxDelayMs`. */
  readonly delayMs?: number;
}

/**
 * Makes a call, and again while it fails in a way that may pass.
 *
 * The wait grows exponentially and is drawn from its upper half, so that calls broken by the same outage do not come
 * back in step.
 *
 * @returns The last attempt's result. @throws The signal's reason when aborted while waiting; what `attempt` throws.
 */
export async function withRetries<T>(
  attempt: () => Promise<Attempt<T>>,
  options: ResolvedRetries,
  random: Random,
  signal: AbortSignal,
): Promise<T> {
  for (let tries = 0; ; tries++) {
    const { result, retry, delayMs = 0 } = await attempt();
    if (!retry || tries >= options.retries) return result;
    const drawn = options.delayMs * 2 ** tries * (0.5 + random.next() / 2);
    await abortableDelay(Math.min(options.maxDelayMs, Math.max(delayMs, drawn)), signal);
  }
}
