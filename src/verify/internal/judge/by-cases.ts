import { evaluate, ifNumeric } from '../compute/numeric.js';
import { sameValue } from '../compute/same-value.js';
import { pointFor } from '../compute/trial-points.js';
import { listNode, differenceNode, numberNode, type Node } from '../parse/ast.js';
import { substitute, freeSymbols } from '../parse/walk.js';
import type { Context, Outcome } from './context.js';
import { RealLine, type Interval } from './sets/intervals.js';
import { asRelation, isRegional } from './sets/region-forms.js';
import { regionOf } from './sets/regions.js';

/** A piece of a function: its value on some intervals. */
interface Piece {
  readonly value: Node;
  readonly intervals: readonly Interval[];
}

/** A function of one variable by cases; one expression is one case. */
interface Pieces {
  readonly pieces: readonly Piece[];
  readonly variable: string | undefined;
}

/**
 * Compares a function by cases with another one or with an expression. The two must agree where both have a case. One may
 * lack a case only where the other has no value. The place between two cases may belong to either.
 *
 * @returns undefined for cases that are no intervals of one variable.
 */
export function samePieces(a: Node, b: Node, context: Context): Outcome | undefined {
  if (a.kind !== 'cases' && b.kind !== 'cases') return undefined;
  const line = new RealLine(context);
  return ifNumeric(() => {
    const [x, y] = [piecesOf(a, line), piecesOf(b, line)];
    const name = x?.variable ?? y?.variable;
    if (x === undefined || y === undefined || name === undefined) return undefined;
    if ((x.variable ?? name) !== name || (y.variable ?? name) !== name) return undefined;
    const everywhere = [x, y].map(({ pieces }) => line.union(pieces.flatMap(({ intervals }) => intervals)));
    const isMissing = (own: readonly Interval[], other: Pieces): boolean =>
      other.pieces.some(({ value, intervals }) =>
        line.intersect(intervals, line.complement(own)).some((part) => hasValueOn(value, part, name, line)),
      );
    if (isMissing(everywhere[0]!, y) || isMissing(everywhere[1]!, x)) return 'different';
    return sameOnAll(x.pieces, y.pieces, name, line);
  });
}

function sameOnAll(a: readonly Piece[], b: readonly Piece[], name: string, line: RealLine): Outcome {
  let outcome: Outcome = 'equal';
  let parts = 0;
  for (const x of a) {
    for (const y of b) {
      for (const part of line.intersect(x.intervals, y.intervals)) {
        parts++;
        if (!areDefinedAlike(x.value, y.value, part, name, line)) return 'different';
        const at = runningThrough(part, name, line);
        const next = sameValue(at(x.value), at(y.value), line.context);
        if (next === 'different') return next;
        if (next === 'undecided') outcome = next;
      }
    }
  }
  // Functions that are defined nowhere have nothing to agree on.
  return parts === 0 ? 'undecided' : outcome;
}

function piecesOf(node: Node, line: RealLine): Pieces | undefined {
  const rows = rowsOf(node);
  const pieces: Piece[] = [];
  let variable: string | undefined;
  for (const [value, condition] of rows) {
    if (value === undefined) return undefined;
    if (condition === undefined) {
      pieces.push({ value, intervals: line.complement(line.union(pieces.flatMap(({ intervals }) => intervals))) });
      continue;
    }
    // x = 0 is a case of one number.
    const region = regionOf(asRelation(condition, undefined), line.context);
    if (region === undefined || (variable !== undefined && region.variable !== variable)) return undefined;
    variable = region.variable;
    pieces.push({ value, intervals: region.intervals });
  }
  return { pieces, variable };
}

/** The values with their conditions. The last value may have no condition, or "otherwise". */
function rowsOf(node: Node): readonly (readonly [Node | undefined, Node | undefined])[] {
  if (node.kind === 'list') {
    // x², 0 ≤ x < 2
    const [value, ...others] = node.items.filter((item) => !isRegional(item));
    const items = node.items.filter(isRegional);
    if (others.length > 0) return [[undefined, undefined]];
    return [[value, items.length === 1 ? items[0] : listNode(items)]];
  }
  if (node.kind !== 'cases') return [[node, undefined]];
  return node.rows.map((row, k) => {
    const [value, condition, ...rest] = row;
    const isOpen = condition === undefined || (condition.kind === 'text' && condition.words === 'otherwise');
    if (rest.length > 0 || (isOpen && k !== node.rows.length - 1)) return [undefined, undefined];
    return [value, isOpen ? undefined : condition];
  });
}

/** Whether both functions, or neither, are defined at the included ends of an interval: x/|x| is not defined at 0. */
function areDefinedAlike(a: Node, b: Node, { low, high }: Interval, name: string, line: RealLine): boolean {
  return [low, high].every(
    (end) =>
      !end.closed || end.infinite !== 0 || isDefined(a, end.node!, name, line) === isDefined(b, end.node!, name, line),
  );
}

function isDefined(value: Node, place: Node, name: string, line: RealLine): boolean {
  const there = substitute(value, name, place);
  if (freeSymbols(there).size > 0) return true;
  return evaluate(there, pointFor(0, 'real', [], line.context, 192)) !== undefined;
}

/** A gap between the cases must be one place at which the other side has no value. */
function hasValueOn(value: Node, { low, high }: Interval, name: string, line: RealLine): boolean {
  if (low.infinite !== 0 || high.infinite !== 0 || line.order(low, high) !== 0) return true;
  return isDefined(value, low.node!, name, line);
}

/** The variable as it runs through an interval while u runs through the reals: c + |u|, a + (b − a)|u|/(1 + |u|). */
function runningThrough({ low, high }: Interval, name: string, line: RealLine): (node: Node) => Node {
  const size: Node = { kind: 'apply', name: 'abs', args: [{ kind: 'symbol', name }] };
  const sum = (...terms: Node[]): Node => ({ kind: 'sum', terms });
  let place: Node | undefined;
  if (low.infinite === 0 && high.infinite === 0) {
    const share: Node = { kind: 'quotient', over: size, under: sum(numberNode(1), size) };
    const width: Node = { kind: 'product', factors: [differenceNode(high.node!, low.node!), share] };
    place = line.order(low, high) === 0 ? low.node! : sum(low.node!, width);
  } else if (low.infinite === 0) place = sum(low.node!, size);
  else if (high.infinite === 0) place = sum(high.node!, { kind: 'negative', operand: size });
  if (place === undefined) return (node) => node;
  return (node) => substitute(node, name, place);
}
