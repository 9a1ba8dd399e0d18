import { differenceNode, type Node } from '../parse/ast.js';
import { childrenOf, freeSymbols, some } from '../parse/walk.js';
import {
  add,
  floor,
  fromDouble,
  integer,
  multiply,
  powerOfTwo,
  rational,
  type Rational,
  sizeOf,
  subtract,
} from '../value/rational.js';

/** A new piece starts where the expression `of` passes one of the levels. */
export interface Edge {
  readonly of: Node;
  readonly levels: readonly number[];
}

const STEPS = [0, 1, -1, 2, -3, 10];
const SIGN = [0];

/** @returns The edges of all functions in an expression, the inner ones first. */
export function allEdges(node: Node): readonly Edge[] {
  return [...childrenOf(node).flatMap(allEdges), ...edgesOf(node)];
}

/** @returns The edges of this one function: |x|, max, ⌊x⌋, √(x²), a binomial of a variable. */
export function edgesOf(node: Node): readonly Edge[] {
  if (node.kind === 'residue') return node.remainder ? [{ of: quotient(node.value, node.modulus), levels: STEPS }] : [];
  // √(x²) is |x|; a root without a power below it has one piece, and an odd root goes on below 0.
  if (node.kind === 'root') return isEven(node.index) && holdsPower(node.radicand) ? signs(node.radicand) : [];
  if (node.kind === 'power') return isEvenRoot(node.exponent) && holdsPower(node.base) ? signs(node.base) : [];
  if (node.kind !== 'apply' || !node.args.some(isOpen)) return [];
  const [first] = node.args;
  switch (node.name) {
    case 'abs':
    case 'norm':
      return signs(first!);
    case 'sgn':
      return [{ of: first!, levels: SIGN }];
    case 'floor':
    case 'ceil':
      return [{ of: first!, levels: STEPS }];
    case 'round':
      return [{ of: first!, levels: STEPS.map((step) => step + 0.5) }];
    case 'max':
    case 'min':
      return node.args.flatMap((a, i) => node.args.slice(i + 1).map((b) => meeting(a, b)));
    case 'binomial':
    case 'permutations':
      return node.args.length === 2 ? [meeting(first!, node.args[1]!)] : [];
    default:
      return [];
  }
}

/** Where two expressions are equal. */
function meeting(a: Node, b: Node): Edge {
  return { of: differenceNode(a, b), levels: SIGN };
}

/** 1/2, 3/4, 0.5 */
function isEvenRoot(exponent: Node): boolean {
  if (exponent.kind === 'quotient') return isEven(exponent.under);
  return exponent.kind === 'number' && exponent.value.d % 2n === 0n;
}

function isEven(node: Node): boolean {
  return node.kind === 'number' && node.value.d === 1n && node.value.n % 2n === 0n;
}

function holdsPower(node: Node): boolean {
  return isOpen(node) && some(node, (inner) => inner.kind === 'power' && isOpen(inner.base));
}

/** |u|, √u: the edge is where u changes its sign, or touches 0 if u is an even power. */
function signs(node: Node): readonly Edge[] {
  const inner = node.kind === 'power' ? node.base : node;
  return [{ of: inner, levels: SIGN }];
}

/** Functions of whole numbers whose values depend on divisibility: gcd, mod, binomials, factorials. */
export function isArithmetic(node: Node): boolean {
  if (node.kind === 'residue') return isOpen(node.value);
  return (
    node.kind === 'apply' &&
    /^(?:gcd|lcm|binomial|permutations|factorial|doubleFactorial)$/.test(node.name) &&
    node.args.some(isOpen)
  );
}

/** Functions that take more multiplications the larger their argument is. */
function isProduct(node: Node): boolean {
  return node.kind === 'apply' && /^(?:binomial|permutations|factorial|doubleFactorial|Gamma)$/.test(node.name);
}

function isOpen(node: Node): boolean {
  return freeSymbols(node).size > 0;
}

function quotient(over: Node, under: Node): Node {
  return { kind: 'quotient', over, under };
}

/** Values far from 0 on both sides. */
export const FAR = [1_234.567, -987.6543, 1_357_913.57, -2_468_024.68].map(fromDouble);
const FAR_WHOLE = [97, 1_025, 30_030, 1_000_003];

/** A value between the two that is unlikely to be a level or a root. */
export function middle(low: Rational, high: Rational): Rational {
  return add(low, multiply(subtract(high, low), rational(382n, 1000n)));
}

/** Values between neighbouring places and beyond the first and the last; with `jumps` also the places themselves. */
export function realValues(places: readonly Rational[], jumps: boolean): readonly Rational[] {
  const values = places.flatMap((place, k) => {
    const next = places[k + 1];
    const between = next === undefined ? [] : [middle(place, next)];
    return jumps ? [place, ...between] : between;
  });
  return [...values, ...beyond(places)];
}

/** Two values on either side of all places. */
function beyond(places: readonly Rational[]): readonly Rational[] {
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined) return [];
  const gap = powerOfTwo(Math.max(0, sizeOf(first), sizeOf(last)), 1n);
  const [one, two] = [multiply(gap, rational(7n, 19n)), multiply(gap, rational(37n, 17n))];
  return [add(last, one), subtract(first, one), add(last, two), subtract(first, two)];
}

/** Whole numbers around each place and beyond all places. */
export function wholeValues(places: readonly Rational[]): readonly Rational[] {
  const near = places.flatMap((place) => [-1n, 0n, 1n, 2n].map((by) => floor(place) + by));
  return positive([...near, ...beyond(places).map(floor)]);
}

/** Whole numbers around the numbers of the expressions and their prime factors, and some that are far from 0. */
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

/** The prime factors below a thousand, and the rest of the number. */
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
