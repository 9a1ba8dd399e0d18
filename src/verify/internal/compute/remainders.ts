import type { Budget } from '../budget.js';
import type { Node, NodeOf } from '../parse/ast.js';
import {
  bitLength,
  divide,
  floor,
  integer,
  isInteger,
  multiply,
  rational,
  subtract,
  type Rational,
} from '../value/rational.js';
import { some } from './symbols.js';

/** What remains of a number, taken between 0 and the modulus; of a power too large to write out by squaring. */
export function exactRemainder(
  node: NodeOf<'residue'>,
  value: (node: Node) => Rational | undefined,
  budget: Budget,
): Rational | undefined {
  const m = value(node.modulus);
  if (m === undefined || m.n <= 0n) return undefined;
  if (isInteger(m) && isLargePower(node.value)) {
    const remains = remainderOf(node.value, m.n, value, budget);
    if (remains !== undefined) return rational(remains);
  }
  const x = value(node.value);
  return x === undefined ? undefined : subtract(x, multiply(m, integer(floor(divide(x, m)!))));
}

function isLargePower(node: Node): boolean {
  return some(node, (inner) => inner.kind === 'power');
}

/** A whole expression modulo m without its value; undefined where it is not made of whole numbers. */
function remainderOf(
  node: Node,
  m: bigint,
  value: (node: Node) => Rational | undefined,
  budget: Budget,
): bigint | undefined {
  budget.spend(2);
  const inner = (part: Node): bigint | undefined => remainderOf(part, m, value, budget);
  const wrap = (n: bigint): bigint => ((n % m) + m) % m;
  if (node.kind === 'sum' || node.kind === 'product') {
    const isSum = node.kind === 'sum';
    let result = isSum ? 0n : 1n;
    for (const part of isSum ? node.terms : node.factors) {
      const next = inner(part);
      if (next === undefined) return undefined;
      result = wrap(isSum ? result + next : result * next);
    }
    return result;
  }
  if (node.kind === 'negative') {
    const operand = inner(node.operand);
    return operand === undefined ? undefined : wrap(-operand);
  }
  if (node.kind === 'power') {
    const base = inner(node.base);
    const k = base === undefined ? undefined : value(node.exponent);
    if (base === undefined || k === undefined || !isInteger(k) || k.n < 0n) return undefined;
    budget.spend((bitLength(k.n) * (4 + bitLength(m))) / 8);
    return powerModulo(base, k.n, m);
  }
  const x = value(node);
  return x === undefined || !isInteger(x) ? undefined : wrap(x.n);
}

function powerModulo(base: bigint, exponent: bigint, m: bigint): bigint {
  let result = 1n % m;
  let square = base;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % m;
    square = (square * square) % m;
  }
  return result;
}
