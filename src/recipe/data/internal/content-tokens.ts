/** Commands of LaTeX that say how a formula looks, not what it says. */
const LOOKS =
  /\\(?:left|right|big|Big|bigg|Bigg|displaystyle|textstyle|text|textbf|textit|mathrm|mathbf|mathit|operatorname|quad|qquad)(?![A-Za-z])|\\[ ,;:!]/g;

const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/\\[dt]frac/g, '\\frac'],
  [/\\(?:cdot|times)(?![A-Za-z])|[·×]/g, '*'],
  [/[−–]/g, '-'],
  // A hyphen is no minus.
  [/(\p{L})-(?=\p{L})/gu, '$1 '],
  // The thousands' commas of a number.
  [/(\d)(?:,|\{,\})(?=\d{3}(?!\d))/g, '$1'],
];

/**
 * What a text says, without how it is written: words, numbers and operators, in small letters. Markup, punctuation, spacing and
 * the forms of Unicode are gone, so that two copies of a problem agree wherever they were typeset.
 */
export function contentTokens(text: string): string[] {
  let plain = text.normalize('NFKC').replace(LOOKS, ' ');
  for (const [spelling, standard] of SPELLINGS) plain = plain.replace(spelling, standard);
  return plain.toLowerCase().match(/[\p{L}\p{M}]+|\p{N}+|[-+*/^=<>!%|]/gu) ?? [];
}

/** @returns Each run of n tokens, once, as a hash of 32 bits; of a shorter text, the whole. Ascending. */
export function shingles(tokens: readonly string[], n: number): Uint32Array {
  const hashes = new Set<number>();
  for (let start = 0; start === 0 || start + n <= tokens.length; start++)
    hashes.add(hash32(tokens.slice(start, start + n).join(' ')));
  return Uint32Array.from(hashes).sort();
}

/** FNV-1a over UTF-16 units, mixed so that every bit depends on every character. */
export function hash32(text: string, seed = 0): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
