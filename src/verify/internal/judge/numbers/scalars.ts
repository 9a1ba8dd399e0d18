import { sameValue } from '../../compute/same-value.js';
import { type Node, type NodeOf, numberNode } from '../../parse/ast.js';
import { SECONDS } from '../../parse/postfix.js';
import type { Unit } from '../../parse/units/units.js';
import { freeSymbols, some } from '../../parse/walk.js';
import type { Rational } from '../../value/rational.js';
import type { Context, Outcome } from '../context.js';
import { isAngle, sameAngle, sameClock, sameNumber, sameRatio, sameResidue } from './same-number.js';

/** Compares two single values: numbers, expressions, quantities, percents, angles, ratios, numbers in a base. */
export function sameScalar(gold: Node, pred: Node, context: Context): Outcome {
  if (holdsNoValue(pred, gold)) return 'different';
  const [a, b] = [liftUnit(gold), liftUnit(pred)];
  if (isAngleOfAnother(a) || isAngleOfAnother(b)) return 'different';
  if (a.kind === 'quantity' || b.kind === 'quantity') {
    if (isRadians(a) && b.kind === 'degrees') return sameNumber(a.value, b, context);
    if (isRadians(b) && a.kind === 'degrees') return sameNumber(a, b.value, context);
    // 5% is not 5 cm, nor is 5°.
    if (isMarked(a) && isMarked(b) && a.kind !== b.kind) return 'different';
    return sameQuantity(a, b, context);
  }
  if (isMarked(a) && isMarked(b) && a.kind !== b.kind) return 'different';
  if (a.kind === 'percent' || b.kind === 'percent') return samePercent(a, b, context);
  if (isAngle(a) || isAngle(b)) return sameAngle(a, b, context);
  if (a.kind === 'based' || b.kind === 'based') return sameBased(a, b, context);
  if (a.kind === 'clock' || b.kind === 'clock') return sameClock(a, b);
  if (a.kind === 'ratio' || b.kind === 'ratio') return sameRatio(a, b, context);
  if (a.kind === 'residue' || b.kind === 'residue') return sameResidue(a, b, context);
  return sameNumber(a, b, context);
}

/** \square, NaN, \foo: what stands for no number has no quotient or difference, though it would cancel. */
const VALUELESS = /^\\|^(?:square|triangle|angle):$|^(?:bigstar|diamond|dagger|checkmark)$/;

function holdsNoValue(pred: Node, gold: Node): boolean {
  if (pred.kind === 'number' || !some(pred, isValueless)) return false;
  const known = freeSymbols(gold);
  return some(pred, (node) => isValueless(node) && !known.has((node as NodeOf<'symbol'>).name));
}

function isValueless(node: Node): boolean {
  return node.kind === 'symbol' && VALUELESS.test(node.name);
}

function isRadians(node: Node): node is NodeOf<'quantity'> {
  return node.kind === 'quantity' && node.unit.key === 'rad';
}

/** 30° cm, 25°%: no angle, and nothing else. */
function isAngleOfAnother(node: Node): boolean {
  if (node.kind === 'percent') return isAngle(node.operand);
  return node.kind === 'quantity' && !node.unit.key.startsWith('noun:') && isAngle(node.value);
}

/** A number with a unit, a percent or a degree sign. */
function isMarked(node: Node): boolean {
  return node.kind === 'percent' || node.kind === 'degrees' || (node.kind === 'quantity' && node.unit.key !== '');
}

function sameQuantity(a: Node, b: Node, context: Context): Outcome {
  const [x, y] = [split(a), split(b)];
  // 5 km/m is a number, 5000; where the ground truth has such a unit, it may be left out like any other.
  const [left, right] = [withoutCancelled(x), withoutCancelled(y)];
  if (left !== undefined || right !== undefined) {
    const isBare = left !== undefined && right === undefined && sameScalar(x.value, b, context) === 'equal';
    return isBare ? 'equal' : sameScalar(left ?? a, right ?? b, context);
  }
  if (x.unit !== undefined && y.unit !== undefined && x.unit.key !== '' && y.unit.key !== '') {
    if (!sameUnit(x.unit, y.unit)) return converted(x, y, context);
  } else if (y.unit?.key === SECONDS) return 'different';
  return sameScalar(x.value, y.value, context);
}

function split(node: Node): { value: Node; unit?: Unit } {
  return node.kind === 'quantity' ? { value: node.value, unit: node.unit } : { value: node };
}

/** The number that an amount is whose units cancel each other. */
function withoutCancelled({ value, unit }: { value: Node; unit?: Unit }): Node | undefined {
  const { measure } = unit ?? {};
  if (measure === undefined || measure.dimension !== '' || unit!.key === '') return undefined;
  return { kind: 'product', factors: [value, { kind: 'number', value: measure.scale }] };
}

/** The same unit; of two nouns one may say more (`apples`, `red apples`). */
function sameUnit(a: Unit, b: Unit): boolean {
  if (a.key === b.key) return true;
  // Pounds are money too.
  if ((a.key === 'lb' && b.key === 'gbp') || (a.key === 'gbp' && b.key === 'lb')) return true;
  if ((a.key === 'in' || a.key === 's') && b.key === SECONDS) return true;
  if (!a.key.startsWith('noun:') || !b.key.startsWith('noun:')) return false;
  const [x, y] = [a, b].map((unit) => new Set(unit.key.slice(5).split(' '))) as [Set<string>, Set<string>];
  return [...x].every((word) => y.has(word)) || [...y].every((word) => x.has(word));
}

