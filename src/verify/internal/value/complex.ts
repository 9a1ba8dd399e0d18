import {
  addBalls,
  BALL_ONE,
  BALL_ZERO,
  divideBalls,
  isExactZero,
  multiplyBalls,
  negateBall,
  signOf,
  sqrtBall,
  subtractBalls,
  upperBound,
  type Ball,
} from './ball.js';
import { atan2Ball, expBall, logBall, piBall, sinCosBall } from './elementary-balls.js';

/** A complex number as two balls; a real number has an imaginary part of exactly 0. */
export interface Complex {
  readonly re: Ball;
  readonly im: Ball;
}

export function real(re: Ball): Complex {
  return { re, im: BALL_ZERO };
}

export const COMPLEX_ZERO = real(BALL_ZERO);
export const COMPLEX_ONE = real(BALL_ONE);
export const IMAGINARY_UNIT: Complex = { re: BALL_ZERO, im: BALL_ONE };

export function isReal(z: Complex): boolean {
  return isExactZero(z.im);
}

export function negateComplex(z: Complex): Complex {
  return { re: negateBall(z.re), im: negateBall(z.im) };
}

export function addComplex(a: Complex, b: Complex, p: number): Complex {
  return { re: addBalls(a.re, b.re, p), im: addBalls(a.im, b.im, p) };
}

export function subtractComplex(a: Complex, b: Complex, p: number): Complex {
  return addComplex(a, negateComplex(b), p);
}

export function multiplyComplex(a: Complex, b: Complex, p: number): Complex {
  if (isReal(a) && isReal(b)) return real(multiplyBalls(a.re, b.re, p));
  return {
    re: subtractBalls(multiplyBalls(a.re, b.re, p), multiplyBalls(a.im, b.im, p), p),
    im: addBalls(multiplyBalls(a.re, b.im, p), multiplyBalls(a.im, b.re, p), p),
  };
}

function squaredSize(z: Complex, p: number): Ball {
  return addBalls(multiplyBalls(z.re, z.re, p), multiplyBalls(z.im, z.im, p), p);
}

/** @returns a/b; undefined when b may be 0. */
export function divideComplex(a: Complex, b: Complex, p: number): Complex | undefined {
  if (isReal(b)) {
    const re = divideBalls(a.re, b.re, p);
    const im = isReal(a) ? BALL_ZERO : divideBalls(a.im, b.re, p);
    return re === undefined || im === undefined ? undefined : { re, im };
  }
  const size = squaredSize(b, p);
  const over = multiplyComplex(a, conjugate(b), p);
  const re = divideBalls(over.re, size, p);
  const im = divideBalls(over.im, size, p);
  return re === undefined || im === undefined ? undefined : { re, im };
}

export function conjugate(z: Complex): Complex {
  return { re: z.re, im: negateBall(z.im) };
}

/** @returns |z|; undefined if the sign of a part is not known. */
export function absoluteValue(z: Complex, p: number): Ball | undefined {
  if (!isReal(z)) return isExactZero(z.re) ? absoluteValue(real(z.im), p) : sqrtBall(squaredSize(z, p), p);
  const sign = signOf(z.re);
  if (sign === undefined) return { m: 0n, e: 0, r: upperBound(z.re) };
  return sign < 0 ? negateBall(z.re) : z.re;
}

/** @returns The angle of z in (−π, π]; undefined on the cut's edge or at 0. */
export function argument(z: Complex, p: number): Ball | undefined {
  if (!isReal(z)) return atan2Ball(z.im, z.re, p);
  const sign = signOf(z.re);
  if (sign === undefined || sign === 0) return undefined;
  return sign > 0 ? BALL_ZERO : piBall(p);
}

/** @returns The principal logarithm. */
export function logComplex(z: Complex, p: number): Complex | undefined {
  const angle = argument(z, p);
  if (angle === undefined) return undefined;
  if (isReal(z)) return { re: logBall(signOf(z.re)! > 0 ? z.re : negateBall(z.re), p), im: angle };
  const size = logBall(squaredSize(z, p), p);
  return { re: { m: size.m, e: size.e - 1, r: size.r - 1 }, im: angle };
}

export function expComplex(z: Complex, p: number): Complex {
  const size = expBall(z.re, p);
  if (isReal(z)) return real(size);
  const [sin, cos] = sinCosBall(z.im, p);
  return { re: multiplyBalls(size, cos, p), im: multiplyBalls(size, sin, p) };
}

/** @returns The principal square root. */
export function sqrtComplex(z: Complex, p: number): Complex | undefined {
  if (isReal(z)) {
    if (z.re.m >= 0n) {
      const root = sqrtBall(z.re, p);
      return root === undefined ? undefined : real(root);
    }
    if (signOf(z.re) === undefined) return undefined;
    const root = sqrtBall(negateBall(z.re), p);
    return root === undefined ? undefined : { re: BALL_ZERO, im: root };
  }
  const log = logComplex(z, p);
  return log === undefined ? undefined : expComplex({ re: half(log.re), im: half(log.im) }, p);
}

function half(a: Ball): Ball {
  return { m: a.m, e: a.e - 1, r: a.r - 1 };
}

/** @returns z^k by repeated squaring; undefined for 0 to a negative power. */
export function integerPower(z: Complex, k: bigint, p: number): Complex | undefined {
  if (k < 0n) {
    const power = integerPower(z, -k, p);
    return power === undefined ? undefined : divideComplex(COMPLEX_ONE, power, p);
  }
  let result = COMPLEX_ONE;
  let square = z;
  for (let rest = k; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = multiplyComplex(result, square, p);
    if (rest > 1n) square = multiplyComplex(square, square, p);
  }
  return result;
}

/** @returns The principal value of a^b. */
export function powerComplex(a: Complex, b: Complex, p: number): Complex | undefined {
  const log = logComplex(a, p);
  return log === undefined ? undefined : expComplex(multiplyComplex(log, b, p), p);
}

/** @returns [sin z, cos z]. */
export function sinCosComplex(z: Complex, p: number): [Complex, Complex] {
  const [sin, cos] = sinCosBall(z.re, p);
  if (isReal(z)) return [real(sin), real(cos)];
  const up = expBall(z.im, p);
  const down = expBall(negateBall(z.im), p);
  const cosh = half(addBalls(up, down, p));
  const sinh = half(subtractBalls(up, down, p));
  return [
    { re: multiplyBalls(sin, cosh, p), im: multiplyBalls(cos, sinh, p) },
    { re: multiplyBalls(cos, cosh, p), im: negateBall(multiplyBalls(sin, sinh, p)) },
  ];
}
