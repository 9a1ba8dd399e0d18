import { exactValue } from '../compute/exact.js';
import { numberNode, type Node, type NodeOf } from '../parse/ast.js';
import { add, compare, divide, integer, isInteger, subtract, type Rational } from '../value/rational.js';
import type { Context } from './context.js';
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
