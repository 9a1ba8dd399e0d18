import { LimitReached, type Budget } from '../budget.js';
import type { Node } from '../parse/ast.js';
import { childrenOf, freeSymbols, keyOf, some } from '../parse/walk.js';
import { isExactZero, log2Sum, magnitude, upperBound, type Ball } from '../value/ball.js';
import { subtractComplex, type Complex } from '../value/complex.js';
import { equals, type Rational } from '../value/rational.js';
import { agreeEverywhere, hasDivisors } from './arithmetic.js';
import { hasJumps, haveSameJumps } from './jumps.js';
import { equalModuloPrimes } from './equal-modulo-primes.js';
import { exactValue } from './exact.js';
import { bitsToAgree, precisionFor } from './exactness.js';
import { evaluate } from './numeric.js';
import { NotNumeric, type Point } from './powers.js';
import { pointFor } from './trial-points.js';
import { trialsOf, type PointOf } from './pieces.js';

/** `undecided`: the comparison would cost too much, or the expressions are not evaluated. */
export type Outcome = 'equal' | 'different' | 'undecided';

/** Bits that tell how large a value is. */
export const ROUGH = 64;
/** Bits of the first attempt, and of the further attempts if that is undecided. */
const PRECISIONS = [192, 640, 2400] as const;
/** Equal means: the same to at least this many bits, both relative to the numbers and to 1. */
const AGREEMENT = 100;
/** How many points must agree for an identity, where both sides are defined. */
const ENOUGH_POINTS = 4;

/** The budget and options that all evaluations of one verification share. */
export interface Evaluation {
  readonly budget: Budget;
  /** The base of `\log` without one. */
  readonly log: 'natural' | 'ten';
}

/** Compares two numeric expressions: exactly where both are rational, else by value, with symbols at seeded points. */
export function sameValue(a: Node, b: Node, context: Evaluation): Outcome {
  const symbols = [...new Set([...freeSymbols(a), ...freeSymbols(b)])].sort();
  try {
    return symbols.length === 0 ? sameConstant(a, b, context) : sameFunction(a, b, symbols, context);
  } catch (error) {
    if (error instanceof NotNumeric) return keyOf(a) === keyOf(b) ? 'equal' : 'undecided';
    throw error;
  }
}

function sameConstant(a: Node, b: Node, context: Evaluation): Outcome {
  const { budget } = context;
  const left = exactOrLarge(a, budget);
  const right = exactOrLarge(b, budget);
  if (left === 'large' || right === 'large') return sameLarge(a, b, context);
  if (left !== undefined && right !== undefined) return equals(left, right) ? 'equal' : 'different';
  if (left !== undefined && isInfinite(b)) return 'different';
  if (right !== undefined && isInfinite(a)) return 'different';
  const pointOf = (precision: number): Point => pointFor(0, 'real', [], context, precision);
  const outcome = sameAt(a, b, pointOf, bitsToAgree(a, b, pointOf(ROUGH)));
  return outcome === 'equal' || outcome === 'different' ? outcome : 'undecided';
}

function isInfinite(node: Node): boolean {
  if (node.kind === 'negative') return isInfinite(node.operand);
  return node.kind === 'constant' && node.name === 'infinity';
}

function exactOrLarge(node: Node, budget: Budget): Rational | 'large' | undefined {
  try {
    return exactValue(node, budget);
  } catch (error) {
    if (error instanceof LimitReached && budget.left > 0) return 'large';
    throw error;
  }
}

function sameLarge(a: Node, b: Node, context: Evaluation): Outcome {
  const { budget } = context;
  if (keyOf(a) === keyOf(b)) return 'equal';
  const equal = equalModuloPrimes(a, b, budget);
  if (equal !== undefined) return equal ? 'equal' : 'different';
  // Too large to compare digit by digit, but perhaps of another size altogether.
  const point = pointFor(0, 'real', [], context, 256);
  const outcome = compareNumbers(evaluate(a, point), evaluate(b, point));
  return outcome === 'different' ? 'different' : 'undecided';
}

