import { describe, expect, it } from 'vitest';
import {
  decodeSampleResult,
  encodeSampleResult,
} from '../../../../../../src/tinker/wire/internal/protobuf/sample-result.js';
import { MessageWriter } from '../../../../../../src/io/index.js';

describe('a sample result in protobuf', () => {
  it('comes back as it was', () => {
    const result = {
      sequences: [
        { tokens: Int32Array.of(5, 6), logprobs: Float32Array.of(-1, -0.5), stopReason: 'length' },
        { tokens: Int32Array.of(7), stopReason: 'stop' },
      ],
      promptLogprobs: Float32Array.of(NaN, -2),
    } as const;
    expect(decodeSampleResult(encodeSampleResult(result))).toEqual(result);
  });

  it.each([
    ['logprobs of another length', 1, 4, 'sequences[0].logprobs: expected 2, got 1'],
    ['a reason that nobody knows', 2, 8, 'sequences[0].stop_reason: expected 0 or 1, got 2'],
  ])('refuses %s', (_, reason, bytes, message) => {
    const writer = new MessageWriter();
    writer.message(1, (sequence) => {
      sequence.integer(1, reason);
      sequence.bytes(2, new Uint8Array(8));
      sequence.bytes(3, new Uint8Array(bytes));
    });
    expect(() => decodeSampleResult(writer.finish())).toThrow(message);
  });
});
