import { describe, expect, it } from 'vitest';
import {
  decodeForwardRequest,
  encodeForwardRequest,
} from '../../../../../../src/tinker/wire/internal/protobuf/forward-request.js';
import { MessageWriter } from '../../../../../../src/io/index.js';
import type { TinkerForwardRequest } from '../../../../../../src/tinker/wire/messages.js';

const request: TinkerForwardRequest = {
  modelId: 'modèle-1',
  sequenceId: 7,
  data: [
    {
      tokens: Int32Array.of(1, 2, 70_000),
      lossInputs: {
        target_tokens: { dtype: 'int64', data: Int32Array.of(2, 70_000, -1), shape: [3] },
        weights: { dtype: 'float32', data: Float32Array.of(0, -1.5, 1 / 3), shape: [3] },
      },
    },
  ],
  loss: 'ppo',
  lossConfig: { clip_low_threshold: 0.8 },
  forwardOnly: true,
};

/** A request of one datum that is written by hand. */
function withDatum(write: (datum: MessageWriter) => void): Uint8Array {
  const writer = new MessageWriter();
  writer.text(1, 'm');
  writer.message(3, write);
  return writer.finish();
}

function tokens(datum: MessageWriter, ...ids: number[]): void {
  datum.message(1, (chunk) => chunk.message(1, (text) => text.bytes(1, new Uint8Array(Int32Array.from(ids).buffer))));
}

function int64(...values: number[]): Uint8Array {
  return new Uint8Array(BigInt64Array.from(values, BigInt).buffer);
}

const float32 = (...values: number[]) => new Uint8Array(Float32Array.from(values).buffer);

function weights(datum: MessageWriter, write: (tensor: MessageWriter) => void): void {
  datum.entry(2, 'weights', (entry) => entry.message(2, write));
}

describe('a forward request in protobuf', () => {
  it('comes back as it was', () => {
    expect(decodeForwardRequest(encodeForwardRequest(request))).toEqual(request);
  });

  it('puts the tokens of repeated chunks one after the other', () => {
    const bytes = withDatum((datum) => {
      tokens(datum, 1, 2);
      tokens(datum, 3);
    });
    expect(decodeForwardRequest(bytes).data[0]!.tokens).toEqual(Int32Array.of(1, 2, 3));
  });

  it('passes over fields that it does not know', () => {
    const writer = new MessageWriter();
    writer.text(99, 'from the future');
    writer.integer(100, -5);
    writer.double(101, 1);
    writer.text(4, 'dro');
    expect(decodeForwardRequest(writer.finish())).toMatchObject({ loss: 'dro', sequenceId: 0, data: [] });
  });

  it('makes a sparse tensor dense', () => {
    const bytes = withDatum((datum) => {
      tokens(datum, 1, 2);
      weights(datum, (tensor) => {
        tensor.message(2, (csr) => {
          csr.bytes(1, float32(5, 6));
          csr.bytes(2, int64(0, 0, 2));
          csr.bytes(3, int64(0, 2));
        });
        tensor.integer(3, 1);
        tensor.integers(4, [2, 3]);
      });
    });
    expect(decodeForwardRequest(bytes).data[0]!.lossInputs.weights).toEqual({
      dtype: 'float32',
      data: Float32Array.of(0, 0, 0, 5, 0, 6),
      shape: [2, 3],
    });
  });

  it('takes integers of 32 bits and bfloat16 for the public types', () => {
    const bytes = withDatum((datum) => {
      tokens(datum, 1);
      weights(datum, (tensor) => {
        tensor.bytes(1, new Uint8Array(Uint16Array.of(0x3f80, 0xc000).buffer));
        tensor.integer(3, 4);
      });
      datum.entry(2, 'ids', (entry) =>
        entry.message(2, (tensor) => {
          tensor.bytes(1, new Uint8Array(Int32Array.of(-3).buffer));
          tensor.integer(3, 3);
        }),
      );
    });
    expect(decodeForwardRequest(bytes).data[0]!.lossInputs).toEqual({
      weights: { dtype: 'float32', data: Float32Array.of(1, -2) },
      ids: { dtype: 'int64', data: Int32Array.of(-3) },
    });
  });

  const tensorRefusals: [string, (tensor: MessageWriter) => void, string][] = [
    ['a dtype of none', (tensor) => tensor.bytes(1, float32(1)), 'expected a dtype of 1 to 4, got 0'],
    [
      'half an element',
      (tensor) => {
        tensor.bytes(1, new Uint8Array(6));
        tensor.integer(3, 1);
      },
      'expected elements of 4 bytes, got 6 bytes',
    ],
    [
      'a shape of another size',
      (tensor) => {
        tensor.bytes(1, float32(1, 2));
        tensor.integer(3, 1);
        tensor.integers(4, [3]);
      },
      'expected 3 elements for shape [3], got 2',
    ],
    [
      'integers beyond 32 bits',
      (tensor) => {
        tensor.bytes(1, int64(1, 2 ** 32));
        tensor.integer(3, 2);
      },
      'expected integers of at most 32 bits, got another at 1',
    ],
    [
      'a sparse tensor that would fill memory',
      (tensor) => {
        tensor.message(2, () => {});
        tensor.integer(3, 1);
        tensor.integers(4, [2 ** 20, 2 ** 20]);
      },
      'expected at most 16777216 elements, got shape [1048576, 1048576]',
    ],
    [
      'a column outside the row',
      (tensor) => {
        tensor.message(2, (csr) => {
          csr.bytes(1, float32(1));
          csr.bytes(2, int64(0, 1));
          csr.bytes(3, int64(2));
        });
        tensor.integer(3, 1);
        tensor.integers(4, [1, 2]);
      },
      'expected a column below 2, got 2',
    ],
  ];
  it.each(tensorRefusals)('refuses %s', (_, write, message) => {
    const bytes = withDatum((datum) => {
      tokens(datum, 1);
      weights(datum, write);
    });
    expect(() => decodeForwardRequest(bytes)).toThrow(`data[0].loss_fn_inputs.weights: ${message}`);
  });

  it('refuses a datum without tokens, so that empty ones cannot be sent by the million', () => {
    expect(() => decodeForwardRequest(withDatum(() => {}))).toThrow(
      'data[0].model_input: expected at least one token, got none',
    );
  });

  it('refuses a setting of a loss that is text', () => {
    const writer = new MessageWriter();
    writer.entry(7, 'mode', (entry) => entry.message(2, (value) => value.text(2, 'fast')));
    expect(() => decodeForwardRequest(writer.finish())).toThrow('loss_fn_config.mode: expected a number, got "fast"');
  });

  it('refuses images', () => {
    const bytes = withDatum((datum) => datum.message(1, (chunk) => chunk.message(2, () => {})));
    expect(() => decodeForwardRequest(bytes)).toThrow('data[0].model_input: expected chunks of tokens');
  });

  it('refuses every beginning of a request that is not one', () => {
    const bytes = encodeForwardRequest(request);
    const lengths = Array.from(bytes.keys()).slice(1);
    for (const length of lengths) {
      try {
        decodeForwardRequest(bytes.subarray(0, length));
      } catch (error) {
        expect((error as Error).name).toBe('WireError');
      }
    }
  });
});
