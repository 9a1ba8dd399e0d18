import type { Budget } from '../budget.js';
import type { Node, NodeOf } from '../parse/ast.js';

/**
 * A value in double precision, to find where something happens and not to judge by: NaN where there is none or it is
 * not known.
 */
export function roughValue(node: Node, values: ReadonlyMap<string, number>, budget: Budget): number {
  budget.spend(0.2);
  const value = (inner: Node): number => roughValue(inner, values, budget);
  switch (node.kind) {
    case 'number':
      return Number(node.value.n) / Number(node.value.d);
    case 'symbol':
      return values.get(node.name) ?? NaN;
    case 'constant':
      return values.get(node.name) ?? { pi: Math.PI, e: Math.E, i: NaN, infinity: Infinity }[node.name];
    case 'negative':
      return -value(node.operand);
    case 'sum':
      return node.terms.reduce((sum, term) => sum + value(term), 0);
    case 'product':
      return node.factors.reduce((product, factor) => product * value(factor), 1);
    case 'quotient':
      return value(node.over) / value(node.under);
    case 'power':
      return value(node.base) ** value(node.exponent);
    case 'root':
      return value(node.radicand) ** (1 / value(node.index));
    case 'percent':
      return value(node.operand) / (node.per ?? 100);
    case 'degrees':
      return (value(node.operand) * Math.PI) / 180;
    case 'apply':
      return applied(node, node.args.map(value));
    default:
      return NaN;
  }
}

const KNOWN: { readonly [name: string]: (x: number) => number } = {
  sin: Math.sin, cos: Math.cos, tan: Math.tan, arcsin: Math.asin, arccos: Math.acos, arctan: Math.atan,
  sec: (x) => 1 / Math.cos(x), csc: (x) => 1 / Math.sin(x), cot: (x) => 1 / Math.tan(x), arccot: (x) => Math.atan2(1, x),
  arsinh: Math.asinh, arcosh: Math.acosh, artanh: Math.atanh, coth: (x) => 1 / Math.tanh(x), sinh: Math.sinh, cosh: Math.cosh, tanh: Math.tanh, exp: Math.exp, ln: Math.log, lg: Math.log10,
  abs: Math.abs, norm: Math.abs, floor: Math.floor, ceil: Math.ceil, round: Math.round, sgn: Math.sign,
}; // prettier-ignore

function applied({ name, free }: NodeOf<'apply'>, args: readonly number[]): number {
  const [x = NaN, y] = args;
  if (free) return NaN;
  if (name === 'max') return Math.max(...args);
  if (name === 'min') return Math.min(...args);
  if (name === 'log') return Math.log(x) / Math.log(y ?? 10);
  return Object.hasOwn(KNOWN, name) ? KNOWN[name]!(x) : NaN;
}
