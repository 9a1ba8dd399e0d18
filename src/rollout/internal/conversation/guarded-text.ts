import { TAGS, type Tokenizer } from '../../../base/index.js';

/**
 * Marks that stand in a rendered text while it is on its way to the tokenizer, made of code points that Unicode keeps for
 * programs' own use. A template that trims, splits or quotes what others wrote carries them along.
 */
const CUT = '\uFDD0\uFDD2';
const OWN = '\uFDD0\uFDD1';
const FIRST = '\uFDD0';

const QWEN_CONTROL = [TAGS.messageStart, TAGS.messageEnd];
const QWEN_MARKERS = [
  ...[TAGS.toolCallStart, TAGS.toolCallEnd, TAGS.toolResponseStart, TAGS.toolResponseEnd],
  ...['<think>', '</think>'],
];

/**
 * Guards text of users and tools against becoming control tokens, whatever is rendered around it: a token that is written out
 * there is cut after its first character. `encodeGuarded` encodes the two parts apart, as ordinary tokens that decode to the
 * same text.
 */
export function guard(text: string, { controlTokens = QWEN_CONTROL }: Tokenizer): string {
  return guardAgainst(text, controlTokens);
}

/** Guards the answer of a tool or an environment against becoming markers too, such as one that ends the answer. */
export function guardAnswer(text: string, tokenizer: Tokenizer): string {
  const { controlTokens = QWEN_CONTROL, markers = QWEN_MARKERS } = tokenizer;
  return guardAgainst(text, [...controlTokens, ...markers]);
}

function guardAgainst(text: string, tokens: readonly string[]): string {
  return cutWithin(text, tokens)
    .map((section) => section.replaceAll(FIRST, OWN))
    .join(CUT);
}

/** @returns A value of JSON with every text in it guarded, names of fields too: a tool's schema names its parameters as it likes. */
export function guardAll<T>(value: T, tokenizer: Tokenizer): T {
  if (typeof value === 'string') return guard(value, tokenizer) as T;
  if (Array.isArray(value)) return value.map((item: unknown) => guardAll(item, tokenizer)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const guarded = Object.entries(value).map(
    ([name, item]) => [guard(name, tokenizer), guardAll(item as unknown, tokenizer)] as const,
  );
  return Object.fromEntries(guarded) as T;
}

/** @returns A rendered text without the guards in it. */
export function withoutGuards(text: string): string {
  return text.replaceAll(CUT, '').replaceAll(OWN, FIRST);
}

/** Encodes a rendered text: the control tokens of the format become their ids, those in guarded texts do not. */
export function encodeGuarded(text: string, tokenizer: Tokenizer): Int32Array {
  const encoded = text.split(CUT).map((section) => tokenizer.encode(section.replaceAll(OWN, FIRST)));
  const ids = new Int32Array(encoded.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const section of encoded) {
    ids.set(section, at);
    at += section.length;
  }
  return ids;
}

/** @returns The text in sections, none of which has one of the tokens in it. */
function cutWithin(text: string, tokens: readonly string[]): string[] {
  const cuts = new Set<number>();
  for (const token of tokens)
    for (let at = text.indexOf(token); at >= 0; at = text.indexOf(token, at + 1))
      cuts.add(at + String.fromCodePoint(token.codePointAt(0)!).length);
  const ends = [...cuts].sort((a, b) => a - b);
  return [...ends, text.length].map((end, i) => text.slice(ends[i - 1] ?? 0, end));
}
