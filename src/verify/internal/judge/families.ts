import { evaluate, NotNumeric } from '../compute/numeric.js';
import { sameValue } from '../compute/same-value.js';
import { pointFor } from '../compute/trial-points.js';
import { differenceNode, numberNode, type Node, type NodeOf } from '../parse/ast.js';
import { freeSymbols, rewrite, some } from '../parse/walk.js';
import { toNumber } from '../value/ball.js';
import { isReal } from '../value/complex.js';
import type { Context, Outcome } from './context.js';
import { membersOf } from './members.js';

/** Letters that usually stand for any integer. */
const PARAMETER = /^[jklmnpqr]$/;
const TOLERANCE = 1e-9;
/** Offsets within one common period. */
const LARGEST = 60;

/** offset + n·step for every integer n. */
interface Progression {
  readonly offset: Node;
  readonly step: Node;
  /** The two roughly, to find which members may be the same. */
  readonly start: number;
  readonly stride: number;
}

interface Family {
  readonly progressions: readonly Progression[];
  /** It is said that the parameter is an integer. */
  readonly declared: boolean;
  /** It gives an angle its values: x = π/4 + kπ. */
  readonly solved: boolean;
}

/**
 * Compares numbers given up to an integer: π/4 + kπ and π/4 + nπ, n ∈ ℤ, are the same numbers, whatever the integer is
 * called, from wherever it counts and however the numbers are parted.
 *
 * A letter stands for any integer where one side says so, or where the ground truth solves for an angle; 180(n − 2)° is a
 * formula in n. A ground truth that says neither is not made a family by the answer, unless it has an offset of its own.
 *
 * @returns undefined where one side is no such family.
 */
export function sameFamily(gold: Node, pred: Node, context: Context): Outcome | undefined {
  if (!mayBeFamily(gold) || !mayBeFamily(pred)) return undefined;
  try {
    // n = 6k + 1, k ∈ ℤ names what is asked for; C = π(n + 1) is a formula in n.
    const label = isOfIntegers(gold) ? /^/ : ANGLE;
    const [a, b] = [familyOf(gold, label, context), familyOf(pred, label, context)];
    if (a === undefined || b === undefined) return undefined;
    const isStated = a.declared || a.solved || (b.declared && isAngular(gold) && a.progressions.every(hasOffset));
    return isStated ? sameNumbers(a.progressions, b.progressions, context) : undefined;
  } catch (error) {
    if (error instanceof NotNumeric) return undefined;
    throw error;
  }
}

/** Whether the answer lets a letter run through the reals that the ground truth counts with: 2k + 1, k ∈ ℝ. */
export function runsThroughReals(gold: Node, pred: Node): boolean {
  const items = itemsOf(gold);
  const isFamily =
    isOfIntegers(gold) ||
    items.some((item) => withoutLabel(item, ANGLE) !== item && isAngular(item) && mentionsParameter(item));
  return isFamily && itemsOf(pred).some((item) => declares(item, /^[RC]$/));
}

function isAngular(node: Node): boolean {
  return some(node, (n) => n.kind === 'degrees' || (n.kind === 'constant' && n.name === 'pi'));
}

function hasOffset({ start, stride }: Progression): boolean {
  return !isMultiple(start, stride);
}

function mayBeFamily(node: Node): boolean {
  return mentionsParameter(node) || itemsOf(node).some(isClass);
}

/** It is said that a letter runs through the integers. */
function isOfIntegers(node: Node): boolean {
  return itemsOf(node).some((item) => isDeclaration(item) || isClass(item));
}

function mentionsParameter(node: Node): boolean {
  return some(node, (inner) => inner.kind === 'symbol' && PARAMETER.test(inner.name));
}

function familyOf(node: Node, label: RegExp, context: Context): Family | undefined {
  let declared = false;
  let solved = false;
  const values: Node[] = [];
  for (const item of itemsOf(node)) {
    if (isDeclaration(item)) declared = true;
    else if (isClass(item)) {
      declared = true;
      const { value, modulus } = item.operands[1];
      values.push({ kind: 'sum', terms: [value, { kind: 'product', factors: [modulus, INDEX] }] });
    } else {
      const value = withoutLabel(item, label);
      solved ||= value !== item;
      values.push(...membersOf(value));
    }
  }
  const progressions: Progression[] = [];
  for (const value of values) {
    const found = progressionsOf(value, context);
    if (found === undefined) return undefined;
    progressions.push(...found);
  }
  if (progressions.length === 0) return undefined;
  return { progressions, declared, solved: solved && isAngular(node) };
}

/** The items of a list, of nested lists, and of a set given by an expression and a condition. */
function itemsOf(node: Node): readonly Node[] {
  if (node.kind === 'list') return node.items.flatMap(itemsOf);
  if (node.kind === 'builder') return [node.variable, ...itemsOf(node.condition)];
  const isMember = node.kind === 'relation' && node.operators.length === 1 && node.operators[0] === '∈';
  if (isMember && node.operands[1]!.kind === 'builder') return itemsOf(node.operands[1]);
  return [node];
}

