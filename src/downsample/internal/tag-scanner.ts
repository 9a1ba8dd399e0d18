import { TAGS } from '../../base/index.js';

/** What one pass over a rollout's text finds, as the release's regular expressions count it. */
export interface TagCounts {
  /** `<tool_response>…</tool_response>` blocks, non-greedy. */
  readonly toolResponses: number;
  /** Responses that contain "error" in any case, in any word. */
  readonly errorResponses: number;
  /** `<answer>` tags, paired or not. */
  readonly answerStarts: number;
  /** `</answer>` tags, paired or not. */
  readonly answerEnds: number;
  /** `<answer>…</answer>` pairs, non-greedy. */
  readonly answers: number;
  /** `<|im_start|>assistant…<|im_end|>` pairs, non-greedy. */
  readonly turns: number;
}

const ASSISTANT_START = `${TAGS.messageStart}assistant`;
const ERROR = /error/i;

/** The characters after `<` that tell the tags apart. */
const [SLASH, A, T, BAR] = [...'/at|'].map((character) => character.charCodeAt(0));

/**
 * Counts tags and failed tool responses in one linear pass.
 *
 * Every tag starts with `<` and has no other, so tags cannot overlap and a non-greedy `open.*?close` pair is an open tag
 * met outside a pair and the next close tag. Going from `<` to `<` leaves the rest of the text to `indexOf`, which runs
 * at memory speed; only tool responses are searched for "error".
 */
export function scanTags(text: string): TagCounts {
  let toolResponses = 0;
  let errorResponses = 0;
  let answerStarts = 0;
  let answerEnds = 0;
  let answers = 0;
  let turns = 0;
  let toolBody = -1;
  let inAnswer = false;
  let inTurn = false;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    switch (text.charCodeAt(at + 1)) {
      case A:
        if (text.startsWith(TAGS.answerStart, at)) {
          answerStarts++;
          inAnswer = true;
        }
        break;
      case T:
        if (toolBody < 0 && text.startsWith(TAGS.toolResponseStart, at)) toolBody = at + TAGS.toolResponseStart.length;
        break;
      case SLASH:
        if (text.startsWith(TAGS.answerEnd, at)) {
          answerEnds++;
          if (inAnswer) answers++;
          inAnswer = false;
        } else if (toolBody >= 0 && text.startsWith(TAGS.toolResponseEnd, at)) {
          toolResponses++;
          if (ERROR.test(text.slice(toolBody, at))) errorResponses++;
          toolBody = -1;
        }
        break;
      case BAR:
        if (!inTurn) inTurn = text.startsWith(ASSISTANT_START, at);
        else if (text.startsWith(TAGS.messageEnd, at)) {
          turns++;
          inTurn = false;
        }
        break;
    }
  }
  return { toolResponses, errorResponses, answerStarts, answerEnds, answers, turns };
}

/** @returns The number of complete `<answer>…</answer>` blocks in a text. */
export function countAnswers(text: string): number {
  return scanTags(text).answers;
}
