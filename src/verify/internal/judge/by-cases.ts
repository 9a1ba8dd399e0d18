import { sameValue } from '../compute/same-value.js';
import type { Node, NodeOf, Relation } from '../parse/ast.js';
import { freeSymbols, keyOf, rewrite } from '../parse/walk.js';
import type { Context, Outcome } from './context.js';

const COMPLEMENT: Partial<Record<Relation, Relation>> = { '<': '≥', '≥': '<', '>': '≤', '≤': '>' };

/**
 * A function by two cases, left and right of one place, and one expression: the expression must be each case's on its
 * side. x = c + |u| runs through all that is right of c while u runs through the reals.
 *
 * @returns undefined for other cases.
 */
export function samePieces(a: Node, b: Node, context: Context): Outcome | undefined {
  const [cases, whole] = a.kind === 'cases' ? [a, b] : [b as NodeOf<'cases'>, a];
  const [first, second] = cases.rows;
  if (cases.rows.length !== 2 || first?.length !== 2 || second?.length !== 2) return undefined;
  const bound = boundOf(first[1]!) ?? boundOf(second[1]!);
  if (bound === undefined) return undefined;
  const sides = [sideOf(first[1]!, bound), sideOf(second[1]!, bound)];
  const [x, y] = [sides[0] ?? otherwise(first[1]!, sides[1]), sides[1] ?? otherwise(second[1]!, sides[0])];
  if (x === undefined || y === undefined || COMPLEMENT[x] !== y) return undefined;
  if (freeSymbols(whole).size > 1) return undefined;
  const outcomes = [first, second].map(([value], k) => {
    const at = runningThrough([x, y][k]!, bound);
    return sameValue(at(value!), at(whole), context);
  });
  if (outcomes.includes('different')) return 'different';
  return outcomes.includes('undecided') ? 'undecided' : 'equal';
}

interface Bound {
  readonly name: string;
  readonly at: Node;
  readonly key: string;
}

/** x < c */
function boundOf(condition: Node): Bound | undefined {
  if (condition.kind !== 'relation' || condition.operators.length !== 1) return undefined;
  const [variable, at] = condition.operands;
  if (variable!.kind !== 'symbol' || freeSymbols(at!).size > 0 || COMPLEMENT[condition.operators[0]!] === undefined)
    return undefined;
  return { name: variable.name, at: at!, key: keyOf(at!) };
}

/** On which side of the place a case is; "otherwise" is the other one. */
function sideOf(condition: Node, { name, key }: Bound): Relation | undefined {
  const own = boundOf(condition);
  return own?.name === name && own.key === key ? (condition as NodeOf<'relation'>).operators[0] : undefined;
}

function otherwise(condition: Node, side: Relation | undefined): Relation | undefined {
  const isRest = condition.kind === 'text' && condition.words === 'otherwise';
  return isRest && side !== undefined ? COMPLEMENT[side] : undefined;
}

function runningThrough(side: Relation, { name, at }: Bound): (node: Node) => Node {
  const size: Node = { kind: 'apply', name: 'abs', args: [{ kind: 'symbol', name }] };
  const offset: Node = side === '>' || side === '≥' ? size : { kind: 'negative', operand: size };
  const place: Node = { kind: 'sum', terms: [at, offset] };
  return (node) => rewrite(node, (inner) => (inner.kind === 'symbol' && inner.name === name ? place : undefined));
}
