import { evaluate, NotNumeric } from '../compute/numeric.js';
import { pointFor } from '../compute/points.js';
import { compareNumbers, sameValue } from '../compute/same-value.js';
import { freeSymbols } from '../compute/symbols.js';
import type { Node, NodeOf, Relation } from '../parse/ast.js';
import { signOf, toNumber } from '../value/ball.js';
import { isReal, subtractComplex, type Complex } from '../value/complex.js';
import type { Context } from './context.js';
import { membersOf } from './members.js';

/** One end of an interval: a real number, or an infinity (then `value` is absent). */
interface End {
  readonly infinite: -1 | 0 | 1;
  readonly value?: Complex;
  /** What was written for the value. */
  readonly node?: Node;
  readonly closed: boolean;
}

interface Interval {
  readonly low: End;
  readonly high: End;
}

/** A set of real numbers: disjoint intervals in ascending order, and the name of the variable it was stated for. */
export interface Region {
  readonly intervals: readonly Interval[];
  readonly variable?: string;
}

const MINUS_INFINITY: End = { infinite: -1, closed: false };
const PLUS_INFINITY: End = { infinite: 1, closed: false };
const ALL: readonly Interval[] = [{ low: MINUS_INFINITY, high: PLUS_INFINITY }];

/** Ends that cannot be put in order: variables, or numbers too near to tell apart. Caught here. */
class Unordered extends Error {}

/** Whether the node can only be meant as a set of real numbers: an inequality, a union, a half-open interval, ℝ. */
export function isRegional(node: Node): boolean {
  switch (node.kind) {
    case 'setOperation':
      return isRegional(node.left) || isRegional(node.right) || (isPair(node.left) && isPair(node.right));
    case 'numbers':
      return node.name === 'R' || node.name === 'R+' || node.name === 'R-';
    case 'builder':
      return true;
    case 'tuple':
      return isPair(node) && (node.open === '[' || node.close === ']' || node.items.some(isInfinite));
    case 'relation':
      return node.operators.some((operator) => /[<>≤≥≠∈∉]/.test(operator));
    case 'list':
      return node.items.some((item) => item.kind === 'relation' && isRegional(item));
    default:
      return false;
  }
}

function isPair(node: Node): node is NodeOf<'tuple'> {
  return (
    node.kind === 'tuple' &&
    node.items.length === 2 &&
    node.open !== '⟨' &&
    node.items.every((item) => item.kind !== 'tuple')
  );
}

function isInfinite(node: Node): boolean {
  return infinitySign(node) !== undefined;
}

function infinitySign(node: Node): 1 | -1 | undefined {
  if (node.kind === 'negative') {
    const sign = infinitySign(node.operand);
    return sign === undefined ? undefined : sign === 1 ? -1 : 1;
  }
  return node.kind === 'constant' && node.name === 'infinity' ? 1 : undefined;
}

/** @returns The set of real numbers a node stands for; undefined where it stands for none or its ends have no order. */
export function regionOf(node: Node, context: Context): Region | undefined {
  try {
    return new RegionReader(context).read(node);
  } catch (error) {
    if (error instanceof Unordered || error instanceof NotNumeric) return undefined;
    throw error;
  }
}

/** @returns Whether two regions are the same set; undefined when their ends cannot be told apart. */
export function sameRegion(a: Region, b: Region, context: Context): boolean | undefined {
  if (a.intervals.length !== b.intervals.length) return false;
  const reader = new RegionReader(context);
  try {
    return a.intervals.every((interval, k) => {
      const other = b.intervals[k]!;
      return sameEnd(reader, interval.low, other.low) && sameEnd(reader, interval.high, other.high);
    });
  } catch (error) {
    if (error instanceof Unordered) return undefined;
    throw error;
  }
}

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

function sameEnd(reader: RegionReader, a: End, b: End): boolean {
  return a.closed === b.closed && reader.order(a, b) === 0;
}

class RegionReader {
  constructor(readonly context: Context) {}

  read(node: Node): Region | undefined {
    switch (node.kind) {
      case 'tuple':
        return this.tuple(node);
      case 'numbers':
        return this.numbers(node.name);
      case 'set':
        return { intervals: this.points(node.items) };
      case 'setOperation':
        return this.operation(node);
      case 'relation':
        return this.relation(node);
      case 'builder':
        return this.builder(node);
      case 'list':
        return this.list(node);
      default:
        return undefined;
    }
  }

