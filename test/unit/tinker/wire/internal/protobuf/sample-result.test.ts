import { describe, expect, it } from 'vitest';
import { decodeSampleResult } from '../../../../../../src/tinker/wire/internal/protobuf/sample-result.js';
import { MessageWriter } from '../../../../../../src/io/index.js';

describe('a sample result in protobuf', () => {
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
