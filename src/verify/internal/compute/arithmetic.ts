import type { Budget } from '../budget.js';
import type { Node, NodeOf } from '../parse/ast.js';
import { childrenOf, freeSymbols, keyOf, rewrite, some } from '../parse/walk.js';
import {
  add,
  divide,
  equals,
  gcd,
  integer,
  isInteger,
  multiply,
  negate,
  ZERO,
  type Rational,
} from '../value/rational.js';
import { exactValue } from './exact.js';
import { polynomialIn, type Polynomial } from './polynomials.js';

/** A greatest common divisor, a least common multiple or a remainder of something with variables. */
type Divisor = NodeOf<'apply'> | NodeOf<'residue'>;

/** A period up to which every number is tried. */
const LARGEST_PERIOD = 400;
/** Beyond it only where a prime divides, for primes up to this. */
const LARGEST_PRIME = 2_000;

export function hasDivisors(node: Node): boolean {
  return some(node, isDivisor);
}

function isDivisor(node: Node): node is Divisor {
  const isOne = node.kind === 'residue' || (node.kind === 'apply' && (node.name === 'gcd' || node.name === 'lcm'));
  return isOne && freeSymbols(node).size > 0;
}

/**
 * Whether two expressions with divisors in them, which agree wherever they were tried, must agree everywhere: gcd(n² + 7,
 * (n + 1)² + 7) is 1 for every n below 14.
 *
 * They must where they are the same expression of the same divisors, or where the divisors of one variable repeat and
 * every number of a period was tried.
 *
 * @param same - Whether two expressions without divisors are the same.
 * @returns undefined where it is not known.
 */
export function agreeEverywhere(
  a: Node,
  b: Node,
  budget: Budget,
  same: (a: Node, b: Node) => boolean,
): boolean | undefined {
  const names: { readonly key: string; readonly symbol: Node }[] = [];
  const [x, y] = [a, b].map((side) => withNames(side, names)) as [Node, Node];
  if (keyOf(x) === keyOf(y) || same(x, y)) return true;
  const [name, ...others] = new Set([...freeSymbols(a), ...freeSymbols(b)]);
  if (name === undefined || others.length > 0) return undefined;
  const numbers = telling([...divisorsIn(a), ...divisorsIn(b)], name, budget);
  return numbers?.every((n) => {
    const scope = new Map([[name, integer(n)]]);
    const [left, right] = [exactValue(a, budget, scope), exactValue(b, budget, scope)];
    return left === undefined || right === undefined ? left === right : equals(left, right);
  });
}

function divisorsIn(node: Node): readonly Divisor[] {
  return [...(isDivisor(node) ? [node] : []), ...childrenOf(node).flatMap(divisorsIn)];
}

/** The expression with a letter for each divisor, the same for the same one; lcm(a, b) as ab/gcd(a, b). */
function withNames(node: Node, names: { readonly key: string; readonly symbol: Node }[]): Node {
  return rewrite(node, (inner): Node | undefined => {
    if (!isDivisor(inner)) return undefined;
    if (inner.kind === 'apply' && inner.name === 'lcm' && inner.args.length === 2) {
      const over: Node = { kind: 'product', factors: inner.args };
      return withNames({ kind: 'quotient', over, under: { ...inner, name: 'gcd' } }, names);
    }
    const parts = childrenOf(inner).map(keyOf);
    const key = inner.kind === 'apply' ? `${inner.name} ${parts.sort().join()}` : keyOf(inner);
    const known = names.find((one) => one.key === key);
    if (known !== undefined) return known.symbol;
    const symbol: Node = { kind: 'symbol', name: `divisor:${names.length}` };
    names.push({ key, symbol });
    return symbol;
  });
}

/** The numbers that tell such divisors apart: a whole period, or where a prime of the period divides; undefined if no such numbers are known. */
function telling(divisors: readonly Divisor[], name: string, budget: Budget): readonly number[] | undefined {
  let period = 1n;
  const pairs: (readonly [Polynomial, Polynomial])[] = [];
  for (const divisor of divisors) {
    const parts = childrenOf(divisor).map((part) => polynomialIn(part, name, (inner) => exactValue(inner, budget)));
    const [f, g] = parts;
    if (f === undefined || g === undefined || parts.length !== 2 || ![...f, ...g].every(isInteger)) return undefined;
    // What remains repeats with its modulus, which must be a number.
    if (divisor.kind === 'residue' && g.length !== 1) return undefined;
    const repeats = divisor.kind === 'residue' ? g[0]! : resultant(f, g);
    if (repeats.n === 0n) return undefined;
    period *= (repeats.n < 0n ? -repeats.n : repeats.n) / gcd(period, repeats.n);
    if (divisor.kind === 'apply') pairs.push([f, g]);
  }
  if (period <= LARGEST_PERIOD) return Array.from({ length: Number(period) + 2 }, (_, k) => k + 1);
  if (pairs.length < divisors.length) return undefined;
  const primes = primesOf(period, budget);
  return primes?.flatMap((p) => pairs.flatMap((pair) => rootsModulo(pair, p, budget)).map((n) => (n === 0 ? p : n)));
}

/** The product of the differences of all roots, but for a factor: what divides both polynomials somewhere divides it. */
function resultant(f: Polynomial, g: Polynomial): Rational {
  if (f.length === 0 || g.length === 0) return ZERO;
  if (f.length < g.length) return resultant(g, f);
  if (g.length === 1) return powerOf(g[0]!, f.length - 1 || 1);
  const lead = g.at(-1)!;
  let rest = [...f];
  while (rest.length >= g.length) {
    const factor = divide(rest.at(-1)!, lead)!;
    const shift = rest.length - g.length;
    rest = rest.map((c, k) => (k < shift ? c : add(c, negate(multiply(factor, g[k - shift]!)))));
    rest.pop();
    while (rest.at(-1)?.n === 0n) rest.pop();
  }
  // res(f, g) = lead(g)^(deg f − deg r) res(g, r)
  return multiply(powerOf(lead, f.length - Math.max(1, rest.length)), resultant(g, rest));
}

function powerOf(base: Rational, exponent: number): Rational {
  let result = integer(1);
  for (let k = 0; k < exponent; k++) result = multiply(result, base);
  return result;
}

/** undefined for a number with a prime beyond the largest. */
function primesOf(n: bigint, budget: Budget): readonly number[] | undefined {
  const primes: number[] = [];
  let rest = n;
  budget.spend(LARGEST_PRIME / 8);
  for (let p = 2; p <= LARGEST_PRIME && rest > 1n; p++) {
    if (rest % BigInt(p) !== 0n) continue;
    primes.push(p);
    while (rest % BigInt(p) === 0n) rest /= BigInt(p);
  }
  return rest === 1n ? primes : undefined;
}

/** Where both polynomials are divisible by a prime. */
function rootsModulo(pair: readonly [Polynomial, Polynomial], p: number, budget: Budget): readonly number[] {
  const reduced = pair.map((f) => f.map(({ n }) => Number(n % BigInt(p))));
  budget.spend((p * (reduced[0]!.length + reduced[1]!.length)) / 20);
  const isRoot = (f: readonly number[], x: number): boolean =>
    f.reduceRight((value, c) => (value * x + c) % p, 0) === 0;
  return Array.from({ length: p }, (_, x) => x).filter((x) => reduced.every((f) => isRoot(f, x)));
}
