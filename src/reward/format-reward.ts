import { z } from 'zod';
import { TAGS } from '../base/index.js';
import { functionSchema, parseOptions } from '../base/internal/index.js';
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
 *   that open and close in turn, none of them around or within the answer. What is empty, or only spaced, is none of these.
 * @remarks Source: PAPER "Rollout protocol".
 */
export function followsProtocol(text: string): boolean {
  const tags = Array.from(text.matchAll(PROTOCOL_TAG), ([tag]) => tag);
  const pairs = tags.every((tag, i) => (i % 2 === 0 ? !tag.startsWith('</') : tag === tags[i - 1]!.replace('<', '</')));
  const answers = tags.filter((tag) => tag === TAGS.answerStart).length;
  if (!pairs || tags.length % 2 !== 0 || answers !== 1 || EMPTY_REASON.test(text)) return false;
  const answer = text.slice(text.indexOf(TAGS.answerStart), text.indexOf(TAGS.answerEnd));
  const after = text.slice(text.indexOf(TAGS.answerEnd) + TAGS.answerEnd.length).replace(TAGS.messageEnd, '');
  return FILLED_BOX.test(answer) && after.trim() === '';
}

const PROTOCOL_TAG = /<\/?(?:reason|answer)>/g;
const EMPTY_REASON = /<reason>[^\p{L}\p{N}]*<\/reason>/u;
const FILLED_BOX = /\\boxed\{[\s{}]*[^\s{}][^]*\}/;
