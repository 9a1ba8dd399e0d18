import { verlAggregateLoss, verlKlPenalty, verlPolicyLoss, verlValueLoss } from '../../src/compat/index.js';
import type { VerlPolicyLoss } from '../../src/compat/verl/policy-loss.js';
import type { VerlVersion } from '../../src/compat/verl/version.js';
import {
  entropyFromLogits,
  klPenalty,
  logprobsFromLogits,
  type KlTerms,
  type RowTerms,
} from '../../src/objective/index.js';
import type { KlKind } from '../../src/base/index.js';
import { compare, firstDifference, fromGolden, TOLERANCES, type Tolerance } from './compare.js';
import { checkRecord, packMatrix, unpackMatrix, type Recorded } from './padded.js';
import type { GoldenCheck, GoldenRecord } from './record.js';

/** What a record is compared by: everything but metrics, and metrics, which verl passed through a float32 mean. */
const SCALARS: ReadonlySet<string> = new Set(['metrics', 'clipfrac', 'clipfracLower', 'ppoKl']);

/** Policy losses and their parts with their gradients, as a version of verl and PyTorch's autograd compute them. */
export function checkPolicyLosses(version: VerlVersion): GoldenCheck {
  return (record) => checkPolicyLoss(record, version);
}

function checkPolicyLoss(record: GoldenRecord, version: VerlVersion): ReturnType<GoldenCheck> {
  const fn = String(record['fn']);
  const inputs = record['inputs'] as Recorded;
  const options = record['options'] as Recorded;
  const float32 = record['dtype'] === 'float32' || fn === 'entropy_from_logits_with_chunking';
  const values: Tolerance = float32 ? TOLERANCES.float32 : TOLERANCES.float64;
  const scalars: Tolerance = float32 ? TOLERANCES.float32 : TOLERANCES.metric;
  const run = (): Recorded => {
    if (fn.startsWith('policy_loss/')) return runPolicyLoss(fn.slice(12) as VerlPolicyLoss, inputs, options, version);
    const part = PARTS[fn];
    if (part === undefined) throw new Error(`unknown fn ${fn}`);
    return part(inputs, options, version);
  };
  return checkRecord(record, values, run, (got, want) => {
    // A record says less where autograd gave nothing to compare (a NaN on a masked token).
    const names = new Set([...Object.keys(want), ...Object.keys(got).filter((name) => name !== 'gradLossMat')]);
    return firstDifference(
      ...Array.from(names, (name) => () => {
        if (!(name in want)) return `expected.${name}: not in the record`;
        return compare(got[name], want[name], SCALARS.has(name) ? scalars : values, `expected.${name}`);
      }),
    );
  });
}

function runPolicyLoss(name: VerlPolicyLoss, inputs: Recorded, options: Recorded, version: VerlVersion): Recorded {
  const mask = packMatrix(inputs['responseMask']);
  const weights = inputs['rolloutIsWeights'];
  const result = verlPolicyLoss(
    name,
    {
      offsets: mask.offsets,
      responseMask: mask.values,
      oldLogprobs: packMatrix(inputs['oldLogProb']).values,
      logprobs: packMatrix(inputs['logProb']).values,
      advantages: packMatrix(inputs['advantages']).values,
      ...(weights != null && { rolloutWeights: packMatrix(weights).values }),
    },
    options,
    version,
  );
  return { loss: result.loss, metrics: result.metrics, gradLogProb: unpackMatrix(result.gradient, mask) };
}

