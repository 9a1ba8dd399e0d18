import * as z from 'zod';
import { parseOptions } from '../../base/internal/index.js';

/** Cases without those that need what an engine lacks. */
export function casesWithout<F extends string, C extends { readonly needs: readonly F[] }>(
  cases: readonly C[],
  features: readonly F[],
  without: readonly F[],
): readonly C[] {
  const lacks = parseOptions(z.array(z.enum(features)), without, 'without');
  return cases.filter(({ needs }) => !needs.some((feature) => lacks.includes(feature)));
}

/** Every field of `expected` must be there with that value; others may be too. */
export function equal(actual: unknown, expected: unknown): void {
  const pick = (from: unknown, like: unknown): unknown =>
    typeof like === 'object' && like !== null && !Array.isArray(like)
      ? Object.fromEntries(Object.keys(like).map((key) => [key, (from as Record<string, unknown>)[key]]))
      : from;
  truth(show(pick(actual, expected)) === show(expected), `expected ${show(expected)}, got ${show(actual)}`);
}

/** @returns What a promise was rejected with. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  const outcome = await promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ('error' in outcome) return outcome.error;
  throw new Error(`expected a rejection, got ${show(outcome.value)}`);
}

/** The promise must be rejected with this very reason. */
export async function rejects(promise: Promise<unknown>, reason: unknown): Promise<void> {
  const error = await rejection(promise);
  truth(error === reason, `expected the signal's reason, got ${show(error)}`);
}

export function truth(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message);
}

export function show(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => (inner instanceof Error ? inner.message : inner)) ?? 'undefined';
}
