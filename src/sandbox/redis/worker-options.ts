import { z } from 'zod';
import type { Sandbox } from '../../base/index.js';
import { addressShape } from './connection.js';
import type { RedisAddress } from './connection.js';

/** Options of {@link startRedisWorker}. */
export interface RedisWorkerOptions extends RedisAddress {
  /** Runs the calls. The worker does not close it. */
  readonly sandbox: Sandbox;
  /** Calls it runs at once. */
  readonly concurrency: number;
  /**
   * Calls it takes beyond those, so that none of its slots waits for Redis; default enough for 30 ms, by how long calls
   * have taken lately. Those that wait behind long ones are given back.
   */
  readonly prefetch?: number;
  /** The namespaces it serves; default all that there are. */
  readonly namespaces?: readonly string[];
  /** A call whose worker has not been heard of for so long goes to another one; default 5 s. */
  readonly visibilityMs?: number;
  /** How often a call is begun before it is parked, if no worker ever answers it; default 3. */
  readonly maxDeliveries?: number;
  /** How long results wait for their producer; default one hour. */
  readonly keepResultsSeconds?: number;
  readonly log?: (event: string, fields: Readonly<Record<string, unknown>>) => void;
}

export const workerOptionsSchema = z.strictObject({
  ...addressShape,
  sandbox: z.custom<Sandbox>(
    (value) => typeof (value as Sandbox | undefined)?.run === 'function',
    'expected a sandbox',
  ),
  concurrency: z.int().min(1).max(4096),
  prefetch: z.int().min(0).max(4096).optional(),
  namespaces: z.array(z.string().min(1)).min(1).optional(),
  visibilityMs: z.number().min(100).max(3_600_000).default(5000),
  maxDeliveries: z.int().min(1).default(3),
  keepResultsSeconds: z.int().min(1).default(3600),
  log: z
    .custom<NonNullable<RedisWorkerOptions['log']>>((value) => typeof value === 'function', 'expected a function')
    .default(() => () => {}),
});

export type WorkerSettings = z.output<typeof workerOptionsSchema>;
