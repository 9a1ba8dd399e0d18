import * as z from 'zod';
import { TAGS, toolCallBlocks } from '../base/index.js';
import { checkArgument, functionSchema, parseOptions, type WithAccessors } from '../base/internal/index.js';
import type { Accessor, Rollout } from '../base/index.js';
import { extractAnswer } from '../verify/index.js';
import { readResponse, type TurnsOrPass } from './internal/accessors.js';
import type { RolloutReward } from './reward.js';

/** Options of `formatReward`. */
export interface FormatRewardOptions<R> {
  /** The text to check. Default: all text of the policy. */
  readonly response?: Accessor<R, string> | undefined;
  /** A pattern that the text must match, or your own function. Default `followsProtocol`. */
  readonly format?: RegExp | ((text: string) => boolean) | undefined;
  /** Reward of a text in this format. Default 1. */
  readonly followed?: number | undefined;
  /** Reward of any other text. Default 0. */
  readonly broken?: number | undefined;
}

const optionsSchema = z.strictObject({
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the caller's own rollout type
  response: z.optional(functionSchema<Accessor<any, string>>()),
  format: z.union([z.instanceof(RegExp), functionSchema<(text: string) => boolean>()]).default(() => followsProtocol),
  followed: z.number().default(1),
  broken: z.number().default(0),
});

/**
 * A reward for the format of a response, independent of its content.
 *
 * @example
 * formatReward({ broken: -1 });
 */
export function formatReward<R>(options: WithAccessors<FormatRewardOptions<R>, 'response'>): RolloutReward<R>;
export function formatReward<R extends TurnsOrPass<'response'> = Rollout>(
  options?: FormatRewardOptions<R>,
): RolloutReward<R>;
export function formatReward<R>(options: FormatRewardOptions<R> = {}): RolloutReward<R> {
  const { response, format, followed, broken } = parseOptions(optionsSchema, options);
  const isFollowed = typeof format === 'function' ? format : (value: string) => value.search(format) >= 0;
  return (rollout, { index }) => (isFollowed(readResponse(rollout, index, response)) ? followed : broken);
}

/**
 * @returns Whether a text keeps the rollout protocol: one answer block, at the end, with a box inside; reason blocks
 *   that open and close in turn, none of them around or within the answer; tool calls that the agent loop would run
 *   (`parseToolCalls`), whose insides are no part of the protocol; and no tool response, because the policy must not write one. Empty or
 *   invisible content does not count.
 * @remarks Source: arXiv 2508.20722 on its rollout protocol.
 *
 * @example
 * followsProtocol('<reason>3 / 2</reason><answer>\\boxed{1.5}</answer>'); // true
 */
export function followsProtocol(text: string): boolean {
  checkArgument(text, 'text', 'a string');
  const spoken = withoutToolCalls(text);
  if (spoken === undefined || TOOL_RESPONSE_TAGS.some((tag) => text.includes(tag))) return false;
  const tags = Array.from(spoken.matchAll(PROTOCOL_TAG), ([tag]) => tag);
  const pairs = tags.every((tag, i) => (i % 2 === 0 ? !tag.startsWith('</') : tag === tags[i - 1]!.replace('<', '</')));
  const answers = tags.filter((tag) => tag === TAGS.answerStart).length;
  if (!pairs || tags.length % 2 !== 0 || answers !== 1) return false;
  if (Array.from(spoken.matchAll(REASON), ([, reason]) => reason!).some((reason) => !WORDS.test(seen(reason))))
    return false;
  const [start, end] = [spoken.indexOf(TAGS.answerStart) + TAGS.answerStart.length, spoken.indexOf(TAGS.answerEnd)];
  const after = spoken.slice(end + TAGS.answerEnd.length).replace(TAGS.messageEnd, '');
  const box = lastBox(spoken.slice(start, end));
  return box !== undefined && SIGNS.test(seen(box)) && after.trim() === '';
}

const TOOL_RESPONSE_TAGS = [TAGS.toolResponseStart, TAGS.toolResponseEnd];
const PROTOCOL_TAG = new RegExp([TAGS.reasonStart, TAGS.reasonEnd, TAGS.answerStart, TAGS.answerEnd].join('|'), 'g');
const REASON = new RegExp(`${TAGS.reasonStart}([^]*?)${TAGS.reasonEnd}`, 'g');
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

/** The content of the last box of the text for the verifier; undefined without a box, or if it never closes. */
function lastBox(text: string): string | undefined {
  const answer = extractAnswer(text, { search: { formulas: false, plain: false } });
  if (answer?.kind !== 'box') return undefined;
  const braces = text.slice(answer.start, answer.end).replace(/\\[^]/g, '');
  return braces.split('{').length === braces.split('}').length ? answer.text : undefined;
}

/** @returns The text without its tool calls; undefined if a call is invalid. */
function withoutToolCalls(text: string): string | undefined {
  const blocks = toolCallBlocks(text);
  if (blocks.some(({ call }) => call.kind === 'invalid')) return undefined;
  let spoken = '';
  let from = 0;
  for (const { start, end } of blocks) {
    spoken += text.slice(from, start);
    from = end;
  }
  spoken += text.slice(from);
  return spoken.includes(TAGS.toolCallEnd) ? undefined : spoken;
}
