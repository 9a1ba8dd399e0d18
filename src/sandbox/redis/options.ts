import * as z from 'zod';
import type { Sandbox, SandboxLimits } from '../../base/index.js';
import { sandboxLimitsSchema } from '../../base/internal/index.js';
import { LONGEST_TIMER_MS } from '../../io/index.js';
import { timestamped } from '../internal/log.js';
import type { LogEntry } from '../internal/log.js';
import { mergeLimits } from '../internal/limits.js';

/** The address of Redis, in the options of producers and workers. */
export interface RedisAddress {
  /** `redis://…`, or `rediss://…` for TLS. */
  readonly url: string;
  /** Certificates (PEM) to trust for a `rediss:` server; default those that Node trusts. */
  readonly ca?: string | undefined;
}

/** Options of {@link createRedisSandbox}. */
export interface RedisSandboxOptions extends RedisAddress {
  /** Separates trainers that share a Redis; default `default`. */
  readonly namespace?: string;
  /** Longest total time of a call with its wait, after which it is `unavailable`; default one hour. */
  readonly timeoutMs?: number;
  /** Time between two checks of pending calls in Redis; default 2 s. */
  readonly auditMs?: number;
}

/** Options of {@link startRedisWorker}. */
export interface RedisWorkerOptions extends RedisAddress {
  /** Runs the calls. The worker does not close it. */
  readonly sandbox: Sandbox;
  /** Calls that it runs at once. */
  readonly concurrency: number;
  /** The namespaces that it serves; default all. */
  readonly namespaces?: readonly string[];
  /** Silence after which a worker's calls go to others, in milliseconds; default 5 s. */
  readonly visibilityMs?: number;
  /** Number of starts without an answer after which a call is parked; default 3. */
  readonly maxDeliveries?: number;
  /** Most open sessions, if its sandbox supports sessions; further ones go to other workers. Default 256. */
  readonly maxSessions?: number;
  /** Time after which an unused session is ended and lost, in milliseconds. Default ten minutes. */
  readonly sessionIdleMs?: number;
  /** Largest limits that a call or a session's cell may request; missing limits are those of the sandbox. */
  readonly ceiling?: Partial<SandboxLimits>;
  /** Called with each entry of the worker's log. */
  readonly log?: (entry: LogEntry) => void;
}

const addressShape = {
  url: z
    .string()
    .regex(/^rediss?:\/\/[^\s]+$/, 'expected a redis:// or rediss:// URL (a Redis cluster is not supported)'),
  ca: z.string().includes('-----BEGIN CERTIFICATE-----', 'expected certificates in PEM form').optional(),
};

/** What a namespace may be called; names that others wrote into Redis are checked by it as well. */
export const namespaceSchema = z.string().regex(/^[\w.-]{1,128}$/, 'expected letters, digits, ".", "_" or "-"');

export const redisSandboxOptionsSchema = z.strictObject({
  ...addressShape,
  namespace: namespaceSchema.default('default'),
  timeoutMs: z.number().positive().max(2_147_483_647).default(3_600_000),
  auditMs: z.number().min(10).max(60_000).default(2000),
});

export type RedisSandboxSettings = z.output<typeof redisSandboxOptionsSchema>;

export const redisWorkerOptionsSchema = z.strictObject({
  ...addressShape,
  sandbox: z.custom<Sandbox>(
    (value) => typeof (value as Sandbox | undefined)?.run === 'function',
    'expected a sandbox',
  ),
  concurrency: z.int().min(1).max(4096),
  namespaces: z.array(namespaceSchema).min(1).optional(),
  visibilityMs: z.number().min(100).max(3_600_000).default(5000),
  maxDeliveries: z.int().min(1).default(3),
  maxSessions: z.int().min(1).max(100_000).default(256),
  sessionIdleMs: z.number().positive().max(LONGEST_TIMER_MS).default(600_000),
  ceiling: z.optional(sandboxLimitsSchema).transform((ceiling) => mergeLimits(ceiling)),
  log: z
    .custom<(entry: LogEntry) => void>((value) => typeof value === 'function', 'expected a function')
    .default(() => () => {})
    .transform(timestamped),
});

export type RedisWorkerSettings = z.output<typeof redisWorkerOptionsSchema>;
