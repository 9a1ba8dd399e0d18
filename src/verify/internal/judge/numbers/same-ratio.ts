import { sameValue } from '../../compute/same-value.js';
import { numberNode, type Node, type NodeOf } from '../../parse/ast.js';
import type { Context, Outcome } from '../context.js';
import { isTime } from './same-clock.js';
import { sameNumber } from './same-number.js';

/** 3 : 4 is 6 : 8, and 3/4: every part in proportion to every other. Parts that are all nought are no ratio. */
export function sameRatio(a: Node, b: Node, context: Context): Outcome {
  // What may be a time on both sides is compared as one, and what must be a time is no ratio.
  if (a.kind === 'ratio' && b.kind === 'ratio' && a.time !== undefined && b.time !== undefined)
    return a.time === b.time ? 'equal' : 'different';
  if (a.kind === 'ratio' && isTime(a)) return 'different';
  if (a.kind !== 'ratio' || b.kind !== 'ratio') {
    const [ratio, other] = a.kind === 'ratio' ? [a, b] : [b as NodeOf<'ratio'>, a];
    if (ratio.parts.length !== 2) return 'different';
    // 0 : 999 is no number, and 10 to 2 a range rather than 5.
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
