import * as z from 'zod/mini';
import type { Accessor } from '../../rollout.js';
import { typed } from './seam-option.js';

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
