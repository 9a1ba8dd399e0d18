import { pythonStrip } from '../../../base/internal/index.js';
import { isClose, parseFloatText, printFloat, stripCharacters } from './python-text.js';
import { evaluateLiteral } from './python-literal.js';
import type { LiteralValue } from './python-literal.js';

const RELATIVE_TOLERANCE = 1e-4;
const LONGEST_PREDICTION = 1000;
const DEEPEST = 300;

/** A text, or the number that the first step made of it. */
type Value = string | { readonly number: number; readonly printed: string };

/** A base suffix after what is not a number: the reference fails here, and grades the answer as wrong. */
class BadBase extends Error {}

/**
 * The second grader: numbers within 1e-4 of the truth, of a hundred times it or of a hundredth of it; text equal without
 * its brackets; tuples, intervals and points member by member.
 *
 * @remarks Source: `math_equal` of rStar's grader, from ToRA. Its symbolic step never accepts there, and is left out;
 *   arithmetic around `\pi` is computed here without running it as code.
 */
export function mathEqual(prediction: string, reference: string): boolean {
  const values = [prediction, reference].some((text) => text.includes('\\pi')) ? [Math.PI, 3.14] : [Math.PI];
  try {
    // One failure fails every value of π, as it does there.
    return values.map((pi) => isEqual(prediction, reference, pi, 0)).includes(true);
  } catch (error) {
    if (error instanceof BadBase) return false;
    throw error;
  }
}

function isEqual(predicted: string, referred: string, pi: number, depth: number): boolean {
  if (depth > DEEPEST) throw new BadBase();
  let prediction = prepared(predicted, pi);
  const reference = prepared(referred, pi);
  if (typeof prediction === 'string') prediction = prediction.slice(0, LONGEST_PREDICTION);
  if (typeof prediction === 'string' && typeof reference === 'string') {
    if (pythonStrip(prediction).toLowerCase() === pythonStrip(reference).toLowerCase()) return true;
    if (prediction.replaceAll(' ', '') === reference.replaceAll(' ', '')) return true;
  }
  const [given, truth] = [numberOf(prediction), numberOf(reference)];
  if (given !== undefined && truth !== undefined) {
    return [truth / 100, truth, truth * 100].some((item) => isClose(item, given, RELATIVE_TOLERANCE));
  }
  if (prediction === '') return false;
  return sameText(intervalText(pythonStrip(printed(prediction))), pythonStrip(printed(reference)), depth);
}

/** Text against text: without brackets, then member by member. */
function sameText(prediction: string, reference: string, depth: number): boolean {
  let [given, truth] = [prediction, reference];
  const square = prediction.startsWith('[') && prediction.endsWith(']') && !reference.startsWith('(');
  const round = prediction.startsWith('(') && prediction.endsWith(')') && !reference.startsWith('[');
  if (square || round) [given, truth] = [stripCharacters(given, '[]()'), stripCharacters(truth, '[]()')];
  if (given.replace(/[{}()]/g, '') === truth.replace(/[{}()]/g, '')) return true;

  const [first, last] = [prediction[0], prediction.at(-1)];
  const sameEnds = first === reference[0] && last === reference.at(-1);
  if (first !== undefined && '(['.includes(first) && ')]'.includes(last!) && sameEnds) {
    if (sameMembers(prediction.slice(1, -1), reference.slice(1, -1), depth)) return true;
  }
  if (prediction.includes(',') && reference.includes(',')) {
    const [givens, truths] = [prediction.split(',').map(pythonStrip), reference.split(',').map(pythonStrip)];
    if (givens.length === truths.length) return everyEqual(givens, truths, depth);
  }
  if (!prediction.startsWith('Point') || !reference.startsWith('(') || !reference.endsWith(')')) return false;
  return sameMembers(prediction.slice(prediction.indexOf('(') + 1, -1), reference.slice(1, -1), depth);
}

function sameMembers(givens: string, truths: string, depth: number): boolean {
  return everyEqual(givens.split(','), truths.split(','), depth);
}

/** Every pair is looked at, because a pair that fails outright fails the whole answer. */
function everyEqual(givens: readonly string[], truths: readonly string[], depth: number): boolean {
  if (givens.length !== truths.length) return false;
  return !givens.map((given, i) => isEqual(given, truths[i]!, Math.PI, depth + 1)).includes(false);
}

/** Takes off a leading dollar or a percent sign, reads a base suffix away, and computes what stands around π. */
function prepared(text: string, pi: number): Value {
  if (/^\$\p{Nd}/u.test(text)) return text.slice(1);
  if (/^\p{Nd}+(?:\.\p{Nd}+)?\\?%\n?$/u.test(text)) return text.replaceAll('\\%', '').replaceAll('%', '');
  if (text.includes('_')) return withoutBase(text);
  if (!text.includes('\\pi')) return text;
  const substituted = text.replace(/\\pi/g, (_, at: number) => {
    const before = at === 0 ? '' : text.slice(at - 3, at) === '\\pi' ? '0' : text[at - 1]!;
    return /\p{Nd}/u.test(before) ? `*${pi}` : `1*${pi}`;
  });
  const value = evaluateLiteral(substituted);
  return value === undefined ? substituted : asValue(value);
}

/** `101_2` counts as 101. */
function withoutBase(text: string): Value {
  const value = parseFloatText(text.split('_')[0]!);
  if (value === undefined || !Number.isFinite(value)) throw new BadBase();
  const whole = Math.trunc(value);
  return { number: whole, printed: BigInt(whole).toString() };
}

function asValue(value: LiteralValue): Value {
  const text = printLiteral(value);
  return value.kind === 'integer' || value.kind === 'float' ? { number: Number(value.value), printed: text } : text;
}

function printLiteral(value: LiteralValue): string {
  switch (value.kind) {
    case 'integer':
      return value.value.toString();
    case 'float':
      return printFloat(value.value);
    case 'list':
      return `[${value.items.map(printLiteral).join(', ')}]`;
    case 'tuple':
      return `(${value.items.map(printLiteral).join(', ')}${value.items.length === 1 ? ',' : ''})`;
  }
}

function printed(value: Value): string {
  return typeof value === 'string' ? value : value.printed;
}

function numberOf(value: Value): number | undefined {
  if (typeof value !== 'string') return value.number;
  return parseFloatText(value.includes('{,}') ? value.replaceAll('{,}', '') : value.replaceAll(',', ''));
}

const INTERVALS: readonly (readonly [RegExp, open: string, close: string])[] = [
  [/^Interval\(([^\n]*)\)$/, '[', ']'],
  [/^Interval\.Ropen\(([^\n]*)\)$/, '[', ')'],
  [/^Interval\.Lopen\(([^\n]*)\)$/, '(', ']'],
  [/^Interval\.open\(([^\n]*)\)$/, '(', ')'],
];

/** SymPy's spelling of an interval in brackets. */
function intervalText(text: string): string {
  for (const [pattern, open, close] of INTERVALS) {
    const match = pattern.exec(text);
    if (match !== null) return `${open}${match[1]}${close}`;
  }
  return text;
}
