import { bitsToAgree, precisionFor } from '../../compute/exactness.js';
import { evaluate } from '../../compute/numeric.js';
import { NotNumeric } from '../../compute/powers.js';
import { compareNumbers, ROUGH, sameValue } from '../../compute/same-value.js';
import { trialsOf } from '../../compute/pieces.js';
import { differenceNode, numberNode, type Node, type NodeOf } from '../../parse/ast.js';
import { isSymmetric, mirrored } from '../../parse/relations.js';
import { substitute, childrenOf, freeSymbols, keyOf } from '../../parse/walk.js';
import { fromRational, magnitude, signOf } from '../../value/ball.js';
import { divideComplex, isReal, multiplyComplex, type Complex } from '../../value/complex.js';
import { ONE, ZERO } from '../../value/rational.js';
import { sameInOrder } from '../collections.js';
import type { Context, Outcome } from '../context.js';

/** An equation or inequality brought to one side: `left − right ∘ 0`. */
function oneSided(node: NodeOf<'relation'>): Node {
  const [left, right] = node.operands;
  return differenceNode(left!, right!);
}

/** In one variable, whether it stands alone (up to sign) against constants: solved, as `x = 5` or `x < 1` is. */
function isSolved(node: NodeOf<'relation'>): boolean {
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
  // A ⊂ B and 2 ∉ A have no difference to compare.
  if (!isSymmetric(x) && !/[<>≤≥]/.test(x)) return sameSides(a, b, context);
  const symbols = freeSymbols(a);
  const others = freeSymbols(b);
  if (symbols.size !== others.size || [...symbols].some((name) => !others.has(name))) return 'different';
  if (symbols.size === 1 && isSolved(a) !== isSolved(b) && !(isSolved(a) && isLineForm(b))) return 'different';
  const sameWay = x === y;
  const otherWay = mirrored(x) === y;
  if (!sameWay && !otherWay) return 'different';
  try {
    const ratio = constantRatio(oneSided(a), oneSided(b), [...symbols].sort(), context);
    if (ratio === 'undecided') return 'undecided';
    if (ratio !== undefined) {
      // x + 2 = 0 is the line x = −2 in its general form; 2x + 4 = 0 is still to be solved.
      if (symbols.size === 1 && isSolved(a) !== isSolved(b)) return isUnit(ratio) ? 'equal' : 'different';
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

/** Two relations of the same kind between the same sides, read from either end. */
function sameSides(a: NodeOf<'relation'>, b: NodeOf<'relation'>, context: Context): Outcome {
  const [x, y] = [a.operators[0]!, b.operators[0]!];
  if (x === y) return sameInOrder(a.operands, b.operands, context);
  return mirrored(x) === y ? sameInOrder(a.operands, [...b.operands].reverse(), context) : 'different';
}

/** x + 2 = 0, y − 3 = 0 */
function isLineForm({ operands, operators }: NodeOf<'relation'>): boolean {
  return operators[0] === '=' && operands.some((side) => side.kind === 'sum') && operands.some(isNought);
}

function isNought(node: Node): boolean {
  return node.kind === 'number' && node.value.n === 0n;
}

function isUnit(ratio: Complex): boolean {
  const one: Complex = { re: fromRational(ONE, 256), im: fromRational(ZERO, 256) };
  return compareNumbers(multiplyComplex(ratio, ratio, 256), one) === 'equal';
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
    if (explicit !== undefined && isSolvedBy(oneSided(other), explicit, context)) return 'equal';
  }
  return 'different';
}

/**
 * Whether an equation f = 0 has y = v for its only solution: v satisfies it, it has y to the first power, s·y + c, and s is
 * nought only where v is not defined. With s = 0 everything is a solution (`xy = yx`), and where s is nought besides, each
 * such place is one more (`x(y − 2x) = 0`).
 */
function isSolvedBy(f: Node, { name, value }: Explicit, context: Context): boolean {
  // x = 1/y is xy = 1, if y is not nought for any x.
  const below = denominatorOf(f, name);
  const whole: Node = product([f, below]);
  const at = (node: Node, by: bigint): Node => {
    const shifted: Node = by === 0n ? value : { kind: 'sum', terms: [value, numberNode(by)] };
    return substitute(node, name, shifted);
  };
  if (sameValue(at(f, 0n), numberNode(0), context) !== 'equal') return false;
  // f(y + 1) − 2 f(y) + f(y − 1) = 0
  const curvature: Node = {
    kind: 'sum',
    terms: [at(whole, 1n), product([numberNode(-2), at(whole, 0n)]), at(whole, -1n)],
  };
  if (sameValue(curvature, numberNode(0), context) !== 'equal') return false;
  const slope = differenceNode(at(whole, 1n), at(whole, 0n));
  const pole = denominatorOf(value);
  const isKept = freeSymbols(below).size === 0 || isMultiple(product([at(below, 0n), pole]), numberNode(1), context);
  return isKept && isMultiple(slope, pole, context);
}

/** Whether one is the other times a constant. */
function isMultiple(a: Node, b: Node, context: Context): boolean {
  const symbols = [...new Set([...freeSymbols(a), ...freeSymbols(b)])].sort();
  if (symbols.length === 0) return sameValue(a, numberNode(0), context) === 'different';
  return typeof constantRatio(a, b, symbols, context) === 'object';
}

/** @returns The common denominator of an expression: the product of its different denominators, or of those with a variable. */
function denominatorOf(node: Node, name?: string): Node {
  const found = new Map<string, Node>();
  const collect = (inner: Node): void => {
    const isPower = inner.kind === 'power' && inner.exponent.kind === 'negative';
    const under: Node | undefined =
      inner.kind === 'quotient'
        ? inner.under
        : isPower
          ? { kind: 'power', base: inner.base, exponent: inner.exponent.operand }
          : undefined;
    const symbols = under === undefined ? undefined : freeSymbols(under);
    if (symbols !== undefined && symbols.size > 0 && (name === undefined || symbols.has(name)))
      found.set(keyOf(under!), under!);
    for (const child of childrenOf(inner)) collect(child);
  };
  collect(node);
  return product([...found.values()]);
}

function product(factors: readonly Node[]): Node {
  return factors.length === 1 ? factors[0]! : factors.length === 0 ? numberNode(1) : { kind: 'product', factors };
}

interface Explicit {
  readonly name: string;
  readonly value: Node;
}

function explicitForm(node: NodeOf<'relation'>): Explicit | undefined {
  const [left, right] = node.operands;
  for (const [variable, value] of [
    [left!, right!],
    [right!, left!],
  ] as const) {
    if (variable.kind === 'symbol' && !freeSymbols(value).has(variable.name)) return { name: variable.name, value };
  }
  return undefined;
}
