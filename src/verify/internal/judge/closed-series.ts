import { exactValue } from '../compute/exact.js';
import { sameValue } from '../compute/same-value.js';
import { differenceNode, numberNode, type Node, type NodeOf } from '../parse/ast.js';
import { substitute, freeSymbols, rewrite, some } from '../parse/walk.js';
import type { Context, Outcome } from './context.js';

type Series = NodeOf<'series'>;

/** Replaces geometric sums, 1 + 2 + … + 2^2023 and 1 + x + … + x^n, by their closed forms. */
export function withSeriesClosed(node: Node, context: Context): Node {
  if (node.kind === 'number' || node.kind === 'symbol' || !some(node, isSeries)) return node;
  return rewrite(node, (inner) => (inner.kind === 'series' ? geometricSum(inner, context) : undefined));
}

/** a (r^count − 1) / (r − 1) */
function geometricSum(series: Series, context: Context): Node | undefined {
  const { from, to, body, index, operation } = series;
  if (operation !== 'sum' || to.kind === 'constant' || !isGeometric(body, index)) return undefined;
  const ratio: Node = { kind: 'quotient', over: at(series, numberNode(1)), under: at(series, numberNode(0)) };
  if (freeSymbols(ratio).size === 0) {
    const value = exactValue(ratio, context.budget);
    if (value === undefined || value.n === value.d || value.n === 0n) return undefined;
  }
  const [first, last] = [from, to].map((bound) => exactValue(bound, context.budget)) as [unknown, unknown];
  const count: Node = { kind: 'sum', terms: [differenceNode(to, from), numberNode(1)] };
  // An empty sum, or bounds that are no integers, are not what the formula is for.
  if (first === undefined || (last !== undefined && !isCount(exactValue(count, context.budget)))) return undefined;
  const grown: Node = { kind: 'power', base: ratio, exponent: count };
  return {
    kind: 'quotient',
    over: { kind: 'product', factors: [at(series, from), differenceNode(grown, numberNode(1))] },
    under: differenceNode(ratio, numberNode(1)),
  };
}

function isCount(value: { readonly n: bigint; readonly d: bigint } | undefined): boolean {
  return value !== undefined && value.d === 1n && value.n > 0n;
}

/** Products, quotients and powers in which the index stands in exponents alone, once: 3 · 2^{2k+1}. */
function isGeometric(node: Node, index: string): boolean {
  if (!some(node, (part) => part.kind === 'symbol' && part.name === index)) return !some(node, isSeries);
  switch (node.kind) {
    case 'negative':
      return isGeometric(node.operand, index);
    case 'product':
      return node.factors.every((factor) => isGeometric(factor, index));
    case 'quotient':
      return isGeometric(node.over, index) && isGeometric(node.under, index);
    case 'power':
      return !freeSymbols(node.base).has(index) && isLinear(node.exponent, index);
    default:
      return false;
  }
}

function isLinear(node: Node, index: string): boolean {
  if (!freeSymbols(node).has(index)) return true;
  if (node.kind === 'symbol') return true;
  if (node.kind === 'negative') return isLinear(node.operand, index);
  if (node.kind === 'sum') return node.terms.every((term) => isLinear(term, index));
  if (node.kind !== 'product') return false;
  return (
    node.factors.filter((factor) => freeSymbols(factor).has(index)).length === 1 &&
    node.factors.every((factor) => isLinear(factor, index))
  );
}

/**
 * Whether a sum up to n is a formula in n: the first term is the formula's first value, and every further one its growth.
 *
 * @returns undefined where no side is such a sum.
 */
export function sameSum(a: Node, b: Node, context: Context): Outcome | undefined {
  if (isSumToLetter(a) && !some(b, isSeries)) return proves(a, b, context);
  if (isSumToLetter(b) && !some(a, isSeries)) return proves(b, a, context);
  return undefined;
}

function proves(series: Series & { readonly to: NodeOf<'symbol'> }, formula: Node, context: Context): Outcome {
  const { to, from } = series;
  const value = (n: Node): Node => substitute(formula, to.name, n);
  const first = sameValue(at(series, from), value(from), context);
  if (first !== 'equal') return first;
  return sameValue(at(series, to), differenceNode(value(to), value(differenceNode(to, numberNode(1)))), context);
}

function isSumToLetter(node: Node): node is Series & { readonly to: NodeOf<'symbol'> } {
  const isSum = node.kind === 'series' && node.operation === 'sum' && node.to.kind === 'symbol';
  return (
    isSum && node.from.kind === 'number' && !some(node.body, isSeries) && !freeSymbols(node.body).has(node.to.name)
  );
}

/** The term at an index. */
function at({ body, index }: Series, k: Node): Node {
  return substitute(body, index, k);
}

function isSeries({ kind }: Node): boolean {
  return kind === 'series';
}