  tuple(node: NodeOf<'tuple'>): Region | undefined {
    if (!isPair(node)) return undefined;
    const low = this.end(node.items[0]!, node.open === '[');
    const high = this.end(node.items[1]!, node.close === ']');
    return this.order(low, high) < 0 || (this.order(low, high) === 0 && low.closed && high.closed)
      ? { intervals: [{ low, high }] }
      : undefined;
  }

  numbers(name: NodeOf<'numbers'>['name']): Region | undefined {
    const zero = this.end({ kind: 'number', value: { n: 0n, d: 1n } }, false);
    if (name === 'R') return { intervals: ALL };
    if (name === 'empty') return { intervals: [] };
    if (name === 'R+') return { intervals: [{ low: zero, high: PLUS_INFINITY }] };
    return name === 'R-' ? { intervals: [{ low: MINUS_INFINITY, high: zero }] } : undefined;
  }

  points(items: readonly Node[]): readonly Interval[] {
    const intervals = items.flatMap(membersOf).map((item) => {
      const end = this.end(item, true);
      if (end.infinite !== 0) throw new Unordered();
      return { low: end, high: end };
    });
    return this.union(intervals);
  }

  operation(node: NodeOf<'setOperation'>): Region | undefined {
    const { operation, left, right } = node;
    if (operation === '∪') {
      const parts = unionParts(node).map((part) => this.read(part) ?? this.listed(part));
      if (parts.includes(undefined)) return undefined;
      return { intervals: this.union(parts.flatMap((part) => part!.intervals)) };
    }
    const a = this.read(left);
    const b =
      this.read(right) ??
      (right.kind === 'list' || operation === '∖' ? { intervals: this.points(membersOf(right)) } : undefined);
    if (a === undefined || b === undefined) return undefined;
    return { intervals: this.combine(operation, a.intervals, b.intervals) };
  }

  /** 1, 2 as members of a union. */
  listed(node: Node): Region | undefined {
    return node.kind === 'list' ? { intervals: this.points(membersOf(node)) } : undefined;
  }

  combine(operation: '∪' | '∩' | '∖', a: readonly Interval[], b: readonly Interval[]): readonly Interval[] {
    if (operation === '∪') return this.union([...a, ...b]);
    return this.intersect(a, operation === '∩' ? b : this.complement(b));
  }

  /** One variable against constants: `x > 3`, `1 < x ≤ 5`, `x ≠ 2`, `x ∈ [0, 1]`. */
  relation(node: NodeOf<'relation'>): Region | undefined {
    const unknowns = node.operands.filter((operand) => freeSymbols(operand).size > 0);
    const variable = unknowns[0] === undefined ? undefined : bareVariable(unknowns[0]);
    if (unknowns.length !== 1 || variable === undefined) return undefined;
    const at = node.operands.indexOf(unknowns[0]!);
    let intervals = ALL;
    for (const [k, operator] of node.operators.entries()) {
      // Only neighbours of the variable bound it; a constant chain such as 1 < 2 < x says nothing more.
      if (k !== at && k !== at - 1) return undefined;
      const side = k === at ? operator : mirrored(operator);
      const bound = this.bound(variable.sign, side, node.operands[k === at ? k + 1 : k]!);
      if (bound === undefined) return undefined;
      intervals = this.intersect(intervals, bound);
    }
    return { intervals, variable: variable.name };
  }

  bound(sign: 1 | -1, operator: Relation, operand: Node): readonly Interval[] | undefined {
    if (operator === '∈' || operator === '∉') {
      if (sign < 0) return undefined;
      const set = this.read(operand)?.intervals;
      return set === undefined || operator === '∈' ? set : this.complement(set);
    }
    if (operator === '≠') {
      if (sign < 0) return undefined;
      return this.complement(this.points([operand]));
    }
    if (!/^[<>≤≥]$/.test(operator)) return undefined;
    const flipped = sign > 0 ? operator : mirrored(operator);
    const isClosed = (flipped === '≤' || flipped === '≥') && !isInfinite(operand);
    const end = this.end(sign > 0 ? operand : { kind: 'negative', operand }, isClosed);
    if (flipped === '<' || flipped === '≤') return end.infinite < 0 ? [] : [{ low: MINUS_INFINITY, high: end }];
    return end.infinite > 0 ? [] : [{ low: end, high: PLUS_INFINITY }];
  }

