import { mean } from '../../base/internal/index.js';

/** p_err of a rollout that made no tool call. */
export const NO_TOOL_CALL = 0.5;

/** How flawed one rollout is, and the counts that say so. */
export interface RolloutPenalty {
  /** p_err in [0, 1]. */
  readonly errorRatio: number;
  /** p_format in [0, 1]. */
  readonly format: number;
  readonly toolCalls: number;
  readonly failedToolCalls: number;
  readonly answers: number;
}

/** What the structured penalties are computed from. */
export interface RolloutCounts {
  readonly toolCalls: number;
  /** Tool calls whose response has `isError`. */
  readonly failedToolCalls: number;
  /** Complete `<answer>…</answer>` blocks in what the policy wrote. */
  readonly answers: number;
  /** Assistant messages. */
  readonly turns: number;
}

/**
 * The penalties of a rollout whose tool calls know whether they failed.
 *
 * p_err = 0.5 without a tool call, else failed calls / calls;
 * p_format = 1 without an answer, else min(1, (#answers − 1) / #turns).
 *
 * @remarks Source: arXiv 2508.20722 on Resample-on-Correct.
 */
export function structuredPenalty({ toolCalls, failedToolCalls, answers, turns }: RolloutCounts): RolloutPenalty {
  return {
    errorRatio: toolCalls === 0 ? NO_TOOL_CALL : failedToolCalls / toolCalls,
    format: answers === 0 ? 1 : Math.min(1, (answers - 1) / Math.max(1, turns)),
    toolCalls,
    failedToolCalls,
    answers,
  };
}

/**
 * What the penalties of a batch say about it, under the release's names: failed tool calls / tool calls over the whole
 * batch, the mean p_err, and how many answers rollouts gave.
 *
 * @returns The metrics of a batch; all 0 for an empty one.
 */
export function rocMetrics(penalties: readonly RolloutPenalty[]) {
  const total = (count: (penalty: RolloutPenalty) => number) => penalties.reduce((sum, p) => sum + count(p), 0);
  const toolCalls = total((p) => p.toolCalls);
  const empty = penalties.length === 0;
  return {
    'roc_error_ratio/global_err_ratio': toolCalls === 0 ? 0 : total((p) => p.failedToolCalls) / toolCalls,
    'roc_error_ratio/penalty_weight': empty ? 0 : mean(penalties.map((p) => p.errorRatio)),
    'roc_answer_format/answer_per_rollout_mean': empty ? 0 : total((p) => p.answers) / penalties.length,
    'roc_answer_format/zero_answer_count': total((p) => (p.answers === 0 ? 1 : 0)),
    'roc_answer_format/one_answer_count': total((p) => (p.answers === 1 ? 1 : 0)),
    'roc_answer_format/gt_one_answer_count': total((p) => (p.answers > 1 ? 1 : 0)),
  };
}
