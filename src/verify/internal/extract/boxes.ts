import { matchBrace } from '../braces.js';
import { LimitReached, LIMITS } from '../budget.js';

/** One `\boxed{…}` or `\fbox{…}`: its content and its offsets, from the command to the closing brace, end exclusive. */
interface Box {
  readonly content: string;
  readonly start: number;
  readonly end: number;
  /** The text ends before the box does. */
  readonly cut?: true;
}

/** How many boxes are read, from the end, and how long a box may be. Real answers stay far below. */
const BOX_LIMIT = 24;
const BOX_LENGTH = 20_000;
/** How much of a long text is searched first. */
const NEAR = 8_000;
/** The length of a box that is never closed, and what ends it. */
const UNCLOSED = 400;
const STOP = /\n|\$|\\\)|\\\]|<\/answer>|<\|im_end\|>/;
const COMMAND = /\\(?:boxed|fbox|framebox)/g;

/** The words before a box that the text only mentions: "I put it in \boxed{}". */
const MENTION = /\b(?:in|within|inside|into|using|with|an?|the|of|use)\s*[`$"'(]*$/i;

/** @returns The last 24 boxes of the text, first to last. Of the empty boxes only the very last counts. */
function lastBoxes(text: string): Box[] {
  const boxes: Box[] = [];
  const places = placesOf(text);
  for (let k = places.length - 1; k >= Math.max(0, places.length - BOX_LIMIT); k--) {
    const { index, command } = places[k]!;
    const isLast = k === places.length - 1;
    const box = boxAt(text, index, command.length, isLast);
    if (box === undefined) continue;
    if (box.content.trim() === '' && (!isLast || MENTION.test(text.slice(Math.max(0, index - 24), index)))) continue;
    // A box inside this one was read before it. The outer box holds the whole answer.
    while (boxes.length > 0 && boxes.at(-1)!.start < box.end) boxes.pop();
    boxes.push(box);
  }
  return boxes.reverse();
}

interface Place {
  readonly index: number;
  readonly command: string;
}

/**
 * Finds where boxes begin. The end of a long text is enough if the first box there is so far from the start of the search
 * that no earlier box can hold it or be joined to it.
 */
function placesOf(text: string): readonly Place[] {
  const from = Math.max(0, text.length - NEAR);
  const found = placesFrom(text, from);
  return from === 0 || (found.length > 0 && found[0]!.index - from > LIMITS.answerLength) ? found : placesFrom(text, 0);
}

/** Searches in one pass, which is faster than a search from the end for each command. */
function placesFrom(text: string, from: number): readonly Place[] {
  const places: Place[] = [];
  COMMAND.lastIndex = from;
  for (let match = COMMAND.exec(text); match !== null; match = COMMAND.exec(text))
    places.push({ index: match.index, command: match[0] });
  return places;
}

/** @throws LimitReached for the last box when it is longer than an answer can be. */
function boxAt(text: string, start: number, length: number, isLast: boolean): Box | undefined {
  let at = start + length;
  while (at < text.length && /\s/.test(text[at]!)) at++;
  if (text[at] === '{') {
    const close = matchBrace(text, at, Math.min(text.length, at + BOX_LENGTH));
    if (close >= 0) return { content: text.slice(at + 1, close), start, end: close + 1 };
    if (isLast && text.length - at > BOX_LENGTH && !STOP.test(text.slice(at, at + UNCLOSED)))
      throw new LimitReached('the answer is too long');
    return { ...unclosed(text, at + 1), start };
  }
  // \boxed 5 and \boxed5: one character, as TeX reads it, but a whole number when it is one.
  const token = /^(?:-?\d+(?:\.\d+)?|[A-Za-z]\b)/.exec(text.slice(at, at + 64))?.[0];
  return token === undefined ? undefined : { content: token, start, end: at + token.length };
}

/** A box whose brace is never closed ends with its line or its formula. */
function unclosed(text: string, from: number): { content: string; end: number; cut?: true } {
  const rest = text.slice(from, from + UNCLOSED);
  const stop = STOP.exec(rest);
  const content = stop === null ? rest : rest.slice(0, stop.index);
  const end = from + content.length;
  return end === text.length && !content.trimEnd().endsWith('}') ? { content, end, cut: true } : { content, end };
}

/** The answer that the last boxes make together. */
interface BoxedAnswer {
  readonly text: string;
  readonly parts: readonly string[];
  readonly start: number;
  readonly end: number;
  readonly cut?: true;
}

/** What may stand between boxes of one answer: connectives, names being assigned, punctuation, math delimiters. */
const BETWEEN =
  /^(?:\s|[$,;:&.()|+=~]|\\[()[\],;:! ]|\\\\|\\(?:quad|qquad|text|mathrm|textbf|ldots|cdots|left|right|hspace)|[{}]|(?:and|or|for|part|parts|the|other|one|another|with|respectively|case|cases|in|is|also|solutions?|values?|roots?)(?![A-Za-z])|[A-Za-z](?:_\{?[A-Za-z0-9]+\}?)?(?![A-Za-z])|\d(?=\s*=))*$/;

const AND_ABROAD = /和|与|與|及|以及|或者?|と|および|와|과|및/;

/** @returns The answer of the boxes at the end of a text; undefined for a text without boxes. */
export function boxedAnswer(text: string): BoxedAnswer | undefined {
  const boxes = lastBoxes(text);
  const last = boxes.at(-1);
  if (last === undefined) return emptyBox(text);
  if (last.content.trim() === '') return { text: '', parts: [''], start: last.start, end: last.end };
  const parts = [withSuffix(text, last)];
  let joined = parts[0]!;
  let { start } = last;
  for (let k = boxes.length - 2; k >= 0; k--) {
    const box = boxes[k]!;
    const between = text.slice(box.end, start);
    const content = withSuffix(text, box);
    // The same box again, a little later, counts once.
    const isRepeated = content === parts[0] && between.length < 400;
    if (!isRepeated && !isConnected(between)) break;
    start = box.start;
    if (isRepeated) continue;
    parts.unshift(content);
    joined = `${content}${/\bor\b/.test(between) ? ' \\text{ or } ' : ', '}${joined}`;
  }
  return { text: joined, parts, start, end: last.end, ...(last.cut ? { cut: true } : {}) };
}

/** @returns An empty answer if there is an empty box. */
function emptyBox(text: string): BoxedAnswer | undefined {
  const match = /\\(?:boxed|fbox|framebox)\s*\{\s*\}/.exec(text.slice(-20_000));
  if (match === null) return undefined;
  const start = Math.max(0, text.length - 20_000) + match.index;
  return { text: '', parts: [''], start, end: start + match[0].length };
}

/** Whether two boxes make one answer: nothing, or only connectives and names, is between them. */
function isConnected(between: string): boolean {
  if (between.length < 10 && !/\p{L}/u.test(between.replace(AND_ABROAD, ''))) return !/=>|->/.test(between);
  if (between.length < 10 && BETWEEN.test(between)) return true;
  return between.length < 70 && /\b(?:and|or)\b|[,;]/.test(between) && BETWEEN.test(between) && !/[.]\s/.test(between);
}

const SUFFIX = /^(?:\s|\\[,;:! )\]]|\$|\}|~)*(\\?%|percent(?:age)?\b|pct\b)/i;
const BASE = /^_(?:\{?\\?(?:text)?\{?(?:\d{1,2}|[a-z]+)\}{0,2}|\d)/;

/** The content, with a percent sign or a number base that follows the box. */
function withSuffix(text: string, box: Box): string {
  const after = text.slice(box.end, box.end + 24);
  const base = BASE.exec(after)?.[0];
  if (base !== undefined && /^[0-9A-Fa-f]+$/.test(box.content)) return `${box.content}${base}`;
  return SUFFIX.test(after) && !/%\s*\}?\s*$/.test(box.content) ? `${box.content}\\%` : box.content;
}
