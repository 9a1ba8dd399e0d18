import * as z from 'zod/mini';
import { type Accessor, type Rollout, GENERATION_PROMPT, TAGS, renderToolResponses } from '../../base/index.js';
import {
  accessorSchema,
  argumentError,
  checkRollouts,
  parseOptions,
  readAmong,
  readRollout,
  checkArgument,
} from '../../base/internal/index.js';
import { reportPenalties, NO_TOOL_CALL, scanTags, type RolloutPenalty } from '../../downsample/compat.js';
import type { RocPenaltyReport } from '../../downsample/index.js';

/** Which terms p_total has, and where the text is. */
export interface ReleasePenaltyOptions<R = Rollout> {
  /** Everything after the generation prompt as one text. Default `responseText(rollout)`. */
  readonly text?: Accessor<R, string> | undefined;
  /** The release's `roc_error_ratio`. Default true. */
  readonly errorRatioPenalty?: boolean | undefined;
  /** The release's `roc_answer_format`. Default true. */
  readonly formatPenalty?: boolean | undefined;
}

export const releasePenaltySchemas = {
  text: accessorSchema<string>(),
  errorRatioPenalty: z._default(z.boolean(), true),
  formatPenalty: z._default(z.boolean(), true),
};
const schema = z.strictObject(releasePenaltySchemas);

/** The accessor that rollouts without our `Rollout`'s turns need. */
export type TextAccessorOf<R, Options extends ReleasePenaltyOptions<R>> =
  R extends Pick<Rollout, 'turns' | 'finishReason'> ? Options : Options & { readonly text: Accessor<R, string> };

/**
 * The penalties that the public release reads out of a rollout's text, without sampling; see {@link textPenalty}.
 *
 * @example
 * releasePenalties(rollouts);
 */
export function releasePenalties<R extends Rollout>(
  rollouts: readonly R[],
  options?: ReleasePenaltyOptions<R>,
): RocPenaltyReport;
export function releasePenalties<R>(
  rollouts: readonly R[],
  options: TextAccessorOf<R, ReleasePenaltyOptions<R>>,
): RocPenaltyReport;
export function releasePenalties<R>(rollouts: readonly R[], options: ReleasePenaltyOptions<R> = {}): RocPenaltyReport {
  checkRollouts(rollouts);
  return measureTexts(rollouts, parseOptions(schema, options));
}

/** `releasePenalties` with options that are already checked. */
export function measureTexts<R>(rollouts: readonly R[], options: z.output<typeof schema>): RocPenaltyReport {
  const reading = {
    option: 'text',
    accessor: options.text,
    field: 'turns',
    fallback: (rollout: Partial<Rollout>, index: number) => rollout?.turns && onePathText(rollout as Rollout, index),
    refuse: (value: unknown) => (typeof value === 'string' ? undefined : 'a string'),
  };
  const penaltyOf = (index: number) => textPenalty(readRollout(rollouts[index]!, index, reading));
  return reportPenalties(rollouts.length, readAmong(undefined, rollouts.length), penaltyOf, options);
}

/** The release has no branches: their calls are in no text of it, and what it would count there is unknown. */
function onePathText(rollout: Rollout, index: number): string {
  const { length } = rollout.branches ?? [];
  if (length === 0) return responseText(rollout);
  throw argumentError(
    RangeError,
    `rollouts[${index}].branches`,
    (at) => `expected none (the release reads one text a rollout), got ${length}; pass ${at('options.text')}`,
  );
}

/**
 * The penalties read out of a rollout's text, as the public release does it.
 *
 * A `<tool_response>` counts as failed when it contains "error" in any case: `relative error: 0.1` does, a bare time-out
 * does not. Turns are counted by their headers, and the first header sits in the prompt: a flawless answer
 * without a tool call has no turn and gets 1, the worst. `rocPenalties` reads the structured tool calls instead.
 *
 * p_format = 1 when an answer tag is missing, when tags do not pair up or when there is no turn, else
 * min(1, (#pairs − 1) / #turns).
 *
 * @param text - Everything after the generation prompt.
 *
 * @example
 * textPenalty('<reason>6 · 7 = 42</reason><answer>\\boxed{42}</answer>'); // { errorRatio: 0.5, format: 1, toolCalls: 0, failedToolCalls: 0, answers: 1 }
 */
export function textPenalty(text: string): RolloutPenalty {
  checkArgument(text, 'text', 'a string');
  const tags = scanTags(text);
  const paired = tags.answers > 0 && tags.answerStarts === tags.answers && tags.answerEnds === tags.answers;
  return {
    errorRatio: tags.toolResponses === 0 ? NO_TOOL_CALL : tags.errorResponses / tags.toolResponses,
    format: paired && tags.turns > 0 ? Math.min(1, (tags.answers - 1) / tags.turns) : 1,
    toolCalls: tags.toolResponses,
    failedToolCalls: tags.errorResponses,
    answers: tags.answers,
  };
}

/**
 * Everything after the generation prompt as one text: what the release decodes from the response tokens and counts
 * tags in. The first turn's header is part of the prompt, so it is not here; a turn that was cut off has no
 * `<|im_end|>`.
 */
export function responseText(rollout: Pick<Rollout, 'turns' | 'finishReason'>): string {
  checkArgument(rollout, 'rollout', { turns: 'an array' });
  const last = rollout.turns.length - 1;
  return rollout.turns
    .map(({ text, toolCalls }, index) => {
      const ended = index < last || rollout.finishReason !== 'length' || toolCalls.length > 0;
      const header = index === 0 ? '' : GENERATION_PROMPT;
      const message = header + text + (ended ? `${TAGS.messageEnd}\n` : '');
      return toolCalls.length === 0 ? message : message + renderToolResponses(toolCalls.map((c) => c.response.text));
    })
    .join('');
}
