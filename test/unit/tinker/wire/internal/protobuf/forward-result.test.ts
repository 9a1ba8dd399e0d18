import { describe, expect, it } from 'vitest';
import type { TinkerForwardResult } from '../../../../../../src/tinker/wire/messages.js';
import {
  decodeForwardResult,
  encodeForwardResult,
} from '../../../../../../src/tinker/wire/internal/protobuf/forward-result.js';
import { MessageWriter } from '../../../../../../src/io/index.js';

const floats = (...data: number[]) =>
  ({ dtype: 'float32', data: Float32Array.from(data), shape: [data.length] }) as const;

/** An answer of one record that is written by hand. */
function withRecord(write: (record: MessageWriter) => void): Uint8Array {
  const writer = new MessageWriter();
  writer.message(2, write);
  return writer.finish();
}

const int64 = (...values: number[]) => new Uint8Array(BigInt64Array.from(values, BigInt).buffer);

function column(record: MessageWriter, bytes: number, offsets: number[], trailing: number[] = []): void {
  record.entry(2, 'logprobs', (entry) =>
    entry.message(2, (batched) => {
      batched.bytes(1, new Uint8Array(bytes));
      batched.bytes(2, int64(...offsets));
      batched.integer(3, 1);
      batched.integers(4, trailing);
    }),
  );
}

describe('a forward result in protobuf', () => {
  it('comes back as it was, ragged, and in records where outputs are laid out otherwise', () => {
    const result: TinkerForwardResult = {
      outputType: 'ArrayRecord',
      outputs: [
        { logprobs: floats(-1, -2), ids: { dtype: 'int64', data: Int32Array.of(4), shape: [1] } },
        { logprobs: floats(-3), ids: { dtype: 'int64', data: Int32Array.of(), shape: [0] } },
        { logprobs: { dtype: 'float32', data: Float32Array.of(1, 2, 3, 4), shape: [2, 2] } },
        {},
      ],
      metrics: { 'loss:sum': -0.25, 'empty:mean': NaN },
    };
    expect(decodeForwardResult(encodeForwardResult(result))).toEqual(result);
  });

  it('takes the class out of a name with its module', () => {
    const writer = new MessageWriter();
    writer.text(1, 'losses.records:TorchLossReturn');
    expect(decodeForwardResult(writer.finish())).toEqual({ outputType: 'TorchLossReturn', outputs: [], metrics: {} });
  });

  it('counts the outputs of old servers, which do not say how many there are', () => {
    const bytes = withRecord((record) => column(record, 12, [0, 4, 12]));
    expect(decodeForwardResult(bytes).outputs.map(({ logprobs }) => logprobs!.data.length)).toEqual([1, 2]);
  });

  it.each([
    ['offsets beyond the end', 8, [0, 4, 12], 'expected offsets from 0 to 8', []],
    ['offsets that go back', 8, [0, 8, 4, 8], 'expected offsets that ascend, got 4', []],
    ['offsets between elements', 8, [0, 2, 8], 'expected elements of 4 bytes, got 2 bytes', []],
    ['negative offsets', 8, [0, -4, 8], 'expected offsets that ascend', []],
    ['rows that do not come out even', 12, [0, 12], 'expected sizes in its shape, got 1.5', [2]],
    ['negative sizes', 12, [0, 12], 'expected sizes in its shape, got -3', [-1]],
  ])('refuses %s', (_, bytes, offsets, message, trailing) => {
    const answer = withRecord((record) => column(record, bytes, offsets, trailing));
    expect(() => decodeForwardResult(answer)).toThrow(`loss_fn_outputs[0].fields.logprobs: ${message}`);
  });

  it('refuses a number of outputs that would fill memory, and one that is not that of the fields', () => {
    expect(() => decodeForwardResult(withRecord((record) => record.integer(3, 2 ** 50)))).toThrow(
      'loss_fn_outputs[0].num_datums: expected at most 65536, got 1125899906842624',
    );
    const answer = withRecord((record) => {
      column(record, 4, [0, 4]);
      record.integer(3, 2);
    });
    expect(() => decodeForwardResult(answer)).toThrow('loss_fn_outputs[0].fields.logprobs: expected 2 tensors, got 1');
  });
});
