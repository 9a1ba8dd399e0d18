import { sha256Hex } from './internal/sha256.js';

/**
 * @param config - Anything JSON can hold.
 * @returns SHA-256 (64 hex digits) of a configuration written as JSON with its keys sorted at every depth: equal settings have
 *   equal hashes, whatever order they were written down in. Fields that are undefined do not count.
 * @example
 * configHash({ b: 1, a: [2] }) === configHash({ a: [2], b: 1 }); // true
 */
export function configHash(config: object): string {
  return sha256Hex(canonicalJson(config));
}

function canonicalJson(value: object): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
