import * as z from 'zod/mini';
import { Random, type Seed } from '../random.js';

/** The schema of a seed; anything else is a TypeError (`options.seed: expected string, number or Random, got …`). */
export const seedSchema = z.custom<Seed | Random>().check(({ value, issues }) => {
  if (typeof value === 'string' || typeof value === 'number' || value instanceof Random) return;
  issues.push({ code: 'invalid_type', expected: 'string, number or Random' as 'string', input: value });
});
