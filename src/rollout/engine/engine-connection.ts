import * as z from 'zod';
import { LONGEST_TIMER_MS } from '../../io/index.js';

/** How a server is reached; the same for {@link createEnginePolicy} and {@link createOpenAIPolicy}. */
export interface EngineConnectionOptions {
  /** Sent as a bearer token, if the server needs one. */
  readonly apiKey?: string | undefined;
  /** Additional headers. */
  readonly headers?: { readonly [name: string]: string } | undefined;
  /** Longest wait for one answer, in milliseconds, from the start of the request. Default 1 800 000: a long turn takes minutes. */
  readonly timeoutMs?: number | undefined;
  /** The context window in tokens; a turn that would exceed it is cut (`length`). Default: as the server reports. */
  readonly contextLength?: number | undefined;
  /** Most open connections; more requests wait here. Default 256. */
  readonly maxConnections?: number | undefined;
}

/** An address of a server. */
export const addressSchema = z.url({ protocol: /^https?$/, error: 'expected an http or https URL' });

/** The members of a schema of options that has these. */
export const connectionSchema = {
  apiKey: z.string().optional(),
  headers: z.record(z.string(), z.string()).default({}),
  timeoutMs: z.number().positive().max(LONGEST_TIMER_MS).default(1_800_000),
  contextLength: z.int().positive().optional(),
  maxConnections: z.int().positive().default(256),
};
