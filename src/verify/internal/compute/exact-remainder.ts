import type { Budget } from '../budget.js';
import type { Node, NodeOf } from '../parse/ast.js';
import { some } from '../parse/walk.js';
import {
  bitLength,
  divide,
  floor,
  integer,
  isInteger,
  multiply,
  rational,
  subtract,
  type Rational,
} from '../value/rational.js';
import { valueModulo, wrap } from './modulo.js';

/** What remains of a number, taken between 0 and the modulus; of a power too large to write out by squaring. */
export function exactRemainder(
  node: NodeOf<'residue'>,
  value: (node: Node) => Rational | undefined,
  budget: Budget,
): Rational | undefined {
  const m = value(node.modulus);
  if (m === undefined || m.n <= 0n) return undefined;
  if (isInteger(m) && some(node.value, (inner) => inner.kind === 'power')) {
    const leaf = (part: Node): bigint | undefined => {
      const x = value(part);
      return x === undefined || !isInteger(x) ? undefined : wrap(x.n, m.n);
    };
    const remains = valueModulo(node.value, {
      m: m.n,
      budget,
      exact: value,
      leaf,
      divides: false,
      costOfSquaring: (4 + bitLength(m.n)) / 8,
    });
    if (remains !== undefined) return rational(remains);
  }
  const x = value(node.value);
  return x === undefined ? undefined : subtract(x, multiply(m, integer(floor(divide(x, m)!))));
}
