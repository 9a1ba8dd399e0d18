import { z } from 'zod';

/**
 * A schema for an option that is a function, such as an accessor into the caller's own rollouts.
 *
 * @param fallback - Taken where the option is absent.
 * @returns A schema whose violation `parseOptions` reports as a TypeError (`options.reward: expected function, got 3`).
 */
export function functionOption<F extends (...args: never[]) => unknown>(fallback: F): z.ZodDefault<z.ZodType<F>> {
  const schema = z.custom<F>().superRefine((value, context) => {
    if (typeof value !== 'function') context.addIssue({ code: 'invalid_type', expected: 'function', input: value });
  });
  return schema.default(() => fallback as never);
}
