import { checkArgument, sha256Hex, stringifyJson } from '../base/internal/index.js';

/**
 * @param config - Any value that JSON can represent.
 * @returns SHA-256 (64 hex digits) of a configuration written as JSON with its keys sorted at every depth: equal settings have equal
 *   hashes, independent of the order of keys. Undefined fields do not count.
 * @throws TypeError for a configuration with a BigInt or a circular reference; the message names the path.
 * @example
 * configHash({ b: 1, a: [2] }) === configHash({ a: [2], b: 1 }); // true
 */
export function configHash(config: object): string {
  checkArgument(config, 'config', 'an object');
  return sha256Hex(canonicalJson(config));
}

function canonicalJson(value: object): string {
  // Sorting copies what it meets: a circle is found before it.
  stringifyJson(value, 'config');
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
