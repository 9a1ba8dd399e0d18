import * as z from 'zod';
import { LONGEST_TIMER_MS } from '../../io/index.js';

/** How a policy on another machine is reached; the same for {@link createEnginePolicy} and {@link createOpenAIPolicy}. */
export interface EngineConnectionOptions {
  /** Sent as a bearer token, where the server asks for one. */
  readonly apiKey?: string | undefined;
  /** Further headers. */
  readonly headers?: { readonly [name: string]: string } | undefined;
  /** Longest wait for one answer, in milliseconds, from the connection on. Default 1 800 000: a long turn takes minutes. */
  readonly timeoutMs?: number | undefined;
  /** The context window in tokens; a turn is cut (`length`) where it would leave it. Default: what the server says or does. */
  readonly contextLength?: number | undefined;
  /** Connections open at once; further requests wait here. Default 256. */
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
