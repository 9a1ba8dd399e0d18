import { compare, rational, type Rational } from '../value/rational.js';
import type { Node } from './ast.js';
import type { Cursor } from './cursor.js';
import { CURRENCIES, makeUnit, singular, unitName, type Unit, type UnitFactor } from './units.js';

/** Words that never name what is counted: they say something else about the number before them. */
const NOT_NOUNS = new Set(
  `is are was not no wrong or and but except if than more most less least over under times plus minus squared cubed
  half quarter third factorial negative positive decimal point base where with for when to from either neither nor because since
  so then which that this instead actually maybe perhaps possibly between both any all of in on at by as it mod modulo divided
  multiplied thousand hundred million billion trillion dozen correct incorrect false true equals equal remainder root exactly
  approximately about would could should might may must can cannot too many few large small big much o'clock am pm through until versus vs per wait hmm`.split(/\s+/),
); // prettier-ignore

/** Words that say of a measured amount what it measures. */
const QUALIFIERS = new Set(
  'old long tall wide high deep away later ago each apart left remaining away total'.split(' '),
);

const MAGNITUDES = new Map<string, Rational>(
  (
    [
      ['hundred', 100n], ['thousand', 1000n], ['million', 1_000_000n], ['billion', 1_000_000_000n],
      ['trillion', 1_000_000_000_000n], ['dozen', 12n], ['score', 20n],
    ] as const
  ).flatMap(([word, n]) => [[word, rational(n)], [`${word}s`, rational(n)]] as const),
); // prettier-ignore
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
function partsPer(c: Cursor): { per: number; width: number } | undefined {
  const lower = c.peek().text.toLowerCase();
  if (Object.hasOwn(PARTS_PER, lower)) return { per: PARTS_PER[lower]!, width: 1 };
  if (lower === 'basis' && /^points?$/i.test(c.peek(1).text)) return { per: 1e4, width: 2 };
  const at = /^parts?$/.test(lower) ? 1 : 0;
  const word = c.peek(at + 1).text.toLowerCase();
  return c.atWord('per', at) && Object.hasOwn(PER_WORDS, word) ? { per: PER_WORDS[word]!, width: at + 2 } : undefined;
}

/** Units of one letter count as units only in upright or text mode, or apart from a number in plain text. */
const SINGLE_LETTERS = new Set(['m', 's', 'g', 'h', 'L', 'l', 'N', 'J', 'W', 'V', 'A', 'K', 't']);

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

function wordRole(c: Cursor, ahead: number): 'percent' | 'magnitude' | 'unit' | 'noun' | undefined {
  const token = c.peek(ahead);
  const lower = token.text.toLowerCase();
  if (ahead === 0 && partsPer(c) !== undefined) return 'percent';
  if (MAGNITUDES.has(lower)) return 'magnitude';
  if (unitName(token.text) !== undefined && !(lower === 'in' && opensSet(c, ahead + 1))) return 'unit';
  if (/^(?:square|sq|cubic|cu|per|degrees?|deg)$/.test(lower)) return lower === 'per' ? undefined : 'unit';
  if (isPartOf(c, ahead)) return 'noun';
  if (NOT_NOUNS.has(lower)) return undefined;
  // Outside text mode a short run is a product of letters.
  return token.textual || token.text.length >= 4 || isIdeographic(token.text) ? 'noun' : undefined;
}

/** a third "of the cake" */
function isPartOf(c: Cursor, ahead: number): boolean {
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

function isLetterUnit(c: Cursor, ahead: number): boolean {
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

/** @returns The value with the unit, percent sign or magnitude that follows; undefined if what follows is none after all. */
export function withUnit(c: Cursor, value: Node): Node | undefined {
  const start = c.position;
  const token = c.peek();
  const role = token.kind === 'word' ? wordRole(c, 0) : 'unit';
  if (role === 'percent') {
    const { per, width } = partsPer(c)!;
    c.position += width;
    if (c.atWord('points') || c.atWord('point')) c.position++;
    return per === 100 ? { kind: 'percent', operand: value } : { kind: 'percent', operand: value, per };
  }
  if (role === 'magnitude') {
    c.position++;
    const scale: Node = { kind: 'number', value: MAGNITUDES.get(token.text.toLowerCase())! };
    return { kind: 'product', factors: [value, scale] };
  }
  if (role === 'unit' && /^deg(?:rees?)?$/i.test(token.text)) {
    c.position++;
    const scale = /^(?:celsius|fahrenheit)$/i.exec(c.peek().text)?.[0];
    if (scale === undefined) return { kind: 'degrees', operand: value };
    c.position++;
    return { kind: 'quantity', value, unit: { key: scale.toLowerCase() } };
  }
  // "a square": an article.
  if (value.kind === 'symbol' && value.name === 'a' && token.kind === 'word') return undefined;
  const measured = parseUnit(c);
  if (measured !== undefined)
    while (c.peek().kind === 'word' && QUALIFIERS.has(c.peek().text.toLowerCase())) c.position++;
  const unit = measured ?? parseNoun(c);
  if (unit === undefined) {
    c.position = start;
    return undefined;
  }
  return compound(c, { kind: 'quantity', value, unit });
}

/** 5 ft 6 in: a second amount in a smaller unit of the same kind. */
function compound(c: Cursor, first: Node): Node {
  const start = c.position;
  if (c.atWord('and') || c.at(',')) c.position++;
  if (first.kind !== 'quantity' || c.peek().kind !== 'number' || first.unit.measure === undefined) {
    c.position = start;
    return first;
  }
  const value: Node = { kind: 'number', value: { n: BigInt(c.next().text.split('.')[0]!), d: 1n } };
  const unit = parseUnit(c);
  const isSmaller = unit?.measure !== undefined && compare(unit.measure.scale, first.unit.measure.scale) < 0;
  if (!isSmaller || unit.measure.dimension !== first.unit.measure.dimension) {
    c.position = start;
    return first;
  }
  const scale = (node: Node, by: Unit): Node => ({
    kind: 'product',
    factors: [node, { kind: 'number', value: by.measure!.scale }],
  });
  const { dimension } = unit.measure;
  return {
    kind: 'quantity',
    value: { kind: 'sum', terms: [scale(first.value, first.unit), scale(value, unit)] },
    unit: { key: `${first.unit.key}+${unit.key}`, measure: { dimension, scale: { n: 1n, d: 1n } } },
  };
}

/** A unit such as `cm^2`, `m/s`, `square feet`, `\frac{km}{h}`, `dollars per hour`. */
function parseUnit(c: Cursor): Unit | undefined {
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
function parseNoun(c: Cursor): Unit | undefined {
  const words: string[] = [];
  while (c.peek().kind === 'word' && words.length < 5) {
    const lower = c.peek().text.toLowerCase();
    const isPart = words.length === 0 && isPartOf(c, 0);
    if (NOT_NOUNS.has(lower) && !isPart && !(words.length > 0 && (lower === 'of' || lower === 'per'))) break;
    words.push(singular(lower));
    c.position++;
  }
  if (words.length === 0 || words.length > 4) return undefined;
  if (/^(?:st|nd|rd|th)$/.test(words[0]!)) return { key: '' };
  if (words.every((word) => word === 'unit' || word === 'square' || word === 'cubic')) return { key: '' };
  return { key: `noun:${words.join(' ')}` };
}
