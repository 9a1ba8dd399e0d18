import * as z from 'zod';
import type { Sandbox, SandboxLimits } from '../../base/index.js';
import type { JudgeStatus } from '../internal/code-judge-protocol.js';
import { LONGEST_TIMER_MS } from '../../io/index.js';
import type { LogEntry } from '../internal/log.js';
import { sandboxLimitsSchema } from '../../base/internal/index.js';

/** A number of `/metrics`. */
export interface Gauge {
  readonly name: string;
  readonly help: string;
  readonly value: number;
}

/** Options of {@link createSandboxServer}. */
export interface SandboxServerOptions {
  /** Runs the programs. The server does not close it. */
  readonly sandbox: Sandbox;
  /** Default 127.0.0.1. Any other needs a `token`. */
  readonly host?: string;
  /** Default 0: any free one. */
  readonly port?: number;
  /** Callers must send it as `Authorization: Bearer …`; `/ping` alone is open. */
  readonly token?: string;
  /**
   * Calls handed to the sandbox at once: its own concurrency; where the sandbox is a queue, enough that its workers
   * never wait (twice their slots), asked anew for each call where it is a function. The rest wait here, where trainers
   * take turns and a client that goes away leaves nothing behind.
   */
  readonly concurrency: number | (() => number);
  /** Calls that may wait; beyond, requests are answered 503, and a larger batch 413. Default 100,000. */
  readonly maxQueued?: number;
  /** How long a call of `/run`, `/judge` or `…/batch` waits for its turn before it is a `queue_timeout`. Default 4 s. */
  readonly queueTimeoutMs?: number;
  /** The same for `…/long-batch`. Default one hour. */
  readonly longQueueTimeoutMs?: number;
  /** Largest request body; of a request that is no batch, half of it. Default 64 MiB. */
  readonly maxBodyBytes?: number;
  /** Bodies of all requests that are not answered yet; beyond, requests are answered 503. Default 512 MiB. */
  readonly maxPendingBytes?: number;
  /** Characters of stdout and stderr that are answered. Default 1,000. */
  readonly outputCharacters?: number;
  /** Sessions open at once, where the sandbox has any; beyond, a new one is refused. Default 256. */
  readonly maxSessions?: number;
  /** Time after which an unused session is ended and lost, in milliseconds. Default ten minutes. */
  readonly sessionIdleMs?: number;
  /** Default limits of submissions; default the sandbox's own. */
  readonly limits?: Partial<SandboxLimits>;
  /** What a submission may ask for at most by its options; default `limits` over the sandbox's default limits. */
  readonly ceiling?: Partial<SandboxLimits>;
  /** Judges `type: "math"`. */
  readonly verifyMath?: (solution: string, expected: string) => boolean | Promise<boolean>;
  /** What waits beyond this server and how many workers there are, for `/status`; default nothing and `concurrency`. */
  readonly status?: () => Promise<JudgeStatus>;
  /** Further gauges of `/metrics`, asked for at each look. */
  readonly gauges?: () => Promise<readonly Gauge[]>;
  /** Called with each line of the log. */
  readonly log?: (entry: LogEntry) => void;
}

const fn = <T>() => z.custom<T>((value) => typeof value === 'function', 'expected a function');

export const serverOptionsSchema = z.strictObject({
  sandbox: z.custom<Sandbox>(
    (value) => typeof (value as Sandbox | undefined)?.run === 'function',
    'expected a sandbox',
  ),
  host: z.string().min(1).default('127.0.0.1'),
  port: z.int().min(0).max(65_535).default(0),
  token: z.string().min(1).optional(),
  concurrency: z.union([z.int().min(1), fn<() => number>()]),
  maxQueued: z.int().min(1).default(100_000),
  queueTimeoutMs: z.number().positive().default(4000),
  longQueueTimeoutMs: z.number().positive().default(3_600_000),
  maxBodyBytes: z
    .int()
    .min(1024)
    .default(64 * 1024 * 1024),
  maxPendingBytes: z
    .int()
    .min(1024)
    .default(512 * 1024 * 1024),
  maxSessions: z.int().min(1).max(100_000).default(256),
  sessionIdleMs: z.number().positive().max(LONGEST_TIMER_MS).default(600_000),
  outputCharacters: z.int().min(0).default(1000),
  limits: z.optional(sandboxLimitsSchema),
  ceiling: z.optional(sandboxLimitsSchema),
  verifyMath: fn<NonNullable<SandboxServerOptions['verifyMath']>>().optional(),
  status: fn<() => Promise<JudgeStatus>>().optional(),
  gauges: fn<() => Promise<readonly Gauge[]>>().optional(),
  log: fn<(entry: LogEntry) => void>().default(() => () => {}),
});

export type ServerSettings = z.output<typeof serverOptionsSchema>;
