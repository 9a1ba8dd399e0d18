import { evaluate, NotNumeric } from '../compute/numeric.js';
import { bitsToAgree, precisionFor } from '../compute/exactness.js';
import { compareNumbers, ROUGH, sameValue } from '../compute/same-value.js';
import { freeSymbols, rewrite } from '../compute/symbols.js';
import { trialsOf } from '../compute/trials.js';
import type { Node, NodeOf, Relation } from '../parse/ast.js';
import { magnitude, signOf } from '../value/ball.js';
import { divideComplex, isReal, multiplyComplex, type Complex } from '../value/complex.js';
import type { Context, Outcome } from './context.js';

/** An equation or inequality brought to one side: `left − right ∘ 0`. */
function oneSided(node: NodeOf<'relation'>): Node {
  const [left, right] = node.operands;
  return { kind: 'sum', terms: [left!, { kind: 'negative', operand: right! }] };
}

/** In one variable, whether it stands alone (up to sign) against constants: solved, as `x = 5` or `x < 1` is. */
export function isSolved(node: NodeOf<'relation'>): boolean {
  return (
    node.operands.some(isBare) && node.operands.every((operand) => isBare(operand) || freeSymbols(operand).size === 0)
  );
}

function isBare(node: Node): boolean {
  return node.kind === 'symbol' || (node.kind === 'negative' && node.operand.kind === 'symbol');
}

/**
 * Two equations (or inequalities) with two sides each are the same when one is the other times a constant, or when one
 * gives a variable as a function of the others and that satisfies the other, which has it to the first power and no other
 * solution.
 *
 * In one variable an unsolved equation is never its solution.
 */
export function sameRelation(a: NodeOf<'relation'>, b: NodeOf<'relation'>, context: Context): Outcome {
  const [x, y] = [a.operators[0]!, b.operators[0]!];
  const symbols = freeSymbols(a);
  const others = freeSymbols(b);
  if (symbols.size !== others.size || [...symbols].some((name) => !others.has(name))) return 'different';
  if (symbols.size === 1 && isSolved(a) !== isSolved(b)) return 'different';
  const sameWay = x === y;
  const otherWay = mirrored(x) === y;
  if (!sameWay && !otherWay) return 'different';
  try {
    const ratio = constantRatio(oneSided(a), oneSided(b), [...symbols].sort(), context);
    if (ratio === 'undecided') return 'undecided';
    if (ratio !== undefined) {
      const isOrdered = /[<>≤≥]/.test(x);
      if (!isOrdered) return 'equal';
      const sign = isReal(ratio) ? signOf(ratio.re) : undefined;
      return (sign === 1 && sameWay) || (sign === -1 && otherWay) ? 'equal' : 'different';
    }
    return x === '=' && symbols.size > 1 ? sameByElimination(a, b, context) : 'different';
  } catch (error) {
    if (error instanceof NotNumeric) return 'undecided';
    throw error;
  }
}

function mirrored(operator: Relation): Relation {
  const mirror: Partial<Record<Relation, Relation>> = { '<': '>', '>': '<', '≤': '≥', '≥': '≤' };
  return mirror[operator] ?? operator;
}

/** a/b where it is the same at every point; undefined where it is not. */
function constantRatio(
  a: Node,
  b: Node,
  symbols: readonly string[],
  context: Context,
): Complex | 'undecided' | undefined {
  const { usual, pieces, far, complete } = trialsOf([a, b], symbols, context);
  const bits = complete ? bitsToAgree(a, b, usual[0]!(ROUGH)) : undefined;
  const precision = Math.max(256, precisionFor(bits ?? 0));
  let first: { a: Complex; b: Complex } | undefined;
  let agreeing = 0;
  for (const pointOf of [...usual, ...pieces, ...far]) {
    const point = pointOf(precision);
    const left = evaluate(a, point);
    const right = evaluate(b, point);
    if (left === undefined || right === undefined) continue;
    if (isNearZero(left, precision) || isNearZero(right, precision)) {
      if (isNearZero(left, precision) !== isNearZero(right, precision)) return undefined;
      continue;
    }
    if (first === undefined) {
      first = { a: left, b: right };
      continue;
    }
    const outcome = compareNumbers(
      multiplyComplex(first.a, right, precision),
      multiplyComplex(left, first.b, precision),
      bits,
    );
    if (outcome === 'different') return undefined;
    if (outcome === 'equal') agreeing++;
  }
  if (first === undefined || agreeing < 3 || bits === undefined) return 'undecided';
  return divideComplex(first.a, first.b, precision) ?? 'undecided';
}

function isNearZero(z: Complex, precision: number): boolean {
  return magnitude(z.re) < 100 - precision && magnitude(z.im) < 100 - precision;
}

/** y = 1/x and xy = 1. */
function sameByElimination(a: NodeOf<'relation'>, b: NodeOf<'relation'>, context: Context): Outcome {
  for (const [solved, other] of [
    [a, b],
    [b, a],
  ] as const) {
    const explicit = explicitForm(solved);
    if (explicit === undefined) continue;
    const at = (value: Node): Node =>
      rewrite(oneSided(other), (node) => (node.kind === 'symbol' && node.name === explicit.name ? value : undefined));
    if (sameValue(at(explicit.value), ZERO, context) !== 'equal') continue;
    // Of first degree in the variable: f(y + 1) − 2 f(y) + f(y − 1) = 0, so that no other branch satisfies it.
    const shifted = (by: bigint): Node =>
      at({ kind: 'sum', terms: [{ kind: 'symbol', name: explicit.name }, whole(by)] });
    const curvature: Node = {
      kind: 'sum',
      terms: [shifted(1n), { kind: 'product', factors: [whole(-2n), shifted(0n)] }, shifted(-1n)],
    };
    if (sameValue(curvature, ZERO, context) !== 'equal') continue;
    const slope: Node = { kind: 'sum', terms: [shifted(1n), { kind: 'negative', operand: shifted(0n) }] };
    if (leavesOneSolution(slope, explicit.value, context)) return 'equal';
  }
  return 'different';
}

/**
 * Whether s·y + c = 0, which y = value satisfies, has no other solutions: with s = 0 everything is one (`xy = yx`), and where
 * s varies each of its zeros is one more (`x(y − 2x) = 0`), unless the value itself has a pole there (`xy = 1`).
 */
function leavesOneSolution(slope: Node, value: Node, context: Context): boolean {
  if (!hasPoles(value))
    return typeof constantRatio(slope, whole(1n), [...freeSymbols(slope)].sort(), context) === 'object';
  return sameValue(slope, ZERO, context) === 'different';
}

function hasPoles(value: Node): boolean {
  let found = false;
  rewrite(value, (node) => {
    found ||= node.kind === 'quotient' && freeSymbols(node.under).size > 0;
    found ||= node.kind === 'power' && node.exponent.kind === 'negative' && freeSymbols(node.base).size > 0;
    return undefined;
  });
  return found;
}

const ZERO: Node = { kind: 'number', value: { n: 0n, d: 1n } };

function whole(n: bigint): Node {
  return { kind: 'number', value: { n, d: 1n } };
}

function explicitForm(node: NodeOf<'relation'>): { name: string; value: Node } | undefined {
  const [left, right] = node.operands;
  for (const [variable, value] of [
    [left!, right!],
    [right!, left!],
  ] as const) {
    if (variable.kind === 'symbol' && !freeSymbols(value).has(variable.name)) return { name: variable.name, value };
  }
  return undefined;
}