  /** {x | x > 3}, {x ∈ ℝ : x ≠ 2} */
  builder(node: NodeOf<'builder'>): Region | undefined {
    const condition = this.read(node.condition);
    if (condition === undefined) return undefined;
    const { variable } = node;
    if (variable.kind === 'symbol') {
      return condition.variable === undefined || condition.variable === variable.name
        ? { intervals: condition.intervals }
        : undefined;
    }
    if (variable.kind !== 'relation') return undefined;
    const base = this.read(variable);
    if (base === undefined || base.variable !== condition.variable) return undefined;
    return { intervals: this.intersect(base.intervals, condition.intervals) };
  }

  /** Inequalities joined by `or` are a union, by `and` an intersection; a comma means `and` unless that is empty. */
  list(node: NodeOf<'list'>): Region | undefined {
    const regions: Region[] = [];
    for (const item of node.items) {
      const previous = regions.at(-1);
      const region = this.read(this.asRelation(item, node.items[regions.length - 1]));
      if (region === undefined || (previous !== undefined && region.variable !== previous.variable)) return undefined;
      regions.push(region);
    }
    const [first, ...rest] = regions;
    if (first === undefined) return undefined;
    let { intervals } = first;
    for (const [k, region] of rest.entries()) {
      const join = node.joins[k]!;
      const both = this.intersect(intervals, region.intervals);
      const either = join === 'or' || (both.length === 0 && join !== 'and');
      intervals = either ? this.union([...intervals, ...region.intervals]) : both;
    }
    return { ...first, intervals };
  }

  /** x ≠ 1, 2: a bare number goes on with ≠; x = 3 is a point. */
  asRelation(item: Node, before: Node | undefined): Node {
    if (
      item.kind === 'relation' &&
      item.operators.length === 1 &&
      item.operators[0] === '=' &&
      item.operands[0]!.kind === 'symbol'
    ) {
      return {
        kind: 'relation',
        operands: [item.operands[0], { kind: 'set', items: [item.operands[1]!] }],
        operators: ['∈'],
      };
    }
    const isContinued = before?.kind === 'relation' && before.operators[0] === '≠' && item.kind !== 'relation';
    return isContinued ? { kind: 'relation', operands: [before.operands[0]!, item], operators: ['≠'] } : item;
  }

  end(node: Node, closed: boolean): End {
    const infinite = infinitySign(node);
    // [0, ∞] is no set of real numbers, and not [0, ∞).
    if (infinite !== undefined) return { infinite, closed };
    if (node.kind === 'quantity' || node.kind === 'degrees')
      return this.end(node.kind === 'quantity' ? node.value : node.operand, closed);
    if (freeSymbols(node).size > 0) throw new Unordered();
    const value = evaluate(node, pointFor(0, 'real', [], { ...this.context, precision: 320 }));
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

function unionParts(node: Node): Node[] {
  const parts: Node[] = [];
  let rest = node;
  while (rest.kind === 'setOperation' && rest.operation === '∪') {
    parts.unshift(rest.right);
    rest = rest.left;
  }
  return [rest, ...parts];
}

/** x or −x. */
function bareVariable(node: Node): { name: string; sign: 1 | -1 } | undefined {
  if (node.kind === 'symbol') return { name: node.name, sign: 1 };
  if (node.kind === 'apply' && node.free && node.args.length === 1 && node.args[0]!.kind === 'symbol')
    return { name: node.name, sign: 1 };
  if (node.kind === 'negative' && node.operand.kind === 'symbol') return { name: node.operand.name, sign: -1 };
  return undefined;
}

function mirrored(operator: Relation): Relation {
  const mirror: Partial<Record<Relation, Relation>> = { '<': '>', '>': '<', '≤': '≥', '≥': '≤' };
  return mirror[operator] ?? operator;
}
