import { realValue } from '../compute/numeric.js';
import { listNode, differenceNode, numberNode, type Node } from '../parse/ast.js';
import { substitute, childrenOf, freeSymbols } from '../parse/walk.js';
import { toNumber } from '../value/ball.js';
import { judge, type Context, type Outcome } from './context.js';
import { itemsOf } from './families.js';

/** A statement about one letter that stands for all numbers of a kind. */
interface Parametrised {
  readonly letter: string;
  readonly numbers: string;
  readonly said: Node;
}

/** No answer has a letter of this name, so that no rule takes it for an integer or an angle's parameter. */
const COMMON = 'the parameter';
/** Shifts that are tried where no step of an expression gives one. */
const NEAR = [0, 1, -1];

/**
 * Whether both sides say the same of a letter that runs through the same kind of numbers, whatever it is called: t², t ∈ ℤ is
 * k², k ∈ ℤ. Every integer is k + c, and c − k, for one integer k, so that (8 + 5t, −2 − 4t) gives the same pairs as (3 + 5k, 2 − 4k).
 *
 * @returns undefined where they are not shown to be the same.
 */
export function sameByParameter(gold: Node, pred: Node, context: Context): Outcome | undefined {
  const [a, b] = [parametrised(gold), parametrised(pred)];
  if (a === undefined || b === undefined || a.numbers !== b.numbers) return undefined;
  const k: Node = { kind: 'symbol', name: COMMON };
  const truth = at(a, k);
  const isSame = (place: Node): boolean => judge(truth, at(b, place), context) === 'equal';
  if (isSame(k)) return 'equal';
  if (a.numbers !== 'Z') return undefined;
  const found = shiftOf(a, b, context);
  const places = found === undefined ? NEAR.flatMap((c) => [place(k, 1, c), place(k, -1, c)]) : [place(k, ...found)];
  return places.some(isSame) ? 'equal' : undefined;
}

/** k + c or c − k */
function place(k: Node, sign: number, c: number): Node {
  return sign > 0 ? { kind: 'sum', terms: [k, numberNode(c)] } : differenceNode(numberNode(c), k);
}

function parametrised(node: Node): Parametrised | undefined {
  if (node.kind !== 'list' && node.kind !== 'builder') return undefined;
  const items = itemsOf(node);
  const kinds = items.map(numbersOf);
  const at = kinds.findIndex((kind) => kind !== undefined);
  const kind = kinds[at];
  const said = items.filter((_, k) => k !== at);
  if (kind === undefined || said.length === 0 || kinds.filter((other) => other !== undefined).length > 1)
    return undefined;
  if (!said.every((item) => freeSymbols(item).has(kind.letter))) return undefined;
  return {
    ...kind,
    said: said.length === 1 ? said[0]! : listNode(said),
  };
}

/** k ∈ ℤ */
function numbersOf(node: Node): Pick<Parametrised, 'letter' | 'numbers'> | undefined {
  if (node.kind !== 'relation' || node.operators.join('') !== '∈') return undefined;
  const [letter, numbers] = node.operands;
  if (letter!.kind !== 'symbol' || numbers!.kind !== 'numbers' || numbers.name === 'empty') return undefined;
  return { letter: letter.name, numbers: numbers.name };
}

function at({ letter, said }: Parametrised, place: Node): Node {
  return substitute(said, letter, place);
}

/** The sign and the shift that turn the first part which grows by even steps into the other side's. */
function shiftOf(a: Parametrised, b: Parametrised, context: Context): [sign: 1 | -1, c: number] | undefined {
  const [x, y] = [partsOf(a.said), partsOf(b.said)];
  for (const [k, part] of x.entries()) {
    const [p, q] = [lineOf({ ...a, said: part }, context), y[k] && lineOf({ ...b, said: y[k] }, context)];
    if (p === undefined || q === undefined || p.step === 0) continue;
    const c = Math.round((p.start - q.start) / q.step);
    return Number.isSafeInteger(c) ? [p.step * q.step > 0 ? 1 : -1, c] : undefined;
  }
  return undefined;
}

/** The values side by side: of (1 + k, 2k) two, of x = 3k one. */
function partsOf(node: Node): readonly Node[] {
  if (node.kind === 'relation') return partsOf(node.operands.at(-1)!);
  return /^(?:list|tuple|set|matrix)$/.test(node.kind) ? childrenOf(node).flatMap(partsOf) : [node];
}

/** Where an expression starts and how far it steps, if 0, 1 and 2 are evenly apart. */
function lineOf(part: Parametrised, context: Context): { start: number; step: number } | undefined {
  const [first, second, third] = [0, 1, 2].map((n) => {
    const value = realValue(at(part, numberNode(n)), context, 100);
    return value === undefined ? NaN : toNumber(value);
  }) as [number, number, number];
  const step = second - first;
  return Math.abs(third - second - step) < 1e-9 * Math.max(1, Math.abs(step)) ? { start: first, step } : undefined;
}
