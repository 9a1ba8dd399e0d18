import { LimitReached } from '../budget.js';
import { exactValue } from '../compute/exact.js';
import { numberNode, type Node, type NodeOf } from '../parse/ast.js';
import { rewrite, some } from '../parse/walk.js';
import type { Context } from './context.js';

type Rows = readonly (readonly Node[])[];

const CELLS = 144;
/** Nodes of the syntax trees of all cells. */
const LARGEST_CELLS = 5000;

/** Works out sums, products, powers, transposes and determinants of matrices, down to one matrix or number. */
export function reduceMatrices(node: Node, context: Context): Node {
  if (!some(node, (n) => n.kind === 'matrix' || isNorm(n) || isRow(n))) return node;
  return rewrite(node, (n) => reduce(n, context));
}

function reduce(node: Node, context: Context): Node | undefined {
  const inner = (n: Node): Node => reduceMatrices(n, context);
  switch (node.kind) {
    case 'matrix':
      if (node.rows.length * (node.rows[0]?.length ?? 0) > CELLS) throw new LimitReached('a matrix is too large');
      return node;
    case 'product':
      return node.factors.map(inner).reduce((a, b) => settled(multiplied(a, b), context));
    case 'sum':
      return node.terms.map(inner).reduce(added);
    case 'negative':
      return multiplied(numberNode(-1), inner(node.operand));
    case 'quotient': {
      const over = inner(node.over);
      return over.kind === 'matrix'
        ? cells(over, (cell) => ({ kind: 'quotient', over: cell, under: node.under }))
        : undefined;
    }
    case 'power':
      return power(inner(node.base), node, context);
    case 'apply':
      return apply(node, inner);
    default:
      return undefined;
  }
}

/** (1, 2, 3)^T, a column */
function isRow(node: Node): boolean {
  return node.kind === 'apply' && node.name === 'transpose' && node.args[0]?.kind === 'tuple';
}

/** ‖(3, 4)‖ */
function isNorm(node: Node): boolean {
  return node.kind === 'apply' && (node.name === 'norm' || node.name === 'abs') && node.args[0]?.kind === 'tuple';
}

function cells(matrix: NodeOf<'matrix'>, f: (cell: Node) => Node): Node {
  return { kind: 'matrix', rows: matrix.rows.map((row) => row.map(f)) };
}

function times(a: Node, b: Node): Node {
  return { kind: 'product', factors: [a, b] };
}

function multiplied(a: Node, b: Node): Node {
  if (a.kind !== 'matrix' && b.kind !== 'matrix') return times(a, b);
  if (a.kind !== 'matrix') return cells(b as NodeOf<'matrix'>, (cell) => times(a, cell));
  if (b.kind !== 'matrix') return cells(a, (cell) => times(cell, b));
  const columns = transposed(b.rows);
  if (a.rows[0]?.length !== b.rows.length) return times(a, b);
  const dot = (row: readonly Node[], column: readonly Node[]): Node => ({
    kind: 'sum',
    terms: row.map((cell, k) => times(cell, column[k]!)),
  });
  return { kind: 'matrix', rows: a.rows.map((row) => columns.map((column) => dot(row, column))) };
}

/** The matrix with its rational cells evaluated; cells with variables must not grow without bound. */
function settled(node: Node, context: Context): Node {
  if (node.kind !== 'matrix') return node;
  let size = 0;
  const settle = (cell: Node): Node => {
    const exact = exactValue(cell, context.budget);
    if (exact !== undefined) return { kind: 'number', value: exact };
    some(cell, () => {
      if (++size > LARGEST_CELLS) throw new LimitReached('a matrix product is too large');
      return false;
    });
    return cell;
  };
  return cells(node, settle);
}

function added(a: Node, b: Node): Node {
  const sum = (x: Node, y: Node): Node => ({ kind: 'sum', terms: [x, y] });
  if (
    a.kind !== 'matrix' ||
    b.kind !== 'matrix' ||
    a.rows.length !== b.rows.length ||
    a.rows[0]?.length !== b.rows[0]?.length
  ) {
    return sum(a, b);
  }
  return { kind: 'matrix', rows: a.rows.map((row, i) => row.map((cell, j) => sum(cell, b.rows[i]![j]!))) };
}

function transposed(rows: Rows): Node[][] {
  return (rows[0] ?? []).map((_, j) => rows.map((row) => row[j]!));
}

function power(base: Node, { exponent }: NodeOf<'power'>, context: Context): Node | undefined {
  if (base.kind !== 'matrix') return undefined;
  const k = exactValue(exponent, context.budget);
  if (k === undefined || k.d !== 1n || k.n === 0n || k.n > 12n || k.n < -1n) return undefined;
  if (k.n === -1n) return inverse(base);
  let result: Node = base;
  for (let i = 1n; i < k.n; i++) result = settled(multiplied(result, base), context);
  return result;
}

function apply(node: NodeOf<'apply'>, inner: (n: Node) => Node): Node | undefined {
  if (isRow(node)) return { kind: 'matrix', rows: (node.args[0] as NodeOf<'tuple'>).items.map((item) => [item]) };
  if (isNorm(node)) {
    const squares = (node.args[0] as NodeOf<'tuple'>).items.map((item): Node => ({
      kind: 'power',
      base: item,
      exponent: numberNode(2),
    }));
    return { kind: 'root', radicand: { kind: 'sum', terms: squares }, index: numberNode(2) };
  }
  const matrix = inner(node.args[0]!);
  if (matrix.kind !== 'matrix') return undefined;
  if (node.name === 'transpose') return { kind: 'matrix', rows: transposed(matrix.rows) };
  // Only a square has them.
  if (matrix.rows.some((row) => row.length !== matrix.rows.length)) return undefined;
  if (node.name === 'det') return determinant(matrix.rows);
  if (node.name === 'tr') return { kind: 'sum', terms: matrix.rows.map((row, k) => row[k]!) };
  return undefined;
}

/** By expansion along the first row; sizes up to 5. */
function determinant(rows: Rows): Node {
  if (rows.length > 5) throw new LimitReached('a determinant is too large');
  if (rows.length === 1) return rows[0]![0]!;
  const terms = rows[0]!.map((cell, j): Node => {
    const term = times(cell, determinant(minor(rows, 0, j)));
    return j % 2 === 0 ? term : { kind: 'negative', operand: term };
  });
  return { kind: 'sum', terms };
}

function minor(rows: Rows, i: number, j: number): Rows {
  return rows.filter((_, k) => k !== i).map((row) => row.filter((_, k) => k !== j));
}

function inverse({ rows }: NodeOf<'matrix'>): Node | undefined {
  const size = rows.length;
  if (size === 0 || size > 4 || rows.some((row) => row.length !== size)) return undefined;
  const under = determinant(rows);
  if (size === 1) return { kind: 'matrix', rows: [[{ kind: 'quotient', over: numberNode(1), under }]] };
  const adjugate = rows.map((row, i) =>
    row.map((_, j): Node => {
      const over = determinant(minor(rows, j, i));
      return { kind: 'quotient', over: (i + j) % 2 === 0 ? over : { kind: 'negative', operand: over }, under };
    }),
  );
  return { kind: 'matrix', rows: adjugate };
}

/** A column or row as the list of its entries, for a vector written as a tuple. */
export function vectorEntries(matrix: NodeOf<'matrix'>): readonly Node[] | undefined {
  if (matrix.rows.every((row) => row.length === 1)) return matrix.rows.map((row) => row[0]!);
  return matrix.rows.length === 1 ? matrix.rows[0] : undefined;
}
