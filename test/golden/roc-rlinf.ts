import { rlinfDownsample } from '../../src/compat/index.js';
import { TOLERANCES } from './compare.js';
import { checkRecord, type Recorded } from './padded.js';
import type { GoldenCheck } from './record.js';

/** Which rollouts RLinf keeps. */
export const checkRocRlinf: GoldenCheck = (record) => {
  if (record['fn'] !== 'down_sample_batch') throw new Error(`unknown fn ${String(record['fn'])}`);
  const inputs = record['inputs'] as Recorded;
  const options = record['options'] as Recorded;
  const [rewards, texts] = [inputs['rewards'] as number[], inputs['responseTexts'] as string[]];
  return checkRecord(record, TOLERANCES.exact, () => {
    const { kept } = rlinfDownsample(
      texts.map((text, i) => ({ text, reward: rewards[i]! })),
      {
        groupBy: (_, i) => Math.floor(i / (inputs['groupSize'] as number)),
        text: ({ text }) => text,
        keep: options['down_sample_to_n'] as number,
        minimumNegatives: options['min_zero_reward_trace_num'] as number,
        minimumPositives: options['min_non_zero_reward_trace_num'] as number,
        errorRatioPenalty: options['roc_error_ratio'] as boolean,
        formatPenalty: options['roc_answer_format'] as boolean,
        rejectEqual: options['reject_equal_reward'] as boolean,
      },
    );
    return { kept };
  });
};
