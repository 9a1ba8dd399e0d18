import { TAGS } from '../../../base/index.js';
import { DECLARATION, LABEL } from '../read/prose.js';

/** A part of a response that states the answer, and its offsets. */
export interface Statement {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** How many characters of a response are searched for a statement, from its end. */
const REACH = 12_000;
const LENGTH = 600;

const ANSWER = new RegExp(String.raw`${DECLARATION}\s*(?:\*\*)?\s*:?|${LABEL}|答案\s*(?:是|为|应为|：|:)+`, 'gimu');

/** @returns The content of the last `<answer>` tag; a tag that is never closed reaches to the end of the text. */
export function answerTag(text: string): Statement | undefined {
  const open = text.lastIndexOf(TAGS.answerStart);
  if (open < 0) return undefined;
  const start = open + TAGS.answerStart.length;
  const close = text.indexOf(TAGS.answerEnd, start);
  const end = close < 0 ? text.length : close;
  return { text: text.slice(start, end), start, end };
}

/** @returns The last sentence that states the answer: "the final answer is …", "Answer: …", "#### …". */
export function finalStatement(text: string): Statement | undefined {
  const from = Math.max(0, text.length - REACH);
  const tail = text.slice(from);
  let start = -1;
  for (const match of tail.matchAll(ANSWER)) start = match.index + match[0].length;
  const marks = tail.lastIndexOf('####');
  if (marks >= 0 && marks > start) start = marks + 4;
  if (start < 0) return undefined;
  const sentence = sentenceAt(tail, start);
  if (sentence.trim() === '') return undefined;
  return { text: sentence, start: from + start, end: from + start + sentence.length };
}

/** The rest of the sentence: to a full stop, a blank line or a control token, but not within a formula. */
function sentenceAt(text: string, from: number): string {
  const part = text.slice(from, from + LENGTH);
  const lead = /^\s*/.exec(part)![0].length;
  let inMath = false;
  for (let i = lead; i < part.length; i++) {
    const c = part[i]!;
    const next = part[i + 1];
    if (c === '\\' && (next === '(' || next === '[')) inMath = true;
    else if (c === '\\' && (next === ')' || next === ']')) inMath = false;
    else if (c === '$' && part[i - 1] !== '\\' && part[i + 1] !== '$' && !/\d/.test(part[i + 1] ?? '')) inMath = false;
    else if (c === '$' && part[i - 1] !== '\\' && part[i + 1] !== '$') inMath = part.indexOf('$', i + 1) > 0;
    else if (part.startsWith('<|', i) || part.startsWith('</', i)) return part.slice(0, i);
    if (inMath) continue;
    if (c === '.' && (next === undefined || /[\s*]/.test(next)) && !/\b(?:vs|etc|approx|no)$/i.test(part.slice(0, i)))
      return part.slice(0, i);
    if (c === '\n' && (next === '\n' || /^\n\s*[A-Z#*]/.test(part.slice(i)))) return part.slice(0, i);
  }
  return part;
}

/** How many characters of a response are searched for a letter, from its end. */
const LETTER_REACH = 4000;

/** More letters right behind the first: A, B and (C). */
const OTHERS =
  /^\)?(?:\s*(?:[,，、;/&]|\b(?:and|or)\b|或者?|和)\s*(?:(?:and|or)\s+)?|\s+)\(?[A-HJ]\)?(?![\p{L}\d'’])(?:(?:\s*(?:[,，、;/&]|\b(?:and|or)\b|或者?|和)\s*(?:(?:and|or)\s+)?|\s+)\(?[A-HJ]\)?(?![\p{L}\d'’])){0,8}/u;

/**
 * Finds a multiple-choice letter or one of a few words: after "answer", after "so", at the start of the text, in brackets, or
 * alone, in this order of preference. Of several matches in one form the last counts.
 */
export function letterAnswer(text: string, letters: readonly string[]): Statement | undefined {
  if (letters.length === 0) return undefined;
  const from = Math.max(0, text.length - LETTER_REACH);
  const tail = text.slice(from);
  const one = `(?:${letters.map((letter) => letter.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`;
  const marked = `(?:\\*\\*|\\\\text(?:bf)?\\{|\\$|\\\\boxed\\{|\\s)*\\(?(${one})\\)?`;
  const end = '(?=\\*\\*|[\\s.,:;)}$。，．]|$)';
  const patterns = [
    new RegExp(
      `(?:答案|选项?|(?:answer|option|choice)s?)(?:是|为|：)?(?:\\s+(?:is|are|must be|should be|would be))?\\s*:?${marked}${end}`,
      'gi',
    ),
    new RegExp(
      `\\b(?:so|thus|hence|therefore|choose|pick|select)\\b,?\\s+(?:it is\\s+)?\\(?(${one})\\)?\\.?\\s*$`,
      'gi',
    ),
    new RegExp(`^(?:\\*\\*)?\\(?(${one})\\)?(?:\\*\\*)?(?=[.,:)]|\\s|$)`, 'g'),
    new RegExp(`\\((${one})\\)`, 'g'),
    new RegExp(`(?:^|\\s)(?:\\*\\*)?(${one})(?:\\*\\*)?(?=[.,:]|\\s|$)`, 'gm'),
  ];
  for (const pattern of patterns) {
    const matches = [...tail.matchAll(pattern)].filter(
      (match) => letters.includes(match[1]!) || letters.includes(match[1]!.toUpperCase()),
    );
    const last = matches.at(-1);
    if (last === undefined) continue;
    const start = from + last.index + last[0].lastIndexOf(last[1]!);
    const whole = last[1]! + (OTHERS.exec(tail.slice(start - from + last[1]!.length))?.[0] ?? '');
    return { text: whole, start, end: start + whole.length };
  }
  return undefined;
}
