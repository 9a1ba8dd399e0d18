import { LimitReached } from '../budget.js';
import { ParseFailure } from '../parse/cursor.js';
import { readAnswer } from '../read/read-answer.js';
import { isValueIn, RELATION } from './declared.js';
import { areJoined, joinedSpans, type MathSpan, mathSpans } from './math-spans.js';
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
 * Finds the answer within a statement: all of it if it reads as an answer, else its last formula or number.
 *
 * @param kind - Whether the statement is a sentence about the answer, or a whole response without such a sentence.
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
  // A number in a name is no answer.
  if (
    kind === 'statement' &&
    !RELATION.test(value.text) &&
    !isValueIn(plain(text.slice(0, last.start)), text.slice(last.end))
  )
    return claim;
  return at(withBound(text, value));
}

/** The last number, or the number before "out of": the 8 of "8 ways, out of 20". */
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

/** The last formula, with the formulas that are joined to it. */
function lastJoined(text: string, spans: readonly MathSpan[]): { text: string; start: number; end: number } {
  let first = spans.length - 1;
  while (first > 0 && spans.length - first < 60 && areJoined(text, spans[first - 1]!, spans[first]!)) first--;
  return joinedSpans(text, spans, first);
}

/** Blanks the formulas, so that offsets stay the same. */
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

/** The start of an explanation or a remark, which is no part of the answer. */
const REMARK =
  /[,，]\s*而?(?:不是|并非)|(?:[,;]|(?<![\s,;]))\s+(?:because|since|instead of|rather than|as (?:\w+ed|shown|above|before|wanted|sought|we|was|can|in the)\b)\b|(?<=[A-Za-z]),?\s+out of\b|(?:[,;]\s*(?:(?:and|but) )?|\s(?:and|but) )(?:not|i\.e\.|e\.g\.)(?=\s)|[,;]\s*(?:q\.?e\.?d\b|(?:which is |is )?(?:an?|the) (?:[a-z-]+ ){0,3}(?:number|integer|prime|square|cube|power|fraction|multiple|constant|value|result|answer)\b)|(?<!\s)\s*\((?:not|out of|i\.e\.|e\.g\.|since|because|as|where|approx|check|see|from|by|recall|note)(?![A-Za-z])/i;

/** @returns The statement without the reasons and remarks at its end. A statement that starts with a remark stays whole. */
function withoutRemark(statement: Statement): Statement {
  const match = REMARK.exec(statement.text);
  if (match === null || statement.text.slice(0, match.index).trim() === '') return statement;
  const text = statement.text.slice(0, match.index);
  return { text, start: statement.start, end: statement.start + text.length };
}

/** @returns The response without the reason or denial at the end of its last sentence: "n = 7, since 8 fails". */
function withoutLastRemark(response: Statement): Statement {
  const { text, start } = response;
  const body = text.trimEnd();
  const from = Math.max(body.lastIndexOf('. '), body.lastIndexOf('\n')) + 1;
  const match = REMARK.exec(body.slice(from));
  if (match === null || !/[\d$]/.test(body.slice(from, from + match.index))) return response;
  const rest = text.slice(0, from + match.index);
  return { text: rest, start, end: start + rest.length };
}

const BOUND_BEFORE =
  /(?:\b(?:(?:if|suppose|assume|assuming|whether|unless)\b[^.,;]{0,60}|not|never|cannot be|can't be|isn't|impossible (?:that|for|to)[^.]{0,40}|at (?:least|most)|(?:less|more|greater|fewer|larger|smaller|higher|lower|other) than(?: or equal to)?|up to|over|under|above|below|nearly|almost|between\s+\S{1,20}\s+and|either\s+\S{1,20}\s+or|\d\S{0,20}\s+or(?:\s+\w+)?))\s*[$\\(]*\s*$/i;

/** @returns The value together with a bound right before it: "at least 8" is not 8. */
function withBound(text: string, found: Statement): Statement {
  const before = text.slice(Math.max(0, found.start - 100), found.start);
  const match = BOUND_BEFORE.exec(before);
  if (match === null) return found;
  return { text: match[0] + found.text, start: found.start - match[0].length, end: found.end };
}

/** A number or an arithmetic expression without LaTeX, and its offsets. */
interface PlainValue {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const NUMBER = '(?:[1-9]\\d{0,2}(?:[ ,]\\d{3})+(?:\\.\\d+)?(?!\\d)|\\d+(?:[.,]\\d+)?|\\.\\d+)';
const SUFFIX = '(?:\\s?(?:\\\\?%|[Pp]ercent(?:age)?\\b|[Pp]ct\\b|[$€£¥₹]))?';
/** An expression has an operator and ends with a digit or a bracket. */
const EXPRESSION = `[-(]{0,3}\\d[\\d.\\s()]*(?:[-+*/^×÷·][\\d.\\s()]*)*[-+*/^×÷·]\\s*[-(]{0,2}\\d[\\d.]*\\)*`;
const VALUE = new RegExp(
  `(?<![\\w.\\\\])(?:\\b(?:[Mm]inus|[Nn]egative)\\s+)?(?:${EXPRESSION}|[$€£¥₹]?-?${NUMBER}|-[$€£¥₹]?${NUMBER})(?![\\d])${SUFFIX}`,
  'g',
);

/** How many characters of a text are searched at a time, from its end. */
const REACH = 600;

/** @returns The last number or arithmetic expression of a text. */
function lastPlainValue(text: string): PlainValue | undefined {
  for (let end = text.length; end > 0; end -= REACH - 60) {
    const from = Math.max(0, end - REACH);
    const part = text.slice(from, end);
    const found = [...part.matchAll(VALUE)].filter(
      (match) => !/^[A-Za-z_]/.test(part.slice(match.index + match[0].length)),
    );
    const last = found.at(-1);
    if (last !== undefined) {
      const value = last[0].trim();
      const start = from + last.index + last[0].indexOf(value);
      return { text: value, start, end: start + value.length };
    }
    if (from === 0) break;
  }
  return undefined;
}
