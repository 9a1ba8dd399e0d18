import { LimitReached } from '../budget.js';
import { realValue } from '../compute/numeric.js';
import type { Node, NodeOf } from '../parse/ast.js';
import { freeSymbols } from '../parse/walk.js';
import { toNumber } from '../value/ball.js';
import { judge, type Context, type Outcome } from './context.js';
import { indexedSet, wholeNumberSet, withDotsFilled } from './sets/ranges.js';

const LARGEST = 120;
/** In lists longer than this members are compared roughly first. */
const FEW = 8;

/**
 * A structure without items, which is no value: nothing may agree with it by having nothing to disagree with. Such a
 * structure is not parsed; the set without members is a node of its own.
 */
export function holdsNothing(node: Node): boolean {
  switch (node.kind) {
    case 'list':
    case 'tuple':
    case 'set':
      return node.items.length === 0;
    case 'matrix':
    case 'cases':
      return node.rows.length === 0 || node.rows.some((row) => row.length === 0);
    default:
      return false;
  }
}

/** {1} ∪ {2, 3}, {1, 2} ∩ {2}, {1, 2} ∖ {1}: the set they make; any other node as it is. */
export function finiteSet(node: Node, context: Context): Node {
  const made = madeSet(node, context);
  return made.kind === 'set' && made.items.length === 0 ? { kind: 'numbers', name: 'empty' } : made;
}

function madeSet(node: Node, context: Context): Node {
  const indexed = indexedSet(node, context);
  if (indexed !== undefined) return indexed;
  if (node.kind === 'set' || node.kind === 'list') {
    const [first, ...rest] = node.items;
    // n = 1, 2, …, 10
    const items =
      first?.kind === 'relation' && first.operators.join('') === '=' ? [first.operands[1]!, ...rest] : node.items;
    const filled = withDotsFilled(items, context);
    if (filled !== items) return { kind: 'set', items: filled };
  }
  if (node.kind === 'list' && sharedModulus(node) !== undefined) return withModulus(node);
  if (node.kind === 'builder' || node.kind === 'list') return wholeNumberSet(node, context) ?? node;
  if (node.kind !== 'setOperation') return node;
  const [left, right] = [finiteSet(node.left, context), finiteSet(node.right, context)];
  const [a, b] = [left, right].map((side) =>
    side.kind === 'set' ? side.items : side.kind === 'numbers' && side.name === 'empty' ? [] : undefined,
  );
  if (a === undefined || b === undefined) return node;
  const isIn = (item: Node): boolean => b.some((other) => judge(item, other, context) === 'equal');
  const items = node.operation === '∪' ? [...a, ...b] : a.filter((item) => isIn(item) === (node.operation === '∩'));
  return { kind: 'set', items };
}

/** The modulus that x ≡ 1, 4 (mod 5) has for every class, where only the last names it. */
function sharedModulus({ items }: NodeOf<'list'>): Node | undefined {
  const [first] = items;
  const last = items.at(-1)!;
  const isOpen =
    first?.kind === 'relation' && first.operators.join('') === '≡' && first.operands[1]!.kind !== 'residue';
  const rest = items.slice(1);
  return isOpen && last.kind === 'residue' && rest.every((item) => item.kind !== 'relation') ? last.modulus : undefined;
}

function withModulus(list: NodeOf<'list'>): Node {
  const modulus = sharedModulus(list)!;
  const [element, value] = (list.items[0] as NodeOf<'relation'>).operands;
  const values = [value!, ...list.items.slice(1).map((item) => (item.kind === 'residue' ? item.value : item))];
  const items = values.map((item): Node => ({
    kind: 'relation',
    operands: [element!, { kind: 'residue', value: item, modulus }],
    operators: ['≡'],
  }));
  return { ...list, items };
}

/** Whether two lists hold the same values one by one. */
export function sameInOrder(a: readonly Node[], b: readonly Node[], context: Context): Outcome {
  if (a.length !== b.length) return 'different';
  if (a.length === 0) return 'undecided';
  let outcome: Outcome = 'equal';
  for (const [k, item] of a.entries()) {
    const next = sameMember(item, b[k]!, context);
    if (next === 'different') return 'different';
    if (next === 'undecided') outcome = 'undecided';
  }
  return outcome;
}

/** Whether two lists hold the same values in any order; in a set a value counts once. */
export function sameCollection(a: readonly Node[], b: readonly Node[], context: Context, isSet = false): Outcome {
  const [x, y] = isSet ? [distinct(a, context), distinct(b, context)] : [a, b];
  if (x.length !== y.length) return 'different';
  if (x.length === 0) return 'undecided';
  if (x.length > LARGEST) throw new LimitReached('too many values');
  const rest = [...y];
  let outcome: Outcome = 'equal';
  for (const [k, item] of x.entries()) {
    // Most lists come in the same order.
    const at = matchIn(item, rest, context);
    if (at === undefined) return 'different';
    if (at < 0) outcome = 'undecided';
    else rest.splice(at, 1);
    if (outcome === 'undecided' && k === x.length - 1) return outcome;
  }
  return outcome;
}

/** As members {1} and 1 are two things. */
function sameMember(a: Node, b: Node, context: Context): Outcome {
  const isScalar = ({ kind }: Node): boolean => kind === 'number' || kind === 'symbol' || kind === 'negative';
  if ((a.kind === 'set' && isScalar(b)) || (b.kind === 'set' && isScalar(a))) return 'different';
  return judge(a, b, context);
}

/** The index of an equal member; −1 if a member may be equal; undefined if all are different. */
function matchIn(item: Node, members: readonly Node[], context: Context): number | undefined {
  let maybe: -1 | undefined;
  const place = members.length > FEW ? roughValue(item, context) : undefined;
  for (const [k, member] of members.entries()) {
    if (place !== undefined && isFar(place, roughValue(member, context))) continue;
    const outcome = sameMember(item, member, context);
    if (outcome === 'equal') return k;
    if (outcome === 'undecided') maybe = -1;
  }
  return maybe;
}

/** Rough values of members, computed once: in a long list most pairs need no exact comparison. */
const rough = new WeakMap<Node, number>();

function roughValue(node: Node, context: Context): number | undefined {
  let value = rough.get(node);
  if (value === undefined) {
    value = approximate(node, context) ?? NaN;
    rough.set(node, value);
  }
  return Number.isNaN(value) ? undefined : value;
}

function approximate(node: Node, context: Context): number | undefined {
  if (node.kind === 'tuple') return approximate(node.items[0]!, context);
  if (/^(?:percent|degrees|quantity|relation)$/.test(node.kind) || freeSymbols(node).size > 0) return undefined;
  const value = realValue(node, context, 60);
  return value && toNumber(value);
}

/** Whether two values differ by more than any accepted rounding. */
function isFar(a: number, b: number | undefined): boolean {
  return b !== undefined && Math.abs(a - b) > 0.6 + 0.01 * Math.abs(a);
}

function distinct(items: readonly Node[], context: Context): readonly Node[] {
  if (items.length > LARGEST) throw new LimitReached('too many values');
  const kept: Node[] = [];
  for (const item of items) {
    if (!kept.some((other) => judge(other, item, context) === 'equal')) kept.push(item);
  }
  return kept;
}
