import { sameValue } from '../compute/same-value.js';
import { freeSymbols, some } from '../compute/symbols.js';
import type { Node, NodeOf } from '../parse/ast.js';
import { SECONDS } from '../parse/postfix.js';
import type { Unit } from '../parse/units.js';
import { gcd, type Rational } from '../value/rational.js';
import { isApproximation } from './approximate.js';
import type { Context, Outcome } from './context.js';
import { infinitySign } from './regional.js';

/** Compares two single values: numbers, expressions, quantities, percents, angles, ratios, numbers in a base. */
export function sameScalar(gold: Node, pred: Node, context: Context): Outcome {
  const [a, b] = [liftUnit(gold), liftUnit(pred)];
  if (a.kind === 'quantity' || b.kind === 'quantity') {
    if (isRadians(a) && b.kind === 'degrees') return sameNumber(a.value, b, context);
    if (isRadians(b) && a.kind === 'degrees') return sameNumber(a, b.value, context);
    // 5% is not 5 cm, nor is 5°.
    if (isMarked(a) && isMarked(b) && a.kind !== b.kind) return 'different';
    return sameQuantity(a, b, context);
  }
  if (isMarked(a) && isMarked(b) && a.kind !== b.kind) return 'different';
  if (a.kind === 'percent' || b.kind === 'percent') return samePercent(a, b, context);
  if (a.kind === 'degrees' || b.kind === 'degrees') return sameAngle(a, b, context);
  if (a.kind === 'based' || b.kind === 'based') return sameBased(a, b, context);
  if (a.kind === 'clock' || b.kind === 'clock') return sameClock(a, b);
  if (a.kind === 'ratio' || b.kind === 'ratio') return sameRatio(a, b, context);
  if (a.kind === 'residue' || b.kind === 'residue') return sameResidue(a, b, context);
  return sameNumber(a, b, context);
}

function isRadians(node: Node): node is NodeOf<'quantity'> {
  return node.kind === 'quantity' && node.unit.key === 'rad';
}

/** A number with a unit, a percent or a degree sign. */
function isMarked(node: Node): boolean {
  return node.kind === 'percent' || node.kind === 'degrees' || (node.kind === 'quantity' && node.unit.key !== '');
}

function sameNumber(a: Node, b: Node, context: Context): Outcome {
  if (some(a, isBased) !== some(b, isBased)) return 'different';
  const infinite = sameInfinity(a, b);
  if (infinite !== undefined) return infinite;
  const outcome = sameValue(a, b, context);
  return outcome !== 'equal' && isApproximation(a, b, context) ? 'equal' : outcome;
}

function isBased(node: Node): boolean {
  return node.kind === 'based' && node.base !== 10;
}

function sameInfinity(a: Node, b: Node): Outcome | undefined {
  const [x, y] = [infinitySign(a), infinitySign(b)];
  if (x === undefined && y === undefined) return undefined;
  return x === y ? 'equal' : 'different';
}

