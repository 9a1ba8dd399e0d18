import type { Node, NodeOf } from '../../parse/ast.js';
import { gcd } from '../../value/rational.js';
import type { Outcome } from '../context.js';

/** The same time of day; where one side says neither am nor pm, either half of the day or the 24 hours it counts. */
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

/** A time of day; 11:30 alone was read as a ratio. */
function clockOf(node: Node): Clock | undefined {
  if (node.kind === 'clock') return node;
  return node.kind === 'ratio' && node.time !== undefined ? { minutes: node.time, half: '' } : undefined;
}

/** A ratio that is not in lowest terms but written as a time is one: 2:30. */
export function isTime({ parts, time }: NodeOf<'ratio'>): boolean {
  const [a, b] = parts;
  if (time === undefined || a?.kind !== 'number' || b?.kind !== 'number') return false;
  return gcd(a.value.n, b.value.n) !== 1n;
}
