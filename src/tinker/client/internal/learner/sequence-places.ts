import type { PackedBatch } from '../../../../base/index.js';
import { sequenceCount } from '../../../../base/internal/index.js';
import type { TinkerDatum, TinkerForwardResult, TinkerTensor } from '../../../wire/messages.js';

/**
 * A sequence as the protocol has it: place t reads tokens[t] and speaks of the token after it, so that of n tokens n − 1 are
 * read and n − 1 are spoken of. L = n − 1.
 */
export interface SequencePlaces {
  /** Where the batch has what place 0 speaks of, and where what comes after the last; [from, to). */
  readonly from: number;
  readonly to: number;
  /** Shape [L]. */
  readonly tokens: Int32Array;
  /** Shape [L]. */
  readonly targets: Int32Array;
}

/** @returns The sequences, or paths of sequences, of which the loss counts a token; the others have no gradient and are not sent. */
export function sequencesOf({
  tokens,
  targets = tokens,
  offsets,
  segments = offsets,
  responseMask,
}: PackedBatch): SequencePlaces[] {
  const sequences: SequencePlaces[] = [];
  for (let i = 0; i < sequenceCount(segments); i++) {
    const [start, to] = [segments[i]!, segments[i + 1]!];
    const from = start + 1;
    if (!responseMask.subarray(start, to).some((counts) => counts !== 0)) continue;
    sequences.push({ from, to, tokens: tokens.slice(start, to - 1), targets: targets.slice(from, to) });
  }
  return sequences;
}

/** @param values - What the loss takes beside each place, by the protocol's names; each of shape [L]. */
export function datumOf(
  { tokens, targets }: Pick<SequencePlaces, 'tokens' | 'targets'>,
  values: { readonly [name: string]: Float32Array } = {},
): TinkerDatum {
  const lossInputs: { [name: string]: TinkerTensor } = {
    target_tokens: { dtype: 'int64', data: targets, shape: [targets.length] },
  };
  for (const [name, data] of Object.entries(values))
    lossInputs[name] = { dtype: 'float32', data, shape: [data.length] };
  return { tokens, lossInputs };
}

/** Rounding puts the logprob of a certain token this far above 0, at most. */
const ROUNDING = 1e-3;

/** Whether a model may give a token this logprob; a token that was not drawn may have any below 0. */
function isLogprobOfModel(value: number): boolean {
  return Number.isFinite(value) && value <= ROUNDING;
}

/**
 * @returns The logprobs of each sequence's places, shape [L].
 * @throws RangeError where the answer has not one logprob for each place.
 */
export function placeLogprobs(
  { outputs }: Pick<TinkerForwardResult, 'outputs'>,
  sequences: readonly Pick<SequencePlaces, 'targets'>[],
): Float32Array[] {
  if (outputs.length !== sequences.length)
    throw new RangeError(`loss_fn_outputs: expected ${sequences.length} records, got ${outputs.length}`);
  return sequences.map(({ targets }, i) => {
    const data = outputs[i]!['logprobs']?.data;
    if (data?.length !== targets.length)
      throw new RangeError(
        `loss_fn_outputs[${i}].logprobs: expected ${targets.length} numbers, got ${data?.length ?? 'none'}`,
      );
    const wrong = data.findIndex((logprob) => !isLogprobOfModel(logprob));
    if (wrong >= 0)
      throw new RangeError(
        `loss_fn_outputs[${i}].logprobs[${wrong}]: expected a finite number of at most 0, got ${data[wrong]}`,
      );
    return Float32Array.from(data);
  });
}

/** @returns The values of places where the batch has what they speak of, 0 where the mask is 0; shape [N]. */
export function inBatch(
  { tokens, responseMask }: PackedBatch,
  sequences: readonly SequencePlaces[],
  values: readonly Float32Array[],
): Float32Array {
  const whole = new Float32Array(tokens.length);
  sequences.forEach(({ from }, i) => whole.set(values[i]!, from));
  return whole.map((value, t) => (responseMask[t] === 0 ? 0 : value));
}
