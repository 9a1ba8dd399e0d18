import { numberNode, type Node, type NodeOf } from '../parse/ast.js';
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
  // Positive reals have no name of their own: their sign is one more relation.
  if (set !== 'Z+' && set !== 'N' && /positive|negative/i.test(kind)) {
    return both(node, {
      kind: 'relation',
      operands: [subject, numberNode(0)],
      operators: [/non/i.test(kind) ? '≥' : '>'],
    });
  }
  const isWhole = WHOLE.test(subject.name);
  const isSaid = set === undefined || (set === 'R' ? !isWhole : isWhole && (set === 'Z' || isAbove(node)));
  if (isSaid) return nodes;
  return both(node, { kind: 'relation', operands: [subject, { kind: 'numbers', name: set ?? 'Z' }], operators: ['∈'] });
}

const both = (left: Node, right: Node): readonly Node[] => [{ kind: 'list', items: [left, right], joins: [','] }];

/** n > 0 and n ≥ 3 say by themselves what is positive; n ≤ 5 and n ≥ −3 do not. */
function isAbove({ operators, operands }: NodeOf<'relation'>): boolean {
  const [left, right] = operands;
  const isFirst = left!.kind === 'symbol';
  const bound = isFirst ? right! : left!;
  return (
    operators.length === 1 &&
    (isFirst ? /^[>≥]$/ : /^[<≤]$/).test(operators[0]!) &&
    bound.kind === 'number' &&
    bound.value.n >= 0n
  );
}
