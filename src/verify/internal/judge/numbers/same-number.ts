import { sameValue } from '../../compute/same-value.js';
import type { Node } from '../../parse/ast.js';
import { some } from '../../parse/walk.js';
import { isApproximation } from './approximate.js';
import type { Context, Outcome } from '../context.js';
import { infinitySign } from '../sets/is-region.js';

export function sameNumber(a: Node, b: Node, context: Context): Outcome {
  if (some(a, isBased) !== some(b, isBased)) return 'different';
  const infinite = sameInfinity(a, b);
  if (infinite !== undefined) return infinite;
  const outcome = sameValue(a, b, context);
  return outcome !== 'equal' && isApproximation(a, b, context) ? 'equal' : outcome;
}

function isBased(node: Node): boolean {
  return node.kind === 'based' && node.base !== 10;
}

function sameInfinity(a: Node, b: Node): Outcome | undefined {
  const [x, y] = [infinitySign(a), infinitySign(b)];
  if (x === undefined && y === undefined) return undefined;
  return x === y ? 'equal' : 'different';
}
