import type { Node } from './ast.js';
import type { Cursor } from './cursor.js';

/** Whether the operand at this place is written as a vector: under an arrow, in bold type; ∇ is one too. */
export function isVectorAt(c: Cursor, position: number): boolean {
  const token = c.tokens[position];
  if (token?.kind === 'letter') return token.text === 'nabla';
  return token?.kind === 'structure' && /^(?:vec|overrightarrow|mathbf|boldsymbol|bm|hat)$/.test(token.text);
}

/**
 * The product of two vectors: a · b is no a × b, and a × b is −(b × a).
 *
 * @param command - What stands between them.
 */
export function vectorProduct(a: Node, b: Node, command: string): Node {
  const [x, y] = [a, b].map((side) => (side.kind === 'symbol' ? side.name : ''));
  // ∇ acts on what follows it.
  const isFree = x !== '' && y !== '' && x !== 'nabla' && y !== 'nabla';
  const isSwapped = isFree && x! > y!;
  const args = isSwapped ? [b, a] : [a, b];
  const name = command === 'times' ? 'cross' : 'dot';
  const product: Node = { kind: 'apply', name, args, free: true };
  return isSwapped && name === 'cross' ? { kind: 'negative', operand: product } : product;
}
