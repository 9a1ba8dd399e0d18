import type { z } from 'zod';
import type { endpoints } from '../../wire/index.js';

/** A request's body, as it was read. */
export type RequestBody<E extends keyof typeof endpoints> = (typeof endpoints)[E] extends {
  readonly request: infer Q extends z.ZodType;
}
  ? z.output<Q>
  : never;

/** What a request that takes time is answered at once. */
export interface FutureBody {
  readonly request_id: string;
  readonly model_id?: string;
  /** Names of the sequences that are drawn: the SDK reads them from 0.38 on. */
  readonly sample_sequence_ids?: readonly string[];
}
