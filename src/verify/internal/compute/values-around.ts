import type { Node } from '../parse/ast.js';
import { childrenOf, some } from '../parse/walk.js';
import { fromDouble, powerOfTwo, sizeOf } from '../value/doubles.js';
import { add, floor, integer, multiply, rational, subtract, type Rational } from '../value/rational.js';
import { isArithmetic, isProduct } from './edges.js';

/** Far out in both directions, no neighbours of anything. */
export const FAR = [1_234.567, -987.6543, 1_357_913.57, -2_468_024.68].map(fromDouble);
const FAR_WHOLE = [97, 1_025, 30_030, 1_000_003];

/** Nearer to the first of the two, as no level or root is likely to be. */
export function middle(low: Rational, high: Rational): Rational {
  return add(low, multiply(subtract(high, low), rational(382n, 1000n)));
}

/** Between neighbouring places, twice beyond the last and far out; where something jumps also on them. */
export function realValues(places: readonly Rational[], jumps: boolean): readonly Rational[] {
  const values = places.flatMap((place, k) => {
    const next = places[k + 1];
    const between = next === undefined ? [] : [middle(place, next)];
    return jumps ? [place, ...between] : between;
  });
  return [...values, ...beyond(places)];
}

/** Two places on either side of all. */
function beyond(places: readonly Rational[]): readonly Rational[] {
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined) return [];
  const gap = powerOfTwo(Math.max(0, sizeOf(first), sizeOf(last)), 1n);
  const [one, two] = [multiply(gap, rational(7n, 19n)), multiply(gap, rational(37n, 17n))];
  return [add(last, one), subtract(first, one), add(last, two), subtract(first, two)];
}

/** Around each place, and beyond all. */
export function wholeValues(places: readonly Rational[]): readonly Rational[] {
  const near = places.flatMap((place) => [-1n, 0n, 1n, 2n].map((by) => floor(place) + by));
  return positive([...near, ...beyond(places).map(floor)]);
}

/** Around the numbers that are written and their prime factors, and far out. */
export function farWholes(nodes: readonly Node[], symbols: number): readonly Rational[] {
  const values: number[] = [];
  if (nodes.some((node) => some(node, isArithmetic))) {
    for (const n of new Set(nodes.flatMap(wholeNumbersIn))) values.push(...primeFactors(n), n - 1, n, n + 1, 2 * n + 1);
  }
  const isHeavy = nodes.some((node) => some(node, (inner) => inner.kind === 'series' || isProduct(inner)));
  if (symbols === 1) values.push(...(isHeavy ? FAR_WHOLE.slice(0, 1) : FAR_WHOLE));
  return positive(values.map(BigInt));
}

function positive(values: readonly bigint[]): readonly Rational[] {
  return [...new Set(values)].filter((value) => value > 0n).map(integer);
}

function wholeNumbersIn(node: Node): readonly number[] {
  if (node.kind !== 'number') return childrenOf(node).flatMap(wholeNumbersIn);
  const n = Number(node.value.n);
  return node.value.d === 1n && n > 2 && n < 1e12 ? [n] : [];
}

/** The prime factors below a thousand, and what is left. */
function primeFactors(n: number): readonly number[] {
  const factors: number[] = [];
  let rest = n;
  for (let p = 2; p < 1000 && p * p <= rest; p++) {
    if (rest % p !== 0) continue;
    factors.push(p);
    while (rest % p === 0) rest /= p;
  }
  return rest > 1 ? [...factors, rest] : factors;
}
