import { mean } from '../../base/internal/index.js';
import type { RolloutPenalty } from './penalties.js';

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
