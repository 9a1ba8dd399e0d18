import { TAGS } from '../../../base/index.js';
import { LIMITS } from '../budget.js';
import { withPlainDigits } from '../parse/unicode.js';
import { isAsserted } from './assertions.js';
import { answerTag, finalStatement, letterAnswer, type Statement } from './statements.js';
import { isDeclared } from './declared.js';
import { isDeniedBox } from './disowned.js';
import { withoutHidden } from './hidden.js';
import { boxedAnswer } from './boxes.js';
import { afterReasoning, isCutOff, withoutMarkup } from './markup.js';
import { answerIn, isReadable, type ProseSearch } from './prose-answer.js';
import { plain, REACH, sentenceEnd, sentenceStart } from './sentences.js';

/** The answer that was found, and its place. */
export interface ExtractedAnswer {
  /**
   * - `box`: the last `\boxed{}` (or `\fbox{}`), with the boxes that make one answer with it;
   * - `answer-tag`: the last `<answer>`;
   * - `statement`: a sentence such as "the final answer is …", or `#### …`;
   * - `letter`: a multiple-choice letter that was asked for;
   * - `whole`: the whole text is the answer;
   * - `expression`: the last formula or number of the text.
   */
  readonly kind: 'box' | 'answer-tag' | 'statement' | 'letter' | 'whole' | 'expression';
  readonly text: string;
  /** Offsets into the response, end exclusive. */
  readonly start: number;
  readonly end: number;
  /** The content of each box, if several boxes make the answer. */
  readonly parts?: readonly string[];
  /** The text ends before the answer does: a box that is not closed, an equation without its right side. */
  readonly cut?: true;
  /** The text does not assert this answer: it denies, supposes or asks it, or the value is part of something else. */
  readonly unclaimed?: true;
}

/** The options of the search for an answer. */
export interface Search extends ProseSearch {
  /** When boxes count: before all else, like a final statement (the later one wins), after it, or not at all. */
  readonly boxes: 'first' | 'with-statements' | 'after-statements' | 'ignored';
  /** Letters or words that may be the answer. If empty, no letter is looked for. */
  readonly letters: readonly string[];
  /** Only numbers and formulas that a word such as "answer" announces. */
  readonly anchored: boolean;
  /** A number or formula counts even if no phrase declares it and it is not on a line by itself. */
  readonly undeclared: boolean;
}

export const DEFAULT_SEARCH: Search = {
  boxes: 'first',
  formulas: true,
  plain: true,
  letters: [],
  anchored: false,
  undeclared: false,
  singleLine: false,
};

