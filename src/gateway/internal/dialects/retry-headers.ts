import type { Refusal } from '../refusal.js';

/** @returns When to ask again, in whole seconds, where the refusal says so. */
export function retryHeaders({ details: { retryAfterSeconds } }: Refusal): Record<string, string> {
  return retryAfterSeconds === undefined ? {} : { 'retry-after': String(Math.ceil(retryAfterSeconds)) };
}
