import type { Node, NodeOf } from '../parse/ast.js';
import { fromRational, signOf, type Ball } from '../value/ball.js';
import {
  addComplex,
  COMPLEX_ONE,
  COMPLEX_ZERO,
  divideComplex,
  expComplex,
  IMAGINARY_UNIT,
  isReal,
  multiplyComplex,
  negateComplex,
  powerComplex,
  real,
  subtractComplex,
  type Complex,
} from '../value/complex.js';
import { piBall } from '../value/elementary-balls.js';
import { integer, isInteger, rational } from '../value/rational.js';
import { applyFunction, freeFunction, wholePart } from './applied.js';
import { effort, expOf, isBarred, isZero, NotNumeric, type Point, rationalPower } from './powers.js';
import { exactValue } from './exact.js';
import { evaluateSeries } from './series.js';
import { pointFor } from './trial-points.js';

/**
 * The value of an expression at a point, with a bound on its error.
 *
 * @returns undefined if it is not defined (a division by zero) or may not be.
 * @throws NotNumeric for anything but a number; LimitReached when the work grows too large.
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

/** @returns The result of `work`; undefined if it throws `NotNumeric`. */
export function ifNumeric<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof NotNumeric) return undefined;
    throw error;
  }
}

/** @returns The value of an expression without variables; undefined if it is not a real number. */
export function realValue(node: Node, context: Pick<Point, 'budget' | 'log'>, precision: number): Ball | undefined {
  const value = ifNumeric(() => evaluate(node, pointFor(0, 'real', [], context, precision)));
  return value !== undefined && isReal(value) ? value.re : undefined;
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

function evaluateFunction(node: NodeOf<'apply'>, point: Point): Complex | undefined {
  const { precision: p, budget } = point;
  if (node.free && point.coefficients === undefined) throw new NotNumeric(node.name);
  if (node.name === 'floor' || node.name === 'ceil') {
    // ⌊√4⌋: an approximation of √4 may be below 2, which would give 1.
    const whole = exactValue(node, budget, point.rationals);
    if (whole !== undefined) return real(fromRational(whole, p));
  }
  const args: Complex[] = [];
  for (const arg of node.args) {
    const value = evaluate(arg, point);
    if (value === undefined) return undefined;
    args.push(value);
  }
  return node.free ? freeFunction(node.name, args, point) : applyFunction(node, args, point);
}
