import { LimitReached, type Budget } from '../budget.js';
import type { Node } from '../parse/ast.js';
import { childrenOf, freeSymbols, keyOf, some } from '../parse/walk.js';
import { isReal } from '../value/complex.js';
import {
  bitLength,
  compare,
  multiply,
  negate,
  powerOfTwo,
  rational,
  type Rational,
  sizeOf,
  subtract,
  toDouble,
  ZERO,
} from '../value/rational.js';
import { type Edge, middle } from './edges.js';
import { exactValue } from './exact.js';
import { evaluate } from './numeric.js';
import { NotNumeric } from './powers.js';
import { ascending, crossing, polynomialIn, turningPoints } from './polynomials.js';
import { roughValue } from './rough-value.js';
import { pointAt } from './trial-points.js';

/** The settings of the search for places. */
export interface Sampling {
  readonly budget: Budget;
  readonly log: 'natural' | 'ten';
}

/** Bits of the numbers in an expression beyond which the places are not looked for. */
const MOST_BITS = 4_000;
/** In each direction of the grid on which a function is searched that is no polynomial. */
const GRID = 24;
/** Bits of one number beyond which doubles no longer tell on which side of it a place is. */
const LONG = 50;

/** Looks for the places where pieces end as one variable moves. */
export class PlaceSearch {
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
      const value = evaluate(part, pointAt(this.others, this.sampling, 192));
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
