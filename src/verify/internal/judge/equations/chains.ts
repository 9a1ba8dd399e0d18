import { listNode, type Node } from '../../parse/ast.js';
import { freeSymbols, keyOf, some } from '../../parse/walk.js';
import type { Context } from '../context.js';
import { isEquation } from './labels.js';
import { roundsWrongly } from '../numbers/roundings.js';
import { sameScalar } from '../numbers/scalars.js';

/**
 * Whether a chain of equations gives two values at once: 5 = 6, x = 5 = 6. A slip in what leads to the value
 * (x = 4 + 2 = 5) is no second value.
 */
export function contradictsItself(node: Node, context: Context): boolean {
  if (!isEquation(node)) return false;
  // x = 1/3 ≈ 1.3 names its value before it rounds it.
  if (isNumeric(node.operands[0]!) && roundsWrongly(node, context)) return true;
  const near = node.operators.indexOf('≈');
  const operands = near < 0 ? node.operands : node.operands.slice(0, near + 1);
  const isClosed = operands.every((operand) => isNumeric(operand));
  const values = isClosed ? operands : operands.slice(1).filter((operand) => isLiteral(operand));
  const last = values.at(-1);
  if (last === undefined || values.length < 2) return false;
  return values.slice(0, -1).some((value) => !agrees(value, last, context));
}

/**
 * Whether an equation only says that a number is itself: 0 = 0, 2 = 2.0, √2 = √2. It is true or false, and no value; one with
 * something to work out in it (2 + 3 = 5, 2/4 = 1/2) ends in its value.
 */
export function saysNothing(node: Node): boolean {
  if (!isEquation(node)) return false;
  const { operands } = node;
  const isExact = !node.operators.includes('≈');
  return (
    (isExact && operands.every(isNumeral)) ||
    (isNumeric(node) && operands.every((side) => keyOf(side) === keyOf(operands[0]!)))
  );
}

function isNumeral(node: Node): boolean {
  return node.kind === 'negative' ? isNumeral(node.operand) : node.kind === 'number';
}

function agrees(a: Node, b: Node, context: Context): boolean {
  const digits = Math.min(digitsOf(a), digitsOf(b));
  // A decimal in a chain may be rounded to as many places as it has.
  const floatRounding = Number.isFinite(digits) ? Math.min(context.floatRounding, digits) : context.floatRounding;
  return sameScalar(a, b, { ...context, floatRounding }) !== 'different';
}

function digitsOf(node: Node): number {
  if (node.kind === 'negative') return digitsOf(node.operand);
  return node.kind === 'number' ? (node.digits ?? Infinity) : Infinity;
}

function isNumeric(node: Node): boolean {
  if (some(node, (inner) => inner.kind === 'apply' && inner.free === true)) return false;
  return (
    freeSymbols(node).size === 0 && !/^(?:text|tuple|set|list|numbers|opaque|matrix|setOperation)$/.test(node.kind)
  );
}

/** A number as it is, or a fraction of two. */
function isLiteral(node: Node): boolean {
  if (node.kind === 'negative') return isLiteral(node.operand);
  if (node.kind === 'quotient') return isLiteral(node.over) && isLiteral(node.under);
  return node.kind === 'number';
}

/** f ≡ 2, f(x) ≡ 2: equal everywhere, where no modulus says otherwise. */
export function withoutIdentity(node: Node): Node {
  if (node.kind !== 'relation' || node.operators.join('') !== '≡' || node.operands[1]!.kind === 'residue') return node;
  return { ...node, operators: ['='] };
}

/** x = y = z = 1 as what it says of each: x = 1, y = 1, z = 1. */
export function eachOfChain(node: Node): Node {
  if (!isEquation(node) || node.operands.length < 3 || node.operators.includes('≈')) return node;
  const names = node.operands.slice(0, -1);
  const value = node.operands.at(-1)!;
  if (!names.every((name) => name.kind === 'symbol') || !isNumeric(value)) return node;
  const items = names.map((name): Node => ({ kind: 'relation', operands: [name, value], operators: ['='] }));
  return listNode(items);
}
