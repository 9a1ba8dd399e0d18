import type { Budget } from '../budget.js';
import type { Node, NodeOf } from '../parse/ast.js';
import { isInteger } from '../value/rational.js';
import { exactValue } from './exact.js';
import { inverse, valueModulo, wrap } from './modulo.js';

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
  const leaf = (part: Node): bigint | undefined =>
    part.kind === 'number'
      ? numberModulo(part, p)
      : part.kind === 'apply'
        ? factorialModulo(part, p, budget)
        : undefined;
  return valueModulo(node, {
    m: p,
    budget,
    exact: (part) => exactValue(part, budget),
    leaf,
    divides: true,
    costOfSquaring: 4,
  });
}

function numberModulo({ value, truncated }: NodeOf<'number'>, p: bigint): bigint | undefined {
  const under = inverse(wrap(value.d, p), p);
  return under === undefined || truncated ? undefined : wrap(value.n * under, p);
}

function factorialModulo({ name, args }: NodeOf<'apply'>, p: bigint, budget: Budget): bigint | undefined {
  const n = name === 'factorial' ? exactValue(args[0]!, budget) : undefined;
  if (n === undefined || !isInteger(n) || n.n < 0n || n.n > 20_000n) return undefined;
  let result = 1n;
  for (let k = 2n; k <= n.n; k++) result = (result * k) % p;
  budget.spend(Number(n.n) / 2);
  return result;
}
