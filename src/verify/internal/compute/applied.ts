import type { NodeOf } from '../parse/ast.js';
import { floorBall, fromRational, negateBall, signOf } from '../value/ball.js';
import {
  absoluteValue,
  addComplex,
  COMPLEX_ONE,
  COMPLEX_ZERO,
  divideComplex,
  isReal,
  logComplex,
  multiplyComplex,
  real,
  sqrtComplex,
  subtractComplex,
  type Complex,
} from '../value/complex.js';
import { piBall } from '../value/elementary-balls.js';
import { ELEMENTARY } from '../value/elementary-functions.js';
import { integer, rational } from '../value/rational.js';
import { effort, isBarred, NotNumeric, type Point } from './powers.js';
import { exactValue } from './exact.js';
import { factorial } from './integer-functions.js';

/**
 * The value of a known function of numbers.
 *
 * @returns undefined if it is not defined or may not be.
 * @throws NotNumeric for a function without a numeric value.
 */
export function applyFunction(node: NodeOf<'apply'>, args: readonly Complex[], point: Point): Complex | undefined {
  const { precision: p, budget } = point;
  const [x, y] = args;
  if (x === undefined) throw new NotNumeric(node.name);
  budget.spend(100);
  if (isBeyond(node.name, x, point)) return undefined;
  const elementary = ELEMENTARY.get(node.name);
  if (elementary !== undefined || /^l(?:og|g)$/.test(node.name)) budget.spend(100 * (effort(p) - 1));
  if (elementary !== undefined) return elementary(x, p);
  switch (node.name) {
    case 'log':
      return logarithm(x, y ?? (point.log === 'ten' ? tenth(p) : undefined), p);
    case 'lg':
      return logarithm(x, tenth(p), p);
    case 'abs':
    case 'norm': {
      const size = absoluteValue(x, p);
      return size === undefined ? undefined : real(size);
    }
    case 'star':
      return { re: x.re, im: negateBall(x.im) };
    case 'floor':
      return wholePart(x, p, false);
    case 'ceil':
      return wholePart(x, p, true);
    case 'sgn': {
      const sign = isReal(x) ? signOf(x.re) : undefined;
      return sign === undefined ? undefined : real(fromRational(integer(sign), p));
    }
    case 'max':
    case 'min':
      return extreme(args, node.name === 'max' ? 1 : -1, p);
    default:
      return exactAtPoint(node, point);
  }
}

/** Whether only real values count and the function has no real value here. */
function isBeyond(name: string, x: Complex, point: Point): boolean {
  const { precision: p } = point;
  const below = (y: Complex, z: Complex): boolean => isBarred(subtractComplex(y, z, p), point);
  if (/^l(?:n|og|g)$/.test(name)) return isBarred(x, point);
  if (name === 'arcosh') return below(x, COMPLEX_ONE);
  return name === 'artanh' && (below(COMPLEX_ONE, x) || below(addComplex(x, COMPLEX_ONE, p), COMPLEX_ZERO));
}

const tenth = (p: number): Complex => real(fromRational(integer(10), p));

function logarithm(x: Complex, base: Complex | undefined, p: number): Complex | undefined {
  const over = logComplex(x, p);
  if (over === undefined || base === undefined) return over;
  const under = logComplex(base, p);
  return under === undefined ? undefined : divideComplex(over, under, p);
}

export function wholePart(z: Complex, p: number, up: boolean): Complex | undefined {
  if (!isReal(z)) return undefined;
  const below = floorBall(up ? negateBall(z.re) : z.re);
  return below === undefined ? undefined : real(fromRational(integer(up ? -below : below), p));
}

function extreme(values: readonly Complex[], sign: 1 | -1, p: number): Complex | undefined {
  let best = values[0]!;
  for (const value of values) {
    if (!isReal(value)) return undefined;
    const order = signOf(subtractComplex(value, best, p).re);
    if (order === undefined) continue;
    if (order === sign) best = value;
  }
  return best;
}

/** Factorials, binomials, gcd: where the arguments are rational at this point. */
function exactAtPoint(node: NodeOf<'apply'>, point: Point): Complex | undefined {
  const isKnown = /^(?:factorial|doubleFactorial|binomial|permutations|gcd|lcm|Gamma|round)$/.test(node.name);
  if (!isKnown) throw new NotNumeric(node.name);
  const value = exactValue(node, point.budget, point.rationals);
  if (value === undefined && (node.name === 'Gamma' || node.name === 'factorial')) return halfFactorial(node, point);
  return value === undefined ? undefined : real(fromRational(value, point.precision));
}

/** Γ(k + ½) = (2k)! √π / (4^k k!), and x! = Γ(x + 1). */
function halfFactorial({ name, args }: NodeOf<'apply'>, point: Point): Complex | undefined {
  const { precision: p, budget } = point;
  const given = exactValue(args[0]!, budget, point.rationals);
  if (given?.d !== 2n) return undefined;
  const k = (given.n - (name === 'Gamma' ? 1n : -1n)) / 2n;
  if (k < 0n) return undefined;
  const [over, under] = [factorial(integer(2n * k), budget), factorial(integer(k), budget)];
  const root = sqrtComplex(real(piBall(p)), p);
  const scale = rational(over!.n, under!.n * 4n ** k);
  return root === undefined ? undefined : multiplyComplex(real(fromRational(scale, p)), root, p);
}

/** f(x) for an unknown f: a polynomial that depends on the name and the point only. */
export function freeFunction(name: string, args: readonly Complex[], point: Point): Complex {
  const { precision: p } = point;
  const [c0, c1, c2, c3] = point.coefficients!(name);
  let sum = c0!;
  let weight = COMPLEX_ONE;
  for (const x of args) {
    const cubic = multiplyComplex(
      addComplex(multiplyComplex(addComplex(multiplyComplex(c3!, x, p), c2!, p), x, p), c1!, p),
      x,
      p,
    );
    sum = addComplex(sum, multiplyComplex(cubic, weight, p), p);
    // Each argument has another weight, so that f(x, y) is not f(y, x).
    weight = addComplex(multiplyComplex(weight, c1!, p), c2!, p);
  }
  return sum;
}
