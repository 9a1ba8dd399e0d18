import type { Node, NodeOf, Relation } from '../../parse/ast.js';
import { mirrored } from '../../parse/relations.js';

/** Whether the node can only be a set of real numbers: an inequality, a union, a half-open interval, ℝ. */
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

/** A bare number behind x ≠ 1 continues the relation: x ≠ 1, 2. x = 3 is the set {3}. */
export function asRelation(item: Node, before: Node | undefined): Node {
  if (
    item.kind === 'relation' &&
    item.operators.length === 1 &&
    item.operators[0] === '=' &&
    item.operands[0]!.kind === 'symbol'
  ) {
    return {
      kind: 'relation',
      operands: [item.operands[0], { kind: 'set', items: [item.operands[1]!] }],
      operators: ['∈'],
    };
  }
  const isContinued = before?.kind === 'relation' && before.operators[0] === '≠' && item.kind !== 'relation';
  return isContinued ? { kind: 'relation', operands: [before.operands[0]!, item], operators: ['≠'] } : item;
}

export function unionParts(node: Node): Node[] {
  const parts: Node[] = [];
  let rest = node;
  while (rest.kind === 'setOperation' && rest.operation === '∪') {
    parts.unshift(rest.right);
    rest = rest.left;
  }
  return [rest, ...parts];
}

/** |x| < 2 as −2 < x and x < 2, |x| > 2 as x < −2 or x > 2. */
export function sizeCondition({ operands, operators }: NodeOf<'relation'>): NodeOf<'list'> | undefined {
  if (operators.length !== 1) return undefined;
  const at = operands.findIndex((operand) => operand.kind === 'apply' && operand.name === 'abs');
  const size = operands[at];
  const operator = at === 0 ? operators[0]! : mirrored(operators[0]!);
  if (size?.kind !== 'apply' || size.args[0]?.kind !== 'symbol' || !/^[<>≤≥]$/.test(operator)) return undefined;
  const bound = operands[1 - at]!;
  const side = (relation: Relation, value: Node): Node => ({
    kind: 'relation',
    operands: [size.args[0]!, value],
    operators: [relation],
  });
  const items = [side(operator, bound), side(mirrored(operator), { kind: 'negative', operand: bound })];
  return { kind: 'list', items, joins: [/[<≤]/.test(operator) ? 'and' : 'or'] };
}

/** x or −x. */
export function bareVariable(node: Node): { name: string; sign: 1 | -1 } | undefined {
  if (node.kind === 'symbol') return { name: node.name, sign: 1 };
  if (node.kind === 'apply' && node.free && node.args.length === 1 && node.args[0]!.kind === 'symbol')
    return { name: node.name, sign: 1 };
  if (node.kind === 'negative' && node.operand.kind === 'symbol') return { name: node.operand.name, sign: -1 };
  return undefined;
}
