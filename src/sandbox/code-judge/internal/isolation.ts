import * as z from 'zod';
import type { IsolationReport } from '../../../base/index.js';

export const UNKNOWN_ISOLATION: IsolationReport = {
  level: 'none',
  mechanism: 'code-judge',
  missing: ['what the server contains programs with, it does not say'],
};

const isolationSchema = z.object({
  level: z.enum(['full', 'partial', 'none']),
  mechanism: z.string(),
  missing: z.array(z.string()),
});

/** @returns What a server of ours says of itself in its header; what it says in no known form counts as nothing. */
export function readIsolation(header: string | undefined): IsolationReport {
  try {
    return isolationSchema.parse(JSON.parse(decodeURIComponent(String(header))));
  } catch {
    return UNKNOWN_ISOLATION;
  }
}
