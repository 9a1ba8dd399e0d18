import { exactValue } from '../compute/exact.js';
import { evaluate, NotNumeric } from '../compute/numeric.js';
import { pointFor } from '../compute/points.js';
import { freeSymbols } from '../compute/symbols.js';
import type { Node } from '../parse/ast.js';
import { addBalls, floorBall, fromRational, magnitude, subtractBalls, upperBound, type Ball } from '../value/ball.js';
import { isReal } from '../value/complex.js';
import { negate, rational, type Rational } from '../value/rational.js';
import type { Context } from './context.js';

/** Places from which a decimal is taken for an approximation without being told so. */
const USUAL_ROUNDING = 6;

interface Decimal {
  readonly value: Rational;
  readonly digits: number;
  readonly truncated: boolean;
}

/**
 * Whether one side is a decimal that rounds the other.
 *
 * A decimal of at least `floatRounding` places stands for every number that rounds to it; beyond those places it may
 * also have been cut off. With a `floatRounding` below 6 the caller asked for tolerance: both are rounded to it.
 */
export function isApproximation(a: Node, b: Node, context: Context): boolean {
  const [left, right] = [decimalOf(a), decimalOf(b)];
  const { floatRounding } = context;
  if (left === undefined && right === undefined) return false;
  if (floatRounding < USUAL_ROUNDING && !left?.truncated && !right?.truncated) {
    const [x, y] = [roundedTo(a, floatRounding, context), roundedTo(b, floatRounding, context)];
    return x !== undefined && x === y;
  }
  if (left !== undefined && (right === undefined || left.digits < right.digits)) return stands(left, b, context);
  return right !== undefined && stands(right, a, context);
}

function stands(decimal: Decimal, other: Node, context: Context): boolean {
  const { digits, value } = decimal;
  if (decimal.truncated) {
    if (digits < 2) return false;
  } else if (digits < context.floatRounding) return false;
  if (isNearestDouble(decimal, other, context)) return true;
  const scaled = value.n * (10n ** BigInt(digits) / value.d);
  if (!decimal.truncated && roundedTo(other, digits, context) === scaled) return true;
  return (decimal.truncated || digits > context.floatRounding) && cutTo(other, digits, context) === scaled;
}

/** Sixteen or seventeen digits as a program prints them: the double next to the exact value. */
function isNearestDouble({ value, digits }: Decimal, other: Node, context: Context): boolean {
  const size = value.n < 0n ? -value.n : value.n;
  if (
    digits < 12 ||
    digits > 17 ||
    size * (10n ** BigInt(digits) / value.d) < 10n ** 15n ||
    decimalOf(other) !== undefined
  ) {
    return false;
  }
  const exact = realBall(other, context, 120);
  if (exact === undefined) return false;
  const gap = subtractBalls(exact, fromRational(value, 120), 120);
  return upperBound(gap) < magnitude(exact) - 51;
}

/** A decimal literal with places behind the point, signed or not. */
function decimalOf(node: Node): Decimal | undefined {
  if (node.kind === 'negative') {
    const decimal = decimalOf(node.operand);
    return decimal === undefined ? undefined : { ...decimal, value: negate(decimal.value) };
  }
  if (node.kind !== 'number' || node.digits === undefined || 10n ** BigInt(node.digits) % node.value.d !== 0n)
    return undefined;
  return { value: node.value, digits: node.digits, truncated: node.truncated === true };
}

/** The value times 10^digits, rounded half away from zero. */
function roundedTo(node: Node, digits: number, context: Context): bigint | undefined {
  return floorOfScaled(node, digits, context, true);
}

/** The value times 10^digits, cut off towards zero. */
function cutTo(node: Node, digits: number, context: Context): bigint | undefined {
  return floorOfScaled(node, digits, context, false);
}

function floorOfScaled(node: Node, digits: number, context: Context, round: boolean): bigint | undefined {
  if (digits > 400) return undefined;
  const scale = 10n ** BigInt(digits);
  const exact = node.kind === 'number' ? node.value : exactValue(node, context.budget);
  if (exact !== undefined) {
    const size = exact.n < 0n ? -exact.n : exact.n;
    const whole = round ? (2n * size * scale + exact.d) / (2n * exact.d) : (size * scale) / exact.d;
    return exact.n < 0n ? -whole : whole;
  }
  if (freeSymbols(node).size > 0) return undefined;
  const ball = realBall(node, context, 200 + 4 * digits);
  if (ball === undefined) return undefined;
  const negative = ball.m < 0n;
  const size: Ball = negative ? { ...ball, m: -ball.m } : ball;
  const half = round ? fromRational(rational(1n, 2n * scale), 400) : undefined;
  const shifted = half === undefined ? size : addBalls(size, half, 4000);
  const whole = floorBall({ m: shifted.m * scale, e: shifted.e, r: shifted.r + digits * 3.33 });
  return whole === undefined ? undefined : negative ? -whole : whole;
}

function realBall(node: Node, context: Context, precision: number): Ball | undefined {
  try {
    const value = evaluate(node, pointFor(0, 'real', [], { ...context, precision }));
    return value !== undefined && isReal(value) ? value.re : undefined;
  } catch (error) {
    if (error instanceof NotNumeric) return undefined;
    throw error;
  }
}
