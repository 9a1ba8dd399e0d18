import { LimitReached } from '../budget.js';
import type { Node, NodeOf } from '../parse/ast.js';
import { fromRational, isExactZero, log2Sum, upperBound } from '../value/ball.js';
import { addComplex, COMPLEX_ONE, COMPLEX_ZERO, multiplyComplex, real, type Complex } from '../value/complex.js';
import { integer, isInteger } from '../value/rational.js';
import { NotNumeric, type Point } from './powers.js';
import { exactValue } from './exact.js';

type Evaluate = (node: Node, point: Point) => Complex | undefined;

/** The most terms that are added. An infinite sum that needs more converges too slowly. */
const ENDLESS_TERMS = 900;
/** From here on each term must be at most this part of the one before. */
const SHRINKING = Math.log2(0.9);

/** @returns The value of a sum or product between whole bounds, or of an infinite sum that converges fast. */
export function evaluateSeries(node: NodeOf<'series'>, point: Point, evaluate: Evaluate): Complex | undefined {
  const from = exactValue(node.from, point.budget, point.rationals);
  if (from === undefined || !isInteger(from)) throw new NotNumeric('a bound');
  const term = (k: bigint): Complex | undefined => {
    const index = integer(k);
    return evaluate(node.body, {
      ...point,
      values: new Map([...point.values, [node.index, real(fromRational(index, point.precision))]]),
      rationals: new Map([...point.rationals, [node.index, index]]),
    });
  };
  if (node.to.kind === 'constant' && node.to.name === 'infinity') return endless(node, from.n, term, point);
  const to = exactValue(node.to, point.budget, point.rationals);
  if (to === undefined || !isInteger(to)) throw new NotNumeric('a bound');
  if (to.n - from.n > 5000n) throw new LimitReached('a sum has too many terms');
  const isSum = node.operation === 'sum';
  let result = isSum ? COMPLEX_ZERO : COMPLEX_ONE;
  for (let k = from.n; k <= to.n; k++) {
    const next = term(k);
    if (next === undefined) return undefined;
    result = isSum ? addComplex(result, next, point.precision) : multiplyComplex(result, next, point.precision);
  }
  return result;
}

/** Adds terms that shrink by a tenth or more each until the rest is below the precision. */
function endless(
  node: NodeOf<'series'>,
  from: bigint,
  term: (k: bigint) => Complex | undefined,
  point: Point,
): Complex | undefined {
  if (node.operation !== 'sum') throw new NotNumeric('an infinite product');
  let sum = COMPLEX_ZERO;
  let before = Infinity;
  let shrunk = 0;
  for (let count = 0; count < ENDLESS_TERMS; count++) {
    const next = term(from + BigInt(count));
    if (next === undefined) return undefined;
    sum = addComplex(sum, next, point.precision);
    const size = log2Sum(upperBound(next.re), upperBound(next.im));
    const isZero = isExactZero(next.re) && isExactZero(next.im);
    // A hundred terms that do not even begin to shrink converge too slowly.
    if (count === 100 && shrunk === 0) break;
    shrunk = size - before <= SHRINKING ? shrunk + 1 : isZero ? shrunk : 0;
    if (!isZero) before = size;
    // What is left is at most ten times the last term.
    if (shrunk > 8 && size < -point.precision) {
      const rest = size + 4;
      return {
        re: { ...sum.re, r: log2Sum(sum.re.r, rest) },
        im: isExactZero(sum.im) ? sum.im : { ...sum.im, r: log2Sum(sum.im.r, rest) },
      };
    }
  }
  throw new NotNumeric('a slow series');
}
