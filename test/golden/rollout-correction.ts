import {
  VERL_ROLLOUT_CORRECTION_PRESETS,
  offPolicyMetrics,
  verlImportanceWeights,
  verlRejection,
  verlRolloutCorrection,
} from '../../src/objective/index.js';
import type { VerlRolloutCorrection, VerlRolloutCorrectionPreset } from '../../src/objective/index.js';
import { compare, firstDifference, TOLERANCES } from './compare.js';
import { checkRecord, packMatrix, unpackMatrix, type Recorded } from './padded.js';
import type { GoldenCheck } from './record.js';

/** Importance weights, rejection masks and their metrics, as verl computes them. */
export const checkRolloutCorrection: GoldenCheck = (record) => {
  const fn = String(record['fn']);
  const inputs = record['inputs'] as Recorded;
  const options = record['options'] as VerlRolloutCorrection;
  const float32 = record['dtype'] === 'float32';
  const run = (): Recorded => {
    const part = PARTS[fn];
    if (part === undefined) throw new Error(`unknown fn ${fn}`);
    return part(inputs, options);
  };
  const values = float32 ? TOLERANCES.float32 : TOLERANCES.float64;
  const metrics = float32 ? TOLERANCES.float32 : TOLERANCES.metric;
  return checkRecord(record, values, run, (got, want) =>
    firstDifference(
      ...Array.from(new Set([...Object.keys(want), ...Object.keys(got)]), (name) => () => {
        const tolerance = name === 'metrics' ? metrics : name === 'mask' ? TOLERANCES.exact : values;
        return compare(got[name], want[name], tolerance, `expected.${name}`);
      }),
    ),
  );
};

type Part = (inputs: Recorded, options: VerlRolloutCorrection) => Recorded;

const PARTS: { readonly [fn: string]: Part } = {
  compute_rollout_correction_weights: (inputs, options) => {
    const { layout, input } = readLogRatios(inputs);
    const { weights, metrics } = verlImportanceWeights(input, {
      rollout_is: 'token',
      rollout_is_threshold: 2,
      ...options,
    });
    return { weights: unpackMatrix(weights, layout), metrics };
  },
  compute_rollout_rejection_mask: (inputs, options) => {
    const { layout, input } = readLogRatios(inputs);
    const { mask, metrics } = verlRejection(input, { rollout_rs: 'token_k1', ...options });
    return { mask: unpackMatrix(mask, layout), metrics };
  },
  compute_offpolicy_metrics: (inputs) => {
    const mask = packMatrix(inputs['responseMask']);
    const rollout = inputs['rolloutLogProb'];
    const metrics = offPolicyMetrics(
      {
        offsets: mask.offsets,
        responseMask: mask.values,
        trainLogprobs: packMatrix(inputs['oldLogProb']).values,
        rolloutLogprobs: rollout == null ? undefined : packMatrix(rollout).values,
      },
      { emptySequences: 'count' },
    );
    return { metrics };
  },
  compute_rollout_correction_and_rejection_mask: (inputs, options) => {
    const layout = packMatrix(inputs['responseMask']);
    const { weights, mask, metrics } = verlRolloutCorrection(
      {
        offsets: layout.offsets,
        responseMask: layout.values,
        trainLogprobs: packMatrix(inputs['oldLogProb']).values,
        rolloutLogprobs: packMatrix(inputs['rolloutLogProb']).values,
      },
      options,
    );
    return {
      weights: weights === undefined ? null : unpackMatrix(weights, layout),
      mask: unpackMatrix(mask, layout),
      metrics,
    };
  },
  rollout_correction_preset: (inputs) => {
    const preset = inputs['preset'] as VerlRolloutCorrectionPreset;
    return { config: VERL_ROLLOUT_CORRECTION_PRESETS[preset] };
  },
};

function readLogRatios(inputs: Recorded) {
  const layout = packMatrix(inputs['responseMask']);
  const logRatios = packMatrix(inputs['logRatio']).values;
  return { layout, input: { offsets: layout.offsets, responseMask: layout.values, logRatios } };
}
