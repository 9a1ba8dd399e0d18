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
   * Its page of metrics, such as `http://host:8000/metrics`: the size and the use of its cache are taken from there. The engines that are
   * given together get their first requests once all were read, or after 5 s (five times `metricsIntervalMs`, where that is less) or a failure by their curves.
   */
  readonly metricsUrl?: string;
}

/** Options of {@link createScheduledPolicy}. */
export interface ScheduledPolicyOptions {
  /** The curve of engines that give none. Default: vLLM with Qwen3-14B on an H100. */
  readonly curve?: EngineCurve;
  /** Share of a cache that is kept free. Default 0.03. */
  readonly reserve?: number;
  /** Time after a group's first request from which its waiting requests go before all others. Default: never. */
  readonly groupDeadlineMs?: number;
  /** An engine that reports nothing about a turn for so long has stalled, and its turns go elsewhere. Default 600 000. */
  readonly stallMs?: number;
  /**
   * Whether engines are asked to stream tokens. A turn of an engine that breaks then continues elsewhere from there, and lengths are known sooner; it
   * costs a message for every token. Default true.
   */
  readonly stream?: boolean;
  /** To how many further engines a turn goes when one breaks, and how long an engine that broke is left alone, which doubles each time. Default 5, from 1 s to 60 s. */
  readonly retry?: RetryOptions;
  /** How often metrics are read, in milliseconds. Default 1000. */
  readonly metricsIntervalMs?: number;
}

/** The state of an engine. */
export interface ScheduledEngineStatus {
  readonly name: string;
  /** Turns that run there. */
  readonly running: number;
  /** Whether it gets no requests for a while, because it broke or stalled. */
  readonly suspended: boolean;
  readonly capacityTokens: number;
}

/** The state of a scheduled policy. */
export interface ScheduledPolicyStatus {
  readonly engines: readonly ScheduledEngineStatus[];
  /** Turns that wait for an engine. */
  readonly waiting: number;
  /** Sessions that began and were not ended. */
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
