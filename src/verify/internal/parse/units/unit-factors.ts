import type { Cursor } from '../cursor.js';
import { isKnownNoun } from './scale-words.js';
import { isLetterUnit, isNoNoun, isPartOf, MAGNITUDES, SINGLE_LETTERS } from './unit-words.js';
import { CURRENCIES, makeUnit, singular, unitName, type Unit, type UnitFactor } from './units.js';

/** A unit such as `cm^2`, `m/s`, `square feet`, `\frac{km}{h}`, `dollars per hour`. */
export function parseUnit(c: Cursor): Unit | undefined {
  if (c.peek().kind === 'structure') return parseUnitFraction(c);
  const factors: UnitFactor[] = [];
  let sign = 1;
  for (let k = 0; k < 8; k++) {
    const start = c.position;
    if (k > 0) {
      if (c.at('/') || c.atWord('per')) {
        sign = -1;
        c.position++;
      } else if (c.at('*')) c.position++;
    }
    const factor = parseUnitFactor(c, k > 0);
    if (factor === undefined) {
      c.position = start;
      break;
    }
    factors.push({ name: factor.name, exponent: factor.exponent * sign });
  }
  return factors.length === 0 ? undefined : makeUnit(factors);
}

function parseUnitFraction(c: Cursor): Unit | undefined {
  c.position++;
  const over = parseUnitGroup(c);
  const under = over === undefined ? undefined : parseUnitGroup(c);
  return under === undefined ? undefined : makeUnit([...over!, ...under.map((f) => ({ ...f, exponent: -f.exponent }))]);
}

function parseUnitGroup(c: Cursor): UnitFactor[] | undefined {
  if (!c.accept('{')) return undefined;
  const factors: UnitFactor[] = [];
  while (!c.accept('}')) {
    c.accept('*');
    const factor = parseUnitFactor(c, true);
    if (factor === undefined) return undefined;
    factors.push(factor);
  }
  return factors;
}

function parseUnitFactor(c: Cursor, inside: boolean): UnitFactor | undefined {
  const powerWord = c.peek().kind === 'word' ? c.peek().text.toLowerCase() : '';
  const before = powerWord === 'square' || powerWord === 'sq' ? 2 : powerWord === 'cubic' || powerWord === 'cu' ? 3 : 1;
  if (before > 1) {
    c.position++;
    c.accept('.');
  }
  const token = c.peek();
  const name = nameOf(c, inside);
  if (name === undefined) return undefined;
  c.position++;
  if (token.kind === 'word' && token.text.length <= 3 && c.at('.') && c.peek(1).kind !== 'number') c.position++;
  return { name, exponent: before * unitExponent(c) };
}

function nameOf(c: Cursor, inside: boolean): string | undefined {
  const { kind, text, textual } = c.peek();
  if (kind === 'word')
    return unitName(text) ?? (inside && textual && c.at('/', -1) ? singular(text.toLowerCase()) : undefined);
  if (CURRENCIES.has(text)) return CURRENCIES.get(text);
  if (kind !== 'letter' || !(inside ? SINGLE_LETTERS.has(text) : isLetterUnit(c, 0))) return undefined;
  return text === 'Omega' ? 'ohm' : text === 'l' ? 'L' : text;
}

function unitExponent(c: Cursor): number {
  if (c.atWord('squared') || c.atWord('cubed')) return c.next().text === 'squared' ? 2 : 3;
  if (c.peek().kind === 'number' && !c.peek().space && /^[23]$/.test(c.peek().text)) return Number(c.next().text);
  if (!c.at('^')) return 1;
  const braced = c.at('{', 1);
  const negative = c.at('-', braced ? 2 : 1);
  const ahead = 1 + (braced ? 1 : 0) + (negative ? 1 : 0);
  const digits = c.peek(ahead);
  if (digits.kind !== 'number' || !/^\d$/.test(digits.text) || (braced && !c.at('}', ahead + 1))) return 1;
  c.position += ahead + (braced ? 2 : 1);
  return Number(digits.text) * (negative ? -1 : 1);
}

/** What is counted, in one to four words: `ways`, `red apples`. */
export function parseNoun(c: Cursor): Unit | undefined {
  const words: string[] = [];
  while (c.peek().kind === 'word' && words.length < 5) {
    const lower = c.peek().text.toLowerCase();
    const isPart = words.length === 0 && isPartOf(c, 0);
    if (!isKnownNoun(lower) || MAGNITUDES.has(lower)) break;
    if (isNoNoun(lower) && !isPart && !(words.length > 0 && (lower === 'of' || lower === 'per'))) break;
    words.push(/^[A-Za-z]{1,3}$/.test(c.peek().text) ? c.peek().text : singular(lower));
    c.position++;
  }
  if (words.length === 0 || words.length > 4) return undefined;
  if (/^(?:st|nd|rd|th)$/.test(words[0]!)) return { key: '' };
  if (words.every((word) => word === 'unit' || word === 'square' || word === 'cubic')) return { key: '' };
  return { key: `noun:${words.join(' ')}` };
}
