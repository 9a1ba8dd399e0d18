import { describe, expect, it } from 'vitest';
import type { TinkerForwardRequest } from '../../../../../../src/tinker/wire/messages.js';
import {
  forwardRequestFromJson,
  forwardRequestToJson,
  forwardResultFromJson,
} from '../../../../../../src/tinker/wire/internal/json/forward-json.js';

const request: TinkerForwardRequest = {
  modelId: 'm',
  sequenceId: 3,
  data: [
    {
      tokens: Int32Array.of(1, 2),
      lossInputs: {
        target_tokens: { dtype: 'int64', data: Int32Array.of(2, 3), shape: [2] },
        weights: { dtype: 'float32', data: Float32Array.of(0.1, -1), shape: [2] },
      },
    },
  ],
  loss: 'cross_entropy',
  forwardOnly: false,
};

/** Over the wire and back. */
const sent = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** The request's JSON with its weights replaced. */
function withWeights(weights: unknown): unknown {
  const model_input = { chunks: [{ tokens: [1] }] };
  const data = [{ model_input, loss_fn_inputs: { weights } }];
  return { model_id: 'm', forward_backward_input: { data, loss_fn: 'ppo' } };
}

describe('a forward request in JSON', () => {
  it('has the layout of the protocol', () => {
    expect(sent(forwardRequestToJson({ ...request, data: [] }))).toEqual({
      model_id: 'm',
      seq_id: 3,
      forward_backward_input: { data: [], loss_fn: 'cross_entropy' },
    });
  });

  it('takes absent and null for none', () => {
    const read = forwardRequestFromJson(
      withWeights({ data: [1.5], dtype: 'float32', shape: null, sparse_crow_indices: null }),
    );
    expect(read).toMatchObject({ sequenceId: 0, data: [{ lossInputs: { weights: { data: Float32Array.of(1.5) } } }] });
  });

  it('makes a sparse tensor dense', () => {
    const weights = {
      data: [9],
      dtype: 'int64',
      shape: [2, 2],
      sparse_crow_indices: [0, 0, 1],
      sparse_col_indices: [1],
    };
    expect(forwardRequestFromJson(withWeights(weights)).data[0]!.lossInputs.weights).toEqual({
      dtype: 'int64',
      data: Int32Array.of(0, 0, 0, 9),
      shape: [2, 2],
    });
  });

  const where = 'forward_backward_input.data[0].loss_fn_inputs.weights';
  it.each([
    [
      'another dtype',
      { data: [1], dtype: 'float64' },
      `${where}.dtype: expected one of "float32", "int64", got "float64"`,
    ],
    ['text', { data: ['1'], dtype: 'float32' }, `${where}.data: expected an array of numbers`],
    ['a fraction for an integer', { data: [1.5], dtype: 'int64' }, `${where}.data[0]: expected an integer`],
    ['another shape', { data: [1], dtype: 'int64', shape: [2] }, `${where}: expected 2 elements for shape [2], got 1`],
    ['an unknown field', { data: [1], dtype: 'int64', unit: 1 }, `${where}: unknown option "unit"`],
  ])('refuses %s', (_, weights, message) => {
    expect(() => forwardRequestFromJson(withWeights(weights))).toThrow(message);
  });

  it.each([[null], [[]], ['text'], [{}]])('refuses %j', (body) => {
    expect(() => forwardRequestFromJson(body)).toThrow(expect.objectContaining({ name: 'WireError' }));
  });

  it('is not written with numbers that JSON cannot say', () => {
    const weights = { dtype: 'float32', data: Float32Array.of(1, NaN) } as const;
    const bad = { ...request, data: [{ tokens: Int32Array.of(1, 2), lossInputs: { weights } }] };
    expect(() => forwardRequestToJson(bad)).toThrow('data[0].weights[1]: expected a finite number in JSON, got NaN');
  });
});

describe('a forward result in JSON', () => {
  it('passes over what it does not know', () => {
    const output = { logprobs: { data: [-1], dtype: 'float32', shape: [1], device: 'cuda' } };
    expect(forwardResultFromJson({ loss_fn_outputs: [output], type: 'x' })).toEqual({
      outputType: 'ArrayRecord',
      outputs: [{ logprobs: { dtype: 'float32', data: Float32Array.of(-1), shape: [1] } }],
      metrics: {},
    });
  });
});
