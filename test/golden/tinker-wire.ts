import { deepStrictEqual as same } from 'node:assert/strict';
import type {
  TinkerForwardRequest,
  TinkerForwardResult,
  TinkerSampleResult,
  TinkerTensor,
} from '../../src/tinker/wire/messages.js';
import {
  decodeForwardRequest,
  decodeForwardResult,
  decodeSampleResult,
  encodeForwardRequest,
  encodeForwardResult,
  encodeSampleResult,
  endpoints,
  forwardRequestFromJson,
  forwardRequestToJson,
  parseBody,
} from '../../src/tinker/wire/index.js';
import { readFields } from '../../src/tinker/wire/internal/protobuf/fields.js';

/** What test/recordings/tinker-wire.py wrote of one version of the SDK. */
export interface RecordedWire {
  readonly sdk: string;
  readonly bodies: { readonly [route: string]: unknown };
  readonly forward: readonly RecordedCase[];
  readonly forwardResult: readonly RecordedCase[];
  readonly sampleResult: readonly RecordedCase[];
}

/** A value, and how the SDK says it: in protobuf, or in JSON. */
export interface RecordedCase {
  readonly value: unknown;
  /** Whether there is but one way to write it. */
  readonly exact: boolean;
  readonly bytes?: string;
  readonly json?: unknown;
}

/** @throws AssertionError where we read or write a request otherwise than the SDK. */
export function checkForward({ value, exact, bytes, json }: RecordedCase): void {
  const request = requestOf(value as PlainRequest);
  if (bytes === undefined) {
    same(forwardRequestFromJson(json), request);
    if (exact) same(JSON.parse(JSON.stringify(forwardRequestToJson(request))), json);
    return;
  }
  same(decodeForwardRequest(fromBase64(bytes)), request);
  if (!exact) return;
  const ours = encodeForwardRequest(request);
  const theirs = fromBase64(bytes);
  same(ours.subarray(0, theirs.length), theirs);
  // Older versions have only the first of the two forms of a loss's settings; the second stands at the end.
  for (const { number } of readFields(ours.subarray(theirs.length), 'the rest')) same(number, 7);
}

/** @throws AssertionError where we read or write an answer otherwise than the SDK. */
export function checkForwardResult({ value, exact, bytes }: RecordedCase): void {
  const { outputs, ...rest } = value as PlainResult;
  const result: TinkerForwardResult = { ...rest, outputs: outputs.map(tensorsOf) };
  same(decodeForwardResult(fromBase64(bytes!)), result);
  if (exact) same(encodeForwardResult(result), fromBase64(bytes!));
}

/** @throws AssertionError where we read or write an answer otherwise than the SDK. */
export function checkSampleResult({ value, bytes }: RecordedCase): void {
  const { sequences, promptLogprobs } = value as PlainSample;
  const result: TinkerSampleResult = {
    sequences: sequences.map(({ tokens, logprobs, stopReason }) => ({
      tokens: Int32Array.from(tokens),
      ...(logprobs && { logprobs: Float32Array.from(logprobs) }),
      stopReason,
    })),
    ...(promptLogprobs && { promptLogprobs: Float32Array.from(promptLogprobs, (logprob) => logprob ?? NaN) }),
  };
  same(decodeSampleResult(fromBase64(bytes!)), result);
  same(encodeSampleResult(result), fromBase64(bytes!));
}

/** @returns A body of one of the routes, as a server reads it. @throws WireError where it is refused. */
export function readBody(route: string, body: unknown): unknown {
  return parseBody((endpoints[route as keyof typeof endpoints] as (typeof endpoints)['clientConfig']).request, body);
}

interface PlainTensor {
  readonly dtype: TinkerTensor['dtype'];
  readonly data: readonly number[];
  readonly shape: readonly number[];
}
type PlainTensors = { readonly [name: string]: PlainTensor };
type PlainRequest = Omit<TinkerForwardRequest, 'data'> & {
  readonly data: readonly { readonly tokens: readonly number[]; readonly lossInputs: PlainTensors }[];
};
type PlainResult = Omit<TinkerForwardResult, 'outputs'> & { readonly outputs: readonly PlainTensors[] };
interface PlainSample {
  readonly sequences: readonly {
    readonly tokens: readonly number[];
    readonly logprobs?: readonly number[];
    readonly stopReason: 'stop' | 'length';
  }[];
  readonly promptLogprobs?: readonly (number | null)[];
}

function requestOf({ data, ...rest }: PlainRequest): TinkerForwardRequest {
  const datums = data.map(({ tokens, lossInputs }) => ({
    tokens: Int32Array.from(tokens),
    lossInputs: tensorsOf(lossInputs),
  }));
  return { ...rest, data: datums };
}

function tensorsOf(plain: PlainTensors): { readonly [name: string]: TinkerTensor } {
  return Object.fromEntries(
    Object.entries(plain).map(([name, { dtype, data, shape }]) => [
      name,
      dtype === 'int64'
        ? { dtype, data: Int32Array.from(data), shape }
        : { dtype, data: Float32Array.from(data), shape },
    ]),
  );
}

function fromBase64(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'base64'));
}
