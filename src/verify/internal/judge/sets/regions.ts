import { ifNumeric } from '../../compute/numeric.js';
import { numberNode, type Node, type NodeOf, type Relation } from '../../parse/ast.js';
import { mirrored } from '../../parse/relations.js';
import { freeSymbols } from '../../parse/walk.js';
import type { Context } from '../context.js';
import {
  ALL,
  MINUS_INFINITY,
  PLUS_INFINITY,
  RealLine,
  Unordered,
  type End,
  type Interval,
  type Region,
} from './intervals.js';
import { asRelation, bareVariable, isInfinite, isPair, sizeCondition, unionParts } from './region-forms.js';
import { membersOf } from '../members.js';

/** @returns The set of real numbers a node stands for; undefined if it is not such a set or the order of its ends is unknown. */
export function regionOf(node: Node, context: Context): Region | undefined {
  return ifNumeric(() => new RegionReader(context).read(node));
}

/** @returns Whether two regions are the same set; undefined if the order of their ends is unknown. */
export function sameRegion(a: Region, b: Region, context: Context): boolean | undefined {
  if (a.intervals.length !== b.intervals.length) return false;
  const reader = new RegionReader(context);
  return ifNumeric(() =>
    a.intervals.every((interval, k) => {
      const other = b.intervals[k]!;
      return sameEnd(reader, interval.low, other.low) && sameEnd(reader, interval.high, other.high);
    }),
  );
}

function sameEnd(reader: RegionReader, a: End, b: End): boolean {
  return a.closed === b.closed && reader.order(a, b) === 0;
}

class RegionReader extends RealLine {
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
    const zero = this.end(numberNode(0), false);
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
    const size = sizeCondition(node);
    if (size !== undefined) return this.list(size);
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
      const region = this.read(asRelation(item, node.items[regions.length - 1]));
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
}