const PARTS: { readonly [fn: string]: (inputs: Recorded, options: Recorded, version: VerlVersion) => Recorded } = {
  compute_policy_loss: (inputs, options, version) => {
    const { loss, metrics, gradLogProb } = runPolicyLoss(
      'vanilla',
      inputs,
      {
        loss_agg_mode: options['loss_agg_mode'],
        clip_ratio: options['cliprange'],
        clip_ratio_low: options['cliprange_low'] ?? null,
        clip_ratio_high: options['cliprange_high'] ?? null,
        clip_ratio_c: options['clip_ratio_c'],
      },
      version,
    );
    const named = metrics as { readonly [name: string]: number };
    return {
      loss,
      clipfrac: named['actor/pg_clipfrac'],
      ppoKl: named['actor/ppo_kl'],
      clipfracLower: named['actor/pg_clipfrac_lower'],
      gradLogProb,
    };
  },
  agg_loss: (inputs, options, version) => {
    const losses = packMatrix(inputs['lossMat']);
    const layout = { offsets: losses.offsets, responseMask: packMatrix(inputs['lossMask']).values };
    const mode = String(options['loss_agg_mode']);
    const { loss, gradient } = verlAggregateLoss(losses.values, layout, mode, options, version);
    return { loss, gradLossMat: unpackMatrix(gradient, losses) };
  },
  kl_penalty: (inputs, options, version) =>
    runKl(inputs, (logprobs, reference) => verlKlPenalty(logprobs, reference, String(options['kl_penalty']), version)),
  kl_penalty_straight_through_intended: (inputs, options) =>
    runKl(inputs, (logprobs, reference) => {
      const base = String(options['kl_penalty']).replace('+', '');
      return klPenalty(logprobs, reference, `${KL_KINDS[base] ?? base}+` as KlKind);
    }),
  logprobs_from_logits: (inputs) => {
    const logits = packLogits(inputs['logits']);
    return rowTerms(logprobsFromLogits(logits.flat, flatten(inputs['labels']), logits.vocabulary), inputs, logits);
  },
  entropy_from_logits: (inputs) => {
    const logits = packLogits(inputs['logits']);
    return rowTerms(entropyFromLogits(logits.flat, logits.vocabulary), inputs, logits);
  },
  entropy_from_logits_with_chunking: (inputs) => {
    const { flat, vocabulary, shape } = packLogits(inputs['logits']);
    return { value: shape(entropyFromLogits(flat, vocabulary).values) };
  },
  compute_entropy_loss: (inputs, options, version) => {
    const { flat, vocabulary, shape } = packLogits(inputs['logits']);
    const mask = packMatrix(inputs['responseMask']);
    const entropy = entropyFromLogits(flat, vocabulary);
    const layout = { offsets: mask.offsets, responseMask: mask.values };
    const mode = String(options['loss_agg_mode']);
    const { loss, gradient } = verlAggregateLoss(entropy.values, layout, mode, {}, version);
    return { loss, gradLogits: shape(entropy.backward(gradient), vocabulary) };
  },
  compute_value_loss: (inputs, options, version) => {
    const values = packMatrix(inputs['vpreds']);
    const { loss, gradient, clipFraction } = verlValueLoss(
      {
        offsets: values.offsets,
        responseMask: packMatrix(inputs['responseMask']).values,
        values: values.values,
        oldValues: packMatrix(inputs['values']).values,
        returns: packMatrix(inputs['returns']).values,
      },
      options['cliprange_value'] as number,
      String(options['loss_agg_mode']),
      options,
      version,
    );
    return { loss, clipfrac: clipFraction, gradVpreds: unpackMatrix(gradient, values) };
  },
};

const KL_KINDS: { readonly [name: string]: KlKind } = { kl: 'k1', mse: 'k2', low_var_kl: 'k3' };

function runKl(
  inputs: Recorded,
  penalty: (logprobs: ArrayLike<number>, reference: ArrayLike<number>) => KlTerms,
): Recorded {
  const logprobs = packMatrix(inputs['logProb']);
  const kl = penalty(logprobs.values, packMatrix(inputs['refLogProb']).values);
  const upstream = inputs['gradOutput'] == null ? undefined : packMatrix(inputs['gradOutput']).values;
  const gradient = kl.derivatives.map((derivative, t) => derivative * (upstream?.[t] ?? 1));
  return { value: unpackMatrix(kl.values, logprobs), gradLogProb: unpackMatrix(gradient, logprobs) };
}

/** Recorded logits, flat, whose rows stand in a list or in a matrix. */
interface PackedLogits {
  readonly flat: number[];
  readonly vocabulary: number;
  /** Puts `width` numbers a row of logits back into the shape of the record. */
  readonly shape: (values: Float64Array, width?: number) => unknown;
}

function packLogits(logits: unknown): PackedLogits {
  const recorded = fromGolden(logits) as number[][] | number[][][];
  const isCube = Array.isArray(recorded[0]?.[0]);
  const batch = isCube ? (recorded as number[][][]) : [recorded as number[][]];
  const shape = (values: Float64Array, width?: number): unknown => {
    let at = 0;
    const next = (): unknown => (width === undefined ? values[at++] : Array.from(values.subarray(at, (at += width))));
    const rows = batch.map((row) => row.map(next));
    return isCube ? rows : rows[0];
  };
  return { flat: batch.flat(2), vocabulary: batch[0]![0]!.length, shape };
}

function rowTerms(terms: RowTerms, inputs: Recorded, { vocabulary, shape }: PackedLogits): Recorded {
  const upstream = inputs['gradOutput'] == null ? undefined : flatten(inputs['gradOutput']);
  return { value: shape(terms.values), gradLogits: shape(terms.backward(upstream), vocabulary) };
}

/** @returns Every number of a recorded list or matrix. */
function flatten(values: unknown): number[] {
  return (fromGolden(values) as (number | number[])[]).flat();
}
