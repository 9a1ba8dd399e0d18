import type { Budget } from '../budget.js';
import type { Node } from '../parse/ast.js';
import type { Rational } from '../value/rational.js';
import type { Point } from './evaluation-point.js';
import { hasPieces, pieceValues } from './pieces.js';
import { pointAt, pointFor, pointKinds, type PointKind } from './trial-points.js';

/** A point at as many bits as are asked for. */
export type PointOf = (precision: number) => Point;

/** Where expressions with variables are compared. */
export interface Trials {
  readonly kinds: readonly PointKind[];
  readonly usual: readonly PointOf[];
  /** One point or more on each piece of what is made of pieces; a piece of which nothing is known may differ. */
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
      pointAt(row, { ...context, precision });
  return {
    kinds,
    usual: kinds.map((kind, trial) => (precision) => pointFor(trial, kind, symbols, { ...context, precision })),
    pieces: found.rows.map(at),
    far: found.far.map(at),
    complete: found.complete,
  };
}
