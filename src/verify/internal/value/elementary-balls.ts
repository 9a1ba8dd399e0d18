import { LimitReached } from '../budget.js';
import {
  BALL_ONE,
  BALL_ZERO,
  isExactZero,
  log2Sum,
  magnitude,
  makeBall,
  toNumber,
  upperBound,
  type Ball,
} from './ball.js';

/**
 * exp, log, sin, cos and atan of balls, in fixed point: a number is an integer times 2^−bits.
 *
 * Errors: series are summed until a term is 0, each step truncates by at most one unit, and the guard bits hold the sum
 * of them; the radius of the argument is carried through the derivative.
 */
const guardOf = (precision: number): number => 40 + Math.ceil(precision / 24);
/** Arguments beyond this cost too many bits to reduce. */
const LARGEST_ARGUMENT = 45;

const constants = new Map<string, bigint>();

function constant(name: 'pi' | 'ln2', bits: number): bigint {
  const key = `${name}${bits}`;
  let value = constants.get(key);
  if (value === undefined) {
    value = name === 'pi' ? computePi(bits) : computeLn2(bits);
    if (constants.size > 64) constants.clear();
    constants.set(key, value);
  }
  return value;
}

/** Machin: π = 16 arctan(1/5) − 4 arctan(1/239). */
function computePi(bits: number): bigint {
  const wide = bits + 16;
  return (16n * arctanInverse(5n, wide) - 4n * arctanInverse(239n, wide)) >> 16n;
}

function arctanInverse(x: bigint, bits: number): bigint {
  let term = (1n << BigInt(bits)) / x;
  let sum = term;
  const square = x * x;
  for (let k = 3n; term !== 0n; k += 2n) {
    term = -term / square;
    sum += term / k;
  }
  return sum;
}

/** ln 2 = 18 artanh(1/26) − 2 artanh(1/4801) + 8 artanh(1/8749). */
function computeLn2(bits: number): bigint {
  const wide = bits + 16;
  return (18n * artanhInverse(26n, wide) - 2n * artanhInverse(4801n, wide) + 8n * artanhInverse(8749n, wide)) >> 16n;
}

function artanhInverse(x: bigint, bits: number): bigint {
  let term = (1n << BigInt(bits)) / x;
  let sum = term;
  const square = x * x;
  for (let k = 3n; term !== 0n; k += 2n) {
    term /= square;
    sum += term / k;
  }
  return sum;
}

/** @returns π to about `precision` bits. */
export function piBall(precision: number): Ball {
  return { m: constant('pi', precision), e: -precision, r: -precision + 1 };
}

/** The midpoint as an integer times 2^−bits. */
function toFixed(a: Ball, bits: number): bigint {
  const shift = a.e + bits;
  return shift >= 0 ? a.m << BigInt(shift) : a.m >> BigInt(-shift);
}

function checkArgument(a: Ball): void {
  if (upperBound(a) > LARGEST_ARGUMENT) throw new LimitReached('an exponent or angle is too large');
}

/** @returns e^a. */
export function expBall(a: Ball, precision: number): Ball {
  if (isExactZero(a)) return BALL_ONE;
  checkArgument(a);
  const bits = precision + guardOf(precision) + Math.max(0, Math.ceil(upperBound(a)));
  const [m, k] = expFixed(toFixed(a, bits), bits);
  const e = k - bits;
  const size = Math.log2(Number(m >> BigInt(bits - 50))) - 50 + k;
  // |e^x − e^x'| ≤ e^x (e^r − 1); for a wide ball the bound is crude and large.
  const spread = a.r > 0 ? size + 2 ** a.r * 1.5 : size + a.r + 0.8;
  return makeBall(m, e, log2Sum(spread, e + guardOf(precision) / 2), precision);
}

/** e^(x·2^−bits) = m·2^(k−bits) with m near 2^bits. */
function expFixed(x: bigint, bits: number): [bigint, number] {
  const ln2 = constant('ln2', bits);
  const k = x / ln2;
  const rest = x - k * ln2;
  const halvings = Math.ceil(Math.sqrt(bits) / 2);
  const shift = BigInt(bits);
  const t = rest >> BigInt(halvings);
  const one = 1n << shift;
  let term = one;
  let sum = one;
  for (let n = 1n; term !== 0n && term !== -1n; n++) {
    term = ((term * t) >> shift) / n;
    sum += term;
  }
  for (let i = 0; i < halvings; i++) sum = (sum * sum) >> shift;
  return [sum, Number(k)];
}

