import type { Node } from './ast.js';

/** @returns The nodes directly below this one, in reading order. */
export function childrenOf(node: Node): readonly Node[] {
  switch (node.kind) {
    case 'sum':
      return node.terms;
    case 'product':
      return node.factors;
    case 'negative':
    case 'percent':
    case 'degrees':
    case 'plusMinus':
      return [node.operand];
    case 'quotient':
      return [node.over, node.under];
    case 'power':
      return [node.base, node.exponent];
    case 'root':
      return [node.radicand, node.index];
    case 'apply':
      return node.args;
    case 'series':
      return [node.from, node.to, node.body];
    case 'quantity':
      return [node.value];
    case 'relation':
      return node.operands;
    case 'residue':
      return [node.value, node.modulus];
    case 'list':
    case 'tuple':
    case 'set':
      return node.items;
    case 'builder':
      return [node.variable, node.condition];
    case 'setOperation':
      return [node.left, node.right];
    case 'matrix':
    case 'cases':
      return node.rows.flat();
    case 'ratio':
      return node.parts;
    case 'implication':
      return [...node.premises, node.conclusion];
    default:
      return [];
  }
}

/** @returns The names of the free symbols, each once; the index of a sum is bound in its body. */
export function freeSymbols(node: Node, into = new Set<string>()): Set<string> {
  if (node.kind === 'symbol') into.add(node.name);
  else if (node.kind === 'series') {
    const inner = freeSymbols(node.body);
    inner.delete(node.index);
    for (const name of inner) into.add(name);
    freeSymbols(node.from, into);
    freeSymbols(node.to, into);
  } else for (const child of childrenOf(node)) freeSymbols(child, into);
  return into;
}

/** Whether some node below (or this one) satisfies the test. */
export function some(node: Node, test: (node: Node) => boolean): boolean {
  return test(node) || childrenOf(node).some((child) => some(child, test));
}

/** @returns A copy in which nodes are replaced where `replace` gives another, from the top down. */
export function rewrite(node: Node, replace: (node: Node) => Node | undefined): Node {
  const other = replace(node);
  if (other !== undefined) return other;
  let isSame = true;
  const copy = withChildren(node, (child) => {
    const next = rewrite(child, replace);
    isSame &&= next === child;
    return next;
  });
  return isSame ? node : copy;
}

/** @returns The node with others in place of those directly below it. */
function withChildren(node: Node, inner: (child: Node) => Node): Node {
  switch (node.kind) {
    case 'sum':
      return { ...node, terms: node.terms.map(inner) };
    case 'product':
      return { ...node, factors: node.factors.map(inner) };
    case 'negative':
    case 'percent':
    case 'degrees':
    case 'plusMinus':
      return { ...node, operand: inner(node.operand) };
    case 'quotient':
      return { ...node, over: inner(node.over), under: inner(node.under) };
    case 'power':
      return { ...node, base: inner(node.base), exponent: inner(node.exponent) };
    case 'root':
      return { ...node, radicand: inner(node.radicand), index: inner(node.index) };
    case 'apply':
      return { ...node, args: node.args.map(inner) };
    case 'series':
      return { ...node, from: inner(node.from), to: inner(node.to), body: inner(node.body) };
    case 'quantity':
      return { ...node, value: inner(node.value) };
    case 'relation':
      return { ...node, operands: node.operands.map(inner) };
    case 'residue':
      return { ...node, value: inner(node.value), modulus: inner(node.modulus) };
    case 'list':
    case 'tuple':
    case 'set':
      return { ...node, items: node.items.map(inner) };
    case 'builder':
      return { ...node, variable: inner(node.variable), condition: inner(node.condition) };
    case 'setOperation':
      return { ...node, left: inner(node.left), right: inner(node.right) };
    case 'matrix':
    case 'cases':
      return { ...node, rows: node.rows.map((row) => row.map(inner)) };
    case 'ratio':
      return { ...node, parts: node.parts.map(inner) };
    case 'implication':
      return { ...node, premises: node.premises.map(inner), conclusion: inner(node.conclusion) };
    default:
      return node;
  }
}

/** @returns A text that is the same for two nodes exactly when they were written as the same tree. */
export function keyOf(node: Node): string {
  const { kind } = node;
  switch (kind) {
    case 'number':
      return `${node.value.n}/${node.value.d}${node.truncated && !node.cycle ? '…' : ''}`;
    case 'symbol':
    case 'constant':
    case 'numbers':
      return `${kind}:${node.name}`;
    case 'based':
      return `${node.digits}_${node.base}`;
    case 'clock':
      return `${node.minutes}${node.half}`;
    case 'text':
      return `text:${node.words}`;
    case 'opaque':
      return `opaque:${node.source}`;
  }
  const inner = childrenOf(node).map(keyOf).join(',');
  switch (kind) {
    case 'apply':
      return `${node.name}(${inner})`;
    case 'percent':
      return `${inner}%${node.per ?? ''}`;
    case 'ratio':
      return `ratio(${inner})${node.time ?? ''}`;
    case 'residue':
      return `${inner} mod${node.remainder ? '' : ' class'}`;
    case 'plusMinus':
      return `${node.sign}±(${inner})`;
    case 'series':
      return `${node.operation}[${node.index}](${inner})`;
    case 'quantity':
      return `${inner}[${node.unit.key}]`;
    case 'relation':
      return `rel(${node.operators.join(' ')};${inner})`;
    case 'list':
      return `list(${node.joins.join(' ')};${inner})`;
    case 'tuple':
      return `${node.open}${inner}${node.close}`;
    case 'setOperation':
      return `(${node.operation};${inner})`;
    case 'matrix':
    case 'cases':
      return `${kind}${node.rows.map((row) => row.length).join(' ')}(${inner})`;
    default:
      return `${kind}(${inner})`;
  }
}
