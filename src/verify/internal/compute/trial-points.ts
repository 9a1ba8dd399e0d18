import { Random } from '../../../base/index.js';
import type { Node } from '../parse/ast.js';
import { freeSymbols, some } from '../parse/walk.js';
import { fromRational } from '../value/ball.js';
import { real, type Complex } from '../value/complex.js';
import { add, integer, multiply, rational, ZERO, type Rational } from '../value/rational.js';
import type { Point } from './powers.js';

/**
 * Where identities are tried. `integer`: the expressions have a meaning only there (factorials, (−1)^n); `wide`: they are
 * constant over short stretches (floors), so that only numbers far apart tell them apart.
 */
export type PointKind = 'real' | 'complex' | 'integer' | 'wide';

/** Which kinds of point tell these expressions apart, one a trial. */
export function pointKinds(nodes: readonly Node[]): readonly PointKind[] {
  const hasSteps = nodes.some((node) => some(node, isStep));
  if (nodes.some((node) => some(node, needsIntegers)))
    return Array.from({ length: hasSteps ? 20 : 10 }, () => 'integer');
  if (hasSteps) {
    // ⌊n²/4⌋ is meant for whole n.
    const isWhole = nodes.every((node) => [...freeSymbols(node)].every((name) => /^[nmk]$/.test(name)));
    return Array.from({ length: 40 }, () => (isWhole ? 'integer' : 'wide'));
  }
  if (nodes.some((node) => some(node, isComplexMatter)) || hasComplexSize(nodes))
    return ['complex', 'complex', 'complex', 'real', 'real', 'complex', 'complex', 'real'];
  if (nodes.every((node) => !some(node, hasBranches)))
    return ['real', 'real', 'complex', 'real', 'real', 'complex', 'real', 'real'];
  return ['real', 'real', 'real', 'real', 'real', 'real', 'real', 'real'];
}

const INTEGER_FUNCTIONS = new Set(['factorial', 'doubleFactorial', 'binomial', 'permutations', 'gcd', 'lcm', 'Gamma']);

function needsIntegers(node: Node): boolean {
  if (node.kind === 'apply' && INTEGER_FUNCTIONS.has(node.name)) return node.args.some(isOpen);
  if (node.kind === 'residue') return isOpen(node.value) || isOpen(node.modulus);
  if (node.kind === 'series') return isOpen(node.from) || isOpen(node.to);
  if (node.kind === 'power') return isNegativeNumber(node.base) && isOpen(node.exponent);
  return false;
}

/** A function that jumps and is constant in between. */
function isStep(node: Node): boolean {
  return node.kind === 'apply' && /^(?:floor|ceil|round|sgn)$/.test(node.name) && node.args.some(isOpen);
}

function isOpen(node: Node): boolean {
  return freeSymbols(node).size > 0;
}

function isNegativeNumber(node: Node): boolean {
  return node.kind === 'negative' && !isOpen(node.operand);
}

function isComplexMatter(node: Node): boolean {
  if (node.kind === 'constant') return node.name === 'i';
  return node.kind === 'apply' && /^(?:Re|Im|conj|star|arg)$/.test(node.name);
}

/** |z|² is not z²: a size of z and w, where no other letter says that they are real. */
function hasComplexSize(nodes: readonly Node[]): boolean {
  const isComplex = (node: Node): boolean => [...freeSymbols(node)].every((name) => /^[zw]$/.test(name));
  return (
    nodes.some((node) => some(node, (part) => part.kind === 'apply' && part.name === 'abs' && isOpen(part))) &&
    nodes.every(isComplex)
  );
}

/** Whether the function is not one analytic whole, so that a complex point may lie on another branch than a real one. */
function hasBranches(node: Node): boolean {
  switch (node.kind) {
    case 'root':
      return true;
    case 'power':
      return node.exponent.kind !== 'number' &&
        !(node.exponent.kind === 'negative' && node.exponent.operand.kind === 'number') &&
        isOpen(node.base)
        ? true
        : node.exponent.kind === 'number' && node.exponent.value.d !== 1n;
    case 'apply':
      return !/^(?:sin|cos|tan|cot|sec|csc|sinh|cosh|tanh|coth|exp)$/.test(node.name) && !node.free;
    default:
      return false;
  }
}

const TRIALS = 10;
const SYMBOLS = 40;
const SCALE = 1n << 20n;

interface Draw {
  readonly re: Rational;
  readonly im: Rational;
  readonly whole: number;
}

