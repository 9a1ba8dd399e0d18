import { LimitReached } from '../budget.js';
import type { Node, NodeOf } from '../parse/ast.js';
import { freeSymbols, rewrite, some } from '../parse/walk.js';

const MANY = 64;

/**
 * The values an expression with ± stands for: one for each choice of signs. Where ∓ occurs the signs go together;
 * without it each ± chooses for itself.
 */
export function expandSigns(node: Node): readonly Node[] {
  if (!some(node, isPlusMinus)) return [node];
  const together = some(node, (n) => n.kind === 'plusMinus' && n.sign === -1);
  const places = together ? 1 : countSigns(node);
  if (places > 6) throw new LimitReached('too many ± signs');
  const values: Node[] = [];
  for (let choice = 0; choice < 1 << places; choice++) {
    let place = 0;
    const choose = (n: Node): Node | undefined => {
      if (n.kind !== 'plusMinus') return undefined;
      const flipped = ((choice >> (together ? 0 : place++)) & 1) === 1;
      const operand = rewrite(n.operand, choose);
      return (n.sign === 1) === !flipped ? operand : { kind: 'negative', operand };
    };
    values.push(rewrite(node, choose));
  }
  return values;
}

function isPlusMinus(node: Node): boolean {
  return node.kind === 'plusMinus';
}

function countSigns(node: Node): number {
  let count = 0;
  some(node, (n) => {
    if (n.kind === 'plusMinus') count++;
    return false;
  });
  return count;
}

/** Whether the node stands for several values side by side, without brackets of its own. */
export function isPlural(node: Node): boolean {
  return node.kind === 'list' || (node.kind !== 'relation' && node.kind !== 'set' && some(node, isPlusMinus));
}

/** @returns The values a list, a set or an expression with ± stands for; a single value is a list of one. */
export function membersOf(node: Node): readonly Node[] {
  const items = node.kind === 'list' || node.kind === 'set' ? node.items : [node];
  const members = items.flatMap((item) => (item.kind === 'list' ? membersOf(item) : expandSigns(item)));
  if (members.length > 8 * MANY) throw new LimitReached('too many values');
  return members;
}

function isSetLike({ kind }: Node): boolean {
  return kind === 'set' || kind === 'builder' || kind === 'setOperation';
}

/** Unwraps a set or a list with one member. */
export function unwrapSingle(node: Node): Node {
  const [only, other] = node.kind === 'set' || node.kind === 'list' ? node.items : [];
  // {{1, 2}} has one member, which is a set.
  if (only !== undefined && other === undefined && !(node.kind === 'set' && isSetLike(only))) return unwrapSingle(only);
  return node;
}

type Logic = 'and' | 'or' | 'both';

/**
 * Whether "and" joins one list and "or" the other: x > 2 and y > 3. The difference does not matter for lists of numbers and
 * for the values of one unknown (x = 1 or x = 2).
 */
export function areJoinedOtherwise(a: Node, b: Node): boolean {
  if (a.kind !== 'list' || b.kind !== 'list' || isOneUnknown(a) || isOneUnknown(b)) return false;
  if (![...a.items, ...b.items].some((item) => freeSymbols(item).size > 0)) return false;
  const [x, y] = [logicOf(a), logicOf(b)];
  return x !== undefined && y !== undefined && x !== y;
}

function logicOf(list: NodeOf<'list'>): Logic | undefined {
  const [and, or] = [list.joins.includes('and') || holdTogether(list), list.joins.includes('or')];
  return and && or ? 'both' : or ? 'or' : and ? 'and' : undefined;
}

/** Whether each item is a relation in another unknown: x > 2, y > 3. */
function holdTogether({ items, joins }: NodeOf<'list'>): boolean {
  const names = items.map((item) => (item.kind === 'relation' ? [...freeSymbols(item)].join() : ''));
  return joins.includes(',') && names.every((name, k) => /^\w+$/.test(name) && names.indexOf(name) === k);
}

/** Whether all items are values of one unknown: x = 1 or x = 2, x = 1 or 2. */
function isOneUnknown({ items }: NodeOf<'list'>): boolean {
  const names = items.map((item) => {
    const [label] = item.kind === 'relation' ? item.operands : [];
    return label?.kind === 'symbol' ? label.name : undefined;
  });
  return names[0] !== undefined && names.every((name, k) => name === names[0] || items[k]!.kind !== 'relation');
}
