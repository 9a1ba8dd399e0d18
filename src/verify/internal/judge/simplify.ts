import { exactValue } from '../compute/exact.js';
import { sameValue } from '../compute/same-value.js';
import { differenceNode, type Node, type NodeOf, numberNode } from '../parse/ast.js';
import { substitute, freeSymbols, rewrite, some } from '../parse/walk.js';
import type { Context } from './context.js';

/**
 * Removes the statement that a letter is a real or complex number: (1 + 2t, 3 − t), t ∈ ℝ. Beside an inequality the statement
 * stays, because it is the domain.
 */
export function withoutReals(node: Node): Node {
  if (
    node.kind !== 'list' ||
    node.items.some((item) => item.kind === 'relation' && /[<>≤≥≠]/.test(item.operators.join('')))
  )
    return node;
  const kept = node.items.filter((item) => !isReal(item) || !isUsed(item, node));
  if (kept.length === node.items.length || kept.length === 0) return node;
  return kept.length === 1 ? kept[0]! : { kind: 'list', items: kept, joins: node.joins.slice(0, kept.length - 1) };
}

/** Removes the statement that a letter is an integer: n = 4k + 1, k ∈ ℤ; undefined for answers without one. */
export function undeclared(node: Node): Node | undefined {
  if (
    node.kind !== 'list' ||
    node.items.some((item) => item.kind === 'relation' && !/^[=∈]$/.test(item.operators.join('')))
  )
    return undefined;
  const isDeclared = (item: Node): item is NodeOf<'relation'> => declares(item, /^(?:Z|N|Z\+)$/);
  const kept = node.items.filter((item) => !isDeclared(item) || !isUsed(item, node));
  if (kept.length !== 1 || node.items.length === 1) return undefined;
  return kept[0]!;
}

function isReal(node: Node): node is NodeOf<'relation'> {
  return declares(node, /^[RC]$/);
}

function declares(node: Node, sets: RegExp): node is NodeOf<'relation'> {
  if (node.kind !== 'relation' || node.operators.join('') !== '∈') return false;
  const [element, set] = node.operands;
  const names = element!.kind === 'list' ? element.items : [element!];
  return names.every((name) => name.kind === 'symbol') && set!.kind === 'numbers' && sets.test(set.name);
}

function isUsed(declaration: NodeOf<'relation'>, { items }: NodeOf<'list'>): boolean {
  const names = freeSymbols(declaration.operands[0]!);
  return items.some(
    (item) => item !== declaration && !isReal(item) && [...freeSymbols(item)].some((name) => names.has(name)),
  );
}

/** Replaces a sum with dots whose terms grow by equal steps, as 1 + 2 + … + 100, by its closed form. */
export function withDotsSummed(node: Node, context: Context): Node {
  if (node.kind === 'number' || node.kind === 'symbol' || !some(node, isDots)) return node;
  return rewrite(node, (inner) => (inner.kind === 'sum' ? progressionSum(inner, context) : undefined));
}

function isDots(node: Node): boolean {
  return node.kind === 'opaque' && node.source === '…';
}

function progressionSum({ terms }: NodeOf<'sum'>, context: Context): Node | undefined {
  const at = terms.findIndex(isDots);
  const last = terms.at(-1)!;
  if (at < 2 || at !== terms.length - 2) return undefined;
  const known = terms.slice(0, at);
  const step = differenceNode(known[1]!, known[0]!);
  const isEven = known.every(
    (term, k) => k === 0 || sameValue(differenceNode(term, known[k - 1]!), step, context) === 'equal',
  );
  if (!isEven || sameValue(step, numberNode(0), context) === 'equal') return undefined;
  const count: Node = {
    kind: 'sum',
    terms: [{ kind: 'quotient', over: differenceNode(last, known[0]!), under: step }, numberNode(1)],
  };
  // The steps must reach the last term. They do not in 1 + 3 + … + 100.
  const exact = freeSymbols(count).size === 0 ? exactValue(count, context.budget) : undefined;
  if (freeSymbols(count).size === 0 && (exact === undefined || exact.d !== 1n || exact.n < BigInt(at)))
    return undefined;
  const ends: Node = { kind: 'sum', terms: [known[0]!, last] };
  return { kind: 'quotient', over: { kind: 'product', factors: [count, ends] }, under: numberNode(2) };
}

const CONSTANT = /^(?:[CcKk]|[Cc]_[0-9])$/;
const ONE = numberNode(1);

/**
 * Renames the answer's constant of integration to the ground truth's: x² + c to x² + C. Only a letter that is added once is
 * such a constant.
 */
export function withConstantOf(gold: Node, pred: Node, context: Context): Node {
  const [ours, theirs] = [freeSymbols(gold), freeSymbols(pred)];
  const missing = [...ours].filter((name) => !theirs.has(name));
  const extra = [...theirs].filter((name) => !ours.has(name));
  // c₁ and C₁ of a differential equation's solution.
  const isIndexed =
    missing.length > 0 && missing.length === extra.length && [...missing, ...extra].every((n) => /^[Cc]_\d$/.test(n));
  if (isIndexed && missing.every((n) => extra.some((m) => m.toLowerCase() === n.toLowerCase()))) {
    return missing.reduce((node, n) => {
      const m = extra.find((one) => one.toLowerCase() === n.toLowerCase())!;
      return substitute(node, m, { kind: 'symbol', name: n });
    }, pred);
  }
  const [name, other] = [missing[0], extra[0]];
  if (missing.length !== 1 || extra.length !== 1 || ours.size < 2 || !CONSTANT.test(name!) || !CONSTANT.test(other!))
    return pred;
  if (!isAdded(gold, name!, context) || !isAdded(pred, other!, context)) return pred;
  return substitute(pred, other!, { kind: 'symbol', name: name! });
}

/** Whether the letter is added once: f(C + 1) = f(C) + 1. */
function isAdded(node: Node, name: string, context: Context): boolean {
  if (node.kind !== 'sum') return false;
  const shifted = substitute(node, name, { kind: 'sum', terms: [{ kind: 'symbol', name }, ONE] });
  return sameValue(shifted, { kind: 'sum', terms: [node, ONE] }, context) === 'equal';
}
