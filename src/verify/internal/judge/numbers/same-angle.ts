import type { Node } from '../../parse/ast.js';
import { some } from '../../parse/walk.js';
import type { Context, Outcome } from '../context.js';
import { sameNumber } from './same-number.js';

/**
 * 30° is π/6. Like any unit, the degree sign may also be left out on either side, unless the ground truth is in radians:
 * it names π or is an inverse function.
 */
export function sameAngle(gold: Node, pred: Node, context: Context): Outcome {
  const [a, b] = [inDegrees(gold), inDegrees(pred)];
  const isMarkedOnce = (a === undefined) !== (b === undefined);
  if (isMarkedOnce && !hasDegrees(a ?? gold) && !hasDegrees(b ?? pred) && !some(gold, isOfRadians)) {
    if (sameNumber(a ?? gold, b ?? pred, context) === 'equal') return 'equal';
  }
  return sameNumber(gold, pred, context);
}

/** Whether the value is an angle in degrees: 30°, 90° − x, 30° + 360°k. */
export function isAngle(node: Node): boolean {
  return inDegrees(node) !== undefined;
}

/** What is counted in degrees, where each of its numbers has the sign; a letter may stand for degrees without it. */
function inDegrees(node: Node): Node | undefined {
  switch (node.kind) {
    case 'degrees':
      return node.operand;
    case 'negative':
    case 'plusMinus': {
      const operand = inDegrees(node.operand);
      return operand && { ...node, operand };
    }
    case 'quotient': {
      const over = inDegrees(node.over);
      return over && { ...node, over };
    }
    case 'product': {
      const at = node.factors.findIndex(isAngle);
      return at < 0 ? undefined : { ...node, factors: node.factors.with(at, inDegrees(node.factors[at]!)!) };
    }
    case 'sum': {
      const terms = node.terms.map((term) => inDegrees(term) ?? (some(term, isSymbol) ? term : undefined));
      return node.terms.some(isAngle) && !terms.includes(undefined) ? { ...node, terms: terms as Node[] } : undefined;
    }
    default:
      return undefined;
  }
}

function hasDegrees(node: Node): boolean {
  return some(node, ({ kind }) => kind === 'degrees');
}

function isSymbol({ kind }: Node): boolean {
  return kind === 'symbol';
}

function isOfRadians(node: Node): boolean {
  return (node.kind === 'constant' && node.name === 'pi') || (node.kind === 'apply' && /^arc|^arg$/.test(node.name));
}
