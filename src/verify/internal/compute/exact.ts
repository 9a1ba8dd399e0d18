import { LimitReached, type Budget } from '../budget.js';
import type { Node, NodeOf } from '../parse/ast.js';
import {
  add,
  basedValue,
  compare,
  costOf,
  divide,
  floor,
  integer,
  isInteger,
  multiply,
  negate,
  ONE,
  power,
  rational,
  rationalRoot,
  subtract,
  ZERO,
  type Rational,
} from '../value/rational.js';
import { exactRemainder } from './modulo.js';
import { binomial, factorial, greatestCommonDivisor, leastCommonMultiple } from './integer-functions.js';

/** Rational values of symbols. */
export type Scope = ReadonlyMap<string, Rational>;

const NOTHING: Scope = new Map();
const HALF = rational(1n, 2n);

/**
 * The exact value of an expression that is a rational number in closed form.
 *
 * @returns undefined where it is not rational, or not seen to be without approximation.
 * @throws LimitReached when the numbers or the work grow too large.
 */
export function exactValue(node: Node, budget: Budget, scope: Scope = NOTHING): Rational | undefined {
  budget.spend(1);
  const value = (inner: Node): Rational | undefined => exactValue(inner, budget, scope);
  switch (node.kind) {
    case 'number':
      return node.truncated && !node.cycle ? undefined : node.value;
    case 'symbol':
      return scope.get(node.name);
    case 'constant':
      return scope.get(node.name);
    case 'negative': {
      const operand = value(node.operand);
      return operand === undefined ? undefined : negate(operand);
    }
    case 'sum':
      return fold(node.terms, ZERO, add, value, budget);
    case 'product':
      return fold(node.factors, ONE, multiply, value, budget);
    case 'quotient': {
      const over = value(node.over);
      const under = over === undefined ? undefined : value(node.under);
      return under === undefined ? undefined : divide(over!, under);
    }
    case 'power':
      return charged(exactPower(node, value), budget);
    case 'root': {
      const index = value(node.index);
      if (index === undefined || !isInteger(index) || index.n < 2n || index.n > 1000n) return undefined;
      const radicand = value(node.radicand);
      if (radicand === undefined) return undefined;
      budget.spend(costOf(radicand));
      return rationalRoot(radicand, index.n);
    }
    case 'percent': {
      const operand = value(node.operand);
      return operand === undefined ? undefined : multiply(operand, rational(1n, BigInt(node.per ?? 100)));
    }
    case 'based':
      return basedValue(node.digits, node.base);
    case 'apply':
      return exactFunction(node, value, budget);
    case 'series':
      return exactSeries(node, budget, scope);
    case 'residue':
      return node.remainder ? exactRemainder(node, value, budget) : undefined;
    default:
      return undefined;
  }
}

/** A value that was paid for by its length. */
function charged(value: Rational | undefined, budget: Budget): Rational | undefined {
  if (value !== undefined) budget.spend(costOf(value));
  return value;
}

function fold(
  nodes: readonly Node[],
  start: Rational,
  operation: (a: Rational, b: Rational) => Rational,
  value: (node: Node) => Rational | undefined,
  budget: Budget,
): Rational | undefined {
  let result = start;
  for (const node of nodes) {
    const next = value(node);
    if (next === undefined) return undefined;
    result = operation(result, next);
    budget.spend(costOf(result));
  }
  return result;
}

function exactPower(
  { base, exponent }: NodeOf<'power'>,
  value: (node: Node) => Rational | undefined,
): Rational | undefined {
  const k = value(exponent);
  if (k === undefined) return undefined;
  const b = value(base);
  if (b === undefined) return undefined;
  if (isInteger(k)) return power(b, k.n);
  if (k.d > 1000n) return undefined;
  const root = rationalRoot(b, k.d);
  return root === undefined ? undefined : power(root, k.n);
}

function exactFunction(
  { name, args, free }: NodeOf<'apply'>,
  value: (node: Node) => Rational | undefined,
  budget: Budget,
): Rational | undefined {
  if (free) return undefined;
  const values: Rational[] = [];
  for (const arg of args) {
    const next = value(arg);
    if (next === undefined) return undefined;
    values.push(next);
  }
  const [x, y] = values;
  if (x === undefined) return undefined;
  switch (name) {
    case 'factorial':
      return factorial(x, budget);
    case 'Gamma':
      return factorial(subtract(x, ONE), budget);
    case 'round':
      return integer(floor(add(x, HALF)));
    case 'doubleFactorial':
      return factorial(x, budget, 2n);
    case 'binomial':
      return y === undefined ? undefined : binomial(x, y, budget);
    case 'permutations':
      return y === undefined ? undefined : binomial(x, y, budget, false);
    case 'abs':
    case 'norm':
      return x.n < 0n ? negate(x) : x;
    case 'floor':
      return integer(floor(x));
    case 'ceil':
      return integer(-floor(negate(x)));
    case 'sgn':
      return integer(x.n === 0n ? 0 : x.n < 0n ? -1 : 1);
    case 'gcd':
      return greatestCommonDivisor(values, budget);
    case 'lcm':
      return leastCommonMultiple(values, budget);
    case 'max':
      return values.reduce((a, b) => (compare(a, b) < 0 ? b : a));
    case 'min':
      return values.reduce((a, b) => (compare(a, b) > 0 ? b : a));
    case 'Re':
    case 'conj':
    case 'star':
      return x;
    case 'Im':
      return ZERO;
    case 'log':
      return y === undefined ? undefined : exactLog(x, y);
    default:
      return undefined;
  }
}

/** log_b x when x is a whole power of b. */
function exactLog(x: Rational, b: Rational): Rational | undefined {
  if (x.n <= 0n || b.n <= 0n || (b.n === 1n && b.d === 1n)) return undefined;
  const guess = Math.round((logSize(x.n) - logSize(x.d)) / (logSize(b.n) - logSize(b.d)));
  if (!Number.isSafeInteger(guess) || Math.abs(guess) > 5000) return undefined;
  const check = power(b, BigInt(guess));
  return check !== undefined && compare(check, x) === 0 ? integer(guess) : undefined;
}

function logSize(n: bigint): number {
  const text = n.toString(16);
  return Math.log2(parseInt(text.slice(0, 13), 16)) + 4 * Math.max(0, text.length - 13);
}

function exactSeries(node: NodeOf<'series'>, budget: Budget, scope: Scope): Rational | undefined {
  const from = exactValue(node.from, budget, scope);
  const to = exactValue(node.to, budget, scope);
  if (from === undefined || to === undefined || !isInteger(from) || !isInteger(to)) return undefined;
  if (to.n - from.n > 20_000n) throw new LimitReached('a sum has too many terms');
  let result = node.operation === 'sum' ? ZERO : ONE;
  const inner = new Map(scope);
  for (let k = from.n; k <= to.n; k++) {
    const term = exactValue(node.body, budget, inner.set(node.index, integer(k)));
    if (term === undefined) return undefined;
    result = node.operation === 'sum' ? add(result, term) : multiply(result, term);
    budget.spend(5 + costOf(result));
  }
  return result;
}