/**
 * Evaluates both sides with more and more bits until they are different or count as equal.
 *
 * @param bits - How many bits must agree for that; undefined: no number of them is enough.
 */
function sameAt(
  a: Node,
  b: Node,
  pointOf: (precision: number) => Point,
  bits: number | undefined,
): Outcome | 'close' | 'undefined' | 'half-defined' {
  let last: Closeness = 'unsure';
  for (const precision of precisions(bits)) {
    const point = pointOf(precision);
    const left = evaluate(a, point);
    const right = evaluate(b, point);
    if (left === undefined && right === undefined) return 'undefined';
    if (left === undefined || right === undefined) return 'half-defined';
    last = compareNumbers(left, right, bits);
    if (last === 'equal' && bits === undefined) return 'undecided';
    if (last === 'equal' || last === 'different') return last;
    // Too large for any of the precisions to show its last digits.
    if (last === 'close' && sizeOf(left) > PRECISIONS.at(-1)!) break;
  }
  return last === 'close' ? 'close' : 'undecided';
}

function precisions(bits: number | undefined): readonly number[] {
  if (bits === undefined || precisionFor(bits) <= PRECISIONS[0]) return PRECISIONS;
  const first = precisionFor(bits);
  return [first, ...PRECISIONS.filter((precision) => precision > 2 * first)];
}

/** `close`: equal to many digits, but so large that adding 1 would not show; `unsure`: the bounds are too wide to tell. */
type Closeness = 'equal' | 'different' | 'close' | 'unsure';

/** @returns Whether two values are equal as far as their bounds tell: to so many bits, at least 100. */
export function compareNumbers(a: Complex | undefined, b: Complex | undefined, bits = AGREEMENT): Closeness {
  if (a === undefined || b === undefined) return 'unsure';
  const gap = subtractComplex(a, b, 10_000);
  if (isApart(gap.re) || isApart(gap.im)) return 'different';
  const error = log2Sum(radius(gap.re), radius(gap.im));
  if (error === -Infinity) return 'equal';
  const size = Math.min(sizeOf(a), sizeOf(b));
  // Both may be exactly 0, which no precision can show: zero to 500 bits is taken for zero.
  if (size <= error + 1) return error < -Math.max(500, bits) ? 'equal' : 'unsure';
  const agreement = Math.max(AGREEMENT, bits);
  if (error >= size - agreement) return 'unsure';
  return error < -AGREEMENT ? 'equal' : 'close';
}

function isApart(gap: Ball): boolean {
  return !isExactZero(gap) && magnitude(gap) > gap.r + 0.01;
}

function radius(gap: Ball): number {
  return isExactZero(gap) ? -Infinity : log2Sum(gap.r, magnitude(gap));
}

function sizeOf(z: Complex): number {
  return Math.max(upperBound(z.re), upperBound(z.im));
}

