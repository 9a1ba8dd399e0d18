import { LimitReached } from '../budget.js';
import { ParseFailure } from '../parse/cursor.js';
import { readAnswer } from '../read/read-answer.js';
import { withBound, withoutLastRemark, withoutRemark } from './claims.js';
import { isValueIn, RELATION } from './declared.js';
import { areJoined, joinedSpans, mathSpans, type MathSpan } from './math-spans.js';
import { lastPlainValue, type PlainValue } from './plain-values.js';
import { plain } from './sentences.js';
import type { Statement } from './statements.js';

/** Where to look in running text. */
export interface ProseSearch {
  /** Formulas between delimiters count. */
  readonly formulas: boolean;
  /** Numbers and expressions without delimiters count. */
  readonly plain: boolean;
  /** `\(…\)` may not span lines. */
  readonly singleLine: boolean;
}

/**
 * The answer within a statement: all of it where it reads as one, else its last formula or number.
 *
 * @param kind - What the statement is: a sentence about the answer, or a whole response that says nothing of the kind.
 */
export function answerIn(
  statement: Statement,
  kind: 'statement' | 'response',
  search: ProseSearch,
): Statement | undefined {
  const claim = kind === 'statement' ? withoutRemark(statement) : withoutLastRemark(statement);
  const { text } = claim;
  const at = (found: { text: string; start: number; end: number }): Statement => ({
    text: found.text,
    start: claim.start + found.start,
    end: claim.start + found.end,
  });
  const spans = search.formulas ? mathSpans(text).filter((span) => !search.singleLine || isOneLine(text, span)) : [];
  if (kind === 'statement') {
    const leading = spans[0];
    if (leading !== undefined && /^[\s:*]*$/.test(text.slice(0, leading.start))) return at(joinedSpans(text, spans, 0));
    if (search.plain && isReadable(text)) return claim;
    const other =
      /^[\s*]*not\b[^.]*?(?:\bbut\s+(?:rather\s+)?|[,;]\s*(?:it|that|this)(?:'s|’s|\s+is)\s+|[,;]\s*rather\s+)(?=\S)/i.exec(
        text,
      )?.[0];
    if (other !== undefined) {
      const rest = { text: text.slice(other.length), start: claim.start + other.length, end: claim.end };
      return answerIn(rest, kind, search);
    }
  }
  const formula = spans.length === 0 ? undefined : lastJoined(text, spans);
  const number = search.plain ? lastCounted(withoutSpans(text, spans)) : undefined;
  const last = number === undefined || (formula !== undefined && number.end <= formula.end) ? formula : number;
  if (last === undefined) return undefined;
  const value = { ...last, text: last === formula ? last.text : text.slice(last.start, last.end) };
  // Of a name with a number in it the number is no answer.
  if (
    kind === 'statement' &&
    !RELATION.test(value.text) &&
    !isValueIn(plain(text.slice(0, last.start)), text.slice(last.end))
  )
    return claim;
  return at(withBound(text, value));
}

/** The last number; of "8 ways, out of 20" the first. */
function lastCounted(text: string): PlainValue | undefined {
  const last = lastPlainValue(text);
  const total =
    last === undefined ? null : /,?\s+out of (?:the )?$/.exec(text.slice(Math.max(0, last.start - 20), last.start));
  if (last === undefined || total === null) return last;
  return lastPlainValue(text.slice(0, last.start - total[0].length)) ?? last;
}

function isOneLine(text: string, { start, end }: MathSpan): boolean {
  return !text.startsWith('\\(', start) || !text.slice(start, end).includes('\n');
}

/** The last formula together with those joined to it. */
function lastJoined(text: string, spans: readonly MathSpan[]): { text: string; start: number; end: number } {
  let first = spans.length - 1;
  while (first > 0 && spans.length - first < 60 && areJoined(text, spans[first - 1]!, spans[first]!)) first--;
  return joinedSpans(text, spans, first);
}

/** The text with its formulas blanked, so that numbers keep their places. */
function withoutSpans(text: string, spans: readonly MathSpan[]): string {
  let blank = '';
  let at = 0;
  for (const { start, end } of spans) {
    blank += text.slice(at, start) + '\u0001'.repeat(end - start);
    at = end;
  }
  return blank + text.slice(at);
}

/** Whether a short text reads as one answer, mathematics or a phrase. */
export function isReadable(text: string): boolean {
  if (text.length > 400) return false;
  try {
    return readAnswer(text, { decimalComma: 'always', missingBraces: true }).nodes.length > 0;
  } catch (error) {
    if (error instanceof LimitReached || error instanceof ParseFailure) return false;
    throw error;
  }
}
