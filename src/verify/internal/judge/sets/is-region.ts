import type { Node, NodeOf } from '../../parse/ast.js';

/** Whether the node can only be meant as a set of real numbers: an inequality, a union, a half-open interval, ℝ. */
export function isRegional(node: Node): boolean {
  switch (node.kind) {
    case 'setOperation':
      return isRegional(node.left) || isRegional(node.right) || (isPair(node.left) && isPair(node.right));
    case 'numbers':
      return node.name === 'R' || node.name === 'R+' || node.name === 'R-';
    case 'builder':
      return true;
    case 'tuple':
      return isPair(node) && (node.open === '[' || node.close === ']' || node.items.some(isInfinite));
    case 'relation':
      return node.operators.some((operator) => /[<>≤≥≠∈∉]/.test(operator));
    case 'list':
      return node.items.some((item) => item.kind === 'relation' && isRegional(item));
    default:
      return false;
  }
}

/** (a, b) with brackets of any kind. */
export function isPair(node: Node): node is NodeOf<'tuple'> {
  return (
    node.kind === 'tuple' &&
    node.items.length === 2 &&
    node.open !== '⟨' &&
    node.items.every((item) => item.kind !== 'tuple')
  );
}

export function isInfinite(node: Node): boolean {
  return infinitySign(node) !== undefined;
}

/** 1 for ∞, −1 for −∞. */
export function infinitySign(node: Node): 1 | -1 | undefined {
  if (node.kind === 'negative') {
    const sign = infinitySign(node.operand);
    return sign === undefined ? undefined : sign === 1 ? -1 : 1;
  }
  return node.kind === 'constant' && node.name === 'infinity' ? 1 : undefined;
}
