import type { Node, NodeOf } from '../../parse/ast.js';
import { freeSymbols } from '../../parse/walk.js';
import { sameInOrder } from '../collections.js';
import { judge, type Context, type Outcome } from '../context.js';
import { isRegional } from './region-forms.js';
import { isPlural } from '../members.js';
import { regionOf, sameRegion } from './regions.js';

/** x ∈ S answers for S, and S for x ∈ S; two memberships need the same x. */
export function judgeMembership(a: Node, b: Node, context: Context): Outcome | undefined {
  const [x, y] = [membership(a), membership(b)];
  if (x === undefined && y === undefined) return undefined;
  if (x !== undefined && y !== undefined) {
    const element = judge(x.element, y.element, context);
    return element === 'equal' ? judge(x.set, y.set, context) : element;
  }
  if (x !== undefined && b.kind !== 'relation' && b.kind !== 'list') return judge(x.set, b, context);
  if (y !== undefined && a.kind !== 'relation' && a.kind !== 'list') return judge(a, y.set, context);
  // x ∈ {1, 2} against x = 1 or x = 2
  const [set, other] = x === undefined ? [y!, a] : [x, b];
  if (set.set.kind !== 'set') return undefined;
  // (x, y) ∈ {(1, 2), (2, 1)} against (1, 2), (2, 1)
  if (other.kind === 'list' && other.items.every(({ kind }) => kind !== 'relation'))
    return x === undefined ? judge(other, set.set, context) : judge(set.set, other, context);
  if (set.element.kind !== 'symbol') return undefined;
  const assigned: Node = {
    kind: 'relation',
    operands: [set.element, { kind: 'list', items: set.set.items, joins: [] }],
    operators: ['='],
  };
  return x === undefined ? judge(other, assigned, context) : judge(assigned, other, context);
}

function membership(node: Node): { element: Node; set: Node } | undefined {
  if (node.kind !== 'relation' || node.operators.length !== 1 || node.operators[0] !== '∈') return undefined;
  return { element: node.operands[0]!, set: node.operands[1]! };
}

/** Inequalities, intervals and unions as sets of real numbers. */
export function judgeRegions(a: Node, b: Node, context: Context): Outcome | undefined {
  if (!isRegional(a) && !isRegional(b)) return undefined;
  if (isTupleish(a) && isTupleish(b)) return undefined;
  const isInequality = (node: Node): boolean =>
    (node.kind === 'relation' && membership(node) === undefined) || node.kind === 'list';
  if (!context.allowSetRelation && !isInequality(a) && isInequality(b)) return 'different';
  const [x, y] = [regionOf(a, context), regionOf(b, context)];
  if (x === undefined || y === undefined)
    return isInequality(a) && isInequality(b) ? undefined : mixedRegions(a, b, context);
  if (x.variable && y.variable && x.variable !== y.variable) return 'different';
  const same = sameRegion(x, y, context);
  return same === undefined ? 'undecided' : same ? 'equal' : 'different';
}

function isTupleish(node: Node): boolean {
  if (node.kind === 'list') return !node.items.some((item) => item.kind === 'relation');
  return node.kind === 'tuple' || isPlural(node);
}

/** Sets whose ends are variables are compared piece by piece. */
export function mixedRegions(a: Node, b: Node, context: Context): Outcome | undefined {
  if (a.kind === 'setOperation' && b.kind === 'setOperation' && a.operation === b.operation) {
    const straight = both(judge(a.left, b.left, context), () => judge(a.right, b.right, context));
    if (straight === 'equal' || a.operation === '∖') return straight;
    const crossed = both(judge(a.left, b.right, context), () => judge(a.right, b.left, context));
    return crossed === 'equal' ? 'equal' : straight;
  }
  if (isTupleish(a) && isTupleish(b)) return undefined;
  const [x, y] = [symbolicInterval(a), symbolicInterval(b)];
  if (x !== undefined && y !== undefined && (a.kind !== 'relation' || b.kind !== 'relation'))
    return judgeTuples(x, y, context);
  if (a.kind === 'builder' && b.kind === 'builder') {
    return both(judge(a.variable, b.variable, context), () => judge(a.condition, b.condition, context));
  }
  return 'different';
}

/** a < x < b with letters as ends, as the interval (a, b). */
function symbolicInterval(node: Node): NodeOf<'tuple'> | undefined {
  if (node.kind === 'tuple') return node.items.length === 2 ? node : undefined;
  if (node.kind !== 'relation' || node.operators.length !== 2) return undefined;
  const rising = node.operators.every((operator) => operator === '<' || operator === '≤');
  const falling = node.operators.every((operator) => operator === '>' || operator === '≥');
  const [first, middle, last] = node.operands;
  if (
    (!rising && !falling) ||
    middle!.kind !== 'symbol' ||
    freeSymbols(first!).has(middle.name) ||
    freeSymbols(last!).has(middle.name)
  )
    return undefined;
  const closed = node.operators.map((operator) => operator === '≤' || operator === '≥');
  const [low, high] = rising ? [0, 1] : [1, 0];
  return {
    kind: 'tuple',
    items: rising ? [first!, last!] : [last!, first!],
    open: closed[low] ? '[' : '(',
    close: closed[high] ? ']' : ')',
  };
}

/** Pairs in brackets of two kinds are two intervals. */
export function judgeTuples(a: NodeOf<'tuple'>, b: NodeOf<'tuple'>, context: Context): Outcome {
  const isInterval = a.items.length === 2 && b.items.length === 2;
  const sameBrackets = a.open === b.open && a.close === b.close;
  if (isInterval && !sameBrackets && a.open !== '⟨' && b.open !== '⟨') return 'different';
  return sameInOrder(a.items, b.items, context);
}

/** Equal when both parts are. */
export function both(first: Outcome, second: () => Outcome): Outcome {
  return first === 'equal' ? second() : first;
}
