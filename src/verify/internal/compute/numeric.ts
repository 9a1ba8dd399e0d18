import { LimitReached } from '../budget.js';
import type { Node, NodeOf } from '../parse/ast.js';
import { floorBall, fromRational, isExactZero, negateBall, signOf } from '../value/ball.js';
import {
  absoluteValue,
  addComplex,
  COMPLEX_ONE,
  COMPLEX_ZERO,
  divideComplex,
  expComplex,
  IMAGINARY_UNIT,
  integerPower,
  isReal,
  logComplex,
  multiplyComplex,
  negateComplex,
  powerComplex,
  real,
  sqrtComplex,
  subtractComplex,
  type Complex,
} from '../value/complex.js';
import { piBall } from '../value/elementary.js';
import { ELEMENTARY } from '../value/functions.js';
import { integer, isInteger, rational, type Rational } from '../value/rational.js';
import { exactValue } from './exact.js';
import { factorial } from './integer-functions.js';
import { NotNumeric, type Point } from './point.js';
import { evaluateSeries } from './series.js';

export { NotNumeric, type Point } from './point.js';

/**
 * The value of an expression at a point, with a bound on its error.
 *
 * @returns undefined where it is not defined (a division by zero) or cannot be told from undefined.
 * @throws NotNumeric for what is no number; LimitReached when the work grows too large.
 */
export function evaluate(node: Node, point: Point): Complex | undefined {
  const { precision: p, budget } = point;
  budget.spend(p > 1000 ? p / 250 : 4);
  switch (node.kind) {
    case 'number':
      // 3.14… may be any number that begins so.
      if (node.truncated && !node.cycle) throw new NotNumeric('a number that is cut off');
      return real(fromRational(node.value, p));
    case 'symbol': {
      const value = point.values.get(node.name);
      if (value === undefined) throw new NotNumeric(node.name);
      return value;
    }
    case 'constant':
      return constantValue(node.name, point);
    case 'negative':
      return mapped(node.operand, point, negateComplex);
    case 'sum':
      return folded(node.terms, COMPLEX_ZERO, addComplex, point);
    case 'product':
      return folded(node.factors, COMPLEX_ONE, multiplyComplex, point);
    case 'quotient': {
      const over = evaluate(node.over, point);
      const under = over === undefined ? undefined : evaluate(node.under, point);
      return under === undefined ? undefined : divideComplex(over!, under, p);
    }
    case 'power':
      return evaluatePower(node, point);
    case 'root': {
      const index = exactValue(node.index, budget, point.rationals);
      const radicand = evaluate(node.radicand, point);
      if (radicand === undefined) return undefined;
      if (index === undefined || index.n === 0n) throw new NotNumeric('an index');
      return rationalPower(radicand, rational(index.d, index.n), point);
    }
    case 'percent':
      return mapped(node.operand, point, (z) => divideComplex(z, real(fromRational(integer(node.per ?? 100), p)), p));
    case 'degrees':
      return mapped(node.operand, point, (z) =>
        multiplyComplex(z, divideComplex(real(piBall(p)), real(fromRational(integer(180), p)), p)!, p),
      );
    case 'based': {
      const value = exactValue(node, budget);
      if (value === undefined) throw new NotNumeric('a digit');
      return real(fromRational(value, p));
    }
    case 'apply':
      return evaluateFunction(node, point);
    case 'series':
      return evaluateSeries(node, point, evaluate);
    case 'residue':
      return evaluateRemainder(node, point);
    default:
      throw new NotNumeric(node.kind);
  }
}

/** x mod m = x − m ⌊x/m⌋ */
function evaluateRemainder(node: NodeOf<'residue'>, point: Point): Complex | undefined {
  if (!node.remainder) throw new NotNumeric('a class');
  const { precision: p, budget } = point;
  const exact = exactValue(node, budget, point.rationals);
  if (exact !== undefined) return real(fromRational(exact, p));
  const x = evaluate(node.value, point);
  const m = x === undefined ? undefined : evaluate(node.modulus, point);
  if (m === undefined || !isReal(m) || signOf(m.re) !== 1) return undefined;
  const ratio = divideComplex(x!, m, p);
  const steps = ratio === undefined ? undefined : wholePart(ratio, p, false);
  return steps === undefined ? undefined : subtractComplex(x!, multiplyComplex(m, steps, p), p);
}

/** What a function costs at so many bits, against the usual precision. */
function effort(precision: number): number {
  return precision <= 256 ? 1 : (precision / 192) ** 1.5;
}

function constantValue(name: NodeOf<'constant'>['name'], point: Point): Complex {
  const bound = point.values.get(name);
  if (bound !== undefined) return bound;
  if (name === 'pi') return real(piBall(point.precision));
  if (name === 'e') return expComplex(COMPLEX_ONE, point.precision);
  if (name === 'i') return IMAGINARY_UNIT;
  throw new NotNumeric('infinity');
}

function mapped(node: Node, point: Point, f: (z: Complex) => Complex | undefined): Complex | undefined {
  const value = evaluate(node, point);
  return value === undefined ? undefined : f(value);
}