function converted(a: { value: Node; unit?: Unit }, b: { value: Node; unit?: Unit }, context: Context): Outcome {
  const [x, y] = [a.unit?.measure, b.unit?.measure];
  if (!context.convertUnits || x === undefined || y?.dimension !== x.dimension) return 'different';
  const scaled = (value: Node, scale: Rational): Node => ({
    kind: 'product',
    factors: [value, { kind: 'number', value: scale }],
  });
  return sameScalar(scaled(a.value, x.scale), scaled(b.value, y.scale), context);
}

/**
 * 28% is 0.28. A ground truth of 28% may be answered by 28, the sign being what is asked for; a ground truth of 28 is not
 * answered by 28%, which is another number, unless the data set stores percentages so.
 */
function samePercent(gold: Node, pred: Node, context: Context): Outcome {
  if (gold.kind === 'percent' && pred.kind === 'percent' && (gold.per ?? 100) === (pred.per ?? 100))
    return sameScalar(gold.operand, pred.operand, context);
  if (gold.kind === 'percent' && pred.kind !== 'percent') {
    const bare = sameScalar(gold.operand, pred, context);
    if (bare === 'equal') return bare;
  }
  if (context.barePercent && gold.kind !== 'percent' && pred.kind === 'percent' && pred.per === undefined) {
    const bare = sameScalar(gold, pred.operand, context);
    if (bare === 'equal') return bare;
  }
  const [a, b] = [gold, pred].map((side): Node =>
    side.kind !== 'percent' ? side : { kind: 'quotient', over: side.operand, under: numberNode(side.per ?? 100) },
  ) as [Node, Node];
  return sameScalar(a, b, context);
}

/**
 * A number in a base is asked for in that base; where one in base ten is, which needs no mark, the same number may be
 * written in another.
 */
function sameBased(a: Node, b: Node, context: Context): Outcome {
  const [x, y] = [a, b].map((node) =>
    node.kind === 'based' && node.base === 10 ? numberNode(node.digits.split('.')[0]!) : node,
  ) as [Node, Node];
  if (x.kind === 'based' && y.kind === 'based') {
    return x.base === y.base && digitsOf(x) === digitsOf(y) ? 'equal' : 'different';
  }
  if (x.kind === 'number' && y.kind === 'based') return sameValue(x, y, context);
  return x.kind === 'based' || y.kind === 'based' ? 'different' : sameNumber(x, y, context);
}

function digitsOf(node: NodeOf<'based'>): string {
  return node.digits.replace(/^0+(?=.)/, '').toLowerCase();
}

/** Moves a unit from the last term or factor to the whole expression: −(5 cm), 2√3 + 4 cm. */
function liftUnit(node: Node): Node {
  if (node.kind === 'negative') {
    const inner = liftUnit(node.operand);
    if (inner.kind === 'quantity') return { ...inner, value: { kind: 'negative', operand: inner.value } };
    if (inner.kind === 'percent' || inner.kind === 'degrees')
      return { ...inner, operand: { kind: 'negative', operand: inner.operand } };
    return node;
  }
  if (node.kind === 'sum') return liftFromSum(node);
  if (node.kind === 'product') {
    const last = node.factors.at(-1)!;
    if (last.kind === 'quantity')
      return { ...last, value: { kind: 'product', factors: [...node.factors.slice(0, -1), last.value] } };
    const first = node.factors[0]!;
    if (first.kind === 'quantity' && node.factors.slice(1).every((factor) => factor.kind !== 'quantity')) {
      return { ...first, value: { kind: 'product', factors: [first.value, ...node.factors.slice(1)] } };
    }
  }
  if (node.kind === 'quotient') {
    const ratio = ratioOf(node);
    if (ratio !== undefined) return ratio;
  }
  if (node.kind === 'quotient' && node.over.kind === 'quantity' && node.under.kind !== 'quantity') {
    return { ...node.over, value: { kind: 'quotient', over: node.over.value, under: node.under } };
  }
  return node;
}

/** The quotient of two amounts of one dimension is a number: 1 km / 1 m. */
function ratioOf({ over, under }: NodeOf<'quotient'>): Node | undefined {
  if (over.kind !== 'quantity' || under.kind !== 'quantity') return undefined;
  const [x, y] = [over.unit.measure, under.unit.measure];
  if (x === undefined || x.dimension !== y?.dimension) return undefined;
  const scaled = (value: Node, scale: Rational): Node => ({
    kind: 'product',
    factors: [value, { kind: 'number', value: scale }],
  });
  return { kind: 'quotient', over: scaled(over.value, x.scale), under: scaled(under.value, y.scale) };
}

function liftFromSum(node: NodeOf<'sum'>): Node {
  const terms = node.terms.map(liftUnit);
  const last = terms.at(-1)!;
  if (last.kind !== 'quantity') return node;
  const isUniform = terms.every((term) => (term.kind === 'quantity' ? term.unit.key === last.unit.key : true));
  if (!isUniform) return node;
  return {
    ...last,
    value: { kind: 'sum', terms: terms.map((term) => (term.kind === 'quantity' ? term.value : term)) },
  };
}
