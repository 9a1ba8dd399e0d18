import { trlObjective, type TrlGrpoConfig } from '../../src/compat/index.js';
import { policyLoss } from '../../src/objective/index.js';
import { fromGolden, TOLERANCES } from './compare.js';
import { checkRecord, packMatrix, unpackMatrix, type Recorded } from './padded.js';
import type { GoldenCheck } from './record.js';

/** The loss of TRL's GRPO trainer and its gradient, as TRL and PyTorch's autograd compute them. */
export const checkTrlLosses: GoldenCheck = (record) => {
  const fn = String(record['fn']);
  if (fn !== 'compute_loss') throw new Error(`unknown fn ${fn}`);
  const inputs = record['inputs'] as Recorded;
  const mask = packMatrix(inputs['completionMask']);
  const given = (name: string): Float64Array | undefined =>
    inputs[name] == null ? undefined : packMatrix(inputs[name]).values;
  const advantages = (fromGolden(inputs['advantages']) as number[]).flatMap((advantage) =>
    Array.from({ length: mask.columns }, () => advantage),
  );
  return checkRecord(record, TOLERANCES.float64, () => {
    const layout = { offsets: mask.offsets, responseMask: mask.values };
    const { loss, gradient } = policyLoss(
      {
        ...layout,
        advantages,
        logprobs: given('logProb')!,
        oldLogprobs: given('oldLogProb')!,
        referenceLogprobs: given('refLogProb'),
        rolloutLogprobs: given('samplingLogProb'),
        rolloutWeights: given('importanceSamplingRatio'),
      },
      trlObjective(record['options'] as TrlGrpoConfig, layout),
    );
    return { loss, gradLogProb: unpackMatrix(gradient, mask) };
  });
};
