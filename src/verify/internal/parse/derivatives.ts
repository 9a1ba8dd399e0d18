import type { Node } from './ast.js';

/**
 * dy/dx and d/dx as what they are, a name of their own: no d is divided by another. ∂ is a d too.
 *
 * @returns undefined for a fraction of other things.
 */
export function derivative(over: Node, under: Node): Node | undefined {
  const variables = differentials(under);
  const order = orderOf(over);
  if (variables === undefined || order === undefined) return undefined;
  const operator: Node = { kind: 'symbol', name: `d${order.power}/d${variables}` };
  if (order.rest.length === 0) return operator;
  const [only] = order.rest;
  if (order.rest.length === 1 && only!.kind === 'symbol')
    return { kind: 'symbol', name: `d${order.power}/d${variables}:${only.name}` };
  return { kind: 'product', factors: [operator, ...order.rest] };
}

function isD(node: Node | undefined): boolean {
  return node?.kind === 'symbol' && (node.name === 'd' || node.name === 'partial');
}

/** dx, dx², ∂x ∂y */
function differentials(node: Node): string | undefined {
  if (node.kind !== 'product' || node.factors.length % 2 !== 0) return undefined;
  const names: string[] = [];
  for (let k = 0; k < node.factors.length; k += 2) {
    const name = nameOf(node.factors[k + 1]!);
    if (!isD(node.factors[k]) || name === undefined) return undefined;
    names.push(name);
  }
  return names.join('d');
}

function nameOf(node: Node): string | undefined {
  if (node.kind === 'symbol') return node.name;
  const isPower = node.kind === 'power' && node.base.kind === 'symbol' && node.exponent.kind === 'number';
  return isPower
    ? `${(node.base as { name: string }).name}${(node.exponent as { value: { n: bigint } }).value.n}`
    : undefined;
}

/** d, dy, d²y */
function orderOf(node: Node): { power: string; rest: readonly Node[] } | undefined {
  const [first, ...rest] = node.kind === 'product' ? node.factors : [node];
  if (isD(first)) return { power: '', rest };
  if (first?.kind !== 'power' || !isD(first.base) || first.exponent.kind !== 'number') return undefined;
  return { power: String(first.exponent.value.n), rest };
}
