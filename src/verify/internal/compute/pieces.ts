import { LimitReached, type Budget } from '../budget.js';
import type { Node } from '../parse/ast.js';
import { isReal } from '../value/complex.js';
import {
  add,
  bitLength,
  compare,
  floor,
  integer,
  multiply,
  negate,
  rational,
  subtract,
  ZERO,
  type Rational,
} from '../value/rational.js';
import { roughValue } from './doubles.js';
import { allEdges, edgesOf, isArithmetic, isProduct, type Edge } from './edges.js';
import { exactValue } from './exact.js';
import { evaluate, NotNumeric } from './numeric.js';
import { pointAt, pointFor } from './points.js';
import { ascending, crossing, polynomialIn, powerOfTwo, sizeOf, turningPoints } from './polynomials.js';
import { childrenOf, freeSymbols, keyOf, some } from './symbols.js';

interface Sampling {
  readonly budget: Budget;
  readonly log: 'natural' | 'ten';
}

/** Values of the variables, one row a point. */
export interface PieceValues {
  readonly rows: readonly ReadonlyMap<string, Rational>[];
  /** Far out, for good measure. */
  readonly far: readonly ReadonlyMap<string, Rational>[];
  /** Whether the end of every piece was found: agreeing at the points is agreeing everywhere. */
  readonly complete: boolean;
}

const MOST_EDGES = 16;
const MOST_VARIABLES = 4;
const MOST_POINTS = 120;
/** Bits of the numbers in an expression beyond which the places are not looked for. */
const MOST_BITS = 4_000;
/** In each direction of the grid on which a function is searched that is no polynomial. */
const GRID = 24;
/** Bits of one number beyond which doubles no longer tell on which side of it a place is. */
const LONG = 50;
/** Far out in both directions, no neighbours of anything. */
const FAR = [1_234.567, -987.6543, 1_357_913.57, -2_468_024.68].map(fromDouble);
const FAR_WHOLE = [97, 1_025, 30_030, 1_000_003];

/** Whether some function in the expressions is made of pieces: |x|, max, ⌊x⌋, gcd, √(x²), a binomial of a variable. */
export function hasPieces(nodes: readonly Node[]): boolean {
  return nodes.some((node) => some(node, (inner) => edgesOf(inner).length > 0 || isArithmetic(inner)));
}

/**
 * Values of the variables between the places where a piece ends, and beyond the last: two expressions that agree there
 * agree on every piece.
 *
 * @param whole - The variables stand for whole numbers.
 */
export function pieceValues(
  nodes: readonly Node[],
  symbols: readonly string[],
  whole: boolean,
  sampling: Sampling,
): PieceValues {
  // What is bound in a sum has no place of its own.
  const edges = nodes
    .flatMap(allEdges)
    .filter(({ of }) => [...freeSymbols(of)].every((name) => symbols.includes(name)));
  const moved = symbols.filter((name) => edges.some(({ of }) => freeSymbols(of).has(name)));
  let complete = edges.length <= MOST_EDGES && moved.length <= MOST_VARIABLES;
  const rows: ReadonlyMap<string, Rational>[] = [];
  const far: ReadonlyMap<string, Rational>[] = [];
  const names = moved.length === 0 ? symbols : moved;
  for (const [k, name] of names.slice(0, MOST_VARIABLES).entries()) {
    // The other variables stay where they are in one of the usual trials.
    const others = pointFor(k, whole ? 'integer' : 'real', symbols, { ...sampling, precision: 64 }).rationals;
    const own = edges.filter(({ of }) => freeSymbols(of).has(name)).slice(0, MOST_EDGES);
    const found = new PlaceSearch(nodes, name, others, sampling).all(own);
    complete &&= found.complete;
    const jumps = own.some(({ levels }) => levels.length > 1);
    const values = whole ? wholeValues(found.places) : realValues(found.places, jumps);
    complete &&= values.length <= MOST_POINTS;
    const row = (value: Rational): ReadonlyMap<string, Rational> => new Map([...others, [name, value]]);
    rows.push(...values.slice(0, MOST_POINTS).map(row));
    far.push(...(whole ? farWholes(nodes, symbols.length) : FAR).slice(0, MOST_POINTS).map(row));
  }
  return { rows, far, complete };
}

/** Looks for the places where pieces end as one variable moves. */
class PlaceSearch {
  /** The size of the numbers in the expressions: places that they make are no further out. */
  readonly bits: number;
  longest = 0;
  complete = true;
  places: readonly Rational[] = [];
  readonly rough: Map<string, number>;

  constructor(
    nodes: readonly Node[],
    readonly name: string,
    readonly others: ReadonlyMap<string, Rational>,
    readonly sampling: Sampling,
  ) {
    this.rough = new Map([...others].map(([other, value]) => [other, toDouble(value)]));
    this.bits = nodes.reduce((sum, node) => sum + this.bitsOf(node), 8);
    if (this.bits > MOST_BITS) this.complete = false;
  }

