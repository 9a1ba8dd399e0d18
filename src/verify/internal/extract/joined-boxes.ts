import { lastBoxes, type Box } from './boxes.js';

/** The answer that the last boxes make together. */
export interface BoxedAnswer {
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

/** @returns What the boxes at the end of a text say; undefined when there is none. */
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
    // The same box again, a little later: said once.
    const isRepeated = content === parts[0] && between.length < 400;
    if (!isRepeated && !isConnected(between)) break;
    start = box.start;
    if (isRepeated) continue;
    parts.unshift(content);
    joined = `${content}${/\bor\b/.test(between) ? ' \\text{ or } ' : ', '}${joined}`;
  }
  return { text: joined, parts, start, end: last.end, ...(last.cut ? { cut: true } : {}) };
}

/** A box with nothing in it is an answer too: an empty one. */
function emptyBox(text: string): BoxedAnswer | undefined {
  const match = /\\(?:boxed|fbox|framebox)\s*\{\s*\}/.exec(text.slice(-20_000));
  if (match === null) return undefined;
  const start = Math.max(0, text.length - 20_000) + match.index;
  return { text: '', parts: [''], start, end: start + match[0].length };
}

/** Whether two boxes make one answer: they are next to each other, or only connectives and names stand between them. */
function isConnected(between: string): boolean {
  if (between.length < 10 && !/\p{L}/u.test(between.replace(AND_ABROAD, ''))) return !/=>|->/.test(between);
  if (between.length < 10 && BETWEEN.test(between)) return true;
  return between.length < 70 && /\b(?:and|or)\b|[,;]/.test(between) && BETWEEN.test(between) && !/[.]\s/.test(between);
}

const SUFFIX = /^(?:\s|\\[,;:! )\]]|\$|\}|~)*(\\?%|percent(?:age)?\b|pct\b)/i;
const BASE = /^_(?:\{?\\?(?:text)?\{?(?:\d{1,2}|[a-z]+)\}{0,2}|\d)/;

/** The content, with a percent sign or a number base that was written after the box. */
function withSuffix(text: string, box: Box): string {
  const after = text.slice(box.end, box.end + 24);
  const base = BASE.exec(after)?.[0];
  if (base !== undefined && /^[0-9A-Fa-f]+$/.test(box.content)) return `${box.content}${base}`;
  return SUFFIX.test(after) && !/%\s*\}?\s*$/.test(box.content) ? `${box.content}\\%` : box.content;
}
