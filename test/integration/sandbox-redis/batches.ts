import { expect } from 'vitest';
import type { SandboxCall, SandboxResult } from '../../../src/base/index.js';

/** So many calls, each of which prints its own number. */
export const numbered = (count: number, code = (i: number) => `print(${i})`): SandboxCall[] =>
  Array.from({ length: count }, (_, i) => ({ code: code(i) }));

/** Each call was answered, once, and with its own answer. */
export function expectAll(results: readonly SandboxResult[], told: readonly number[]): void {
  expect(results.map((result) => (result.kind === 'ok' ? result.stdout : JSON.stringify(result)))).toEqual(
    results.map((_, i) => `${i}\n`),
  );
  expect([...told].sort((a, b) => a - b)).toEqual(results.map((_, i) => i));
}
