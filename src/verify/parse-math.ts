import { attempt, Broken } from './internal/attempt.js';
import { Budget } from './internal/budget.js';
import { exactValue } from './internal/compute/exact.js';
import { evaluate } from './internal/compute/numeric.js';
import { pointFor } from './internal/compute/trial-points.js';
import { NotNumeric } from './internal/compute/powers.js';
import { readOptions } from './internal/grading.js';
import type { Node } from './internal/parse/ast.js';
import { freeSymbols } from './internal/parse/walk.js';
import { readAnswer } from './internal/read/read-answer.js';
import { toNumber } from './internal/value/ball.js';
import type { VerifyMathOptions } from './options.js';

/** The syntax tree of an answer. */
export type MathNode = Node;

/** The result of reading an answer's text. */
export type ParsedMath =
  | {
      readonly kind: 'parsed';
      readonly node: MathNode;
      /** Other meanings the text may have (`1,234` as a list). */
      readonly alternatives: readonly MathNode[];
      /** Its value, if it is a rational number in closed form. */
      readonly exact?: { readonly numerator: bigint; readonly denominator: bigint };
      /** Its value, if it is a number, to the nearest double. */
      readonly approximate?: { readonly re: number; readonly im: number };
      /** Why no value was found, if it needs too much work, or because of a bug in the verifier. */
      readonly reason?: string;
    }
  | { readonly kind: 'text'; readonly words: string }
  | { readonly kind: 'unparsed'; readonly reason: string };

/**
 * Reads the text of one answer (not a whole response: see `extractAnswer`).
 *
 * @throws TypeError for a text that is not a string; TypeError or RangeError for invalid options.
 *
 * @example
 * parseMath('\\frac{1}{2}').kind; // 'parsed'
 */
export function parseMath(text: string, options?: Pick<VerifyMathOptions, 'missingBraces' | 'log'>): ParsedMath {
  if (typeof text !== 'string') throw new TypeError(`text: expected a string, got ${typeof text}`);
  const { missingBraces, log } = readOptions(options);
  const reading = attempt(() =>
    readAnswer(text, { missingBraces, decimalComma: /[$\\]/.test(text) ? 'never' : 'likely' }),
  );
  if (reading instanceof Broken) return { kind: 'unparsed', reason: reading.reason };
  const [node, ...alternatives] = reading.nodes;
  if (node?.kind === 'text') return { kind: 'text', words: node.words };
  if (node === undefined) return { kind: 'unparsed', reason: reading.unsupported ?? 'not understood as mathematics' };
  const value = attempt(() => numericValue(node, log));
  return { kind: 'parsed', node, alternatives, ...(value instanceof Broken ? { reason: value.reason } : value) };
}

type NumericValue = Pick<Extract<ParsedMath, { kind: 'parsed' }>, 'exact' | 'approximate'>;

/** The value of a number; undefined for a list or a relation. */
function numericValue(node: Node, log: 'ten' | 'natural'): NumericValue {
  try {
    return valueOf(node, log);
  } catch (error) {
    if (error instanceof NotNumeric) return {};
    throw error;
  }
}

function valueOf(node: Node, log: 'ten' | 'natural'): NumericValue {
  if (freeSymbols(node).size > 0) return {};
  const budget = new Budget();
  const exact = exactValue(node, budget);
  const value = evaluate(node, pointFor(0, 'real', [], { budget, log }, 100));
  return {
    ...(exact === undefined ? {} : { exact: { numerator: exact.n, denominator: exact.d } }),
    ...(value === undefined ? {} : { approximate: { re: toNumber(value.re), im: toNumber(value.im) } }),
  };
}
