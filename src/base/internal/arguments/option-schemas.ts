import * as z from 'zod/mini';
import { Random, type Seed } from '../../random.js';
import type { Accessor } from '../../rollout.js';
import type { Tokenizer } from '../../tokenizer.js';

/** A value of the wrong type is a TypeError that names what was expected: `options.policy: expected a Policy, got 3`. */
export function typed<T>(expected: string, accepts: (value: unknown) => boolean): z.ZodMiniType<T> {
  return z.custom<T>().check(({ value, issues }) => {
    if (!accepts(value)) issues.push({ code: 'invalid_type', expected: expected as 'custom', input: value });
  });
}

/** Anything with the given methods, whatever class it is of. */
export function seam<T>(expected: string, ...methods: string[]): z.ZodMiniType<T> {
  return typed<T>(
    expected,
    (value) =>
      typeof value === 'object' &&
      value !== null &&
      methods.every((method) => typeof (value as Record<string, unknown>)[method] === 'function'),
  );
}

export const tokenizerSchema = seam<Tokenizer>('a Tokenizer', 'encode', 'decode', 'tokenId');

/**
 * A schema for a value that is a function, such as an accessor into the caller's own rollouts.
 *
 * `parseOptions` reports anything else as a TypeError (`options.reward: expected function, got 3`).
 */
export function functionSchema<F extends (...args: never[]) => unknown>(): z.ZodMiniType<F> {
  return typed<F>('function', (value) => typeof value === 'function');
}

/** @returns The schema of a function that may be left out; `fallback` is taken then. */
export function functionOption<F extends (...args: never[]) => unknown>(fallback: F): z.ZodMiniType<F> {
  return z._default(functionSchema<F>(), () => fallback as never);
}

/** The schema of an accessor into rollouts of a type that is not known here; what it gives is checked where it is used. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export function accessorSchema<T>(): z.ZodMiniOptional<z.ZodMiniType<Accessor<any, T>>> {
  return z.optional(functionSchema());
}

/**
 * The schema of a seed: a NaN or infinite number is a RangeError, anything else a TypeError
 * (`options.seed: expected string, number or Random, got …`).
 */
export const seedSchema = z.custom<Seed | Random>().check(({ value, issues }) => {
  if (typeof value === 'string' || Number.isFinite(value) || value instanceof Random) return;
  const expected = typeof value === 'number' ? 'number' : ('string, number or Random' as 'string');
  issues.push({ code: 'invalid_type', expected, input: value });
});

/** The schema of an array-like of numbers: an array or a typed array. */
export const numbersSchema = z.custom<ArrayLike<number>>().check(({ value, issues }) => {
  if (typeof value !== 'object' || value === null || !('length' in value))
    issues.push({ code: 'invalid_type', expected: 'array', input: value });
});
