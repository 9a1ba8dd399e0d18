import { z } from 'zod';
import { Random, type Seed } from '../base/index.js';

/** The schema of a seed that may be absent; its violation is a TypeError. */
export const seedSchema = z
  .custom<Seed | Random>()
  .superRefine((value, context) => {
    if (typeof value === 'string' || typeof value === 'number' || value instanceof Random) return;
    context.addIssue({ code: 'invalid_type', expected: SEED_TYPES as 'string', input: value });
  })
  .optional();

/** What a seed may be, as errors say it. */
export const SEED_TYPES = 'string, number or Random';
