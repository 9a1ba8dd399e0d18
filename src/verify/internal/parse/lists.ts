import { LimitReached } from '../budget.js';
import { listNode, type Join, type Node, type NodeOf } from './ast.js';
import { acceptCondition, isVoid } from './conditions.js';
import { type Cursor, parseItem } from './cursor.js';

/** Separators by strength: semicolons separate lists whose items commas separate. */
const JOIN_RANK: { readonly [join in Join]: number } = { ',': 0, and: 1, or: 2, ';': 3 };

/** Words that only introduce what follows. */
const FILLERS = new Set(
  'either both then namely also only just approximately about around exactly roughly thus so hence therefore'.split(
    ' ',
  ),
);

/** A list: one item, or several joined by commas, semicolons, `and`, `or`, `\quad` or row ends. Stops at a closing sign. */
export function readList(c: Cursor): Node {
  const items: Node[] = [];
  const joins: Join[] = [];
  const isLed = isComma(c, 0);
  acceptJoin(c);
  for (;;) {
    skipFillers(c);
    if (atListEnd(c) && !isFrenchInterval(c)) break;
    // "…, where n is an integer"
    const item = (items.length === 0 ? undefined : acceptCondition(c)) ?? parseItem(c);
    if (!isVoid(item)) items.push(item);
    else joins.pop();
    const join = acceptJoin(c);
    if (join === undefined) break;
    if (join === 'and' || join === 'or') skipFillers(c);
    if (atListEnd(c)) {
      // "5 or so"
      if (join === 'and' || join === 'or') c.fail('expected another value');
      break;
    }
    joins.push(join);
  }
  if (items.length === 0) c.fail('expected an expression');
  if (items.length > 400) throw new LimitReached('too many items');
  // [0, ] lacks its other end.
  if (items.length === 1 && (isLed || isComma(c, -1)) && /^(?:[)\]⟩]|\\\})$/.test(c.peek().text))
    c.fail('expected two values');
  if (items.length === 1) return items[0]!;
  return inGroups({ kind: 'list', items, joins: joins.slice(0, items.length - 1) });
}

function isComma(c: Cursor, ahead: number): boolean {
  return c.at(',', ahead) || c.at(';', ahead);
}

/** Semicolons between lists with commas make pairs: 1, 2; 3, 4. Equations and conditions are no pairs. */
function inGroups(list: NodeOf<'list'>): Node {
  const { items, joins } = list;
  const isParted = joins.includes(';') && joins.includes(',') && !joins.includes('or');
  if (!isParted || items.some((item) => item.kind === 'relation' || item.kind === 'list')) return list;
  const groups: Node[][] = [[items[0]!]];
  for (const [k, item] of items.slice(1).entries()) {
    if (joins[k] === ';') groups.push([item]);
    else groups.at(-1)!.push(item);
  }
  const tuples = groups.map((group): Node =>
    group.length === 1 ? group[0]! : { kind: 'tuple', items: group, open: '(', close: ')' },
  );
  return listNode(tuples, ';');
}

function atListEnd(c: Cursor): boolean {
  const { kind, text } = c.peek();
  if (kind === 'end') return true;
  if (kind === 'structure') return text.startsWith('end:');
  return kind === 'sign' && (text === ')' || text === ']' || text === '}' || text === '\\}' || text === '⟩');
}

/** `]1, 2[`: a bracket that faces away opens an interval. */
function isFrenchInterval(c: Cursor): boolean {
  if (!c.at(']')) return false;
  for (let k = 1; k < 40; k++) if (c.at('[', k) || c.at(']', k)) return true;
  return false;
}

function skipFillers(c: Cursor): void {
  while (c.peek().kind === 'word' && FILLERS.has(c.peek().text.toLowerCase())) c.position++;
}

function acceptJoin(c: Cursor): Join | undefined {
  let join: Join | undefined;
  let weak = false;
  const take = (found: Join): void => {
    if (join === undefined || JOIN_RANK[found] > JOIN_RANK[join]) join = found;
    c.position++;
  };
  for (;;) {
    if (c.at(',')) take(',');
    else if (c.at(';') || c.at('\\\\')) take(';');
    else if (c.atWord('and')) take('and');
    else if (c.atWord('or')) take('or');
    else if (c.at('quad')) {
      weak = true;
      c.position++;
    } else break;
  }
  return join ?? (weak ? ';' : undefined);
}