let table: Draw[][] | undefined;

/** Trials × symbols, drawn once from a fixed seed. */
function draws(): Draw[][] {
  if (table !== undefined) return table;
  const random = new Random('verify/points');
  const fraction = (low: number, high: number): Rational =>
    rational(BigInt(Math.floor((low + (high - low) * random.next()) * Number(SCALE))) | 1n, SCALE);
  table = Array.from({ length: TRIALS }, (_, trial) => {
    const wholes = random.shuffle(Array.from({ length: SYMBOLS }, (_, k) => (k % 11) + 1));
    return Array.from({ length: SYMBOLS }, (_, symbol) => ({
      re: drawReal(trial, symbol, fraction),
      im: fraction(-0.9, 0.9),
      whole: trial === 0 ? (symbol % 7) + 1 : wholes[symbol]!,
    }));
  });
  return table;
}

/** Positive, negative, mixed, large and small numbers in turn. */
function drawReal(trial: number, symbol: number, fraction: (low: number, high: number) => Rational): Rational {
  switch (trial % 5) {
    case 0:
      return fraction(0.3, 2);
    case 1:
      return fraction(-2, -0.3);
    case 2:
      return isNegative(trial, symbol) ? fraction(-3, -0.2) : fraction(0.2, 3);
    case 3:
      return fraction(1.1, 4.5);
    default:
      return isNegative(trial, symbol) ? fraction(-0.9, -0.1) : fraction(0.1, 0.9);
  }
}

/** In mixed trials neighbours have opposite signs, either way round. */
function isNegative(trial: number, symbol: number): boolean {
  const bit = trial < 5 ? symbol : symbol >> 1;
  return (bit % 2 === 0) === (trial % 5 === 2);
}

/** @returns The point where the variables have these values. */
export function pointAt(
  rationals: ReadonlyMap<string, Rational>,
  { budget, log }: Pick<Point, 'budget' | 'log'>,
  precision: number,
): Point {
  const values = new Map([...rationals].map(([name, value]) => [name, real(fromRational(value, precision))] as const));
  return { precision, budget, log, values, rationals, coefficients: (name) => coefficientsOf(name, 7, precision) };
}

/** @returns The trial's point: a value for each symbol, the same for the same symbols every time. */
export function pointFor(
  trial: number,
  kind: PointKind,
  symbols: readonly string[],
  { budget, log }: Pick<Point, 'budget' | 'log'>,
  precision: number,
): Point {
  const row = draws()[trial % TRIALS]!;
  const values = new Map<string, Complex>();
  const rationals = new Map<string, Rational>();
  symbols.forEach((name, k) => {
    const draw = row[k % SYMBOLS]!;
    const re =
      kind === 'integer' ? wholeAt(draw, trial, symbols.length) : kind === 'wide' ? wideAt(draw, trial, k) : draw.re;
    const im = kind === 'complex' ? draw.im : ZERO;
    values.set(name, { re: fromRational(re, precision), im: fromRational(im, precision) });
    if (im.n === 0n) rationals.set(name, re);
  });
  return { precision, budget, log, values, rationals, coefficients: (name) => coefficientsOf(name, trial, precision) };
}

/** Whole numbers, for one symbol one after the other; beyond the drawn trials larger ones. */
function wholeAt({ whole }: Draw, trial: number, symbols: number): Rational {
  if (symbols === 1) return integer(trial + 1);
  return integer(whole + Math.floor(trial / TRIALS) * 12);
}

/** Up to about 60 in size: every third one whole, where rounding up and down agree. */
function wideAt({ re, whole }: Draw, trial: number, symbol: number): Rational {
  const size = add(multiply(re, integer(7 + 4 * Math.floor(trial / TRIALS))), integer(symbol));
  return trial % 3 === 0 ? integer(re.n < 0n ? -3 * whole - trial : 3 * whole + trial) : size;
}

/** Four coefficients that depend on the function's name and the trial alone. */
function coefficientsOf(name: string, trial: number, precision: number): readonly Complex[] {
  let hash = 2166136261 ^ trial;
  for (let k = 0; k < name.length; k++) hash = Math.imul(hash ^ name.charCodeAt(k), 16777619);
  return [1, 2, 3, 4].map(() => {
    hash = Math.imul(hash ^ (hash >>> 15), 2246822507) + 0x9e3779b9;
    return real(fromRational(rational(BigInt((hash >>> 8) | 1), SCALE), precision));
  });
}
