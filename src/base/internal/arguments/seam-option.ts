import * as z from 'zod/mini';
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
