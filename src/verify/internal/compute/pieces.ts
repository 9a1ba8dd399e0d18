import type { Budget } from '../budget.js';
import type { Node } from '../parse/ast.js';
import { integer, rational, type Rational } from '../value/rational.js';
import { roughValue } from './doubles.js';
import { pointFor } from './points.js';
import { childrenOf, freeSymbols, some } from './symbols.js';

/** An expression whose sign, or whose passing of a level, starts another piece. */
interface Edge {
  readonly of: Node;
  readonly levels: readonly number[];
}

interface Sampling {
  readonly budget: Budget;
  readonly log: 'natural' | 'ten';
}

const MOST_EDGES = 8;
const MOST_POINTS = 48;
const STEPS = [0, 1, -1, 2, -3, 10];
/** Far out in both directions, no neighbours of anything. */
const FAR = [1_234.567, -987.6543, 1_357_913.57, -2_468_024.68, 7.1e13, -6.3e13];
const FAR_WHOLE = [97, 1_025, 30_030, 1_000_003];

/** Whether some function in the expressions is made of pieces: |x|, max, ⌊x⌋, gcd, √(x²), a binomial of a variable. */
export function hasPieces(nodes: readonly Node[]): boolean {
  return nodes.some((node) => some(node, (inner) => edgesOf(inner).length > 0 || isArithmetic(inner)));
}

/**
 * Values of the variables beside and between the places where a piece ends, and far out: two expressions that agree
 * there agree on every piece.
 *
 * @param whole - The variables stand for whole numbers.
 */
export function pieceValues(
  nodes: readonly Node[],
  symbols: readonly string[],
  whole: boolean,
  sampling: Sampling,
): ReadonlyMap<string, Rational>[] {
  const edges = nodes.flatMap(allEdges).slice(0, MOST_EDGES);
  const rows: ReadonlyMap<string, Rational>[] = [];
  for (const [k, name] of symbols.slice(0, 4).entries()) {
    // The other variables stay where they are in one of the usual trials.
    const others = new Map([
      ...pointFor(k, whole ? 'integer' : 'real', symbols, { ...sampling, precision: 64 }).rationals,
    ]);
    const own = edges.filter(({ of }) => freeSymbols(of).has(name));
    const places = own.flatMap((edge) => crossings(edge, name, others, sampling));
    const values = whole
      ? wholeValues(places, nodes, symbols.length)
      : realValues(
          places,
          own.some(({ levels }) => levels.length > 1),
        );
    for (const value of values) rows.push(new Map([...others, [name, value]]));
  }
  return rows.slice(0, MOST_POINTS);
}

function allEdges(node: Node): readonly Edge[] {
  return [...edgesOf(node), ...childrenOf(node).flatMap(allEdges)];
}

function edgesOf(node: Node): readonly Edge[] {
  if (node.kind === 'residue') return node.remainder ? [{ of: quotient(node.value, node.modulus), levels: STEPS }] : [];
  // √(x²) is |x|; a root without a power below it has one piece, and an odd root goes on below 0.
  if (node.kind === 'root') return isEven(node.index) && holdsPower(node.radicand) ? signs(node.radicand) : [];
  if (node.kind === 'power')
    return node.exponent.kind === 'quotient' && isEven(node.exponent.under) && holdsPower(node.base)
      ? signs(node.base)
      : [];
  if (node.kind !== 'apply' || !node.args.some(isOpen)) return [];
  const [first] = node.args;
  switch (node.name) {
    case 'abs':
    case 'norm':
      return signs(first!);
    case 'sgn':
      return [{ of: first!, levels: [0] }];
    case 'floor':
    case 'ceil':
      return [{ of: first!, levels: STEPS }];
    case 'round':
      return [{ of: first!, levels: STEPS.map((step) => step + 0.5) }];
    case 'max':
    case 'min':
      return node.args.flatMap((a, i) =>
        node.args
          .slice(i + 1)
          .map((b): Edge => ({ of: { kind: 'sum', terms: [a, { kind: 'negative', operand: b }] }, levels: [0] })),
      );
    default:
      return [];
  }
}

function isEven(node: Node): boolean {
  return node.kind === 'number' && node.value.d === 1n && node.value.n % 2n === 0n;
}

function holdsPower(node: Node): boolean {
  return isOpen(node) && some(node, (inner) => inner.kind === 'power' && isOpen(inner.base));
}

/** |u|, √u: u changes its sign, or touches 0 where it is an even power. */
function signs(node: Node): readonly Edge[] {
  const inner = node.kind === 'power' ? node.base : node;
  return [{ of: inner, levels: [0] }];
}

/** Functions of whole numbers, which the numbers in them divide: gcd, mod, binomials, factorials. */
function isArithmetic(node: Node): boolean {
  if (node.kind === 'residue') return isOpen(node.value);
  return (
    node.kind === 'apply' &&
    /^(?:gcd|lcm|binomial|permutations|factorial|doubleFactorial)$/.test(node.name) &&
    node.args.some(isOpen)
  );
}