function folded(
  nodes: readonly Node[],
  start: Complex,
  operation: (a: Complex, b: Complex, p: number) => Complex,
  point: Point,
): Complex | undefined {
  let result = start;
  for (const node of nodes) {
    const value = evaluate(node, point);
    if (value === undefined) return undefined;
    result = operation(result, value, point.precision);
  }
  return result;
}

function evaluatePower({ base, exponent }: NodeOf<'power'>, point: Point): Complex | undefined {
  const { precision: p } = point;
  const isE = base.kind === 'constant' && base.name === 'e' && !point.values.has('e');
  const k = exactValue(exponent, point.budget, point.rationals);
  if (k !== undefined) {
    if (isE && !isInteger(k)) return expComplex(real(fromRational(k, p)), p);
    const value = evaluate(base, point);
    return value === undefined ? undefined : rationalPower(value, k, point);
  }
  const power = evaluate(exponent, point);
  if (power === undefined) return undefined;
  if (isE) return expOf(power, point);
  const value = evaluate(base, point);
  if (value === undefined) return undefined;
  if (isZero(value)) return isReal(power) && signOf(power.re) === 1 ? COMPLEX_ZERO : undefined;
  if (isBarred(value, point)) return undefined;
  point.budget.spend(200 * effort(p));
  return powerComplex(value, power, p);
}

function expOf(z: Complex, point: Point): Complex {
  point.budget.spend(100 * effort(point.precision));
  return expComplex(z, point.precision);
}

/** A negative number where only real values count. */
function isBarred(z: Complex, { realOnly }: Point): boolean {
  return realOnly === true && isReal(z) && signOf(z.re) === -1;
}

function isZero(z: Complex): boolean {
  return isExactZero(z.re) && isExactZero(z.im);
}

/** z^k for a rational k; the real root where z is a negative number and the denominator odd. */
function rationalPower(z: Complex, k: Rational, point: Point): Complex | undefined {
  const { precision: p, budget } = point;
  if (isZero(z)) return k.n > 0n ? COMPLEX_ZERO : k.n === 0n ? COMPLEX_ONE : undefined;
  const size = k.n < 0n ? -k.n : k.n;
  if (size > 1n << 50n) throw new LimitReached('an exponent is too large');
  budget.spend(2 * size.toString(2).length);
  if (isInteger(k)) return integerPower(z, k.n, p);
  if (k.d % 2n === 0n && isBarred(z, point)) return undefined;
  if (k.d === 2n) {
    budget.spend(40 * effort(p));
    const root = sqrtComplex(z, p);
    return root === undefined ? undefined : integerPower(root, k.n, p);
  }
  budget.spend(200 * effort(p));
  const sign = isReal(z) ? signOf(z.re) : 1;
  if (sign === -1 && k.d % 2n === 1n) {
    const root = powerComplex(real(negateBall(z.re)), real(fromRational(k, p)), p);
    if (root === undefined) return undefined;
    return k.n % 2n === 0n ? root : negateComplex(root);
  }
  return powerComplex(z, real(fromRational(k, p)), p);
}

function evaluateFunction(node: NodeOf<'apply'>, point: Point): Complex | undefined {
  const { precision: p, budget } = point;
  if (node.free) return evaluateFree(node, point);
  if (node.name === 'floor' || node.name === 'ceil') {
    // ⌊√4⌋: from an approximation it could not be told from 1.
    const whole = exactValue(node, budget, point.rationals);
    if (whole !== undefined) return real(fromRational(whole, p));
  }
  const args: Complex[] = [];
  for (const arg of node.args) {
    const value = evaluate(arg, point);
    if (value === undefined) return undefined;
    args.push(value);
  }
  const [x, y] = args;
  if (x === undefined) throw new NotNumeric(node.name);
  budget.spend(100);
  if (/^l(?:n|og|g)$/.test(node.name) && isBarred(x, point)) return undefined;
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

const tenth = (p: number): Complex => real(fromRational(integer(10), p));

function logarithm(x: Complex, base: Complex | undefined, p: number): Complex | undefined {
  const over = logComplex(x, p);
  if (over === undefined || base === undefined) return over;
  const under = logComplex(base, p);
  return under === undefined ? undefined : divideComplex(over, under, p);
}

function wholePart(z: Complex, p: number, up: boolean): Complex | undefined {
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

/** f(x) for an f that is not known: a polynomial of its own, the same wherever f is applied at this point. */
function evaluateFree(node: NodeOf<'apply'>, point: Point): Complex | undefined {
  const { precision: p } = point;
  if (point.coefficients === undefined) throw new NotNumeric(node.name);
  const [c0, c1, c2, c3] = point.coefficients(node.name);
  let sum = c0!;
  let weight = COMPLEX_ONE;
  for (const arg of node.args) {
    const x = evaluate(arg, point);
    if (x === undefined) return undefined;
    const cubic = multiplyComplex(
      addComplex(multiplyComplex(addComplex(multiplyComplex(c3!, x, p), c2!, p), x, p), c1!, p),
      x,
      p,
    );
    sum = addComplex(sum, multiplyComplex(cubic, weight, p), p);
    // Another weight for each place, so that f(x, y) is not f(y, x).
    weight = addComplex(multiplyComplex(weight, c1!, p), c2!, p);
  }
  return sum;
}
