import { show } from '../../../base/internal/index.js';
import type { JsonValue } from '../../../base/index.js';

/**
 * @param path - Of both, for the message.
 * @returns Where two values of plain JSON first differ, whatever the order of their keys: `seed: "1", not "2"`; undefined where
 *   they are equal.
 */
export function difference(there: JsonValue | undefined, here: JsonValue | undefined, path = ''): string | undefined {
  const first = membersOf(there);
  const second = membersOf(here);
  if (first !== undefined && second !== undefined && Array.isArray(there) === Array.isArray(here)) {
    for (const key of new Set([...Object.keys(first), ...Object.keys(second)])) {
      const found = difference(first[key], second[key], path === '' ? key : `${path}.${key}`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  return there === here ? undefined : `${path}: ${show(there)}, not ${show(here)}`;
}

function membersOf(value: JsonValue | undefined): Members | undefined {
  return typeof value === 'object' && value !== null ? (value as Members) : undefined;
}

type Members = { readonly [key: string]: JsonValue };