const PROSE = /(?<![\\\w{])[A-Za-z]{3,}[\s,:$(]/;

/** The visible text of a response: its end, without reasoning, markup and hidden parts. */
export interface VisibleText {
  /** The text. Removed parts are blanked, so that offsets stay the same. */
  readonly text: string;
  /** How many characters of the response come before it. */
  readonly offset: number;
}

/** @returns The visible text of a response; of a very long response only the end. */
export function visibleText(response: string): VisibleText {
  const offset = Math.max(0, response.length - LIMITS.responseLength);
  const end = offset === 0 ? response : response.slice(offset);
  return { text: withoutMarkup(withoutHidden(afterReasoning(end))), offset };
}

/** @returns The answer of a response, found as `extractAnswer` documents. */
export function findAnswer(response: string, search: Search): ExtractedAnswer | undefined {
  return answerOf(visibleText(response), search);
}

/** @returns The answer in the visible text of a response. */
export function answerOf({ text, offset }: VisibleText, search: Search): ExtractedAnswer | undefined {
  const found = find(text, search);
  return found === undefined || offset === 0
    ? found
    : { ...found, start: found.start + offset, end: found.end + offset };
}

function find(visible: string, search: Search): ExtractedAnswer | undefined {
  const box = search.boxes === 'ignored' ? undefined : boxedAnswer(visible);
  if (box !== undefined && search.boxes === 'first' && !visible.includes(TAGS.answerStart, box.end))
    return boxed(box, visible);
  // The digits of a box are read with it.
  const text = withPlainDigits(visible);
  const tag = answerTag(text);
  // The later one of a box and a tag counts. A box inside the tag is the tag's answer.
  const isTagged = tag !== undefined && box !== undefined && box.end <= tag.start;
  if (box !== undefined && search.boxes === 'first' && !isTagged) return boxed(box, text);
  const statement = tag === undefined || box !== undefined ? finalStatement(text) : undefined;
  if (box !== undefined && !isTagged) {
    const isOutdone = statement !== undefined && (search.boxes === 'after-statements' || statement.start > box.end);
    const stated = isOutdone ? fromStatement(statement, 'statement', search) : undefined;
    return stated === undefined ? boxed(box, text) : claimed(text, stated);
  }
  if (tag !== undefined) {
    const inner = finalStatement(tag.text);
    const within =
      inner === undefined ? tag : { text: inner.text, start: tag.start + inner.start, end: tag.start + inner.end };
    const stated = fromStatement(within, 'answer-tag', search) ?? trimmed('answer-tag', tag);
    return stated === undefined
      ? { kind: 'answer-tag', text: '', start: tag.start, end: tag.end }
      : claimed(text, stated, tag.end);
  }
  return fromText(text, statement, search);
}

const NO_LABEL = String.raw`(?<![\w.=/^-]|= ?\$?|(?:case|option|lemma|theorem|step|part|problem|question|equation|method) \$?)`;

/** @returns Where a text names a number by itself, and not in "case 2" or "n = 2"; -1 if it does not. */
function mentionOf(number: string, text: string): number {
  if (!text.includes(number) || !/^\d+$/.test(number)) return -1;
  return text.search(new RegExp(`${NO_LABEL}${number}(?![\\w^]|[.,]\\d|[^.]*\\bbut\\b)`, 'i'));
}

function boxed(box: NonNullable<ReturnType<typeof boxedAnswer>>, response: string): ExtractedAnswer {
  const { text, start, end, parts, cut } = box;
  const isDenied = (from: number, to: number): boolean => {
    const stop = sentenceEnd(response, to);
    return isDeniedBox(
      plain(response.slice(sentenceStart(response, from), from)),
      plain(response.slice(to, stop)),
      response.slice(stop, to + REACH),
    );
  };
  // "A common mistake is to answer 64", behind the box.
  const again = mentionOf(text, response.slice(end, end + REACH));
  const unclaimed = isDenied(start, end) || (again >= 0 && isDenied(end + again, end + again + text.length));
  return {
    kind: 'box',
    text,
    start,
    end,
    ...(parts.length > 1 ? { parts } : {}),
    ...(cut ? { cut } : {}),
    ...(unclaimed ? { unclaimed } : {}),
  };
}

function fromText(text: string, statement: Statement | undefined, search: Search): ExtractedAnswer | undefined {
  const letter = letterAnswer(text, search.letters);
  if (letter !== undefined) return claimed(text, { kind: 'letter', ...letter });
  if (statement !== undefined) {
    const stated = fromStatement(statement, 'statement', search);
    if (stated !== undefined) return claimed(text, stated);
  }
  if (search.anchored) return undefined;
  const all = { text, start: 0, end: text.length };
  const found = answerIn(tailOf(text), 'response', search);
  if (search.plain && search.formulas && isReadable(text)) {
    const whole = trimmed('whole', all);
    // "Bob claims that x = 42" is read as one answer too.
    const isSaid =
      found === undefined || !PROSE.test(text.slice(0, found.start)) || isAsserted(text, found.start, text.length);
    return whole === undefined || isSaid ? whole : { ...whole, unclaimed: true };
  }
  const expression = found === undefined ? undefined : trimmed('expression', found);
  if (expression !== undefined) {
    const isSaid = search.undeclared || isDeclared(text, expression.start, expression.end);
    return isSaid ? claimed(text, expression) : { ...expression, unclaimed: true };
  }
  return text.length <= 200 && search.plain && search.formulas ? trimmed('whole', all) : undefined;
}

/** The answer, marked if the text breaks off in it or does not assert it. */
function claimed(text: string, answer: ExtractedAnswer, textEnd = text.length): ExtractedAnswer {
  if (isCutOff(text.slice(Math.max(0, answer.start - 60), textEnd))) return { ...answer, cut: true };
  return isAsserted(text, answer.start, answer.end) ? answer : { ...answer, unclaimed: true };
}

function fromStatement(
  statement: Statement,
  kind: 'statement' | 'answer-tag',
  search: Search,
): ExtractedAnswer | undefined {
  const found = answerIn(statement, 'statement', search);
  if (found !== undefined) return trimmed(kind, found);
  return search.plain && statement.text.trim() !== '' ? trimmed(kind, statement) : undefined;
}

/** The last paragraphs of a long text, from the start of a line, so that no formula is cut in two. */
function tailOf(text: string): Statement {
  const cut = Math.max(0, text.length - 8000);
  const line = cut === 0 ? 0 : text.indexOf('\n', cut) + 1;
  const from = Math.max(cut, line);
  return { text: text.slice(from), start: from, end: text.length };
}

function trimmed(kind: ExtractedAnswer['kind'], { text, start, end }: Statement): ExtractedAnswer | undefined {
  const answer = text.trim();
  return answer === '' ? undefined : { kind, text: answer, start, end };
}
