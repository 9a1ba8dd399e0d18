import * as z from 'zod';
import { retrySchema, type RetryOptions } from '../../io/index.js';

/** Options of {@link createCodeJudgeSandbox}. */
export interface CodeJudgeOptions {
  /** `http://host:port`: an original Code Judge or `rstar2-agent sandbox serve`. */
  readonly url: string;
  /** Sent as `Authorization: Bearer …`. */
  readonly token?: string;
  /** The name of this trainer, for fairness between trainers on `rstar2-agent sandbox serve`; default by address. */
  readonly trainer?: string;
  /** Most calls in one request; default 64. */
  readonly batchSize?: number;
  /** How long a call waits for others to fill its batch; default 10 ms. */
  readonly lingerMs?: number;
  /** Most requests at once; default 32. */
  readonly senders?: number;
  /**
   * Retries of a call; default 5 times, from 500 ms, long enough for a restart of the server. The release's client tries 4 times in total.
   */
  readonly retry?: RetryOptions;
  /** Longest time of a request; default one hour and a minute. */
  readonly timeoutMs?: number;
}

export const codeJudgeOptionsSchema = z.strictObject({
  url: z.url({ protocol: /^https?$/ }),
  token: z.string().optional(),
  trainer: z.string().optional(),
  batchSize: z.int().min(1).max(10_000).default(64),
  lingerMs: z.number().min(0).default(10),
  senders: z.int().min(1).max(1024).default(32),
  retry: retrySchema({ retries: 5, delayMs: 500 }),
  timeoutMs: z.number().positive().default(3_660_000),
});

export type CodeJudgeSettings = z.output<typeof codeJudgeOptionsSchema>;
