import type { Budget } from '../budget.js';
import type { Node } from '../parse/ast.js';
import { exactValue } from './exact.js';

/**
 * Values modulo primes, for whole-number expressions too large to write out (2^{1000000} + 1): two of them that differ
 * agree modulo three primes of 61 bits with a chance below 10^−50.
 */
const PRIMES = [2305843009213693951n, 2305843009213693921n, 2305843009213693907n] as const;

/** @returns Whether two large closed forms agree; undefined where one is not made of whole numbers. */
export function equalModuloPrimes(a: Node, b: Node, budget: Budget): boolean | undefined {
  for (const prime of PRIMES) {
    const left = residue(a, prime, budget);
    const right = left === undefined ? undefined : residue(b, prime, budget);
    if (right === undefined) return undefined;
    if (left !== right) return false;
  }
  return true;
}

function residue(node: Node, p: bigint, budget: Budget): bigint | undefined {
  budget.spend(3);
  const value = (inner: Node): bigint | undefined => residue(inner, p, budget);
  const wrap = (n: bigint): bigint => ((n % p) + p) % p;
  switch (node.kind) {
    case 'number': {
      const under = inverse(wrap(node.value.d), p);
      return under === undefined || node.truncated ? undefined : wrap(node.value.n * under);
    }
    case 'negative': {
      const operand = value(node.operand);
      return operand === undefined ? undefined : wrap(-operand);
    }
    case 'sum':
    case 'product': {
      const isSum = node.kind === 'sum';
      let result = isSum ? 0n : 1n;
      for (const part of isSum ? node.terms : node.factors) {
        const next = value(part);
        if (next === undefined) return undefined;
        result = wrap(isSum ? result + next : result * next);
      }
      return result;
    }
    case 'quotient': {
      const over = value(node.over);
      const under = value(node.under);
      const inverted = under === undefined ? undefined : inverse(under, p);
      return over === undefined || inverted === undefined ? undefined : wrap(over * inverted);
    }
    case 'power': {
      const base = value(node.base);
      const k = exactValue(node.exponent, budget);
      if (base === undefined || k === undefined || k.d !== 1n) return undefined;
      const raised = power(base, k.n < 0n ? -k.n : k.n, p, budget);
      return k.n < 0n ? inverse(raised, p) : raised;
    }
    case 'apply': {
      if (node.name !== 'factorial') return undefined;
      const n = exactValue(node.args[0]!, budget);
      if (n === undefined || n.d !== 1n || n.n < 0n || n.n > 20_000n) return undefined;
      let result = 1n;
      for (let k = 2n; k <= n.n; k++) result = (result * k) % p;
      budget.spend(Number(n.n) / 2);
      return result;
    }
    default:
      return undefined;
  }
}

function power(base: bigint, exponent: bigint, p: bigint, budget: Budget): bigint {
  let result = 1n;
  let square = base;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % p;
    square = (square * square) % p;
    budget.spend(4);
  }
  return result;
}

function inverse(a: bigint, p: bigint): bigint | undefined {
  let [r, next, s, nextS] = [p, a, 0n, 1n];
  while (next !== 0n) {
    const q = r / next;
    [r, next] = [next, r - q * next];
    [s, nextS] = [nextS, s - q * nextS];
  }
  return r === 1n ? ((s % p) + p) % p : undefined;
}
