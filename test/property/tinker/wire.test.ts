import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TinkerForwardRequest, TinkerForwardResult, TinkerTensor } from '../../../src/tinker/wire/messages.js';
import {
  decodeForwardRequest,
  decodeForwardResult,
  decodeSampleResult,
  encodeForwardRequest,
  encodeForwardResult,
  encodeSampleResult,
  forwardRequestFromJson,
  forwardRequestToJson,
  forwardResultFromJson,
  forwardResultToJson,
  sampleResultFromJson,
  sampleResultToJson,
  WireError,
} from '../../../src/tinker/wire/index.js';

/** zod reads no record's `__proto__`. */
const fieldName = fc.string().filter((name) => name !== '__proto__');

const length = fc.integer({ min: 1, max: 6 });
const finite = fc.float({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
const int32 = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });

function tensorOf(rows: number): fc.Arbitrary<TinkerTensor> {
  const shapes = fc.constantFrom([rows], [rows, 2], [rows, 1]);
  return fc.oneof(
    shapes.chain((shape) =>
      fc
        .array(finite, sized(shape))
        .map((data): TinkerTensor => ({ dtype: 'float32', data: Float32Array.from(data), shape })),
    ),
    shapes.chain((shape) =>
      fc
        .array(int32, sized(shape))
        .map((data): TinkerTensor => ({ dtype: 'int64', data: Int32Array.from(data), shape })),
    ),
  );
}

function sized(shape: readonly number[]) {
  const elements = shape.reduce((product, size) => product * size, 1);
  return { minLength: elements, maxLength: elements };
}

const tensors = (rows: number) =>
  fc.dictionary(
    fieldName.filter((name) => name !== ''),
    tensorOf(rows),
    { maxKeys: 3 },
  );

const request: fc.Arbitrary<TinkerForwardRequest> = fc.record(
  {
    modelId: fc.string({ unit: 'grapheme' }),
    sequenceId: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
    data: fc.array(
      length.chain((rows) =>
        fc.record({
          tokens: fc.array(int32, { minLength: rows, maxLength: rows }).map((ids) => Int32Array.from(ids)),
          lossInputs: tensors(rows),
        }),
      ),
      { maxLength: 3 },
    ),
    loss: fc.string(),
    lossConfig: fc.dictionary(
      fieldName,
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
      { minKeys: 1 },
    ),
    forwardOnly: fc.boolean(),
  },
  { requiredKeys: ['modelId', 'sequenceId', 'data', 'loss', 'forwardOnly'] },
);

const result: fc.Arbitrary<TinkerForwardResult> = fc.record({
  outputType: fc.string().filter((name) => !name.includes(':')),
  outputs: fc.array(length.chain(tensors), { maxLength: 4 }),
  metrics: fc.dictionary(
    fieldName,
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
  ),
});

const sample = fc.record(
  {
    sequences: fc.array(
      fc.array(fc.tuple(int32, finite), { minLength: 1, maxLength: 4 }).chain((drawn) =>
        fc.record(
          {
            tokens: fc.constant(Int32Array.from(drawn, ([token]) => token)),
            logprobs: fc.constant(Float32Array.from(drawn, ([, logprob]) => logprob)),
            stopReason: fc.constantFrom('stop' as const, 'length' as const),
          },
          { requiredKeys: ['tokens', 'stopReason'] },
        ),
      ),
    ),
    promptLogprobs: fc.array(fc.oneof(finite, fc.constant(NaN))).map((values) => Float32Array.from(values)),
  },
  { requiredKeys: ['sequences'] },
);

const overJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('the wire', () => {
  it('gives back every forward request that is sent, in either form', () => {
    fc.assert(
      fc.property(request, (sent) => {
        expect(decodeForwardRequest(encodeForwardRequest(sent))).toEqual(sent);
        expect(forwardRequestFromJson(overJson(forwardRequestToJson(sent)))).toEqual(sent);
      }),
    );
  });

  it('gives back every forward result, in either form', () => {
    fc.assert(
      fc.property(result, (sent) => {
        expect(decodeForwardResult(encodeForwardResult(sent))).toEqual(sent);
        expect(forwardResultFromJson(overJson(forwardResultToJson(sent)))).toEqual(sent);
      }),
    );
  });

  it('gives back every sample result, in either form', () => {
    fc.assert(
      fc.property(sample, (sent) => {
        expect(decodeSampleResult(encodeSampleResult(sent))).toEqual(sent);
        expect(sampleResultFromJson(overJson(sampleResultToJson(sent)))).toEqual(sent);
      }),
    );
  });

  it('refuses bytes that were changed or cut off on the way by a WireError, or reads something', () => {
    const change = fc.record({ at: fc.nat(), byte: fc.nat(255), keep: fc.double({ min: 0, max: 1, noNaN: true }) });
    fc.assert(
      fc.property(request, result, fc.array(change, { minLength: 1, maxLength: 4 }), (sent, answered, changes) => {
        for (const [decode, bytes] of [
          [decodeForwardRequest, encodeForwardRequest(sent)],
          [decodeForwardResult, encodeForwardResult(answered)],
          [decodeSampleResult, encodeForwardResult(answered)],
        ] as const) {
          for (const { at, byte } of changes) bytes[at % bytes.length] = byte;
          const kept = bytes.subarray(0, Math.ceil(bytes.length * changes[0]!.keep));
          const outcome = attempt(() => decode(kept));
          expect(outcome instanceof Error && !(outcome instanceof WireError)).toBe(false);
        }
      }),
      { numRuns: 500 },
    );
  });
});

function attempt(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    return error;
  }
}
