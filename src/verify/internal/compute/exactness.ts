import { numberNode, type Node, type NodeOf } from '../parse/ast.js';
import { substitute, childrenOf, freeSymbols, some } from '../parse/walk.js';
import { upperBound } from '../value/ball.js';
import { bitLength } from '../value/rational.js';
import type { Point } from './powers.js';
import { evaluate } from './numeric.js';

/** Bits that two values must share at least, and beyond which nothing is computed. */
const LEAST = 100;
const MOST = 8_000;
/** Bits that are left between what is compared and what is computed. */
const MARGIN = 64;

/**
 * How many bits two values must share before they count as equal: more than any gap that what is written in them can
 * make. π and π + 10^−60 share 199 bits, but 10^−60 alone says 240.
 *
 * @param point - Where they are compared, at a precision that tells how large a part is there.
 * @returns undefined where no number of bits would do: what agrees then is not known to be equal.
 */
export function bitsToAgree(a: Node, b: Node, point: Point): number | undefined {
  const bits = LEAST + weightOf(a, point) + weightOf(b, point);
  return bits <= MOST ? bits : undefined;
}

/** @returns The precision at which so many bits can be seen to agree. */
export function precisionFor(bits: number): number {
  return Math.ceil(bits) + MARGIN;
}

/** Functions that flatten out, so that a small change of what they are given changes little: e^x grows as fast as x says. */
const EXPONENTIAL = /^(?:exp|sinh|cosh|tanh|coth|sech|csch)$/;

/** The size of the gap that an expression can make with another, in bits, from the numbers that are written in it. */
function weightOf(node: Node, point: Point): number {
  point.budget.spend(1);
  const weight = (inner: Node): number => weightOf(inner, point);
  switch (node.kind) {
    case 'number':
      return bitLength(node.value.n) + (node.value.d === 1n ? 0 : bitLength(node.value.d));
    case 'power':
      return powerWeight(node, point);
    case 'root':
      return 2 * weight(node.radicand) + weight(node.index);
    case 'apply': {
      const args = node.args.reduce((sum, arg) => sum + weight(arg), 0);
      if (EXPONENTIAL.test(node.name)) return 2 * args + 3 * sizeOf(node.args[0]!, point) + 4;
      if (node.name === 'factorial' || node.name === 'Gamma') return args + 12 * sizeOf(node.args[0]!, point);
      return 2 * args + 4;
    }
    case 'series':
      return seriesWeight(node, point);
    default:
      return childrenOf(node).reduce((sum, child) => sum + weight(child) + 1, 0);
  }
}

function powerWeight({ base, exponent }: NodeOf<'power'>, point: Point): number {
  const isE = base.kind === 'constant' && base.name === 'e';
  const size = sizeOf(exponent, point);
  if (isE) return 1.5 * Math.max(1, size) + weightOf(exponent, point);
  const inner = weightOf(base, point);
  if (freeSymbols(base).size === 0) return inner * Math.max(1, size) + weightOf(exponent, point);
  // (x/10)^200 is as small as its base is there.
  return inner * Math.min(size, 4) + size + (size > 8 ? size * Math.abs(magnitudeOf(base, point)) : 0);
}

/** The size of an exponent or argument; more than can be computed where it is not known. */
function sizeOf(node: Node, point: Point): number {
  if (node.kind === 'number') return Math.abs(Number(node.value.n) / Number(node.value.d));
  return 2 ** magnitudeOf(node, point);
}

/** The logarithm of a value's size. */
function magnitudeOf(node: Node, point: Point): number {
  const value = evaluate(node, point);
  return value === undefined ? Infinity : Math.max(upperBound(value.re), upperBound(value.im));
}

/** The last term of a finite sum; an endless one shares with its limit what its first terms show. */
function seriesWeight(node: NodeOf<'series'>, point: Point): number {
  const isEndless = node.to.kind === 'constant';
  const last: Node = isEndless ? numberNode(40) : node.to;
  // ⌊n tanh π⌋ is n − 1 for the first 268 terms, and e^(−n²) is smooth beyond all bounds.
  if (isEndless && some(node.body, (inner) => isRough(inner, node.index))) return Infinity;
  const body = substitute(node.body, node.index, last);
  return 2 * weightOf(body, point) + weightOf(node.to, point) + 32;
}

function isRough(node: Node, index: string): boolean {
  if (node.kind === 'apply')
    return /^(?:floor|ceil|round|sgn|gcd|lcm|mod)$/.test(node.name) && freeSymbols(node).has(index);
  if (node.kind !== 'power') return false;
  return some(node.exponent, (inner) => inner.kind === 'power' && freeSymbols(inner).has(index));
}
