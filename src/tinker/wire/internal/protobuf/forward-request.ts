import type { TinkerDatum, TinkerForwardRequest, TinkerTensor } from '../../messages.js';
import { MAX_CHUNKS, MAX_DATA, WireError } from '../limits.js';
import { newExpansion, type Expansion } from '../tensor.js';
import { concatBytes, MessageWriter } from '../../../../io/index.js';
import { bytesOf, doubleOf, integerOf, readEntry, readFields, textOf, type Field } from './fields.js';
import { readSpan, sampledPlaces, type Span } from './provenance.js';
import { int32Of, readTensor, viewBytes, writeTensor } from './tensor-bytes.js';

/** @returns The message `ForwardBackwardRequest`. */
export function encodeForwardRequest(request: TinkerForwardRequest): Uint8Array {
  const writer = new MessageWriter();
  writer.text(1, request.modelId);
  writer.integer(2, request.sequenceId);
  for (const { tokens, lossInputs } of request.data)
    writer.message(3, (datum) => {
      datum.message(1, (chunk) => chunk.message(1, (text) => text.bytes(1, viewBytes(tokens))));
      for (const [name, tensor] of Object.entries(lossInputs))
        datum.entry(2, name, (entry) => entry.message(2, (value) => writeTensor(value, tensor)));
    });
  writer.text(4, request.loss);
  for (const [name, value] of Object.entries(request.lossConfig ?? {}))
    writer.entry(5, name, (entry) => entry.double(2, value));
  if (request.forwardOnly) writer.integer(6, 1);
  // The newer form of field 5, whose values may be text; senders write both.
  for (const [name, value] of Object.entries(request.lossConfig ?? {}))
    writer.entry(7, name, (entry) => entry.message(2, (setting) => setting.double(1, value)));
  return writer.finish();
}

/** @throws WireError for anything but a `ForwardBackwardRequest`, and for chunks that are not tokens. */
export function decodeForwardRequest(bytes: Uint8Array): TinkerForwardRequest {
  const expansion = newExpansion();
  const request = { modelId: '', sequenceId: 0, loss: '', forwardOnly: false };
  const data: TinkerDatum[] = [];
  const lossConfig = new Map<string, number>();
  for (const field of readFields(bytes, '')) {
    if (field.number === 1) request.modelId = textOf(field, 'model_id');
    if (field.number === 2) request.sequenceId = integerOf(field, 'seq_id');
    if (field.number === 3) {
      if (data.length === MAX_DATA) throw new WireError('data', `expected at most ${MAX_DATA} items, got more`);
      data.push(readDatum(field, expansion, `data[${data.length}]`));
    }
    if (field.number === 4) request.loss = textOf(field, 'loss_fn');
    if (field.number === 5) readEntry(field, 'loss_fn_config', lossConfig, doubleOf);
    if (field.number === 6) request.forwardOnly = integerOf(field, 'forward_only') !== 0;
    if (field.number === 7) readEntry(field, 'loss_fn_config', lossConfig, readSetting);
  }
  return { ...request, data, ...(lossConfig.size > 0 && { lossConfig: Object.fromEntries(lossConfig) }) };
}

/** Reads the message `LossConfigValue`. @throws WireError for a text. */
function readSetting(field: Field | undefined, path: string): number {
  for (const part of field === undefined ? [] : readFields(bytesOf(field, path), path)) {
    if (part.number === 1) return doubleOf(part, path);
    if (part.number === 2) throw new WireError(path, `expected a number, got ${JSON.stringify(textOf(part, path))}`);
  }
  throw new WireError(path, 'expected a number, got none');
}

function readDatum(field: Field, expansion: Expansion, path: string): TinkerDatum {
  const pieces: Uint8Array[] = [];
  const lossInputs = new Map<string, TinkerTensor>();
  const spans: Span[] = [];
  for (const part of readFields(bytesOf(field, path), path)) {
    if (part.number === 1) {
      if (pieces.length === MAX_CHUNKS)
        throw new WireError(`${path}.model_input`, `expected at most ${MAX_CHUNKS} chunks, got more`);
      pieces.push(readChunk(part, `${path}.model_input`));
    }
    if (part.number === 2)
      readEntry(part, `${path}.loss_fn_inputs`, lossInputs, (value, at) => readTensor(value, expansion, at));
    if (part.number === 4) {
      if (spans.length === MAX_CHUNKS)
        throw new WireError(`${path}.loss_fn_input_spans`, `expected at most ${MAX_CHUNKS}, got more`);
      spans.push(readSpan(part, `${path}.loss_fn_input_spans[${spans.length}]`));
    }
  }
  const tokens = int32Of(concatBytes(pieces), `${path}.model_input`);
  if (tokens.length === 0) throw new WireError(`${path}.model_input`, 'expected at least one token, got none');
  const datum = { tokens, lossInputs: Object.fromEntries(lossInputs) };
  if (spans.length === 0) return datum;
  return { ...datum, sampled: sampledPlaces(spans, tokens.length, `${path}.loss_fn_input_spans`) };
}

/** @returns The bytes of a chunk's tokens. */
function readChunk(field: Field, path: string): Uint8Array {
  let tokens: Uint8Array | undefined;
  for (const part of readFields(bytesOf(field, path), path)) {
    if (part.number !== 1) throw new WireError(path, 'expected chunks of tokens (encoded_text), got another kind');
    for (const text of readFields(bytesOf(part, path), path)) if (text.number === 1) tokens = bytesOf(text, path);
  }
  return tokens ?? new Uint8Array(0);
}

/** @returns Which request of which model it is, as far as the bytes can be read; the rest is not looked at. */
export function readForwardPlace(bytes: Uint8Array): {
  readonly modelId?: string | undefined;
  readonly sequenceId?: number | undefined;
} {
  let modelId: string | undefined;
  let sequenceId: number | undefined;
  try {
    for (const field of readFields(bytes, '')) {
      if (field.number === 1) modelId = textOf(field, 'model_id');
      if (field.number === 2) sequenceId = integerOf(field, 'seq_id');
    }
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
  }
  return { modelId, sequenceId };
}
