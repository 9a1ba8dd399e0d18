import type { Budget } from '../budget.js';
import type { Node, NodeOf } from '../parse/ast.js';
import { some } from '../parse/walk.js';
import {
  bitLength,
  divide,
  floor,
  integer,
  isInteger,
  multiply,
  type Rational,
  rational,
  subtract,
} from '../value/rational.js';

/** How an expression is taken modulo m. */
interface Modulo {
  readonly m: bigint;
  readonly budget: Budget;
  /** The value of an exponent. */
  readonly exact: (node: Node) => Rational | undefined;
  /** Values of parts that cannot be divided further. */
  readonly leaf: (node: Node) => bigint | undefined;
  /** m is a prime: there is division. */
  readonly divides: boolean;
  /** In steps of the budget. */
  readonly costOfSquaring: number;
}

/** A whole expression modulo m without its value; undefined where it is not made of whole numbers. */
export function valueModulo(node: Node, modulo: Modulo): bigint | undefined {
  const { m, budget, exact, leaf, divides, costOfSquaring } = modulo;
  budget.spend(3);
  const value = (inner: Node): bigint | undefined => valueModulo(inner, modulo);
  if (node.kind === 'sum' || node.kind === 'product') {
    const isSum = node.kind === 'sum';
    let result = isSum ? 0n : 1n;
    for (const part of isSum ? node.terms : node.factors) {
      const next = value(part);
      if (next === undefined) return undefined;
      result = wrap(isSum ? result + next : result * next, m);
    }
    return result;
  }
  if (node.kind === 'negative') {
    const operand = value(node.operand);
    return operand === undefined ? undefined : wrap(-operand, m);
  }
  if (node.kind === 'quotient' && divides) {
    const [over, under] = [value(node.over), value(node.under)];
    const inverted = under === undefined ? undefined : inverse(under, m);
    return over === undefined || inverted === undefined ? undefined : wrap(over * inverted, m);
  }
  if (node.kind === 'power') {
    const base = value(node.base);
    const k = base === undefined ? undefined : exact(node.exponent);
    if (base === undefined || k === undefined || !isInteger(k) || (k.n < 0n && !divides)) return undefined;
    budget.spend(bitLength(k.n) * costOfSquaring);
    const raised = power(base, k.n < 0n ? -k.n : k.n, m);
    return k.n < 0n ? inverse(raised, m) : raised;
  }
  return leaf(node);
}

/** @returns The remainder of n, from 0 on. */
export function wrap(n: bigint, m: bigint): bigint {
  return ((n % m) + m) % m;
}

function power(base: bigint, exponent: bigint, m: bigint): bigint {
  let result = 1n % m;
  let square = base;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % m;
    square = (square * square) % m;
  }
  return result;
}

/** @returns The inverse of a modulo m; undefined if a has no inverse. */
export function inverse(a: bigint, m: bigint): bigint | undefined {
  let [r, next, s, nextS] = [m, a, 0n, 1n];
  while (next !== 0n) {
    const q = r / next;
    [r, next] = [next, r - q * next];
    [s, nextS] = [nextS, s - q * nextS];
  }
  return r === 1n ? wrap(s, m) : undefined;
}

/** What remains of a number, taken between 0 and the modulus; of a power too large to write out by squaring. */
export function exactRemainder(
  node: NodeOf<'residue'>,
  value: (node: Node) => Rational | undefined,
  budget: Budget,
): Rational | undefined {
  const m = value(node.modulus);
  if (m === undefined || m.n <= 0n) return undefined;
  if (isInteger(m) && some(node.value, (inner) => inner.kind === 'power')) {
    const leaf = (part: Node): bigint | undefined => {
      const x = value(part);
      return x === undefined || !isInteger(x) ? undefined : wrap(x.n, m.n);
    };
    const remains = valueModulo(node.value, {
      m: m.n,
      budget,
      exact: value,
      leaf,
      divides: false,
      costOfSquaring: (4 + bitLength(m.n)) / 8,
    });
    if (remains !== undefined) return rational(remains);
  }
  const x = value(node.value);
  return x === undefined ? undefined : subtract(x, multiply(m, integer(floor(divide(x, m)!))));
}
