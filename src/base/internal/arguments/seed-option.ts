import * as z from 'zod/mini';
import { Random, type Seed } from '../../random.js';

/**
 * The schema of a seed: a NaN or infinite number is a RangeError, anything else a TypeError
 * (`options.seed: expected string, number or Random, got …`).
 */
export const seedSchema = z.custom<Seed | Random>().check(({ value, issues }) => {
  if (typeof value === 'string' || Number.isFinite(value) || value instanceof Random) return;
  const expected = typeof value === 'number' ? 'number' : ('string, number or Random' as 'string');
  issues.push({ code: 'invalid_type', expected, input: value });
});