function sameFunction(a: Node, b: Node, symbols: readonly string[], context: Evaluation): Outcome {
  if (keyOf(a) === keyOf(b)) return 'equal';
  if (symbols.length > 40) return 'undecided';
  const { kinds, usual, pieces, far, complete } = trialsOf([a, b], symbols, context);
  const tally = { agreeing: 0, exact: 0, halfDefined: 0, outside: 0, untold: !complete };
  const variables = new Set([a, b].flatMap(partialSymbols)).size;
  const hasDomain =
    kinds.includes('real') && !kinds.includes('complex') && [a, b].some((side) => some(side, isPartial));
  const isPatient = pieces.length + far.length > 0 || kinds[0] === 'integer' || kinds[0] === 'wide';
  let agreed: PointOf | undefined;
  for (const [k, pointOf] of [...usual, ...pieces, ...far].entries()) {
    const outcome = sameAtPoint(a, b, pointOf, context);
    if (outcome === 'different') {
      if (!hasDomain || !isOutside(a, b, pointOf(PRECISIONS[0]), variables)) return 'different';
      tally.outside++;
    }
    if (outcome === 'equal' || outcome === 'close') tally.agreeing++;
    if (outcome === 'equal') {
      tally.exact++;
      agreed ??= pointOf;
    }
    if (outcome === 'half-defined') tally.halfDefined++;
    if (outcome === 'undecided' && k >= usual.length && k < usual.length + pieces.length) tally.untold = true;
    if (!isPatient && tally.agreeing >= ENOUGH_POINTS && tally.exact >= 2 && tally.halfDefined === 0) break;
  }
  const { agreeing, exact, halfDefined, outside, untold } = tally;
  if (agreeing >= ENOUGH_POINTS - (outside > 0 ? 1 : 0) && exact >= 2 && halfDefined <= agreeing)
    return untold || !isProven(a, b, context) ? 'undecided' : confirmed(a, b, agreed!);
  return agreeing === 0 && halfDefined > 2 ? 'different' : 'undecided';
}

/** Points alone prove nothing of divisors, nor of jumps far out. */
function isProven(a: Node, b: Node, context: Evaluation): boolean {
  const { budget } = context;
  const isSame = (x: Node, y: Node) => sameValue(x, y, context) === 'equal';
  if (hasJumps(a, budget) || hasJumps(b, budget))
    return haveSameJumps(a, b, budget, (x, y) => !hasJumps(x, budget) && !hasJumps(y, budget) && isSame(x, y));
  if (!hasDivisors(a) && !hasDivisors(b)) return true;
  return agreeEverywhere(a, b, budget, (x, y) => !hasDivisors(x) && isSame(x, y)) === true;
}

/** Once more with as many bits as what is written could hide a difference in: x + 10^−60 is not x. */
function confirmed(a: Node, b: Node, pointOf: PointOf): Outcome {
  const bits = bitsToAgree(a, b, pointOf(ROUGH));
  if (bits !== undefined && precisionFor(bits) <= PRECISIONS[0]) return 'equal';
  const outcome = sameAt(a, b, pointOf, bits);
  return outcome === 'equal' || outcome === 'different' ? outcome : 'undecided';
}

/** As `sameAt`; where a value is too large at this point, another may do. */
function sameAtPoint(a: Node, b: Node, pointOf: PointOf, { budget }: Evaluation): ReturnType<typeof sameAt> {
  try {
    return sameAt(a, b, pointOf, AGREEMENT);
  } catch (error) {
    if (error instanceof LimitReached && budget.left > 0) return 'undecided';
    throw error;
  }
}

/** The variables below roots and logarithms; a constant that is only added bounds no domain. */
function partialSymbols(node: Node): string[] {
  if (isPartial(node)) return [...freeSymbols(node)];
  return childrenOf(node).flatMap(partialSymbols);
}

/** Roots and logarithms, whose laws hold for positive numbers. */
function isPartial(node: Node): boolean {
  const isOpenOne =
    node.kind === 'root' ||
    (node.kind === 'power' && node.exponent.kind !== 'number') ||
    (node.kind === 'apply' && /^(?:ln|log|lg|arcosh|artanh)$/.test(node.name));
  return isOpenOne && freeSymbols(node).size > 0;
}

/**
 * Whether the point lies where ln x + ln y or √x·√y is no real number all the way, though ln xy or √(xy) may be one. In
 * several variables such laws are meant where both are; in one, ln x² has a wider domain than 2 ln x and is another.
 */
function isOutside(a: Node, b: Node, point: Point, variables: number): boolean {
  const real = { ...point, realOnly: true };
  const [left, right] = [evaluate(a, real) === undefined, evaluate(b, real) === undefined];
  return variables === 1 ? left && right : left || right;
}
