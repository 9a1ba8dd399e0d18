import { rational, type Rational } from '../../value/rational.js';
import type { Cursor } from '../cursor.js';
import { isKnownNoun, SCALE_WORDS, TENS, UNITS } from './scale-words.js';
import { CURRENCIES, unitName } from './units.js';

/** Words that never name what is counted: they say something else about the number before them. */
const NOT_NOUNS = new Set(
  `is are was not no wrong or and but except if than more most less least over under times plus minus squared cubed
  half quarter third factorial negative positive decimal point base where with for when to from either neither nor because since
  so then which that this instead actually maybe perhaps possibly between both any all of in on at by as it mod modulo divided
  multiplied thousand hundred million billion trillion dozen correct incorrect false true equals equal remainder root exactly
  approximately about never impossible doubled tripled halved below above would could should might may must can cannot too many few large small big much o'clock am pm through until versus vs per wait hmm`.split(/\s+/),
); // prettier-ignore

/** Another number, as "forty-three". */
const NUMBER_WORD = new RegExp(`^(?:${UNITS.join('|')}|(?:${TENS.join('|')})(?:-[a-z]+)?)$`);

/** Whether a word that may stand behind a number names nothing that is counted. */
export function isNoNoun(word: string): boolean {
  return NOT_NOUNS.has(word) || NUMBER_WORD.test(word);
}

/** Words that multiply the number before them. */
export const MAGNITUDES = new Map<string, Rational>(SCALE_WORDS);
for (const [words, n] of [
  ['half halves', 2n], ['third thirds', 3n], ['quarter quarters fourth fourths', 4n], ['fifths', 5n], ['sixths', 6n],
  ['sevenths', 7n], ['eighths', 8n], ['ninths', 9n], ['tenths', 10n], ['twelfths', 12n], ['hundredths', 100n],
  ['thousandths', 1000n],
] as const) for (const word of words.split(' ')) MAGNITUDES.set(word, rational(1n, n)); // prettier-ignore

/** What counts parts of a whole: 5 ppm is five millionths. */
const PARTS_PER: { readonly [word: string]: number } = {
  percent: 100, percents: 100, percentage: 100, pct: 100, permil: 1000, permille: 1000, ppm: 1e6, ppb: 1e9, bps: 1e4,
}; // prettier-ignore
const PER_WORDS: { readonly [word: string]: number } = {
  cent: 100, mille: 1000, mil: 1000, hundred: 100, thousand: 1000, million: 1e6, billion: 1e9,
}; // prettier-ignore

/** "percent", "parts per million", "per thousand", "basis points": how many parts a whole has, and the words it takes. */
export function partsPer(c: Cursor): { per: number; width: number } | undefined {
  const lower = c.peek().text.toLowerCase();
  if (Object.hasOwn(PARTS_PER, lower)) return { per: PARTS_PER[lower]!, width: 1 };
  if (lower === 'basis' && /^points?$/i.test(c.peek(1).text)) return { per: 1e4, width: 2 };
  const at = /^parts?$/.test(lower) ? 1 : 0;
  const word = c.peek(at + 1).text.toLowerCase();
  return c.atWord('per', at) && Object.hasOwn(PER_WORDS, word) ? { per: PER_WORDS[word]!, width: at + 2 } : undefined;
}

/** Units of one letter count as units only in upright or text mode, or apart from a number in plain text. */
export const SINGLE_LETTERS = new Set(['m', 's', 'g', 'h', 'L', 'l', 'N', 'J', 'W', 'V', 'A', 'K', 't']);

/** Whether a unit, a noun or a magnitude may start here, after a value. */
export function isUnitStart(c: Cursor): boolean {
  const token = c.peek();
  if (token.kind === 'word') return wordRole(c, 0) !== undefined;
  if (token.kind === 'letter') return isLetterUnit(c, 0) || CURRENCIES.has(token.text);
  if (token.kind === 'sign') return CURRENCIES.has(token.text) && !startsMoney(c);
  if (token.kind === 'structure') return isUnitFraction(c);
  return false;
}

/** `\$` before a number starts the next amount; after one it ends this amount. */
function startsMoney(c: Cursor): boolean {
  return c.peek(1).kind === 'number' && !c.peek(1).space;
}

/** What a word after a value is, as far as it alone can say. */
export function wordRole(c: Cursor, ahead: number): 'percent' | 'magnitude' | 'unit' | 'noun' | undefined {
  const token = c.peek(ahead);
  const lower = token.text.toLowerCase();
  if (ahead === 0 && partsPer(c) !== undefined) return 'percent';
  if (MAGNITUDES.has(lower)) return 'magnitude';
  if (unitName(token.text) !== undefined && !(lower === 'in' && opensSet(c, ahead + 1))) return 'unit';
  if (/^(?:square|sq|cubic|cu|per|degrees?|deg)$/.test(lower)) return lower === 'per' ? undefined : 'unit';
  if (isPartOf(c, ahead)) return 'noun';
  if (isNoNoun(lower)) return undefined;
  // Outside text mode a short run is a product of letters.
  if (!isKnownNoun(token.text)) return undefined;
  return token.textual || token.text.length >= 4 || isIdeographic(token.text) ? 'noun' : undefined;
}

/** a third "of the cake" */
export function isPartOf(c: Cursor, ahead: number): boolean {
  return c.atWord('of', ahead) && c.atWord('the', ahead + 1) && c.peek(ahead + 2).kind === 'word';
}

/** x in [0, 1] */
function opensSet(c: Cursor, ahead: number): boolean {
  return c.at('(', ahead) || c.at('[', ahead) || c.at('\\{', ahead) || c.at('{', ahead);
}

/** 个, 元, 米 */
function isIdeographic(text: string): boolean {
  return /^[\u4e00-\u9fff]+$/.test(text);
}

/** The `m` of 5 m, where it is no variable. */
export function isLetterUnit(c: Cursor, ahead: number): boolean {
  const token = c.peek(ahead);
  if (token.text === 'Omega') return token.textual || (token.space && c.peek(ahead + 1).kind === 'end');
  if (!SINGLE_LETTERS.has(token.text)) return false;
  if (token.textual) return true;
  const before = c.peek(ahead - 1);
  const isApart = token.space && !token.thin && before.kind === 'number';
  return isApart && isPlain(c) && endsUnit(c, ahead + 1);
}

/** No LaTeX anywhere: a text such as "5 m". */
function isPlain(c: Cursor): boolean {
  return c.tokens.every(
    (token) =>
      token.kind === 'number' ||
      token.kind === 'letter' ||
      token.kind === 'word' ||
      token.kind === 'end' ||
      /^[-/^.,]$/.test(token.text),
  );
}

function endsUnit(c: Cursor, ahead: number): boolean {
  const { kind, text } = c.peek(ahead);
  return kind === 'end' || text === '/' || text === '^' || text === ',' || text === '.';
}

/** `\frac{\text{km}}{\text{h}}` after a number. */
function isUnitFraction(c: Cursor): boolean {
  if (!/^[dtc]?frac$/.test(c.peek().text) || !c.at('{', 1)) return false;
  const token = c.peek(2);
  return (
    (token.kind === 'word' && unitName(token.text) !== undefined) ||
    (token.kind === 'letter' && token.textual && SINGLE_LETTERS.has(token.text))
  );
}
