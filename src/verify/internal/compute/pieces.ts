import type { Node } from '../parse/ast.js';
import { freeSymbols, some } from '../parse/walk.js';
import type { Rational } from '../value/rational.js';
import { allEdges, edgesOf, isArithmetic } from './edges.js';
import { PlaceSearch, type Sampling } from './place-search.js';
import { pointFor } from './trial-points.js';
import { FAR, farWholes, realValues, wholeValues } from './values-around.js';

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
