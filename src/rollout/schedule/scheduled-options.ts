import * as z from 'zod';
import type { Policy } from '../../base/index.js';
import { seam } from '../../base/internal/index.js';
import { LONGEST_TIMER_MS, retrySchema, type RetryOptions } from '../../io/index.js';
import { QWEN3_14B_H100, curveSchema, type EngineCurve } from './engine-curve.js';

/** One of the engines that a scheduled policy sends its requests to: a server, or a router in front of several. */
export interface ScheduledEngine {
  /** Unique among the engines. */
  readonly name: string;
  readonly policy: Policy;
  /** Its speed and capacity. Default: the curve of the options. Of times only ratios matter; capacity and requests are limits. */
  readonly curve?: EngineCurve;
  /**
   * The address of its metrics, such as `http://host:8000/metrics`, for the size and use of its cache. Engines that are added together get
   * their first requests when all metrics were read, or by their curves after a failure or 5 s (five times `metricsIntervalMs`, if that is
   * less).
   */
  readonly metricsUrl?: string;
}

/** Options of {@link createScheduledPolicy}. */
export interface ScheduledPolicyOptions {
  /** The curve of engines without their own. Default: vLLM with Qwen3-14B on an H100. */
  readonly curve?: EngineCurve;
  /** Share of a cache that is kept free. Default 0.03. */
  readonly reserve?: number;
  /** Time after a group's first request from which its waiting requests go before all others. Default: never. */
  readonly groupDeadlineMs?: number;
  /** Time without news of a turn after which an engine counts as stalled, in milliseconds; its turns go to other engines. Default 600 000. */
  readonly stallMs?: number;
  /**
   * Whether engines are asked to stream tokens. Then a turn of a failed engine continues on another engine, and lengths are known sooner;
   * the cost is a message for every token. Default true.
   */
  readonly stream?: boolean;
  /** How many other engines a failed turn tries, and how long a failed engine gets no requests, doubled each time. Default 5, from 1 s to 60 s. */
  readonly retry?: RetryOptions;
  /** How often metrics are read, in milliseconds. Default 1000. */
  readonly metricsIntervalMs?: number;
}

/** The state of an engine. */
export interface ScheduledEngineStatus {
  readonly name: string;
  /** Running turns. */
  readonly running: number;
  /** Whether it gets no requests for some time, because it failed or stalled. */
  readonly suspended: boolean;
  readonly capacityTokens: number;
}

/** The state of a scheduled policy. */
export interface ScheduledPolicyStatus {
  readonly engines: readonly ScheduledEngineStatus[];
  /** Turns that wait for an engine. */
  readonly waiting: number;
  /** Open sessions. */
  readonly sessions: number;
}

export const scheduledEngineSchema = z.strictObject({
  name: z.string().min(1),
  policy: seam<Policy>('a Policy', 'generate'),
  curve: curveSchema.optional(),
  metricsUrl: z.url({ protocol: /^https?$/ }).optional(),
});
export const requestTokensSchema = z.int().nonnegative();
const timer = z.number().positive().max(LONGEST_TIMER_MS);
export const scheduledOptionsSchema = z.strictObject({
  curve: curveSchema.prefault(QWEN3_14B_H100),
  reserve: z.number().nonnegative().max(0.9).default(0.03),
  groupDeadlineMs: z.number().positive().optional(),
  stallMs: timer.default(600_000),
  stream: z.boolean().default(true),
  retry: retrySchema({ retries: 5, delayMs: 1000, maxDelayMs: 60_000 }),
  metricsIntervalMs: timer.default(1000),
});

export type ResolvedScheduledOptions = z.output<typeof scheduledOptionsSchema>;
