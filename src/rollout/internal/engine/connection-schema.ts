import { z } from 'zod';
import { LONGEST_TIMER_MS } from '../../../io/index.js';

/** What every policy on another machine takes. */
export const connectionSchema = {
  url: z.url({ protocol: /^https?$/, error: 'expected an http or https URL' }),
  apiKey: z.string().optional(),
  headers: z.record(z.string(), z.string()).default({}),
  timeoutMs: z.number().positive().max(LONGEST_TIMER_MS).default(1_800_000),
  contextLength: z.int().positive().optional(),
  maxConnections: z.int().positive().default(256),
};
