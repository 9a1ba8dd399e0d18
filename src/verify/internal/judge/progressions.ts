import { evaluate } from '../compute/numeric.js';
import { sameValue } from '../compute/same-value.js';
import { pointFor } from '../compute/trial-points.js';
import { differenceNode, numberNode, type Node } from '../parse/ast.js';
import { freeSymbols, rewrite } from '../parse/walk.js';
import { toNumber } from '../value/ball.js';
import { isReal } from '../value/complex.js';
import type { Context, Outcome } from './context.js';

/** Letters that usually stand for any integer. */
export const PARAMETER = /^[jklmnpqr]$/;
const TOLERANCE = 1e-9;
/** Offsets within one common period. */
const LARGEST = 60;

/** offset + n·step for every integer n. */
export interface Progression {
  readonly offset: Node;
  readonly step: Node;
  /** The two roughly, to find which members may be the same. */
  readonly start: number;
  readonly stride: number;
}

/** Whether no member is 0. */
export function hasOffset({ start, stride }: Progression): boolean {
  return !isMultiple(start, stride);
}

/** What the expression runs through as its letter, a usual one or one that is said to be an integer, does: one progression, or two for even and odd integers: (−1)^n π/6 + nπ. */
export function progressionsOf(
  node: Node,
  declared: ReadonlySet<string>,
  context: Context,
): readonly Progression[] | undefined {
  const [name, ...others] = freeSymbols(node);
  if (name === undefined || others.length > 0 || !(PARAMETER.test(name) || declared.has(name))) return undefined;
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
  const value = evaluate(node, pointFor(0, 'real', [], context, 100));
  return value === undefined || !isReal(value) ? undefined : toNumber(value.re);
}

/** @returns Whether both run through the same numbers, however these are parted. */
export function sameNumbers(a: readonly Progression[], b: readonly Progression[], context: Context): Outcome {
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
