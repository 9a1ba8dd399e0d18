import { TENS, UNITS } from '../parse/units/scale-words.js';
import { add, divide, integer, multiply, ONE, ZERO, type Rational } from '../value/rational.js';

const SCALES: { readonly [word: string]: number } = { thousand: 1e3, million: 1e6, billion: 1e9, trillion: 1e12 };
const PARTS = 'half third quarter fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ');

/**
 * @returns A number written in English words: "minus twenty one", "two hundred and five", "three quarters", "two and a
 *   half", "a dozen"; undefined for other words, an ordinal such as "third" among them.
 */
export function spelledNumber(text: string): Rational | undefined {
  const words = text.toLowerCase().replace(/-/g, ' ').split(/\s+/);
  const negative = words[0] === 'minus' || words[0] === 'negative';
  const rest = negative ? words.slice(1) : words;
  if (rest.length === 0 || rest.length > 12) return undefined;
  const value = fraction(rest) ?? whole(rest);
  return value === undefined || !negative ? value : { n: -value.n, d: value.d };
}

/** @returns A number in words with one or two words behind it, "nine ways", as a formula: `9\text{ ways}`. */
export function spelledCount(text: string): string | undefined {
  const words = text.split(' ');
  if (words.length > 8 || /^an?$/.test(words[0]!)) return undefined;
  for (const width of [1, 2]) {
    const value = words.length <= width ? undefined : spelledNumber(words.slice(0, -width).join(' '));
    if (value === undefined) continue;
    const amount = value.d === 1n ? String(value.n) : `\\frac{${value.n}}{${value.d}}`;
    return `${amount}\\text{ ${words.slice(-width).join(' ')}}`;
  }
  return undefined;
}

/** one half, two thirds, a quarter, two and a half */
function fraction(words: readonly string[]): Rational | undefined {
  const last = words.at(-1)!;
  const denominator = partOf(last);
  if (denominator === undefined) return undefined;
  const before = words.slice(0, -1);
  if (before.length === 0) return denominator === 2 ? divide(ONE, integer(2)) : undefined;
  const at = before.lastIndexOf('and');
  const counted = at < 0 ? before : before.slice(at + 1);
  const over = counted.length === 1 && /^an?$/.test(counted[0]!) ? ONE : whole(counted);
  const rest = at < 0 ? ZERO : (numeral(before.slice(0, at)) ?? whole(before.slice(0, at)));
  if (over === undefined || rest === undefined || over.n === 0n) return undefined;
  // "one third" and "two thirds".
  if (/s$/.test(last) === (over.n === 1n) && last !== 'halves') return undefined;
  return add(rest, divide(over, integer(denominator))!);
}

/** 12 and a half */
function numeral([digits, ...others]: readonly string[]): Rational | undefined {
  return others.length === 0 && /^\d{1,15}$/.test(digits!) ? integer(Number(digits)) : undefined;
}

function partOf(word: string): number | undefined {
  if (word === 'halves') return 2;
  if (/^fourths?$/.test(word)) return 4;
  if (/^hundredths?$/.test(word)) return 100;
  const at = PARTS.indexOf(word.replace(/s$/, ''));
  return at < 0 ? undefined : at + 2;
}

function whole(words: readonly string[]): Rational | undefined {
  let total = 0;
  let group = 0;
  let seen = false;
  for (const word of words) {
    const unit = word === 'a' || word === 'an' ? 1 : UNITS.indexOf(word);
    const ten = TENS.indexOf(word);
    if (word === 'and' && seen) continue;
    if (unit >= 0 && (group % 10 === 0 || group === 0) && (unit < 10 ? group % 100 !== 10 : group % 100 === 0))
      group += unit;
    else if (ten >= 0 && group % 100 === 0) group += (ten + 2) * 10;
    else if (word === 'hundred' && group > 0 && group < 10) group *= 100;
    else if (word === 'dozen' && words.at(-1) === 'dozen' && group > 0) group *= 12;
    else if (Object.hasOwn(SCALES, word) && group > 0) {
      total += group * SCALES[word]!;
      group = 0;
    } else return undefined;
    seen = true;
  }
  // "a" alone is no number.
  return !seen || (words.length === 1 && /^an?$/.test(words[0]!)) ? undefined : multiply(integer(total + group), ONE);
}
