import { z } from 'zod';

/**
 * A schema for a value that is a function, such as an accessor into the caller's own rollouts.
 *
 * `parseOptions` reports anything else as a TypeError (`options.reward: expected function, got 3`).
 */
export function functionSchema<F extends (...args: never[]) => unknown>(): z.ZodType<F> {
  return z.custom<F>().superRefine((value, context) => {
    if (typeof value !== 'function') context.addIssue({ code: 'invalid_type', expected: 'function', input: value });
  });
}

/** @returns The schema of a function that may be left out; `fallback` is taken then. */
export function functionOption<F extends (...args: never[]) => unknown>(fallback: F): z.ZodDefault<z.ZodType<F>> {
  return functionSchema<F>().default(() => fallback as never);
}