  all(edges: readonly Edge[]): { places: readonly Rational[]; complete: boolean } {
    const seen = new Set<string>();
    for (const { of, levels } of edges) {
      const key = `${keyOf(of)} ${levels.length}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const line = polynomialIn(of, this.name, (part) => this.valueOf(part));
      const found =
        line === undefined
          ? this.searched(of, levels.slice(0, 2))
          : levels.flatMap((level) => {
              const constant = subtract(line[0] ?? ZERO, rational(BigInt(2 * level), 2n));
              return turningPoints([constant, ...line.slice(1)], this.sampling.budget);
            });
      this.places = distinct(ascending([...this.places, ...found]));
    }
    return { places: this.places, complete: this.complete };
  }

  /** The value of a part without the variable, exactly or near enough to find a place by. */
  valueOf(part: Node): Rational | undefined {
    const { budget } = this.sampling;
    const exact = exactValue(part, budget, this.others);
    if (exact !== undefined) return exact;
    try {
      const value = evaluate(part, pointAt(this.others, { ...this.sampling, precision: 192 }));
      if (value === undefined || !isReal(value)) return undefined;
      return multiply(rational(value.re.m), powerOfTwo(value.re.e, 1n));
    } catch (error) {
      if (error instanceof NotNumeric) return undefined;
      throw error;
    }
  }

  bitsOf(node: Node): number {
    if (node.kind === 'number') return this.lengthOf(node.value);
    if (node.kind === 'symbol' || node.kind === 'constant') return 2;
    if (freeSymbols(node).size > 0) return childrenOf(node).reduce((sum, child) => sum + this.bitsOf(child), 0);
    try {
      const value = this.valueOf(node);
      return value === undefined ? Infinity : Math.min(this.lengthOf(value), 2 * Math.abs(sizeOf(value)) + 60);
    } catch (error) {
      if (error instanceof LimitReached && this.sampling.budget.left > 0) return Infinity;
      throw error;
    }
  }

  lengthOf(value: Rational): number {
    const length = bitLength(value.n) + bitLength(value.d);
    // Nothing is as small as 0, and it takes no digits.
    if (value.n !== 0n) this.longest = Math.max(this.longest, Math.abs(sizeOf(value)));
    return length;
  }

  /** Where a function that is no polynomial passes a level: between neighbours of a grid, and of the places found so far. */
  searched(of: Node, levels: readonly number[]): readonly Rational[] {
    const reach = Math.min(this.bits, 1_000) + 8;
    const sizes = Array.from({ length: GRID }, (_, k) =>
      powerOfTwo(Math.round((2 * k * reach) / (GRID - 1) - reach), 1n),
    );
    const near = this.places.flatMap((place, k) => {
      const next = this.places[k + 1];
      return next === undefined ? [place] : [place, middle(place, next)];
    });
    const usual = [5, 7, 22, 53, 130].flatMap((n) => [rational(BigInt(n), 10n), rational(BigInt(-n), 10n)]);
    const grid = distinct(ascending([...sizes, ...sizes.map(negate), ...near, ...usual, ZERO]));
    const found: Rational[] = [];
    let known = 0;
    for (const level of levels) {
      const sign = (x: Rational): number => Math.sign(this.valueAt(of, x) - level);
      const values = grid.map(sign);
      known += values.filter((value) => !Number.isNaN(value)).length;
      for (let k = 0; k < grid.length && found.length < 8; k++) {
        if (values[k] === 0) found.push(grid[k]!);
        if (k === 0 || !(values[k - 1]! * values[k]! < 0)) continue;
        const place = crossing(grid[k - 1]!, grid[k]!, sign);
        if (place !== undefined) found.push(place);
      }
    }
    // Logarithms pass a large number so far out that no grid reaches it.
    if (known === 0 || (found.length === 0 && this.bits > 40 && some(of, isLogarithm))) this.complete = false;
    return found;
  }

  /** A number with the right sign; NaN where it is not known. */
  valueAt(of: Node, x: Rational): number {
    const { budget } = this.sampling;
    if (this.longest > LONG) {
      const exact = exactValue(of, budget, new Map([...this.others, [this.name, x]]));
      if (exact !== undefined) return toDouble(exact);
    }
    return roughValue(of, this.rough.set(this.name, toDouble(x)), budget);
  }
}

function isLogarithm(node: Node): boolean {
  return node.kind === 'apply' && /^(?:ln|log|lg|arsinh|arcosh)$/.test(node.name);
}

function distinct(sorted: readonly Rational[]): readonly Rational[] {
  return sorted.filter((value, k) => k === 0 || compare(value, sorted[k - 1]!) !== 0);
}

/** Nearer to the first of the two, as no level or root is likely to be. */
function middle(low: Rational, high: Rational): Rational {
  return add(low, multiply(subtract(high, low), rational(382n, 1000n)));
}

/** Between neighbouring places, twice beyond the last and far out; where something jumps also on them. */
function realValues(places: readonly Rational[], jumps: boolean): readonly Rational[] {
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
function wholeValues(places: readonly Rational[]): readonly Rational[] {
  const near = places.flatMap((place) => [-1n, 0n, 1n, 2n].map((by) => floor(place) + by));
  return positive([...near, ...beyond(places).map(floor)]);
}

/** Around the numbers that are written and their prime factors, and far out. */
function farWholes(nodes: readonly Node[], symbols: number): readonly Rational[] {
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

/** The double, exactly. */
function fromDouble(x: number): Rational {
  return rational(BigInt(Math.round(x * 2 ** 20)), 1n << 20n);
}

/** The nearest double, of long numbers too. */
function toDouble({ n, d }: Rational): number {
  if (n === 0n) return 0;
  const size = sizeOf({ n, d });
  if (Math.abs(size) > 1_000) return (n > 0n ? 1 : -1) * (size > 0 ? Infinity : Number.MIN_VALUE);
  const shift = 64 - size;
  const scaled = shift >= 0 ? (n << BigInt(shift)) / d : n / (d << BigInt(-shift));
  return Number(scaled) * 2 ** -shift;
}
