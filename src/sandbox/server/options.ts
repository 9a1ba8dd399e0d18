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
  /** Default 0: any free port. */
  readonly port?: number;
  /** Callers must send it as `Authorization: Bearer …`; only `/ping` needs no token. */
  readonly token?: string;
  /**
   * Most calls that are passed to the sandbox at once: its own concurrency; for a queue, twice the slots of its workers, so that they never
   * wait. A function is called for each call. The other calls wait in the server, where trainers take turns, and a client that disconnects
   * cancels its calls.
   */
  readonly concurrency: number | (() => number);
  /** Most waiting calls; more requests are answered 503, and a larger batch 413. Default 100,000. */
  readonly maxQueued?: number;
  /** Longest wait of a call of `/run`, `/judge` or `…/batch`, after which its result is `queue_timeout`. Default 4 s. */
  readonly queueTimeoutMs?: number;
  /** The same for `…/long-batch`. Default one hour. */
  readonly longQueueTimeoutMs?: number;
  /** Largest request body; half of it for a request that is not a batch. Default 64 MiB. */
  readonly maxBodyBytes?: number;
  /** Most bytes in bodies of all pending requests; more requests are answered 503. Default 512 MiB. */
  readonly maxPendingBytes?: number;
  /** Most characters of stdout and stderr in an answer. Default 1,000. */
  readonly outputCharacters?: number;
  /** Most open sessions, if the sandbox supports sessions; more are refused. Default 256. */
  readonly maxSessions?: number;
  /** Time after which an unused session is ended and lost, in milliseconds. Default ten minutes. */
  readonly sessionIdleMs?: number;
  /** Default limits of submissions. Default: those of the sandbox. */
  readonly limits?: Partial<SandboxLimits>;
  /** Largest limits that a submission may request. Default: `limits`, else the sandbox's limits. */
  readonly ceiling?: Partial<SandboxLimits>;
  /** Judges `type: "math"`. */
  readonly verifyMath?: (solution: string, expected: string) => boolean | Promise<boolean>;
  /** The number of calls that wait beyond this server, and of workers, for `/status`. Default: 0 and `concurrency`. */
  readonly status?: () => Promise<JudgeStatus>;
  /** More gauges of `/metrics`, read at each request. */
  readonly gauges?: () => Promise<readonly Gauge[]>;
  /** Called with each entry of the log. */
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
