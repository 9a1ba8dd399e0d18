import { LimitReached } from '../budget.js';
import { equalModuloPrimes } from '../compute/equal-modulo-primes.js';
import { exactValue } from '../compute/exact.js';
import { evaluate } from '../compute/numeric.js';
import { NotNumeric } from '../compute/powers.js';
import { pointFor, pointKinds } from '../compute/trial-points.js';
import type { Node } from '../parse/ast.js';
import { childrenOf, freeSymbols } from '../parse/walk.js';
import type { Conditions } from './context.js';

/**
 * Whether a ground truth can be compared with itself, as it would be with another form of itself, within the budget.
 * Where it can, an answer that cannot be compared with it is to blame.
 */
export function canBeJudged(node: Node, context: Conditions): boolean {
  try {
    return hasValue(node, context);
  } catch (error) {
    if (error instanceof NotNumeric || error instanceof LimitReached) return false;
    throw error;
  }
}

const PARTED = /^(?:relation|list|tuple|set|builder|setOperation|matrix|cases|ratio|plusMinus|residue|quantity)$/;

function hasValue(node: Node, context: Conditions): boolean {
  if (node.kind === 'opaque') return false;
  if (PARTED.test(node.kind)) return childrenOf(node).every((child) => hasValue(child, context));
  if (/^(?:text|numbers|clock|based|symbol)$/.test(node.kind)) return true;
  if (node.kind === 'constant') return true;
  if (node.kind === 'negative') return hasValue(node.operand, context);
  // A number that is cut off before it says which one it is.
  if (node.kind === 'number') return !node.truncated || node.cycle === true || (node.digits ?? 0) >= 6;
  if (childrenOf(node).some((child) => PARTED.test(child.kind)))
    return childrenOf(node).every((child) => hasValue(child, context));
  return freeSymbols(node).size === 0 ? hasConstantValue(node, context) : hasValues(node, context);
}

function hasConstantValue(node: Node, context: Conditions): boolean {
  try {
    if (exactValue(node, context.budget) !== undefined) return true;
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
    return equalModuloPrimes(node, node, context.budget) === true;
  }
  return evaluate(node, pointFor(0, 'real', [], context, 192)) !== undefined;
}

/** At enough of the points where expressions are compared. */
function hasValues(node: Node, context: Conditions): boolean {
  const symbols = [...freeSymbols(node)].sort();
  const values = pointKinds([node])
    .slice(0, 8)
    .filter((kind, trial) => {
      const point = pointFor(trial, kind, symbols, context, 192);
      return evaluate(node, point) !== undefined;
    });
  return values.length >= 3;
}
