import { sameValue } from '../compute/same-value.js';
import { numberNode, type Node, type NodeOf } from '../parse/ast.js';
import { freeSymbols, rewrite, some } from '../parse/walk.js';
import type { Context } from './context.js';

const AXES = ['hat:i', 'hat:j', 'hat:k'] as const;

/**
 * A sum of unit vectors as its components, where the other side is a vector of two or three: 3i − 2j is ⟨3, −2⟩.
 *
 * @returns undefined where the node is no such sum.
 */
export function componentsOf(node: Node, size: number, context: Context): NodeOf<'tuple'> | undefined {
  if (size < 2 || size > 3) return undefined;
  const named = withHats(node);
  const symbols = freeSymbols(named);
  if (!AXES.some((axis) => symbols.has(axis)) || (size === 2 && symbols.has('hat:k'))) return undefined;
  const axes = AXES.slice(0, size);
  const at = (values: readonly number[]): Node =>
    rewrite(named, (inner) => {
      const axis = inner.kind === 'symbol' ? AXES.indexOf(inner.name as (typeof AXES)[number]) : -1;
      return axis < 0 ? undefined : numberNode(values[axis] ?? 0);
    });
  const items = axes.map((_, k) => at(axes.map((_, j) => (j === k ? 1 : 0))));
  // Of first degree, without a part that belongs to no axis.
  const weights = [2, 5, -3].slice(0, size);
  const whole: Node = {
    kind: 'sum',
    terms: items.map((item, k) => ({ kind: 'product', factors: [numberNode(weights[k]!), item] })),
  };
  if (sameValue(at(weights), whole, context) !== 'equal') return undefined;
  return { kind: 'tuple', items, open: '⟨', close: '⟩' };
}

/** 2i + 3j in plain letters: with a j or k beside it, i is no imaginary unit. */
function withHats(node: Node): Node {
  const isPlain = some(node, (inner) => inner.kind === 'symbol' && (inner.name === 'j' || inner.name === 'k'));
  if (!isPlain) return node;
  return rewrite(node, (inner) => {
    if (inner.kind === 'constant' && inner.name === 'i') return { kind: 'symbol', name: 'hat:i' };
    const isAxis = inner.kind === 'symbol' && (inner.name === 'j' || inner.name === 'k');
    return isAxis ? { kind: 'symbol', name: `hat:${inner.name}` } : undefined;
  });
}
