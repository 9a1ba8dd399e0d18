import { ifNumeric } from '../compute/numeric.js';
import { sameValue } from '../compute/same-value.js';
import { differenceNode, numberNode, type Node, type NodeOf, type Relation } from '../parse/ast.js';
import { substitute, childrenOf, freeSymbols, keyOf, some } from '../parse/walk.js';
import type { Context } from './context.js';
import { membersOf } from './members.js';
import { asRelation, isInfinite } from './sets/region-forms.js';
import { RealLine } from './sets/intervals.js';
import { regionOf } from './sets/regions.js';

/** Numbers that are tried beside those which are written, and how many of these. */
const USUAL = [0, 1, -1, 1000, -1000].map((n) => (n < 0 ? negative(numberNode(-n)) : numberNode(n)));
const MOST = 24;

/**
 * Whether what an answer concludes says the same as what it concludes it from: 2x = 10 ⇒ x = 5 asserts x = 5, but
 * x > 5 ⇒ x > 3 is true of any x, and asserts nothing about x > 3.
 *
 * A premise that is solved itself (x > 5; x = 2) must hold of the same numbers as the conclusion; any other must hold of all
 * that the conclusion allows, so that x² = 4 ⇒ x = 2 may leave out a root that the problem forbids. Both are tried at the
 * numbers that are written and around them. Premises that have no truth at a number, such as those of other unknowns, count for neither.
 */
export function followsFromItsLike({ premises, conclusion, link }: NodeOf<'implication'>, context: Context): boolean {
  const line = new RealLine(context);
  // x = 5 ⇔ x = 5 is true of any x.
  if (link === '⇒' && premises.every((premise) => keyOf(premise) === keyOf(conclusion))) return false;
  return premises.every((premise) => {
    const names = freeSymbols(conclusion);
    const [name, ...others] = names.size > 0 ? names : freeSymbols(premise);
    if (name === undefined || others.length > 0) return true;
    const isSolved = link !== 'since' && isSolvedFor(premise, name, context);
    // x = 2, so x² = 4
    const isWorkedOut = isSolved && isNamed(premise, name) && !isSolvedFor(conclusion, name, context);
    return placesIn([premise, conclusion]).every((place) => {
      const [given, claimed] = [premise, conclusion].map((side) => holdsAt(side, name, place, line));
      if (given === undefined || claimed === undefined) return true;
      return given === claimed || (isWorkedOut ? claimed : given && !isSolved);
    });
  });
}

function negative(operand: Node): Node {
  return { kind: 'negative', operand };
}

/** x > 5, x = 1, 2: what only names numbers of the letter. */
function isSolvedFor(node: Node, name: string, context: Context): boolean {
  const items = node.kind === 'list' ? node.items : [node];
  return items.every(
    (item, k) =>
      (k > 0 && freeSymbols(item).size === 0) ||
      isNamed(item, name) ||
      regionOf(asRelation(item, undefined), context)?.variable === name,
  );
}

/** x = 3 + 4 = 7 */
function isNamed(node: Node, name: string): boolean {
  if (node.kind !== 'relation') return false;
  const { operands, operators } = node;
  const [first, ...rest] = operands;
  const isName = first!.kind === 'symbol' && first.name === name;
  return (
    isName && operators.every((operator) => operator === '=') && rest.every((side) => freeSymbols(side).size === 0)
  );
}

/** The numbers of both sides, with what is close to them and their negatives. */
function placesIn(nodes: readonly Node[]): readonly Node[] {
  const half: Node = { kind: 'quotient', over: numberNode(1), under: numberNode(2) };
  const written = nodes.flatMap(numbersIn).slice(0, MOST);
  return [
    ...USUAL,
    ...written.flatMap((n): Node[] => [n, negative(n), { kind: 'sum', terms: [n, half] }, differenceNode(n, half)]),
  ];
}

/** The largest parts without letters. */
function numbersIn(node: Node): readonly Node[] {
  const isValue = /^(?:number|constant|negative|sum|product|quotient|power|root|apply|plusMinus)$/.test(node.kind);
  if (!isValue || freeSymbols(node).size > 0) return childrenOf(node).flatMap(numbersIn);
  return some(node, isInfinite) ? [] : membersOf(node);
}

/** Whether a statement holds if its letter is this number; undefined if that cannot be decided. */
function holdsAt(node: Node, name: string, place: Node, line: RealLine): boolean | undefined {
  const at = substitute(node, name, place);
  return ifNumeric(() => isTrue(at, node, line));
}

/** @param written - The statement before the number was substituted. */
function isTrue(node: Node, written: Node, line: RealLine): boolean | undefined {
  if (node.kind === 'list' && written.kind === 'list') {
    const parts = node.items.map((item, k) => {
      // x = 1, 2, 3: what stands alone goes on from the equation before.
      const first = node.items[0]!;
      if (item.kind === 'relation' || first.kind !== 'relation') return isTrue(item, written.items[k]!, line);
      return isTrue(
        { kind: 'relation', operands: [first.operands[0]!, item], operators: first.operators.slice(0, 1) },
        item,
        line,
      );
    });
    // One part that fails decides a conjunction, one part that holds decides a choice.
    const decisive = isChoice(written);
    return parts.includes(decisive) ? decisive : parts.includes(undefined) ? undefined : !decisive;
  }
  if (node.kind !== 'relation') return undefined;
  let holds = true;
  for (const [k, operator] of node.operators.entries()) {
    const next = holdsBetween(node.operands[k]!, operator, node.operands[k + 1]!, line);
    if (next === undefined) return undefined;
    holds &&= next;
  }
  return holds;
}

/** Whether the items are alternatives: x = 1 or x = 2; x = 1, 2; x = 1, x = 2. */
function isChoice({ items, joins }: NodeOf<'list'>): boolean {
  const isValue = (item: Node): boolean =>
    item.kind !== 'relation' || (item.operators.join('') === '=' && item.operands[0]!.kind === 'symbol');
  return joins.includes('or') || (items.length > 1 && items.every(isValue));
}

/** A letter, or a value of an unknown function: f(2). */
function isUnknown(node: Node): boolean {
  return node.kind === 'symbol' || (node.kind === 'apply' && node.free === true);
}

function holdsBetween(a: Node, operator: Relation, b: Node, line: RealLine): boolean | undefined {
  if ([a, b].some((side) => some(side, isUnknown))) return undefined;
  if (operator === '∈' || operator === '∉') {
    const set = regionOf(b, line.context);
    const [low, high] = [line.end(a, true), line.end(a, true)];
    return set && line.intersect(set.intervals, [{ low, high }]).length > 0 === (operator === '∈');
  }
  const [xs, ys] = [membersOf(a), membersOf(b)];
  if (xs.length * ys.length > 1) {
    const each = xs.flatMap((x) => ys.map((y) => holdsBetween(x, operator, y, line)));
    return each.includes(undefined) ? undefined : each.includes(true);
  }
  if (operator === '=' || operator === '≠') {
    const outcome = sameValue(a, b, line.context);
    return outcome === 'undecided' ? undefined : (outcome === 'equal') === (operator === '=');
  }
  if (!/^[<>≤≥]$/.test(operator)) return undefined;
  const order = line.order(line.end(a, true), line.end(b, true));
  return order === 0 ? operator === '≤' || operator === '≥' : order < 0 === (operator === '<' || operator === '≤');
}
