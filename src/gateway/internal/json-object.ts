import type { JsonValue } from '../../base/index.js';
import { isJsonObject } from '../../base/internal/index.js';

/** Code that compares and writes values recurses. Arguments that are nested deeper were no valid call. */
const MOST_DEPTH = 256;

/** @returns Whether lists and objects of a JSON text are nested too deep. */
function isDeep(text: string): boolean {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const letter = text[i];
    if (letter === '"') for (i++; i < text.length && text[i] !== '"'; i++) if (text[i] === '\\') i++;
    if (letter === '[' || letter === '{') if (++depth > MOST_DEPTH) return true;
    if (letter === ']' || letter === '}') depth--;
  }
  return false;
}

/** @returns The object that a JSON text stands for; undefined for anything else, and for one that is nested too deep. */
export function objectOf(text: string): { readonly [key: string]: JsonValue } | undefined {
  if (text.length > MOST_DEPTH && isDeep(text)) return undefined;
  try {
    const value = JSON.parse(text) as JsonValue;
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