/** @returns ln a for a ball of positive numbers. */
export function logBall(a: Ball, precision: number): Ball {
  const bits = precision + guardOf(precision);
  // a = f·2^k with f near 1.
  const k = Math.floor(magnitude(a) + 0.5);
  const f = toFixed({ m: a.m, e: a.e - k, r: a.r }, bits);
  const one = 1n << BigInt(bits);
  let y = BigInt(Math.round(Math.log(toNumber({ m: f, e: -bits, r: 0 })) * 2 ** 52)) << BigInt(bits - 52);
  for (let accurate = 50; accurate < bits; accurate *= 5) {
    const [m, exponent] = expFixed(y, bits);
    const E = exponent >= 0 ? m << BigInt(exponent) : m >> BigInt(-exponent);
    // ln(f/E) = 2 artanh((f − E)/(f + E)), and the first two terms of the series are enough.
    const d = ((f - E) << BigInt(bits)) / (f + E);
    const cube = (((d * d) >> BigInt(bits)) * d) >> BigInt(bits);
    y += 2n * (d + cube / 3n);
    if (f === one && y === 0n) break;
  }
  const value = y + BigInt(k) * constant('ln2', bits);
  const spread = a.r - magnitude(a) + 1;
  return makeBall(value, -bits, log2Sum(spread, -bits + guardOf(precision) / 2), precision);
}

/** @returns [sin a, cos a]. */
export function sinCosBall(a: Ball, precision: number): [Ball, Ball] {
  if (isExactZero(a)) return [BALL_ZERO, BALL_ONE];
  checkArgument(a);
  const bits = precision + guardOf(precision) + Math.max(0, Math.ceil(upperBound(a)));
  const [sin, cos] = sinCosFixed(toFixed(a, bits), bits);
  const r = log2Sum(a.r, -precision - guardOf(precision) / 2);
  return [makeBall(sin, -bits, r, precision), makeBall(cos, -bits, r, precision)];
}

function sinCosFixed(x: bigint, bits: number): [bigint, bigint] {
  const half = constant('pi', bits) / 2n;
  const quarter = half / 2n;
  let quadrant = (x + (x < 0n ? -quarter : quarter)) / half;
  const rest = x - quadrant * half;
  const halvings = Math.ceil(Math.sqrt(bits) / 3);
  const shift = BigInt(bits);
  const t = rest >> BigInt(halvings);
  const square = (t * t) >> shift;
  const one = 1n << shift;
  let sin = t;
  let cos = one;
  let sinTerm = t;
  let cosTerm = one;
  for (let n = 1n; (sinTerm !== 0n && sinTerm !== -1n) || (cosTerm !== 0n && cosTerm !== -1n); n += 2n) {
    cosTerm = -((cosTerm * square) >> shift) / (n * (n + 1n));
    sinTerm = -((sinTerm * square) >> shift) / ((n + 1n) * (n + 2n));
    cos += cosTerm;
    sin += sinTerm;
  }
  for (let i = 0; i < halvings; i++) {
    [sin, cos] = [(2n * sin * cos) >> shift, one - ((2n * sin * sin) >> shift)];
  }
  quadrant = ((quadrant % 4n) + 4n) % 4n;
  if (quadrant === 0n) return [sin, cos];
  if (quadrant === 1n) return [cos, -sin];
  return quadrant === 2n ? [-sin, -cos] : [-cos, sin];
}

/** @returns The angle of the point (x, y) in (−π, π]; undefined where the ball crosses the cut or the origin. */
export function atan2Ball(y: Ball, x: Ball, precision: number): Ball | undefined {
  const bits = precision + guardOf(precision);
  const size = Math.max(magnitude(x), magnitude(y));
  if (size === -Infinity || log2Sum(x.r, y.r) > size - 2) return undefined;
  const crossesCut = x.m < 0n && !isExactZero(y) && (y.m === 0n || magnitude(y) <= y.r);
  if (crossesCut) return undefined;
  const k = Math.floor(size);
  const fx = toFixed({ m: x.m, e: x.e - k, r: 0 }, bits);
  const fy = toFixed({ m: y.m, e: y.e - k, r: 0 }, bits);
  const guess = Math.atan2(toNumber({ m: fy, e: -bits, r: 0 }), toNumber({ m: fx, e: -bits, r: 0 }));
  let angle = BigInt(Math.round(guess * 2 ** 50)) << BigInt(bits - 50);
  for (let accurate = 48; accurate < bits; accurate *= 5) {
    const [sin, cos] = sinCosFixed(angle, bits);
    // tan(angle − true) = (x sin − y cos) / (x cos + y sin)
    const d = ((fx * sin - fy * cos) << BigInt(bits)) / (fx * cos + fy * sin);
    const cube = (((d * d) >> BigInt(bits)) * d) >> BigInt(bits);
    angle -= d - cube / 3n;
  }
  const spread = log2Sum(x.r, y.r) - size + 1;
  return makeBall(angle, -bits, log2Sum(spread, -bits + guardOf(precision) / 2), precision);
}
