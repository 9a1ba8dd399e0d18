import * as z from 'zod';
import { checkValue } from '../../../../base/internal/index.js';
import { MAX_NAMES, WireError } from '../limits.js';

/** A field that may be left out or be null: undefined here, either way. */
export const optional = <S extends z.ZodType>(schema: S) =>
  schema
    .nullish()
    .transform((value) => value ?? undefined)
    .optional();

/**
 * A list whose reading ends at its first bad item: a body of a million bad items must not become a million complaints.
 *
 * @param most - Longer ones are refused unread.
 */
export function listOf<S extends z.ZodType>(item: S, most: number) {
  return z
    .custom<readonly z.input<S>[]>(
      (value) => Array.isArray(value) && value.length <= most,
      `expected an array of at most ${most} items`,
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

/** @returns A body of JSON as its schema says. @throws WireError for what does not fit; it says where and what was expected. */
export function parseBody<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const checked = checkValue(schema, body);
  if (checked.kind === 'valid') return checked.value;
  throw new WireError(checked.path.reduce(under, ''), checked.message);
}

/** `data`, `3`, `weights` become `data[3].weights`. */
function under(path: string, part: string): string {
  if (/^\d+$/.test(part)) return `${path}[${part}]`;
  return path === '' ? part : `${path}.${part}`;
}
