import { z } from 'zod';
import { TAGS } from '../base/index.js';
import { checkArgument, functionSchema, parseOptions } from '../base/internal/index.js';
import type { Accessor, Rollout } from '../base/index.js';
import { textReader } from './internal/accessors.js';
import type { RolloutReward } from './reward.js';

/** Options of `formatReward`. */
export interface FormatRewardOptions<R> {
  /** What is looked at. Default: everything the policy wrote. */
  readonly text?: Accessor<R, string> | undefined;
  /** A pattern that the text must match, or a judgement of one's own. Default `followsProtocol`. */
  readonly format?: RegExp | ((text: string) => boolean) | undefined;
  /** Reward of a text in that format. Default 1. */
  readonly followed?: number | undefined;
  /** Reward of any other. Default 0. */
  readonly broken?: number | undefined;
}

const readText = textReader('text');

const optionsSchema = z.strictObject({
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the caller's own rollout type
  text: z.optional(functionSchema<Accessor<any, string>>()),
  format: z.union([z.instanceof(RegExp), functionSchema<(text: string) => boolean>()]).default(() => followsProtocol),
  followed: z.number().default(1),
  broken: z.number().default(0),
});

/** A reward for the form of a response, whatever it says. */
export function formatReward<R = Rollout>(options: FormatRewardOptions<R> = {}): RolloutReward<R> {
  const { text, format, followed, broken } = parseOptions(optionsSchema, options);
  const isFollowed = typeof format === 'function' ? format : (value: string) => value.search(format) >= 0;
  return (rollout, { index }) => (isFollowed(readText(rollout, index, text)) ? followed : broken);
}

/**
 * @returns Whether a text keeps the rollout protocol: one answer block, at the end, with a box inside; reason blocks
 *   that open and close in turn, none of them around or within the answer; tool calls that are JSON, and no tool response,
 *   which is not the policy's to write. What is empty, or shows nothing, is none of these.
 * @remarks Source: PAPER "Rollout protocol".
 */
export function followsProtocol(text: string): boolean {
  checkArgument(text, 'text', 'a string');
  const tags = Array.from(text.matchAll(PROTOCOL_TAG), ([tag]) => tag);
  const pairs = tags.every((tag, i) => (i % 2 === 0 ? !tag.startsWith('</') : tag === tags[i - 1]!.replace('<', '</')));
  const answers = tags.filter((tag) => tag === TAGS.answerStart).length;
  if (!pairs || tags.length % 2 !== 0 || answers !== 1 || !toolCallsAreWhole(text)) return false;
  if (Array.from(text.matchAll(REASON), ([, reason]) => reason!).some((reason) => !WORDS.test(seen(reason))))
    return false;
  const answer = text.slice(text.indexOf(TAGS.answerStart), text.indexOf(TAGS.answerEnd));
  const after = text.slice(text.indexOf(TAGS.answerEnd) + TAGS.answerEnd.length).replace(TAGS.messageEnd, '');
  const box = lastBox(answer);
  return box !== undefined && SIGNS.test(seen(box)) && after.trim() === '';
}

const PROTOCOL_TAG = /<\/?(?:reason|answer)>/g;
const REASON = /<reason>([^]*?)<\/reason>/g;
const WORDS = /[\p{L}\p{N}]/u;
/** Letters, digits and what else can be an answer: `\{\}`, `∅`, `+`; not a question mark, dots or dashes. */
const SIGNS = /[\p{L}\p{N}*/%]|(?![~^`¨´¯¸])\p{S}|\\[{}]/u;
/** Characters, commands and entities that are set as space or as nothing. */
const UNSEEN = new RegExp(
  [
    /[\p{Default_Ignorable_Code_Point}\p{Z}\p{C}\u2800]/u,
    /&(?:#\w+|nbsp|ensp|emsp|thinsp|zwj|zwnj|shy);/,
    /\\[hv]?phantom\s*\{[^{}]*\}|\\[hvm]?(?:space|skip|kern)\*?\s*(?:\{[^{}]*\}|[-\d.]+\s*[a-z]{2})/,
    /\\(?:q?quad|(?:neg)?(?:thin|med|thick)space|en(?:space|skip)|[hv]fill?|strut|null|relax|[lc]?dots|(?:display|text)style)(?![a-z])/,
    /\\(?:text\w*|mbox|hbox|math\w+|operatorname|boxed|left|right)\s*(?=\{[^\p{L}\p{N}\\]*\}|\.)/u,
    /\\[,;:!>\s/\\]/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gu',
);

/** What is left of a text once all is gone that shows nothing; what a removal lays bare goes too. */
function seen(text: string): string {
  let left = text;
  for (let pass = 0; pass < 10; pass++) {
    const before = left;
    left = before.replace(UNSEEN, '');
    if (left === before) return left;
  }
  // Nested deeper than anyone writes who has something to show.
  return '';
}

/** What stands in the last box of a text; undefined where there is none, or it never closes. */
function lastBox(text: string): string | undefined {
  const from = text.lastIndexOf('\\boxed{') + '\\boxed{'.length;
  if (from < '\\boxed{'.length) return undefined;
  let depth = 1;
  for (let i = from; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === '{') depth++;
    else if (text[i] === '}' && --depth === 0) return text.slice(from, i);
  }
  return undefined;
}

/** Whether every tool call is JSON with a name, and the text has no tool response. */
function toolCallsAreWhole(text: string): boolean {
  const [before, ...calls] = text.split(TAGS.toolCallStart);
  const rest = calls.map((call) => call.split(TAGS.toolCallEnd));
  return (
    !/<\/tool_call>/.test(before!) &&
    !/<\/?tool_response>/.test(text) &&
    rest.every((parts) => parts.length === 2 && isToolCall(parts[0]!))
  );
}

function isToolCall(body: string): boolean {
  try {
    const call: unknown = JSON.parse(body);
    return typeof call === 'object' && call !== null && 'name' in call && typeof call.name === 'string';
  } catch {
    return false;
  }
}
