import { exactValue } from '../../compute/exact.js';
import { realValue } from '../../compute/numeric.js';
import type { Node, NodeOf } from '../../parse/ast.js';
import { freeSymbols } from '../../parse/walk.js';
import {
  addBalls,
  floorBall,
  fromRational,
  magnitude,
  multiplyBalls,
  negateBall,
  subtractBalls,
  upperBound,
} from '../../value/ball.js';
import { integer, multiply, negate, power, rational, type Rational } from '../../value/rational.js';
import type { Context } from '../context.js';

/** A decimal with at least this many places is an approximation even without a sign for it. */
const USUAL_ROUNDING = 6;
const HALF = rational(1n, 2n);

interface Decimal {
  readonly value: Rational;
  /** Places behind the point; negative for 1.2e9, where the last digit shown counts hundreds of millions. */
  readonly places: number;
  /** Digits from the first that is not 0; 0 for nought. */
  readonly significant: number;
  /** Written with a power of ten: 3.3e-9. */
  readonly scientific: boolean;
  readonly truncated: boolean;
}

/**
 * Whether one side is a decimal that stands for the other, which has no end or more places.
 *
 * A decimal stands for every number that rounds to it, if it shows `floatRounding` significant digits, and as many places
 * unless it is written with a power of ten; beyond so many it may also have been cut off. Digits before dots are cut off,
 * never rounded. With a `floatRounding` below 6 the caller asked for tolerance: both are rounded to it.
 */
export function isApproximation(a: Node, b: Node, context: Context): boolean {
  const [left, right] = [decimalOf(a), decimalOf(b)];
  if (left === undefined && right === undefined) return false;
  if (isPrintedDouble(left, a, right, b, context)) return true;
  const { floatRounding } = context;
  if (floatRounding < USUAL_ROUNDING && !left?.truncated && !right?.truncated) {
    const [x, y] = [roundedTo(a, floatRounding, context), roundedTo(b, floatRounding, context)];
    // What rounds to nought is not nought.
    return x !== undefined && x === y && (x !== 0n || isZero(a) === isZero(b));
  }
  if (left !== undefined && (right === undefined || left.places < right.places)) return stands(left, b, context);
  return right !== undefined && stands(right, a, context);
}

function isZero(node: Node): boolean {
  return node.kind === 'number' && node.value.n === 0n;
}

function stands(decimal: Decimal, other: Node, context: Context): boolean {
  const { places, value, significant, scientific, truncated } = decimal;
  const least = truncated ? Math.max(USUAL_ROUNDING, context.floatRounding) : context.floatRounding;
  if (significant < least || (!scientific && places < least)) return false;
  const shown = scaled(value, places);
  if (!truncated && roundedTo(other, places, context) === shown) return true;
  const isLonger = significant > least && (scientific || places > least);
  return (truncated || isLonger) && cutTo(other, places, context) === shown;
}

/** The number in units of its last place. */
function scaled({ n, d }: Rational, places: number): bigint {
  return places >= 0 ? (n * 10n ** BigInt(places)) / d : n / (d * 10n ** BigInt(-places));
}

/**
 * Whether one side is a double as a program prints it, sixteen or seventeen digits, and the other the number that was
 * computed: two units in the last place of a double are allowed, for the rounding on the way (0.1 + 0.2).
 */
function isPrintedDouble(
  left: Decimal | undefined,
  a: Node,
  right: Decimal | undefined,
  b: Node,
  context: Context,
): boolean {
  const isPrinted = (decimal: Decimal | undefined): boolean =>
    decimal !== undefined && !decimal.truncated && (decimal.significant === 16 || decimal.significant === 17);
  if (isPrinted(left) === isPrinted(right)) return false;
  const [printed, other] = isPrinted(left) ? [left!, b] : [right!, a];
  const known = isPrinted(left) ? right : left;
  if (known !== undefined && (known.truncated || known.significant > 17)) return false;
  const exact = realValue(other, context, 120);
  // Integers that a double does not hold have no tolerance either.
  if (exact === undefined || (isWhole(other) && magnitude(exact) > 53)) return false;
  const gap = subtractBalls(exact, fromRational(printed.value, 120), 120);
  return upperBound(gap) < magnitude(exact) - 51;
}

