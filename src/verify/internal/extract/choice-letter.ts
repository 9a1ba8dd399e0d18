import type { Statement } from './statements.js';

const REACH = 4000;

/** More letters right behind the first: A, B and (C). */
const OTHERS =
  /^\)?(?:\s*(?:[,，、;/&]|\b(?:and|or)\b|或者?|和)\s*(?:(?:and|or)\s+)?|\s+)\(?[A-HJ]\)?(?![\p{L}\d'’])(?:(?:\s*(?:[,，、;/&]|\b(?:and|or)\b|或者?|和)\s*(?:(?:and|or)\s+)?|\s+)\(?[A-HJ]\)?(?![\p{L}\d'’])){0,8}/u;

/**
 * A multiple-choice letter (or one of a few words): after "answer", at the start of a line, in brackets, or standing
 * alone; the strongest sign wins, and of equal ones the last.
 */
export function letterAnswer(text: string, letters: readonly string[]): Statement | undefined {
  if (letters.length === 0) return undefined;
  const from = Math.max(0, text.length - REACH);
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
