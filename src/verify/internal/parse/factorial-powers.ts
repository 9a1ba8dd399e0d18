import { numberNode, type Node } from './ast.js';
import { type Cursor, parseList } from './cursor.js';

/** Factors that are written out. */
const MOST = 20n;

/**
 * The falling power n^{\underline{3}} = n(n − 1)(n − 2) and the rising one, n^{\overline{3}}, after the ^.
 *
 * @returns undefined where another exponent stands, passing over nothing.
 */
export function factorialPower(c: Cursor, base: Node): Node | undefined {
  const ahead = c.at('{') ? 1 : 0;
  const isFalling = c.atStructure('underline', ahead);
  if ((!isFalling && !c.atStructure('overline', ahead)) || !c.at('{', ahead + 1)) return undefined;
  const count = c.peek(ahead + 2);
  const isCount = count.kind === 'number' || (count.kind === 'letter' && /^[kmnr]$/.test(count.text));
  if (!isFalling && !isCount) return undefined;
  c.position += ahead + 2;
  const k = c.nested(() => parseList(c));
  c.expect('}');
  if (ahead === 1) c.expect('}');
  const isShort = k.kind === 'number' && k.value.d === 1n && k.value.n >= 1n && k.value.n <= MOST;
  if (isShort) {
    const factors = Array.from({ length: Number(k.value.n) }, (_, by) => plus(base, isFalling ? -by : by));
    return { kind: 'product', factors };
  }
  const top: Node = isFalling ? base : { kind: 'sum', terms: [base, k, numberNode(-1)] };
  return { kind: 'apply', name: 'permutations', args: [top, k] };
}

function plus(base: Node, by: number): Node {
  return by === 0 ? base : { kind: 'sum', terms: [base, numberNode(by)] };
}
