import { addBalls, multiplyBalls, negateBall, signOf, sqrtBall, subtractBalls, BALL_ONE, type Ball } from './ball.js';
import {
  addComplex,
  argument,
  COMPLEX_ONE,
  divideComplex,
  expComplex,
  IMAGINARY_UNIT,
  isReal,
  logComplex,
  multiplyComplex,
  negateComplex,
  real,
  sinCosComplex,
  sqrtComplex,
  subtractComplex,
  type Complex,
} from './complex.js';
import { atan2Ball, piBall } from './elementary-balls.js';

type ComplexFunction = (z: Complex, p: number) => Complex | undefined;

const half = (a: Ball): Ball => ({ m: a.m, e: a.e - 1, r: a.r - 1 });
const halfOf = (z: Complex): Complex => ({ re: half(z.re), im: half(z.im) });

function reciprocal(f: ComplexFunction): ComplexFunction {
  return (z, p) => {
    const value = f(z, p);
    return value === undefined ? undefined : divideComplex(COMPLEX_ONE, value, p);
  };
}

/** f(1/z), for the inverse functions of reciprocals. */
function ofReciprocal(f: ComplexFunction): ComplexFunction {
  return (z, p) => {
    const inverse = divideComplex(COMPLEX_ONE, z, p);
    return inverse === undefined ? undefined : f(inverse, p);
  };
}

const sin: ComplexFunction = (z, p) => sinCosComplex(z, p)[0];
const cos: ComplexFunction = (z, p) => sinCosComplex(z, p)[1];
const tan: ComplexFunction = (z, p) => {
  const [s, c] = sinCosComplex(z, p);
  return divideComplex(s, c, p);
};

const cot: ComplexFunction = (z, p) => {
  const [s, c] = sinCosComplex(z, p);
  return divideComplex(c, s, p);
};

const cosh: ComplexFunction = (z, p) => halfOf(addComplex(expComplex(z, p), expComplex(negateComplex(z), p), p));
const sinh: ComplexFunction = (z, p) => halfOf(subtractComplex(expComplex(z, p), expComplex(negateComplex(z), p), p));
const tanh: ComplexFunction = (z, p) => divideComplex(sinh(z, p)!, cosh(z, p)!, p);

/** √(1 − x²) for a real x in [−1, 1]; undefined outside. */
function cosineOf(x: Ball, p: number): Ball | undefined {
  const rest = multiplyBalls(subtractBalls(BALL_ONE, x, p), addBalls(BALL_ONE, x, p), p);
  return signOf(rest) === -1 ? undefined : sqrtBall(rest, p);
}

const arcsin: ComplexFunction = (z, p) => {
  const c = isReal(z) ? cosineOf(z.re, p) : undefined;
  if (c !== undefined) return wrap(atan2Ball(z.re, c, p));
  // −i ln(iz + √(1 − z²))
  const root = sqrtComplex(subtractComplex(COMPLEX_ONE, multiplyComplex(z, z, p), p), p);
  if (root === undefined) return undefined;
  const log = logComplex(addComplex(multiplyComplex(IMAGINARY_UNIT, z, p), root, p), p);
  return log === undefined ? undefined : { re: log.im, im: negateBall(log.re) };
};

const arccos: ComplexFunction = (z, p) => {
  const c = isReal(z) ? cosineOf(z.re, p) : undefined;
  if (c !== undefined) return wrap(atan2Ball(c, z.re, p));
  const angle = arcsin(z, p);
  return angle === undefined ? undefined : subtractComplex(real(half(piBall(p))), angle, p);
};

const arctan: ComplexFunction = (z, p) => {
  if (isReal(z)) return wrap(atan2Ball(z.re, BALL_ONE, p));
  // (i/2)(ln(1 − iz) − ln(1 + iz))
  const iz = multiplyComplex(IMAGINARY_UNIT, z, p);
  const [low, high] = [
    logComplex(subtractComplex(COMPLEX_ONE, iz, p), p),
    logComplex(addComplex(COMPLEX_ONE, iz, p), p),
  ];
  if (low === undefined || high === undefined) return undefined;
  return multiplyComplex(IMAGINARY_UNIT, halfOf(subtractComplex(low, high, p)), p);
};

/** In (0, π), the convention of most textbooks. */
const arccot: ComplexFunction = (z, p) => {
  if (isReal(z)) return wrap(atan2Ball(BALL_ONE, z.re, p));
  return ofReciprocal(arctan)(z, p);
};

function wrap(ball: Ball | undefined): Complex | undefined {
  return ball === undefined ? undefined : real(ball);
}

const arsinh: ComplexFunction = (z, p) => {
  const root = sqrtComplex(addComplex(multiplyComplex(z, z, p), COMPLEX_ONE, p), p);
  return root === undefined ? undefined : logComplex(addComplex(z, root, p), p);
};

const arcosh: ComplexFunction = (z, p) => {
  const low = sqrtComplex(subtractComplex(z, COMPLEX_ONE, p), p);
  const high = sqrtComplex(addComplex(z, COMPLEX_ONE, p), p);
  if (low === undefined || high === undefined) return undefined;
  return logComplex(addComplex(z, multiplyComplex(low, high, p), p), p);
};

const artanh: ComplexFunction = (z, p) => {
  const high = logComplex(addComplex(COMPLEX_ONE, z, p), p);
  const low = logComplex(subtractComplex(COMPLEX_ONE, z, p), p);
  return high === undefined || low === undefined ? undefined : halfOf(subtractComplex(high, low, p));
};

/** The elementary functions of one complex argument, by the names the parser gives them; principal values. */
export const ELEMENTARY: ReadonlyMap<string, ComplexFunction> = new Map<string, ComplexFunction>([
  ['sin', sin],
  ['cos', cos],
  ['tan', tan],
  ['cot', cot],
  ['sec', reciprocal(cos)],
  ['csc', reciprocal(sin)],
  ['arcsin', arcsin],
  ['arccos', arccos],
  ['arctan', arctan],
  ['arccot', arccot],
  ['arcsec', ofReciprocal(arccos)],
  ['arccsc', ofReciprocal(arcsin)],
  ['sinh', sinh],
  ['cosh', cosh],
  ['tanh', tanh],
  ['coth', reciprocal(tanh)],
  ['sech', reciprocal(cosh)],
  ['csch', reciprocal(sinh)],
  ['arsinh', arsinh],
  ['arcosh', arcosh],
  ['artanh', artanh],
  ['exp', expComplex],
  ['ln', logComplex],
  ['cis', (z, p) => expComplex(multiplyComplex(IMAGINARY_UNIT, z, p), p)],
  ['arg', (z, p) => wrap(argument(z, p))],
  ['Re', (z) => real(z.re)],
  ['Im', (z) => real(z.im)],
  ['conj', (z) => ({ re: z.re, im: negateBall(z.im) })],
]);
