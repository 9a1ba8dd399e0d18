import {
  VERL_ROLLOUT_CORRECTION_PRESETS,
  verlImportanceWeights,
  verlOffPolicyMetrics,
  verlRejection,
  verlRolloutCorrection,
} from '../../src/compat/index.js';
import type { VerlRolloutCorrection, VerlRolloutCorrectionPreset } from '../../src/compat/verl/rollout-correction.js';
import type { VerlVersion } from '../../src/compat/verl/version.js';
import { compare, firstDifference, TOLERANCES } from './compare.js';
import { checkRecord, packMatrix, unpackMatrix, type Recorded } from './padded.js';
import type { GoldenCheck, GoldenRecord } from './record.js';

/** Importance weights, rejection masks and their metrics, as a version of verl computes them. */
export function checkRolloutCorrection(version: VerlVersion): GoldenCheck {
  return (record) => checkCorrection(record, version);
}

function checkCorrection(record: GoldenRecord, version: VerlVersion): ReturnType<GoldenCheck> {
  const fn = String(record['fn']);
  const inputs = record['inputs'] as Recorded;
  const options = record['options'] as VerlRolloutCorrection;
  const float32 = record['dtype'] === 'float32';
  const run = (): Recorded => {
    const part = PARTS[fn];
    if (part === undefined) throw new Error(`unknown fn ${fn}`);
    return part(inputs, options, version);
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
}

type Part = (inputs: Recorded, options: VerlRolloutCorrection, version: VerlVersion) => Recorded;

const PARTS: { readonly [fn: string]: Part } = {
  compute_rollout_correction_weights: (inputs, options, version) => {
    const { layout, input } = readLogRatios(inputs);
    const config = { rollout_is: 'token', rollout_is_threshold: 2, ...options };
    const { weights, metrics } = verlImportanceWeights(input, config, version);
    return { weights: unpackMatrix(weights, layout), metrics };
  },
  compute_rollout_rejection_mask: (inputs, options, version) => {
    const { layout, input } = readLogRatios(inputs);
    const { mask, metrics } = verlRejection(input, { rollout_rs: 'token_k1', ...options }, version);
    return { mask: unpackMatrix(mask, layout), metrics };
  },
  compute_offpolicy_metrics: (inputs) => {
    const mask = packMatrix(inputs['responseMask']);
    const rollout = inputs['rolloutLogProb'];
    const metrics = verlOffPolicyMetrics({
      offsets: mask.offsets,
      responseMask: mask.values,
      trainLogprobs: packMatrix(inputs['oldLogProb']).values,
      rolloutLogprobs: rollout == null ? undefined : packMatrix(rollout).values,
    });
    return { metrics };
  },
  compute_rollout_correction_and_rejection_mask: (inputs, options, version) => {
    const layout = packMatrix(inputs['responseMask']);
    const { weights, mask, metrics } = verlRolloutCorrection(
      {
        offsets: layout.offsets,
        responseMask: layout.values,
        trainLogprobs: packMatrix(inputs['oldLogProb']).values,
        rolloutLogprobs: packMatrix(inputs['rolloutLogProb']).values,
      },
      options,
      version,
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
