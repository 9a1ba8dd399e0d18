import { exactValue } from '../../compute/exact.js';
import { numberNode, type Node, type NodeOf } from '../../parse/ast.js';
import { substitute, freeSymbols } from '../../parse/walk.js';
import { add, compare, divide, integer, isInteger, subtract, type Rational } from '../../value/rational.js';
import type { Context } from '../context.js';
import { wholeNumbers } from './intervals.js';
import { regionOf } from './regions.js';

const LARGEST = 200;

/** @returns The items with dots between two ends filled in: 0, 1, …, 9; as they are where the step is not plain. */
export function withDotsFilled(items: readonly Node[], context: Context): readonly Node[] {
  const at = items.findIndex((item) => item.kind === 'opaque' && item.source === '…');
  if (at < 1 || at !== items.length - 2) return items;
  const values = items.map((item) => (item.kind === 'opaque' ? undefined : exactValue(item, context.budget)));
  const before = values.slice(0, at);
  const last = values.at(-1);
  if (last === undefined || before.includes(undefined)) return items;
  const known = before as Rational[];
  const step = known.length === 1 ? integer(1) : subtract(known[1]!, known[0]!);
  const isEven = known.every((value, k) => k === 0 || compare(subtract(value, known[k - 1]!), step) === 0);
  const count = divide(subtract(last, known[0]!), step);
  if (!isEven || count === undefined || !isInteger(count) || count.n < BigInt(at) || count.n > LARGEST) return items;
  const filled: Node[] = [];
  let value = known[0]!;
  for (let k = 0n; k <= count.n; k++, value = add(value, step)) filled.push({ kind: 'number', value });
  return filled;
}

/** {x ∈ ℤ : 0 < x < 4} as {1, 2, 3}; undefined for other nodes and for sets that are not finite. */
export function wholeNumberSet(node: Node, context: Context): NodeOf<'set'> | undefined {
  const stated = statedIntegers(node);
  if (stated === undefined) return undefined;
  const region = regionOf(stated.condition, context);
  if (region?.variable !== stated.name) return undefined;
  const numbers = wholeNumbers(region, stated.from, LARGEST);
  if (numbers === undefined) return undefined;
  return { kind: 'set', items: numbers.map(numberNode) };
}

/** {2k : k = 1, 2, 3}, {2k : 1 ≤ k ≤ 3, k ∈ ℤ} and x = 2k, k ∈ {1, 2, 3} as {2, 4, 6}; undefined for other nodes. */
export function indexedSet(node: Node, context: Context): NodeOf<'set'> | undefined {
  const parts =
    node.kind === 'builder'
      ? [node.variable, ...(node.condition.kind === 'list' ? node.condition.items : [node.condition])]
      : node.kind === 'list'
        ? node.items
        : [];
  const [said, ...conditions] = parts;
  if (said === undefined || conditions.length === 0 || said.kind === 'symbol') return undefined;
  const index = indexOf(conditions, context);
  const member = said.kind === 'relation' && said.operators.join('') === '=' ? said.operands[1]! : said;
  if (index === undefined || !freeSymbols(member).has(index.name)) return undefined;
  const at = (value: Node): Node => substitute(member, index.name, value);
  return { kind: 'set', items: index.values.map(at) };
}

/** A letter and the list of its values. */
function indexOf(conditions: readonly Node[], context: Context): { name: string; values: readonly Node[] } | undefined {
  const [first, ...rest] = conditions;
  if (first?.kind !== 'relation') return undefined;
  const [letter, value] = first.operands as [Node, Node];
  const operator = first.operators.join('');
  if (
    letter.kind === 'symbol' &&
    operator === '=' &&
    rest.length > 0 &&
    rest.every((item) => item.kind !== 'relation')
  ) {
    const values = withDotsFilled([value, ...rest], context);
    return values.some((item) => item.kind === 'opaque') ? undefined : { name: letter.name, values };
  }
  if (letter.kind === 'symbol' && operator === '∈' && value.kind === 'set' && rest.length === 0)
    return { name: letter.name, values: value.items };
  const name = conditions.map(integerKind).find((kind) => kind !== undefined)?.name;
  const numbers =
    name === undefined ? undefined : wholeNumberSet({ kind: 'list', items: conditions, joins: [] }, context);
  return numbers === undefined ? undefined : { name: name!, values: numbers.items };
}

/** The condition on an integer, and where its kind of number starts. */
function statedIntegers(node: Node): { condition: Node; name: string; from: number } | undefined {
  const parts =
    node.kind === 'builder' ? [node.variable, node.condition] : node.kind === 'list' ? [...node.items] : undefined;
  if (parts?.length !== 2) return undefined;
  const at = parts.findIndex((part) => integerKind(part) !== undefined);
  if (at < 0) return undefined;
  const kind = integerKind(parts[at]!)!;
  return { ...kind, condition: parts[1 - at]! };
}

function integerKind(node: Node): { name: string; from: number } | undefined {
  if (node.kind !== 'relation' || node.operators.join('') !== '∈') return undefined;
  const [element, set] = node.operands;
  if (element!.kind !== 'symbol' || set!.kind !== 'numbers') return undefined;
  if (set.name === 'Z') return { name: element.name, from: -Infinity };
  return set.name === 'Z+' || set.name === 'N' ? { name: element.name, from: 1 } : undefined;
}