/** Moves a unit from the last term or factor to the whole: −(5 cm), 2√3 + 4 cm. */
export function liftUnit(node: Node): Node {
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
  if (node.kind === 'quotient' && node.over.kind === 'quantity' && node.under.kind !== 'quantity') {
    return { ...node.over, value: { kind: 'quotient', over: node.over.value, under: node.under } };
  }
  return node;
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

function sameQuantity(a: Node, b: Node, context: Context): Outcome {
  const [x, y] = [split(a), split(b)];
  if (x.unit !== undefined && y.unit !== undefined && x.unit.key !== '' && y.unit.key !== '') {
    if (!sameUnit(x.unit, y.unit)) return converted(x, y, context);
  } else if (y.unit?.key === SECONDS) return 'different';
  return sameScalar(x.value, y.value, context);
}

function split(node: Node): { value: Node; unit?: Unit } {
  return node.kind === 'quantity' ? { value: node.value, unit: node.unit } : { value: node };
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
 * answered by 28%, which is another number.
 */
function samePercent(gold: Node, pred: Node, context: Context): Outcome {
  if (gold.kind === 'percent' && pred.kind === 'percent' && (gold.per ?? 100) === (pred.per ?? 100))
    return sameScalar(gold.operand, pred.operand, context);
  if (gold.kind === 'percent' && pred.kind !== 'percent') {
    const bare = sameScalar(gold.operand, pred, context);
    if (bare === 'equal') return bare;
  }
  const [a, b] = [gold, pred].map((side): Node =>
    side.kind !== 'percent' ? side : { kind: 'quotient', over: side.operand, under: whole(side.per ?? 100) },
  ) as [Node, Node];
  return sameScalar(a, b, context);
}

function whole(n: number): Node {
  return { kind: 'number', value: { n: BigInt(n), d: 1n } };
}

/** 30° is π/6; as with percent, the sign of the ground truth may be left out, and one that it lacks is not added. */
function sameAngle(gold: Node, pred: Node, context: Context): Outcome {
  if (gold.kind === 'degrees' && pred.kind === 'degrees') return sameScalar(gold.operand, pred.operand, context);
  const bare = gold.kind === 'degrees' ? sameScalar(gold.operand, pred, context) : 'different';
  return bare === 'equal' ? 'equal' : sameNumber(gold, pred, context);
}

/**
 * A number in a base is asked for in that base; where one in base ten is, which needs no mark, the same number may be
 * written in another.
 */
function sameBased(a: Node, b: Node, context: Context): Outcome {
  const [x, y] = [a, b].map((node) => (node.kind === 'based' && node.base === 10 ? plain(node) : node)) as [Node, Node];
  if (x.kind === 'based' && y.kind === 'based') {
    return x.base === y.base && digitsOf(x) === digitsOf(y) ? 'equal' : 'different';
  }
  if (x.kind === 'number' && y.kind === 'based') return sameValue(x, y, context);
  return x.kind === 'based' || y.kind === 'based' ? 'different' : sameNumber(x, y, context);
}

function plain(node: NodeOf<'based'>): Node {
  return { kind: 'number', value: { n: BigInt(node.digits.split('.')[0]!), d: 1n } };
}

function digitsOf(node: NodeOf<'based'>): string {
  return node.digits.replace(/^0+(?=.)/, '').toLowerCase();
}

/** The same time of day; where one side says neither am nor pm, either half of the day or the 24 hours it counts. */
function sameClock(a: Node, b: Node): Outcome {
  const [x, y] = [clockOf(a), clockOf(b)];
  if (x === undefined || y === undefined) return 'different';
  const isSame = x.half === y.half || x.half === '' || y.half === '' ? x.minutes === y.minutes : false;
  return isSame || (x.half !== y.half && inDay(x) === inDay(y)) ? 'equal' : 'different';
}

interface Clock {
  readonly minutes: number;
  readonly half: '' | 'am' | 'pm';
}

function inDay({ minutes, half }: Clock): number {
  const hours = Math.floor(minutes / 60);
  if (half === 'pm' && hours < 12) return minutes + 720;
  return half === 'am' && hours === 12 ? minutes - 720 : minutes;
}

/** A time of day; 11:30 alone was read as a ratio. */
function clockOf(node: Node): Clock | undefined {
  if (node.kind === 'clock') return node;
  return node.kind === 'ratio' && node.time !== undefined ? { minutes: node.time, half: '' } : undefined;
}

/** A ratio that is not in lowest terms but written as a time is one: 2:30. */
function isTime({ parts, time }: NodeOf<'ratio'>): boolean {
  const [a, b] = parts;
  if (time === undefined || a?.kind !== 'number' || b?.kind !== 'number') return false;
  return gcd(a.value.n, b.value.n) !== 1n;
}

/** 3 : 4 is 6 : 8, and 3/4: every part in proportion to every other. Parts that are all nought are no ratio. */
function sameRatio(a: Node, b: Node, context: Context): Outcome {
  // What may be a time on both sides is compared as one, and what must be a time is no ratio.
  if (a.kind === 'ratio' && b.kind === 'ratio' && a.time !== undefined && b.time !== undefined)
    return a.time === b.time ? 'equal' : 'different';
  if (a.kind === 'ratio' && isTime(a)) return 'different';
  if (a.kind !== 'ratio' || b.kind !== 'ratio') {
    const [ratio, other] = a.kind === 'ratio' ? [a, b] : [b as NodeOf<'ratio'>, a];
    if (ratio.parts.length !== 2) return 'different';
    return sameNumber({ kind: 'quotient', over: ratio.parts[0]!, under: ratio.parts[1]! }, other, context);
  }
  if (a.parts.length !== b.parts.length) return 'different';
  if (isNought(a, context)) return 'undecided';
  if (isNought(b, context)) return 'different';
  let outcome: Outcome = 'equal';
  for (let i = 0; i < a.parts.length; i++) {
    for (let k = i + 1; k < a.parts.length; k++) {
      const left: Node = { kind: 'product', factors: [a.parts[i]!, b.parts[k]!] };
      const right: Node = { kind: 'product', factors: [b.parts[i]!, a.parts[k]!] };
      const part = sameValue(left, right, context);
      if (part === 'different') return 'different';
      if (part === 'undecided') outcome = 'undecided';
    }
  }
  return outcome;
}

function isNought({ parts }: NodeOf<'ratio'>, context: Context): boolean {
  const zero: Node = { kind: 'number', value: { n: 0n, d: 1n } };
  return parts.every((part) => sameValue(part, zero, context) === 'equal');
}

/** A class of numbers with the same remainder; `17 \\bmod 5` alone is a number. */
function isClass(node: Node): node is NodeOf<'residue'> {
  return node.kind === 'residue' && node.remainder !== true;
}

/** The same class. A number answers for a class, and a class for a number, only as what remains: 3 for 3 (mod 7). */
function sameResidue(gold: Node, pred: Node, context: Context): Outcome {
  if (!isClass(gold) && !isClass(pred)) return sameNumber(gold, pred, context);
  if (isClass(gold) && isClass(pred)) {
    const modulus = sameValue(gold.modulus, pred.modulus, context);
    if (modulus !== 'equal') return modulus;
    const remains = ({ value, modulus: m }: NodeOf<'residue'>): Node => ({
      kind: 'residue',
      value,
      modulus: m,
      remainder: true,
    });
    return sameValue(remains(gold), remains({ ...pred, modulus: gold.modulus }), context);
  }
  const [residue, other] = isClass(gold) ? [gold, pred] : [pred as NodeOf<'residue'>, gold];
  const remainder: Node = { kind: 'residue', value: residue.value, modulus: residue.modulus, remainder: true };
  if (freeSymbols(residue).size > 0) return 'different';
  const same = sameNumber(remainder, other, context);
  // 17 (mod 5) is not written for 2.
  return same === 'equal' && !isClass(gold) ? sameNumber(residue.value, other, context) : same;
}
