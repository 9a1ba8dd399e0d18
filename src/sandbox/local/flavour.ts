import type { SandboxCall } from '../../base/index.js';

/**
 * Which kind of fork server a call needs.
 *
 * A fork costs in proportion to the memory of the server, so what most programs import is in the light one, and the
 * big libraries are only in the heavy one. Hash seeds are fixed when an interpreter starts, so calls that must repeat
 * themselves have servers of their own.
 */
export interface Flavour {
  readonly heavy: boolean;
  readonly deterministic: boolean;
}

/** Standard modules that programs most often import: loaded before the fork, they cost a call nothing. */
export const LIGHT_MODULES: readonly string[] = [
  ...['math', 'cmath', 'itertools', 'functools', 'operator', 'collections', 'heapq', 'bisect', 'string', 're', 'copy'],
  ...['fractions', 'decimal', 'random', 'statistics', 'datetime', 'time', 'typing', 'dataclasses', 'json'],
];

/** Libraries worth a server of their own, where they are installed. */
export const HEAVY_MODULES: readonly string[] = ['numpy', 'sympy', 'scipy', 'mpmath', 'pandas', 'networkx'];

/** @returns A function that says which flavour a call needs, given the big libraries that are installed here. */
export function flavourOf(heavyModules: readonly string[]): (call: SandboxCall) => Flavour {
  const named = new RegExp(`\\b(?:import|from)\\b[^\\n;]*\\b(?:${heavyModules.join('|')})\\b`);
  return (call) => ({
    heavy: heavyModules.length > 0 && call.language !== 'cpp' && named.test(call.code),
    deterministic: call.deterministic === true,
  });
}
