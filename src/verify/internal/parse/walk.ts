import type { Node, NodeOf } from './ast.js';

/** The fields of each kind of node that hold its children, in reading order. */
// prettier-ignore
const CHILD_FIELDS: { readonly [K in Node['kind']]?: readonly (keyof NodeOf<K>)[] } = {
  sum: ['terms'], product: ['factors'], negative: ['operand'], percent: ['operand'], degrees: ['operand'],
  plusMinus: ['operand'], quotient: ['over', 'under'], power: ['base', 'exponent'], root: ['radicand', 'index'],
  apply: ['args'], series: ['from', 'to', 'body'], quantity: ['value'], relation: ['operands'],
  residue: ['value', 'modulus'], list: ['items'], tuple: ['items'], set: ['items'], builder: ['variable', 'condition'],
  setOperation: ['left', 'right'], matrix: ['rows'], cases: ['rows'], ratio: ['parts'],
  implication: ['premises', 'conclusion'],
};

/** The content of a field: a node, several, or rows of them. */
type Children = Node | readonly Children[];

const LEAF: readonly Node[] = [];

/** @returns The nodes directly below this one, in reading order. */
export function childrenOf(node: Node): readonly Node[] {
  const fields: readonly string[] | undefined = CHILD_FIELDS[node.kind];
  if (fields === undefined) return LEAF;
  const content = node as unknown as Readonly<Record<string, Children>>;
  if (fields.length === 1) return flat(content[fields[0]!]!);
  const children: Node[] = [];
  for (const field of fields) children.push(...flat(content[field]!));
  return children;
}

function flat(children: Children): readonly Node[] {
  if (!isSeveral(children)) return [children];
  return isSeveral(children[0]) ? children.flatMap(flat) : (children as readonly Node[]);
}

function isSeveral(children: Children | undefined): children is readonly Children[] {
  return Array.isArray(children);
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
  if (test(node)) return true;
  for (const child of childrenOf(node)) if (some(child, test)) return true;
  return false;
}

/** @returns A copy in which `replace` replaced the nodes for which it returns another, from the top down. */
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

/** @returns A copy of the node in which a value replaces a letter. */
export function substitute(node: Node, name: string, value: Node): Node {
  return rewrite(node, (inner) => (inner.kind === 'symbol' && inner.name === name ? value : undefined));
}

/** @returns A copy of the node with its children replaced. */
function withChildren(node: Node, replace: (child: Node) => Node): Node {
  const fields: readonly string[] | undefined = CHILD_FIELDS[node.kind];
  if (fields === undefined) return node;
  const replaced = (children: Children): Children => (isSeveral(children) ? children.map(replaced) : replace(children));
  const copy = { ...node } as unknown as Record<string, Children>;
  for (const field of fields) copy[field] = replaced(copy[field]!);
  return copy as unknown as Node;
}

/** @returns A text that is the same for two nodes exactly when they are the same tree. */
export function keyOf(node: Node): string {
  const { kind } = node;
  // Leaves first, because most nodes are leaves.
  if (kind === 'number') return `${node.value.n}/${node.value.d}${node.truncated && !node.cycle ? '…' : ''}`;
  if (kind === 'symbol' || kind === 'constant' || kind === 'numbers') return `${kind}:${node.name}`;
  if (kind === 'based') return `${node.digits}_${node.base}`;
  if (kind === 'clock') return `${node.minutes}${node.half}`;
  if (kind === 'text') return `text:${node.words}`;
  if (kind === 'opaque') return `opaque:${node.source}`;
  const inner = childrenOf(node).map(keyOf).join(',');
  if (kind === 'apply') return `${node.name}(${inner})`;
  if (kind === 'percent') return `${inner}%${node.per ?? ''}`;
  if (kind === 'ratio') return `ratio(${inner})${node.time ?? ''}`;
  if (kind === 'residue') return `${inner} mod${node.remainder ? '' : ' class'}`;
  if (kind === 'plusMinus') return `${node.sign}±(${inner})`;
  if (kind === 'series') return `${node.operation}[${node.index}](${inner})`;
  if (kind === 'quantity') return `${inner}[${node.unit.key}]`;
  if (kind === 'relation') return `rel(${node.operators.join(' ')};${inner})`;
  if (kind === 'list') return `list(${node.joins.join(' ')};${inner})`;
  if (kind === 'tuple') return `${node.open}${inner}${node.close}`;
  if (kind === 'setOperation') return `(${node.operation};${inner})`;
  if (kind === 'matrix' || kind === 'cases') return `${kind}${node.rows.map((row) => row.length).join(' ')}(${inner})`;
  return `${kind}(${inner})`;
}