/** Functions that multiply as many numbers as they are given. */
function isProduct(node: Node): boolean {
  return node.kind === 'apply' && /^(?:binomial|permutations|factorial|doubleFactorial|Gamma)$/.test(node.name);
}

function isOpen(node: Node): boolean {
  return freeSymbols(node).size > 0;
}

function quotient(over: Node, under: Node): Node {
  return { kind: 'quotient', over, under };
}

/** Where the edge's expression passes its levels as one variable moves: from a line or parabola through it, else by search. */
function crossings(
  { of, levels }: Edge,
  name: string,
  others: ReadonlyMap<string, Rational>,
  { budget }: Sampling,
): readonly number[] {
  const values = new Map([...others].map(([other, { n, d }]) => [other, Number(n) / Number(d)]));
  const at = (x: number): number => roughValue(of, values.set(name, x), budget);
  const [f0, f1, f3, f7] = [at(0), at(1), at(3), at(7)];
  const a = (f3 - f0 - 3 * (f1 - f0)) / 6;
  const b = f1 - f0 - a;
  if (Math.abs(f0 + 7 * b + 49 * a - f7) <= 1e-9 * (Math.abs(f7) + Math.abs(f0)))
    return levels.flatMap((level) => parabolaRoots(a, b, f0 - level));
  return levels.slice(0, 2).flatMap((level) => searched((x) => at(x) - level));
}

function parabolaRoots(a: number, b: number, c: number): readonly number[] {
  if (Math.abs(a) < 1e-12 * Math.abs(b)) return b === 0 ? [] : [-c / b];
  if (a === 0) return [];
  const middle = -b / (2 * a);
  const square = middle * middle - c / a;
  return square < 0 ? [middle] : [middle - Math.sqrt(square), middle + Math.sqrt(square)];
}

const GRID = [0, 0.05, 0.7, 2.2, 5.3, 13, 40, 130, 1_100, 21_000, 3e6]
  .flatMap((x) => (x === 0 ? [0] : [x, -x]))
  .sort((x, y) => x - y);

/** The places between neighbours of a grid where a function changes its sign, by halving. */
function searched(f: (x: number) => number): readonly number[] {
  const found: number[] = [];
  const values = GRID.map(f);
  for (let k = 1; k < GRID.length && found.length < 3; k++) {
    let [low, high] = [GRID[k - 1]!, GRID[k]!];
    const [a, b] = [values[k - 1], values[k]];
    if (!(a! * b! <= 0)) continue;
    for (let step = 0; step < 30; step++) {
      const middle = (low + high) / 2;
      if (f(middle) * a! > 0) low = middle;
      else high = middle;
    }
    found.push((low + high) / 2);
  }
  return found;
}

/** Beside each place, between neighbours, beyond the last and far out; where something jumps also on it and right beside it. */
function realValues(places: readonly number[], jumps: boolean): readonly Rational[] {
  const sorted = [...new Set(places.filter(Number.isFinite))].sort((a, b) => a - b);
  const values: number[] = [];
  for (const [k, place] of sorted.entries()) {
    const gap = Math.max(1, Math.abs(place)) / 3;
    const next = sorted[k + 1];
    values.push(next === undefined ? place + gap : (place + next) / 2);
    if (k === 0) values.push(place - gap);
    if (!jumps) continue;
    const near = Math.max(1, Math.abs(place)) * 2 ** -36;
    values.push(place - near, place + near);
    if (Number.isInteger(place)) values.push(place);
  }
  return [...values, ...FAR].map(fromDouble);
}

/** Around each place, around the numbers that are written and their prime factors, and far out. */
function wholeValues(places: readonly number[], nodes: readonly Node[], symbols: number): readonly Rational[] {
  const values = new Set<number>();
  for (const place of places) for (const by of [-1, 0, 1, 2]) values.add(Math.floor(place) + by);
  if (nodes.some((node) => some(node, isArithmetic))) {
    for (const n of new Set(nodes.flatMap(wholeNumbersIn)))
      for (const value of [...primeFactors(n), n - 1, n, n + 1, 2 * n + 1]) values.add(value);
  }
  const isHeavy = nodes.some((node) => some(node, (inner) => inner.kind === 'series' || isProduct(inner)));
  if (symbols === 1) for (const far of isHeavy ? FAR_WHOLE.slice(0, 1) : FAR_WHOLE) values.add(far);
  return [...values].filter((value) => value > 0 && Number.isSafeInteger(value)).map(integer);
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

/** The double, exactly. */
function fromDouble(x: number): Rational {
  const shift = Math.max(0, 52 - Math.floor(Math.log2(Math.max(1e-9, Math.abs(x)))));
  return rational(BigInt(Math.round(x * 2 ** shift)), 1n << BigInt(shift));
}
