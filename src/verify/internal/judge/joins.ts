import type { Node, NodeOf } from '../parse/ast.js';
import { freeSymbols } from '../parse/walk.js';

type Logic = 'and' | 'or' | 'both';

/**
 * Whether one list says "and" where the other says "or": x > 2 and y > 3. Numbers side by side are the same numbers either
 * way, and so are the values of one unknown (x = 1 or x = 2).
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

/** x > 2, y > 3: each says something of an unknown of its own. */
function holdTogether({ items, joins }: NodeOf<'list'>): boolean {
  const names = items.map((item) => (item.kind === 'relation' ? [...freeSymbols(item)].join() : ''));
  return joins.includes(',') && names.every((name, k) => /^\w+$/.test(name) && names.indexOf(name) === k);
}

/** x = 1 or x = 2, x = 1 or 2 */
function isOneUnknown({ items }: NodeOf<'list'>): boolean {
  const names = items.map((item) => {
    const [label] = item.kind === 'relation' ? item.operands : [];
    return label?.kind === 'symbol' ? label.name : undefined;
  });
  return names[0] !== undefined && names.every((name, k) => name === names[0] || items[k]!.kind !== 'relation');
}
