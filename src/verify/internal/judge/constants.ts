import { sameValue } from '../compute/same-value.js';
import { numberNode, type Node } from '../parse/ast.js';
import { freeSymbols, rewrite } from '../parse/walk.js';
import type { Context } from './context.js';

const CONSTANT = /^(?:[CcKk]|[Cc]_[0-9])$/;
const ONE = numberNode(1);

/**
 * The answer with its constant of integration under the ground truth's name: x² + c for x² + C. Only what is added once
 * is such a constant.
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
      return replaced(node, m, { kind: 'symbol', name: n });
    }, pred);
  }
  const [name, other] = [missing[0], extra[0]];
  if (missing.length !== 1 || extra.length !== 1 || ours.size < 2 || !CONSTANT.test(name!) || !CONSTANT.test(other!))
    return pred;
  if (!isAdded(gold, name!, context) || !isAdded(pred, other!, context)) return pred;
  return replaced(pred, other!, { kind: 'symbol', name: name! });
}

function replaced(node: Node, name: string, by: Node): Node {
  return rewrite(node, (inner) => (inner.kind === 'symbol' && inner.name === name ? by : undefined));
}

/** f(C + 1) = f(C) + 1 */
function isAdded(node: Node, name: string, context: Context): boolean {
  if (node.kind !== 'sum') return false;
  const shifted = replaced(node, name, { kind: 'sum', terms: [{ kind: 'symbol', name }, ONE] });
  return sameValue(shifted, { kind: 'sum', terms: [node, ONE] }, context) === 'equal';
}