function isWhole(node: Node): boolean {
  return node.kind === 'negative' ? isWhole(node.operand) : node.kind === 'number' && node.value.d === 1n;
}

/** A decimal literal with places behind the point, signed or not: 0.25, 3.3e-9, 3.3 · 10^−9. */
function decimalOf(node: Node): Decimal | undefined {
  if (node.kind === 'negative') {
    const decimal = decimalOf(node.operand);
    return decimal === undefined ? undefined : { ...decimal, value: negate(decimal.value) };
  }
  if (node.kind === 'product') return timesPowerOfTen(node);
  if (node.kind !== 'number' || node.digits === undefined) return undefined;
  const shift = node.exponent ?? 0;
  const places = node.digits - shift;
  const value = node.truncated ? cutOff(node.value, places) : node.value;
  const units = scaled(value, places);
  return {
    value,
    places,
    significant: units === 0n ? 0 : String(units < 0n ? -units : units).length,
    scientific: node.exponent !== undefined,
    truncated: node.truncated === true,
  };
}

/** The digits that were shown of a number that goes on in a cycle. */
function cutOff(value: Rational, places: number): Rational {
  return rational(scaled(value, places), 10n ** BigInt(Math.max(0, places)));
}

/** 3.33 × 10^−9 */
function timesPowerOfTen({ factors }: NodeOf<'product'>): Decimal | undefined {
  const [mantissa, ten] = factors;
  if (factors.length !== 2 || mantissa!.kind !== 'number' || ten!.kind !== 'power') return undefined;
  const { base, exponent } = ten;
  const sign = exponent.kind === 'negative' ? -1 : 1;
  const size = exponent.kind === 'negative' ? exponent.operand : exponent;
  if (base.kind !== 'number' || base.value.n !== 10n || base.value.d !== 1n || size.kind !== 'number') return undefined;
  if (size.value.d !== 1n || size.value.n > 400n) return undefined;
  const k = sign * Number(size.value.n);
  const scale = power(integer(10n), BigInt(k))!;
  return decimalOf({ ...mantissa, value: multiply(mantissa.value, scale), exponent: k });
}

/** The value in units of the last place, rounded half away from zero. */
function roundedTo(node: Node, places: number, context: Context): bigint | undefined {
  return inUnits(node, places, context, true);
}

/** The value in units of the last place, cut off towards zero. */
function cutTo(node: Node, places: number, context: Context): bigint | undefined {
  return inUnits(node, places, context, false);
}

function inUnits(node: Node, places: number, context: Context, round: boolean): bigint | undefined {
  if (Math.abs(places) > 400) return undefined;
  const scale = power(integer(10n), BigInt(places))!;
  const exact = node.kind === 'number' ? (node.truncated ? undefined : node.value) : exactValue(node, context.budget);
  if (exact !== undefined) {
    // Integers have no tolerance.
    if (places < 0 && exact.d === 1n) return undefined;
    const { n, d } = multiply(exact, scale);
    const size = n < 0n ? -n : n;
    const whole = round ? (2n * size + d) / (2n * d) : size / d;
    return n < 0n ? -whole : whole;
  }
  if (freeSymbols(node).size > 0) return undefined;
  const precision = 200 + 4 * Math.abs(places);
  const ball = realValue(node, context, precision);
  if (ball === undefined) return undefined;
  const isNegative = ball.m < 0n;
  const units = multiplyBalls(isNegative ? negateBall(ball) : ball, fromRational(scale, precision), precision);
  const shifted = round ? addBalls(units, fromRational(HALF, precision), 2 * precision) : units;
  const whole = floorBall(shifted);
  return whole === undefined ? undefined : isNegative ? -whole : whole;
}
