import type { TinkerSampleResult, TinkerSequence } from '../../messages.js';
import { MAX_DATA, WireError } from '../limits.js';
import { bytesOf, integerOf, readFields, type Field } from './fields.js';
import { MessageWriter } from '../../../../io/index.js';
import { float32Of, int32Of, viewBytes, writeTensor } from './tensor-bytes.js';

/** By its number in the enum `StopReason`. */
const STOP_REASONS = ['stop', 'length'] as const;

/** @returns The message `SampleResponse`. */
export function encodeSampleResult({
  sequences,
  promptLogprobs,
  promptAlternatives: drawn,
}: TinkerSampleResult): Uint8Array {
  const writer = new MessageWriter();
  for (const { tokens, logprobs, stopReason } of sequences)
    writer.message(1, (sequence) => {
      if (stopReason !== STOP_REASONS[0]) sequence.integer(1, STOP_REASONS.indexOf(stopReason));
      sequence.bytes(2, viewBytes(tokens));
      if (logprobs !== undefined) sequence.bytes(3, viewBytes(logprobs));
    });
  if (promptLogprobs !== undefined) writer.bytes(2, viewBytes(promptLogprobs));
  if (drawn !== undefined)
    writer.message(6, (part) => {
      part.message(1, (tensor) => writeTensor(tensor, drawn.tokens));
      part.message(2, (tensor) => writeTensor(tensor, drawn.logprobs));
    });
  return writer.finish();
}

/** @throws WireError for anything but a `SampleResponse`. The most probable tokens of the prompt's places are passed over. */
export function decodeSampleResult(bytes: Uint8Array): TinkerSampleResult {
  const sequences: TinkerSequence[] = [];
  let promptLogprobs: Float32Array | undefined;
  for (const field of readFields(bytes, '')) {
    if (field.number === 1) {
      if (sequences.length === MAX_DATA) throw new WireError('sequences', `expected at most ${MAX_DATA}, got more`);
      sequences.push(readSequence(field, `sequences[${sequences.length}]`));
    }
    if (field.number === 2) promptLogprobs = float32Of(bytesOf(field, 'prompt_logprobs'), 'prompt_logprobs');
  }
  return promptLogprobs === undefined ? { sequences } : { sequences, promptLogprobs };
}

function readSequence(field: Field, path: string): TinkerSequence {
  let reason = 0;
  let tokens: Int32Array = new Int32Array(0);
  let logprobs: Float32Array | undefined;
  for (const part of readFields(bytesOf(field, path), path)) {
    if (part.number === 1) reason = integerOf(part, `${path}.stop_reason`);
    if (part.number === 2) tokens = int32Of(bytesOf(part, `${path}.tokens`), `${path}.tokens`);
    if (part.number === 3) logprobs = float32Of(bytesOf(part, `${path}.logprobs`), `${path}.logprobs`);
  }
  const stopReason = STOP_REASONS[reason];
  if (stopReason === undefined) throw new WireError(`${path}.stop_reason`, `expected 0 or 1, got ${reason}`);
  // Some servers that tell no logprobs send none of them.
  if (logprobs === undefined || (logprobs.length === 0 && tokens.length > 0)) return { tokens, stopReason };
  if (logprobs.length !== tokens.length)
    throw new WireError(`${path}.logprobs`, `expected ${tokens.length}, got ${logprobs.length}`);
  return { tokens, logprobs, stopReason };
}
