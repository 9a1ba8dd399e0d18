import { sameValue } from '../../compute/same-value.js';
import { type Node, type NodeOf, numberNode } from '../../parse/ast.js';
import { freeSymbols, some } from '../../parse/walk.js';
import { gcd } from '../../value/rational.js';
import type { Context, Outcome } from '../context.js';
import { infinitySign } from '../sets/region-forms.js';
import { isApproximation } from './approximate.js';

export function sameNumber(a: Node, b: Node, context: Context): Outcome {
  if (some(a, isBased) !== some(b, isBased)) return 'different';
  const [x, y] = [infinitySign(a), infinitySign(b)];
  if (x !== undefined || y !== undefined) return x === y ? 'equal' : 'different';
  const outcome = sameValue(a, b, context);
  return outcome !== 'equal' && isApproximation(a, b, context) ? 'equal' : outcome;
}

function isBased(node: Node): boolean {
  return node.kind === 'based' && node.base !== 10;
}

/**
 * 30° is π/6. Like any unit, the degree sign may also be left out on either side, unless the ground truth is in radians:
 * it names π or is an inverse function.
 */
export function sameAngle(gold: Node, pred: Node, context: Context): Outcome {
  const [a, b] = [inDegrees(gold), inDegrees(pred)];
  const isMarkedOnce = (a === undefined) !== (b === undefined);
  if (isMarkedOnce && !hasDegrees(a ?? gold) && !hasDegrees(b ?? pred) && !some(gold, isOfRadians)) {
    if (sameNumber(a ?? gold, b ?? pred, context) === 'equal') return 'equal';
  }
  return sameNumber(gold, pred, context);
}

/** Whether the value is an angle in degrees: 30°, 90° − x, 30° + 360°k. */
export function isAngle(node: Node): boolean {
  return inDegrees(node) !== undefined;
}

/** The number of degrees, if each number has the degree sign; letters need no sign. */
function inDegrees(node: Node): Node | undefined {
  switch (node.kind) {
    case 'degrees':
      return node.operand;
    case 'negative':
    case 'plusMinus': {
      const operand = inDegrees(node.operand);
      return operand && { ...node, operand };
    }
    case 'quotient': {
      const over = inDegrees(node.over);
      return over && { ...node, over };
    }
    case 'product': {
      const at = node.factors.findIndex(isAngle);
      return at < 0 ? undefined : { ...node, factors: node.factors.with(at, inDegrees(node.factors[at]!)!) };
    }
    case 'sum': {
      const terms = node.terms.map((term) => inDegrees(term) ?? (some(term, isSymbol) ? term : undefined));
      return node.terms.some(isAngle) && !terms.includes(undefined) ? { ...node, terms: terms as Node[] } : undefined;
    }
    default:
      return undefined;
  }
}

function hasDegrees(node: Node): boolean {
  return some(node, ({ kind }) => kind === 'degrees');
}

function isSymbol({ kind }: Node): boolean {
  return kind === 'symbol';
}

function isOfRadians(node: Node): boolean {
  return (node.kind === 'constant' && node.name === 'pi') || (node.kind === 'apply' && /^arc|^arg$/.test(node.name));
}

/** The same time of day. A side without am and pm may mean either half of the day, or count 24 hours. */
export function sameClock(a: Node, b: Node): Outcome {
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

/** The time of day of a clock node, or of a ratio such as 11:30. */
function clockOf(node: Node): Clock | undefined {
  if (node.kind === 'clock') return node;
  return node.kind === 'ratio' && node.time !== undefined ? { minutes: node.time, half: '' } : undefined;
}

/** A ratio that looks like a time and is not in lowest terms is a time: 2:30. */
function isTime({ parts, time }: NodeOf<'ratio'>): boolean {
  const [a, b] = parts;
  if (time === undefined || a?.kind !== 'number' || b?.kind !== 'number') return false;
  return gcd(a.value.n, b.value.n) !== 1n;
}

/** 3 : 4 is 6 : 8, and 3/4: all pairs of parts are in the same proportion. A ratio whose parts are all 0 is undecided or different. */
export function sameRatio(a: Node, b: Node, context: Context): Outcome {
  // If both sides may be times, they are compared as times. A value that must be a time is no ratio.
  if (a.kind === 'ratio' && b.kind === 'ratio' && a.time !== undefined && b.time !== undefined)
    return a.time === b.time ? 'equal' : 'different';
  if (a.kind === 'ratio' && isTime(a)) return 'different';
  if (a.kind !== 'ratio' || b.kind !== 'ratio') {
    const [ratio, other] = a.kind === 'ratio' ? [a, b] : [b as NodeOf<'ratio'>, a];
    if (ratio.parts.length !== 2) return 'different';
    // 0 : 999 is no number, and "10 to 2" is a range, not 5.
    if (sameValue(ratio.parts[0]!, numberNode(0), context) === 'equal') return 'different';
    if (ratio.spoken && other.kind === 'number' && other.value.d === 1n) return 'different';
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
  return parts.every((part) => sameValue(part, numberNode(0), context) === 'equal');
}

/** Whether the node is a residue class. `17 \\bmod 5` is a number. */
function isClass(node: Node): node is NodeOf<'residue'> {
  return node.kind === 'residue' && node.remainder !== true;
}

/**
 * Compares residue classes. The remainder and its class are equal, 3 and 3 (mod 7); any other number and its class are not,
 * 10 and 10 (mod 7).
 */
export function sameResidue(gold: Node, pred: Node, context: Context): Outcome {
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
  if (!isClass(gold))
    return isRemainder(pred as NodeOf<'residue'>)
      ? sameNumber(gold, (pred as NodeOf<'residue'>).value, context)
      : 'different';
  if (freeSymbols(gold).size > 0) return 'different';
  return sameNumber({ kind: 'residue', value: gold.value, modulus: gold.modulus, remainder: true }, pred, context);
}

/** Whether the class is written with its remainder: 3 (mod 7), not 10 (mod 7). */
function isRemainder({ value, modulus }: NodeOf<'residue'>): boolean {
  if (value.kind !== 'number' || modulus.kind !== 'number') return false;
  return value.value.d === 1n && modulus.value.d === 1n && value.value.n >= 0n && value.value.n < modulus.value.n;
}
