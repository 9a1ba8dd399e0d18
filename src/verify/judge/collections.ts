import { LimitReached } from '../budget.js';
import type { Node } from '../parse/ast.js';
import type { Context, Outcome } from './context.js';
import { judge } from './judge.js';

const LARGEST = 120;

/** Whether two lists hold the same values one by one. */
export function sameInOrder(a: readonly Node[], b: readonly Node[], context: Context): Outcome {
  if (a.length !== b.length) return 'different';
  let outcome: Outcome = 'equal';
  for (const [k, item] of a.entries()) {
    const next = judge(item, b[k]!, context);
    if (next === 'different') return 'different';
    if (next === 'undecided') outcome = 'undecided';
  }
  return outcome;
}

/** Whether two lists hold the same values in any order; in a set a value counts once. */
export function sameCollection(a: readonly Node[], b: readonly Node[], context: Context, isSet = false): Outcome {
  const [x, y] = isSet ? [distinct(a, context), distinct(b, context)] : [a, b];
  if (x.length !== y.length) return 'different';
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

/** The index of an equal member; −1 when one may be equal; undefined when none is. */
function matchIn(item: Node, members: readonly Node[], context: Context): number | undefined {
  let maybe: -1 | undefined;
  for (const [k, member] of members.entries()) {
    const outcome = judge(item, member, context);
    if (outcome === 'equal') return k;
    if (outcome === 'undecided') maybe = -1;
  }
  return maybe;
}

function distinct(items: readonly Node[], context: Context): readonly Node[] {
  if (items.length > LARGEST) throw new LimitReached('too many values');
  const kept: Node[] = [];
  for (const item of items) {
    if (!kept.some((other) => judge(other, item, context) === 'equal')) kept.push(item);
  }
  return kept;
}
