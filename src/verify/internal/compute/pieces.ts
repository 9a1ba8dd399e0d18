import type { Budget } from '../budget.js';
import type { Node } from '../parse/ast.js';
import { freeSymbols, some } from '../parse/walk.js';
import type { Rational } from '../value/rational.js';
import { allEdges, edgesOf, FAR, farWholes, isArithmetic, realValues, wholeValues } from './edges.js';
import { PlaceSearch, type Sampling } from './place-search.js';
import type { Point } from './powers.js';
import { pointAt, pointFor, type PointKind, pointKinds } from './trial-points.js';

/** Values of the variables: each row is a point. */
interface PieceValues {
  readonly rows: readonly ReadonlyMap<string, Rational>[];
  /** Points far from 0. */
  readonly far: readonly ReadonlyMap<string, Rational>[];
  /** Whether the end of every piece was found. Then expressions that agree at the points agree everywhere. */
  readonly complete: boolean;
}

const MOST_EDGES = 16;
const MOST_VARIABLES = 4;
const MOST_POINTS = 120;

/** Whether some function in the expressions is piecewise: |x|, max, ⌊x⌋, gcd, √(x²), a binomial of a variable. */
function hasPieces(nodes: readonly Node[]): boolean {
  return nodes.some((node) => some(node, (inner) => edgesOf(inner).length > 0 || isArithmetic(inner)));
}

/**
 * Values of the variables between the places where pieces end, and beyond the first and the last. Two expressions that
 * agree at these values agree on every piece.
 *
 * @param whole - The variables stand for whole numbers.
 */
function pieceValues(
  nodes: readonly Node[],
  symbols: readonly string[],
  whole: boolean,
  sampling: Sampling,
): PieceValues {
  // The index of a sum has no value to vary.
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
    const others = pointFor(k, whole ? 'integer' : 'real', symbols, sampling, 64).rationals;
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

/** A point with the given number of bits. */
export type PointOf = (precision: number) => Point;

/** The points at which expressions with variables are compared. */
interface Trials {
  readonly kinds: readonly PointKind[];
  readonly usual: readonly PointOf[];
  /** At least one point on each known piece of piecewise functions. */
  readonly pieces: readonly PointOf[];
  readonly far: readonly PointOf[];
  /** Whether every piece was found. */
  readonly complete: boolean;
}

const NO_PIECES = { rows: [], far: [], complete: true };

export function trialsOf(
  nodes: readonly Node[],
  symbols: readonly string[],
  context: { readonly budget: Budget; readonly log: 'natural' | 'ten' },
): Trials {
  const kinds = pointKinds(nodes);
  const found = hasPieces(nodes) ? pieceValues(nodes, symbols, kinds[0] === 'integer', context) : NO_PIECES;
  const at =
    (row: ReadonlyMap<string, Rational>): PointOf =>
    (precision) =>
      pointAt(row, context, precision);
  return {
    kinds,
    usual: kinds.map((kind, trial) => (precision) => pointFor(trial, kind, symbols, context, precision)),
    pieces: found.rows.map(at),
    far: found.far.map(at),
    complete: found.complete,
  };
}
