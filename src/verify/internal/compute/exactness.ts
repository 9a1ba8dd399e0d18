import type { Budget } from '../budget.js';
import { bitLength } from '../value/rational.js';
import type { Node, NodeOf } from '../parse/ast.js';
import { upperBound } from '../value/ball.js';
import { evaluate } from './numeric.js';
import { pointFor } from './points.js';
import { childrenOf, freeSymbols, rewrite, some } from './symbols.js';

/** Bits that two values must share at least, and beyond which nothing is computed. */
const LEAST = 100;
const MOST = 8_000;
/** Bits that are left between what is compared and what is computed. */
const MARGIN = 64;

/**
 * How many bits two values must share before they count as equal: more than any gap that what is written in them can
 * make. π and π + 10^−60 share 199 bits, but 10^−60 alone says 240.
 *
 * @returns undefined where no number of bits would do: what agrees then is not known to be equal.
 */
export function bitsToAgree(a: Node, b: Node, budget: Budget): number | undefined {
  const bits = LEAST + weightOf(a, budget) + weightOf(b, budget);
  return bits <= MOST ? bits : undefined;
}

/** @returns The precision at which so many bits can be seen to agree. */
export function precisionFor(bits: number): number {
  return Math.ceil(bits) + MARGIN;
}

/** Functions that flatten out, so that a small change of what they are given changes little: e^x grows as fast as x says. */
const EXPONENTIAL = /^(?:exp|sinh|cosh|tanh|coth|sech|csch)$/;

/** The size of the gap that an expression can make with another, in bits, from the numbers that are written in it. */
function weightOf(node: Node, budget: Budget): number {
  budget.spend(1);
  const weight = (inner: Node): number => weightOf(inner, budget);
  switch (node.kind) {
    case 'number':
      return bitLength(node.value.n) + (node.value.d === 1n ? 0 : bitLength(node.value.d));
    case 'power':
      return powerWeight(node, budget);
    case 'root':
      return 2 * weight(node.radicand) + weight(node.index);
    case 'apply': {
      const args = node.args.reduce((sum, arg) => sum + weight(arg), 0);
      if (EXPONENTIAL.test(node.name)) return 2 * args + 3 * sizeOf(node.args[0]!, budget) + 4;
      if (node.name === 'factorial' || node.name === 'Gamma') return args + 12 * sizeOf(node.args[0]!, budget);
      return 2 * args + 4;
    }
    case 'series':
      return seriesWeight(node, budget);
    default:
      return childrenOf(node).reduce((sum, child) => sum + weight(child) + 1, 0);
  }
}

function powerWeight({ base, exponent }: NodeOf<'power'>, budget: Budget): number {
  const isE = base.kind === 'constant' && base.name === 'e';
  const size = sizeOf(exponent, budget);
  const inner = isE ? 1.5 : weightOf(base, budget);
  // An open base is a number of the size of those that are tried.
  return freeSymbols(base).size > 0
    ? inner * Math.min(size, 4) + size
    : inner * Math.max(1, size) + weightOf(exponent, budget);
}

/** The value of an exponent or argument, roughly; 3 for a variable, and more than can be computed where it is not known. */
function sizeOf(node: Node, budget: Budget): number {
  if (node.kind === 'number') return Math.abs(Number(node.value.n) / Number(node.value.d));
  if (freeSymbols(node).size > 0) return 3;
  const value = evaluate(node, pointFor(0, 'real', [], { precision: 64, budget, log: 'ten' }));
  return value === undefined ? Infinity : 2 ** Math.max(upperBound(value.re), upperBound(value.im));
}

/** The last term of a finite sum; an endless one shares with its limit what its first terms show. */
function seriesWeight(node: NodeOf<'series'>, budget: Budget): number {
  const isEndless = node.to.kind === 'constant';
  const last: Node = isEndless ? { kind: 'number', value: { n: 40n, d: 1n } } : node.to;
  // ⌊n tanh π⌋ is n − 1 for the first 268 terms, and e^(−n²) is smooth beyond all bounds.
  if (isEndless && some(node.body, (inner) => isRough(inner, node.index))) return Infinity;
  const body = rewrite(node.body, (inner) => (inner.kind === 'symbol' && inner.name === node.index ? last : undefined));
  return 2 * weightOf(body, budget) + weightOf(node.to, budget) + 32;
}

function isRough(node: Node, index: string): boolean {
  if (node.kind === 'apply')
    return /^(?:floor|ceil|round|sgn|gcd|lcm|mod)$/.test(node.name) && freeSymbols(node).has(index);
  if (node.kind !== 'power') return false;
  return some(node.exponent, (inner) => inner.kind === 'power' && freeSymbols(inner).has(index));
}