/** n ≡ 1 (mod 6): 1 + 6k for every integer k. */
function isClass(node: Node): node is NodeOf<'relation'> & { readonly operands: readonly [Node, NodeOf<'residue'>] } {
  return node.kind === 'relation' && node.operators.join('') === '≡' && node.operands[1]!.kind === 'residue';
}

const INDEX: Node = { kind: 'symbol', name: 'k' };

/** k ∈ ℤ */
function isDeclaration(node: Node): boolean {
  return declares(node, /^Z$/);
}

function declares(node: Node, sets: RegExp): boolean {
  if (node.kind !== 'relation' || node.operators.join('') !== '∈') return false;
  const [element, set] = node.operands;
  return element!.kind === 'symbol' && set!.kind === 'numbers' && sets.test(set.name);
}

const ANGLE = /^(?:[2-9]?[xyztu]|theta|alpha|beta|gamma|phi|psi|omega)$/;

/** x = π/4 + kπ */
function withoutLabel(node: Node, label: RegExp): Node {
  if (node.kind !== 'relation' || node.operators.join('') !== '=') return node;
  const [named, value] = node.operands as [Node, Node];
  return named.kind === 'symbol' && label.test(named.name) && !freeSymbols(value).has(named.name) ? value : node;
}

/** What the expression runs through: one progression, or two for even and odd integers: (−1)^n π/6 + nπ. */
function progressionsOf(node: Node, context: Context): readonly Progression[] | undefined {
  const symbols = [...freeSymbols(node)];
  if (symbols.length !== 1 || !PARAMETER.test(symbols[0]!)) return undefined;
  const whole = progressionOf((n) => at(node, n), context);
  if (whole !== undefined) return [whole];
  const halves = [0n, 1n].map((by) => progressionOf((n) => at(node, 2n * n + by), context));
  return halves.includes(undefined) ? undefined : (halves as Progression[]);
}

function at(node: Node, n: bigint): Node {
  return rewrite(node, (inner) => (inner.kind === 'symbol' ? numberNode(n) : undefined));
}

function progressionOf(member: (n: bigint) => Node, context: Context): Progression | undefined {
  const offset = member(0n);
  const step = differenceNode(member(1n), offset);
  const [start, stride] = [roughValueOf(offset, context), roughValueOf(step, context)];
  if (start === undefined || stride === undefined || Math.abs(stride) < TOLERANCE) return undefined;
  const isLinear = [2n, 7n, -3n].every(
    (n) => sameValue(differenceNode(member(n), offset), times(n, step), context) === 'equal',
  );
  if (!isLinear) return undefined;
  // Counted upwards.
  return stride > 0 ? { offset, step, start, stride } : { offset, step: times(-1n, step), start, stride: -stride };
}

function times(n: bigint, node: Node): Node {
  return { kind: 'product', factors: [numberNode(n), node] };
}

function roughValueOf(node: Node, context: Context): number | undefined {
  const value = evaluate(node, pointFor(0, 'real', [], { ...context, precision: 100 }));
  return value === undefined || !isReal(value) ? undefined : toNumber(value.re);
}

function sameNumbers(a: readonly Progression[], b: readonly Progression[], context: Context): Outcome {
  const period = commonPeriod([...a, ...b].map(({ stride }) => stride));
  if (period === undefined) return 'different';
  const exact = times(BigInt(Math.round(period / a[0]!.stride)), a[0]!.step);
  const [x, y] = [members(a, period), members(b, period)];
  if (x === undefined || y === undefined) return 'undecided';
  let outcome: Outcome = 'equal';
  const isCovered = (one: readonly Member[], other: readonly Member[]): boolean =>
    one.every((r) =>
      other.some((s) => {
        if (!isMultiple(r.place - s.place, period)) return false;
        // Near is not enough: the two must differ by whole periods exactly.
        const periods = BigInt(Math.round((r.place - s.place) / period));
        const same = sameValue(differenceNode(r.node, s.node), times(periods, exact), context);
        if (same === 'undecided') outcome = 'undecided';
        return same !== 'different';
      }),
    );
  return isCovered(x, y) && isCovered(y, x) ? outcome : 'different';
}

/** The least common multiple of steps that are small whole multiples of one another; undefined for others. */
function commonPeriod(steps: readonly number[]): number | undefined {
  let period = steps[0]!;
  for (const step of steps) {
    let count = 1;
    while (count <= LARGEST && !isMultiple(period * count, step)) count++;
    if (count > LARGEST) return undefined;
    period *= count;
  }
  return period;
}

function isMultiple(value: number, step: number): boolean {
  const count = value / step;
  return Math.abs(count - Math.round(count)) < TOLERANCE * Math.max(1, Math.abs(count));
}

interface Member {
  readonly node: Node;
  readonly place: number;
}

/** The members within one period. */
function members(progressions: readonly Progression[], period: number): readonly Member[] | undefined {
  const found: Member[] = [];
  for (const { offset, step, start, stride } of progressions) {
    const count = Math.round(period / stride);
    if (count + found.length > LARGEST) return undefined;
    for (let k = 0; k < count; k++) {
      const node: Node = k === 0 ? offset : { kind: 'sum', terms: [offset, times(BigInt(k), step)] };
      found.push({ node, place: start + k * stride });
    }
  }
  return found;
}
