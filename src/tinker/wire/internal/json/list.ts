import * as z from 'zod';
import { MAX_NAMES } from '../limits.js';

/**
 * A list whose reading ends at its first bad item: a body of a million bad items must not become a million complaints.
 *
 * @param most - Longer ones are refused unread. Default: any length.
 */
export function listOf<S extends z.ZodType>(item: S, most = Infinity) {
  return z
    .custom<readonly z.input<S>[]>(
      (value) => Array.isArray(value) && value.length <= most,
      most === Infinity ? 'expected array' : `expected an array of at most ${most} items`,
    )
    .transform((values, context): z.output<S>[] => {
      const read: z.output<S>[] = [];
      for (const [i, value] of values.entries()) {
        const { success, data, error } = item.safeParse(value, { reportInput: true });
        if (!success) {
          for (const issue of error.issues) context.issues.push({ ...issue, path: [i, ...issue.path] } as never);
          return z.NEVER;
        }
        read.push(data);
      }
      return read;
    });
}

/** An object of few names; one of more is refused unread. */
export function recordOf<S extends z.ZodType>(item: S) {
  const few = z.custom<{ readonly [name: string]: unknown }>(
    (value) => typeof value !== 'object' || value === null || Object.keys(value).length <= MAX_NAMES,
    `expected at most ${MAX_NAMES} names`,
  );
  return few.pipe(z.record(z.string(), item)) as unknown as z.ZodRecord<z.ZodString, S>;
}
