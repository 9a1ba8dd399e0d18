import { TAGS } from '../../base/protocol.js';
import { lastBoxes } from './boxes.js';

/** Where an answer was found, and what it says. `start` and `end` are offsets into the text (end exclusive). */
export interface ExtractedAnswer {
  readonly kind: 'box' | 'answer-tag' | 'number';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The final answer of a model's response: its last box, else its last `<answer>` tag, else its last number.
 *
 * Once a box exists nothing outside it is ever graded.
 * @returns undefined when nothing reads as an answer.
 */
export function extractAnswer(text: string): ExtractedAnswer | undefined {
  const box = lastBoxes(text).at(-1);
  if (box !== undefined) return { kind: 'box', text: box.content, start: box.start, end: box.end };
  const open = text.lastIndexOf(TAGS.answerStart);
  if (open >= 0) {
    const start = open + TAGS.answerStart.length;
    const close = text.indexOf(TAGS.answerEnd, start);
    const end = close < 0 ? text.length : close;
    return { kind: 'answer-tag', text: text.slice(start, end).trim(), start, end };
  }
  const numbers = [...text.slice(-2000).matchAll(/-?\d[\d,]*(?:\.\d+)?/g)];
  const last = numbers.at(-1);
  if (last === undefined) return undefined;
  const start = Math.max(0, text.length - 2000) + last.index;
  return { kind: 'number', text: last[0], start, end: start + last[0].length };
}
