import { plainText } from '../../../base/internal/index.js';

/** Longer answers (pages of proxies, traces) are cut. */
const MOST_CHARACTERS = 500;

/**
 * @returns What a refusal says, on one line: `detail` (a text, or pydantic's list of places and messages), `error` or `message` of JSON, else
 *   the text itself.
 */
export function serverWords(body: string): string {
  return plainText(wordsOf(body).slice(0, 4 * MOST_CHARACTERS))
    .trim()
    .slice(0, MOST_CHARACTERS);
}

function wordsOf(body: string): string {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return body;
  }
  if (typeof json !== 'object' || json === null) return body;
  const { detail, error, message } = json as { readonly [name: string]: unknown };
  const words = detail ?? error ?? message;
  if (Array.isArray(words)) return words.map(placeAndMessage).join('; ');
  return typeof words === 'string' ? words : body;
}

function placeAndMessage(item: unknown): string {
  const { loc, msg } = (item ?? {}) as { readonly loc?: unknown; readonly msg?: unknown };
  if (typeof msg !== 'string') return JSON.stringify(item);
  return Array.isArray(loc) ? `${loc.join('.')}: ${msg}` : msg;
}
