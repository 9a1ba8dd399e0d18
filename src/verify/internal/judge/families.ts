import { evaluate, NotNumeric } from '../compute/numeric.js';
import { pointFor } from '../compute/points.js';
import { freeSymbols, rewrite, some } from '../compute/symbols.js';
import type { Node } from '../parse/ast.js';
import { toNumber } from '../value/ball.js';
import { isReal } from '../value/complex.js';
import type { Context, Outcome } from './context.js';
import { membersOf } from './members.js';

/** Letters that usually stand for any integer. */
const PARAMETER = /^[jklmnpqr]$/;
const TOLERANCE = 1e-9;
/** Offsets within one common period. */
const LARGEST = 60;

interface Progression {
  readonly offset: number;
  readonly step: number;
}

interface Family {
  readonly progressions: readonly Progression[];
  /** It is said that the parameter is an integer. */
  readonly declared: boolean;
  /** It has multiples of π or of degrees in it, or gives a variable its values. */
  readonly angular: boolean;
}

/**
 * Compares numbers given up to an integer: π/4 + kπ and π/4 + nπ, n ∈ ℤ, are the same numbers, whatever the integer is
 * called, from wherever it counts and however the numbers are parted.
 *
 * @returns undefined where one side is no such family.
 */
export function sameFamily(gold: Node, pred: Node, context: Context): Outcome | undefined {
  if (!mentionsParameter(gold) || !mentionsParameter(pred)) return undefined;
  try {
    const [a, b] = [familyOf(gold, context), familyOf(pred, context)];
    if (a === undefined || b === undefined) return undefined;
    const isDeclared = a.declared || b.declared;
    // 2n + 1 may be a formula in n.
    if (!(a.angular && b.angular) && !(a.declared && isDeclared)) return undefined;
    const isOffset = a.progressions.some(({ offset }) => Math.abs(offset) > TOLERANCE);
    if (!isDeclared && !isOffset && b.progressions.some(({ offset }) => Math.abs(offset) > TOLERANCE)) return undefined;
    return sameNumbers(a.progressions, b.progressions);
  } catch (error) {
    if (error instanceof NotNumeric) return undefined;
    throw error;
  }
}

function mentionsParameter(node: Node): boolean {
  return some(node, (inner) => inner.kind === 'symbol' && PARAMETER.test(inner.name));
}

function familyOf(node: Node, context: Context): Family | undefined {
  let declared = false;
  const values: Node[] = [];
  for (const item of itemsOf(node)) {
    if (isDeclaration(item)) declared = true;
    else values.push(...membersOf(withoutLabel(item)));
  }
  const progressions: Progression[] = [];
  for (const value of values) {
    const progression = progressionOf(value, context);
    if (progression === undefined) return undefined;
    progressions.push(progression);
  }
  if (progressions.length === 0) return undefined;
  const angular = some(node, (n) => n.kind === 'degrees' || (n.kind === 'constant' && n.name === 'pi'));
  return { progressions, declared, angular };
}

/** The items of a list, of nested lists, and of a set given by an expression and a condition. */
function itemsOf(node: Node): readonly Node[] {
  if (node.kind === 'list') return node.items.flatMap(itemsOf);
  if (node.kind === 'builder') return [node.variable, ...itemsOf(node.condition)];
  const isMember = node.kind === 'relation' && node.operators.length === 1 && node.operators[0] === '∈';
  if (isMember && node.operands[1]!.kind === 'builder') return itemsOf(node.operands[1]);
  return [node];
}

/** k ∈ ℤ */
function isDeclaration(node: Node): boolean {
  if (node.kind !== 'relation' || node.operators.join('') !== '∈') return false;
  const [element, set] = node.operands;
  return element!.kind === 'symbol' && set!.kind === 'numbers' && set.name === 'Z';
}

/** x = π/4 + kπ */
function withoutLabel(node: Node): Node {
  const isNamed = node.kind === 'relation' && node.operators.join('') === '=' && node.operands[0]!.kind === 'symbol';
  return isNamed ? node.operands[1]! : node;
}

function progressionOf(node: Node, context: Context): Progression | undefined {
  const symbols = [...freeSymbols(node)];
  if (symbols.length !== 1 || !PARAMETER.test(symbols[0]!)) return undefined;
  const values = [0n, 1n, 2n, 7n].map((n) => valueAt(node, n, context));
  const [f0, f1, f2, f7] = values;
  if (f0 === undefined || f1 === undefined || f2 === undefined || f7 === undefined) return undefined;
  const step = f1 - f0;
  const scale = Math.abs(step);
  const isLinear = Math.abs(f2 - f0 - 2 * step) < TOLERANCE * scale && Math.abs(f7 - f0 - 7 * step) < TOLERANCE * scale;
  return isLinear && scale > TOLERANCE ? { offset: f0, step: scale } : undefined;
}

function valueAt(node: Node, n: bigint, context: Context): number | undefined {
  const at = rewrite(node, (inner) => (inner.kind === 'symbol' ? { kind: 'number', value: { n, d: 1n } } : undefined));
  const value = evaluate(at, pointFor(0, 'real', [], { ...context, precision: 100 }));
  return value === undefined || !isReal(value) ? undefined : toNumber(value.re);
}

function sameNumbers(a: readonly Progression[], b: readonly Progression[]): Outcome {
  const period = commonPeriod([...a, ...b].map(({ step }) => step));
  if (period === undefined) return 'different';
  const [x, y] = [residues(a, period), residues(b, period)];
  if (x === undefined || y === undefined) return 'undecided';
  const isCovered = (one: readonly number[], other: readonly number[]): boolean =>
    one.every((r) => other.some((s) => isMultiple(r - s, period)));
  return isCovered(x, y) && isCovered(y, x) ? 'equal' : 'different';
}

/** The least common multiple of steps that are small whole multiples of one another; undefined for others. */
function commonPeriod(steps: readonly number[]): number | undefined {
  let period = steps[0]!;
  for (const step of steps) {
    let times = 1;
    while (times <= LARGEST && !isMultiple(period * times, step)) times++;
    if (times > LARGEST) return undefined;
    period *= times;
  }
  return period;
}

function isMultiple(value: number, step: number): boolean {
  const times = value / step;
  return Math.abs(times - Math.round(times)) < TOLERANCE * Math.max(1, Math.abs(times));
}

/** The members within one period. */
function residues(progressions: readonly Progression[], period: number): number[] | undefined {
  const members: number[] = [];
  for (const { offset, step } of progressions) {
    const count = Math.round(period / step);
    if (count + members.length > LARGEST) return undefined;
    for (let k = 0; k < count; k++) members.push(offset + k * step);
  }
  return members;
}
