import type { Node } from '../parse/ast.js';
import { meaningsOf, type ReadOptions } from './meanings.js';

const QUANTIFIED =
  /^(?:(?:the )?set of )?(?:all|any|every|each)(?: the| possible)? ?((?:positive |non-?negative |natural |real )?(?:integers?|numbers?|reals?|values? of|whole numbers?)|reals?)?\s*(?:of )?,?\s*([a-z]\b.*)$/i;
/** Letters that stand for whole numbers unless something else is said. */
const WHOLE = /^[jklmn]$/;
const SET_NAMES: readonly (readonly [RegExp, 'Z+' | 'N' | 'Z' | 'R'])[] = [
  [/positive integer|natural/i, 'Z+'],
  [/non-?negative integer|whole/i, 'N'],
  [/integer/i, 'Z'],
  [/real/i, 'R'],
];

/**
 * "All positive integers n ≥ 3": what the letter satisfies, and where it is taken from, unless the letter says so.
 *
 * @returns undefined for other words.
 */
export function readQuantified(flat: string, options: ReadOptions): readonly Node[] | undefined {
  const [, kind = '', rest] = QUANTIFIED.exec(flat) ?? [];
  if (rest === undefined) return undefined;
  const { nodes } = meaningsOf(
    rest.replace(/^([a-z])\s+(?:such that|with|satisfying|where)\s+(?=\1\b|\$?\\?[a-z(\d|])/i, ''),
    options,
  );
  const [node] = nodes;
  const subject = node?.kind === 'relation' ? node.operands.find((operand) => operand.kind === 'symbol') : undefined;
  if (node?.kind !== 'relation' || subject?.kind !== 'symbol') return undefined;
  const set = SET_NAMES.find(([pattern]) => pattern.test(kind))?.[1];
  const isUsual = set === undefined || set === 'R' || WHOLE.test(subject.name);
  if (isUsual && (set !== 'R' || !WHOLE.test(subject.name)) && !isBelow(node, set)) return nodes;
  const numbers: Node = { kind: 'numbers', name: set ?? 'Z' };
  return [
    { kind: 'list', items: [node, { kind: 'relation', operands: [subject, numbers], operators: ['∈'] }], joins: [','] },
  ];
}

/** n ≤ 5 of the positive integers leaves out what n ≤ 5 does not. */
function isBelow({ operators, operands }: Extract<Node, { kind: 'relation' }>, set: string | undefined): boolean {
  if (set !== 'Z+' && set !== 'N') return false;
  return (
    operators.length === 1 && (operators[0] === '≠' || /[<≤]/.test(operators[0]!) === (operands[0]!.kind === 'symbol'))
  );
}
