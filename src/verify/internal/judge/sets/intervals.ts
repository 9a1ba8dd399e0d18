import { evaluate } from '../../compute/numeric.js';
import { NotNumeric } from '../../compute/powers.js';
import { compareNumbers, sameValue } from '../../compute/same-value.js';
import { pointFor } from '../../compute/trial-points.js';
import type { Node } from '../../parse/ast.js';
import { freeSymbols } from '../../parse/walk.js';
import { signOf, toNumber } from '../../value/ball.js';
import { isReal, subtractComplex, type Complex } from '../../value/complex.js';
import type { Context } from '../context.js';
import { infinitySign } from './region-forms.js';

/** One end of an interval: a real number, or an infinity (then `value` is absent). */
export interface End {
  readonly infinite: -1 | 0 | 1;
  readonly value?: Complex;
  /** What was written for the value. */
  readonly node?: Node;
  readonly closed: boolean;
}

export interface Interval {
  readonly low: End;
  readonly high: End;
}

/** A set of real numbers: disjoint intervals in ascending order, and the name of the variable it was stated for. */
export interface Region {
  readonly intervals: readonly Interval[];
  readonly variable?: string;
}

export const MINUS_INFINITY: End = { infinite: -1, closed: false };
export const PLUS_INFINITY: End = { infinite: 1, closed: false };
export const ALL: readonly Interval[] = [{ low: MINUS_INFINITY, high: PLUS_INFINITY }];

/** The order of two ends is unknown: they have variables, or are too close. `ifNumeric` catches this error. */
export class Unordered extends NotNumeric {}

/** @returns The whole numbers of a region, at least `from`; undefined for more than `largest`. */
export function wholeNumbers({ intervals }: Region, from: number, largest: number): number[] | undefined {
  const numbers: number[] = [];
  for (const { low, high } of intervals) {
    const first = Math.max(from, wholeEnd(low, 1));
    const last = wholeEnd(high, -1);
    if (!Number.isFinite(first) || !Number.isFinite(last) || last - first + numbers.length > largest) return undefined;
    for (let n = first; n <= last; n++) numbers.push(n);
  }
  return numbers;
}

/** The first whole number inside an end, seen in a direction. */
function wholeEnd({ infinite, value, closed }: End, direction: 1 | -1): number {
  if (infinite !== 0) return infinite * Infinity;
  const place = toNumber(value!.re);
  const nearest = Math.round(place);
  if (Math.abs(place - nearest) < 1e-9) return closed ? nearest : nearest + direction;
  return direction > 0 ? Math.ceil(place) : Math.floor(place);
}

/** Intervals of the real line: where they end, in which order, and what they have in common. */
export class RealLine {
  constructor(readonly context: Context) {}

  end(node: Node, closed: boolean): End {
    const infinite = infinitySign(node);
    // [0, ∞] is no set of real numbers, and not [0, ∞).
    if (infinite !== undefined) return { infinite, closed };
    if (node.kind === 'quantity' || node.kind === 'degrees')
      return this.end(node.kind === 'quantity' ? node.value : node.operand, closed);
    if (freeSymbols(node).size > 0) throw new Unordered();
    const value = evaluate(node, pointFor(0, 'real', [], this.context, 320));
    if (value === undefined || !isReal(value)) throw new Unordered();
    return { infinite: 0, value, node, closed };
  }

  /** −1, 0 or 1 as the place of a is below, at or above that of b. */
  order(a: End, b: End): number {
    this.context.budget.spend(25);
    if (a.infinite !== 0 || b.infinite !== 0) return a.infinite - b.infinite;
    const outcome = compareNumbers(a.value, b.value);
    if (outcome === 'different') {
      const sign = signOf(subtractComplex(a.value!, b.value!, 400).re);
      if (sign === undefined || sign === 0) throw new Unordered();
      return sign;
    }
    // What agrees to some digits may still be another number.
    if (sameValue(a.node!, b.node!, this.context) !== 'equal') throw new Unordered();
    return 0;
  }

  union(intervals: readonly Interval[]): readonly Interval[] {
    if (intervals.length > 100) throw new Unordered();
    const sorted = [...intervals].sort(
      (a, b) => this.order(a.low, b.low) || Number(b.low.closed) - Number(a.low.closed),
    );
    const merged: Interval[] = [];
    for (const next of sorted) {
      const last = merged.at(-1);
      const gap = last === undefined ? 1 : this.order(next.low, last.high);
      if (last === undefined || gap > 0 || (gap === 0 && !next.low.closed && !last.high.closed)) {
        merged.push(next);
        continue;
      }
      const beyond = this.order(next.high, last.high);
      const high = beyond > 0 || (beyond === 0 && next.high.closed) ? next.high : last.high;
      merged[merged.length - 1] = { low: last.low, high };
    }
    return merged;
  }

  intersect(a: readonly Interval[], b: readonly Interval[]): readonly Interval[] {
    const parts: Interval[] = [];
    for (const x of a) {
      for (const y of b) {
        const low = this.tighter(x.low, y.low, 1);
        const high = this.tighter(x.high, y.high, -1);
        const order = this.order(low, high);
        if (order < 0 || (order === 0 && low.closed && high.closed)) parts.push({ low, high });
      }
    }
    return parts;
  }

  tighter(a: End, b: End, direction: 1 | -1): End {
    const order = this.order(a, b) * direction;
    if (order === 0) return a.closed ? b : a;
    return order > 0 ? a : b;
  }

  complement(intervals: readonly Interval[]): readonly Interval[] {
    const parts: Interval[] = [];
    let low: End | undefined = MINUS_INFINITY;
    for (const { low: from, high: to } of intervals) {
      if (from.infinite === 0) parts.push({ low: low!, high: { ...from, closed: !from.closed } });
      low = to.infinite === 0 ? { ...to, closed: !to.closed } : undefined;
    }
    if (low !== undefined) parts.push({ low, high: PLUS_INFINITY });
    return parts;
  }
}
