import { describe, expect, it } from 'vitest';
import {
  sampleRequestFromJson,
  sampleRequestToJson,
  sampleResultFromJson,
  sampleResultToJson,
} from '../../../../../../src/tinker/wire/internal/json/sample-json.js';

const sent = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('a sample request in JSON', () => {
  it('comes back as it was, with the protocol’s defaults where nothing was said', () => {
    const request = {
      samplingSessionId: 's',
      sequenceId: 4,
      prompt: Int32Array.of(1, 2, 3),
      samples: 2,
      sampling: { maxTokens: 5, seed: 9, stop: [7, 8] },
      promptLogprobs: true,
    };
    expect(sampleRequestFromJson(sent(sampleRequestToJson(request)))).toEqual({
      ...request,
      sampling: { ...request.sampling, temperature: 1, topK: -1, topP: 1 },
    });
  });

  it('takes stop as a text, texts or tokens', () => {
    const body = (stop: unknown) => ({
      prompt: { chunks: [{ type: 'encoded_text', tokens: [1] }] },
      sampling_params: { stop, of_the_future: 1 },
      sampling_session_id: 's',
      seq_id: 0,
    });
    for (const stop of ['a', ['a', 'b'], [1, 2]]) expect(sampleRequestFromJson(body(stop)).sampling.stop).toEqual(stop);
    expect(() => sampleRequestFromJson(body([1, 'a']))).toThrow('sampling_params.stop');
  });

  it('refuses a prompt of none, a sequence without id, and a request that names nothing to draw from', () => {
    const body = { prompt: { chunks: [] as unknown[] }, sampling_params: {}, sampling_session_id: 's', seq_id: 0 };
    expect(() => sampleRequestFromJson(body)).toThrow('prompt: expected at least one token, got none');
    expect(() => sampleRequestFromJson({ ...body, seq_id: undefined })).toThrow(
      'seq_id: expected an integer, got none',
    );
    const byNone = { prompt: { chunks: [{ tokens: [1] }] }, sampling_params: {} };
    expect(() => sampleRequestFromJson(byNone)).toThrow('sampling_session_id: expected');
  });

  it('may name a model in the place of a session', () => {
    const body = { prompt: { chunks: [{ tokens: [1] }] }, sampling_params: {} };
    expect(sampleRequestFromJson({ ...body, base_model: 'small' }).model).toEqual({ baseModel: 'small' });
    expect(sampleRequestFromJson({ ...body, model_path: 'tinker://p' }).model).toEqual({ path: 'tinker://p' });
  });

  it('asks for the logprobs of the last tokens of a prompt, of which there must be as many', () => {
    const body = { prompt: { chunks: [{ tokens: [1, 2, 3] }] }, sampling_params: {}, base_model: 'small' };
    const asked = { ...body, prompt_logprobs: true, prompt_logprobs_last_n: 2, record_stability_info: true };
    expect(sampleRequestFromJson(asked).promptLogprobsLast).toBe(2);
    expect(() => sampleRequestFromJson({ ...asked, prompt_logprobs_last_n: 3 })).toThrow('expected at most 2');
    expect(() => sampleRequestFromJson({ ...asked, prompt_logprobs: false })).toThrow('beside prompt_logprobs');
  });
});

describe('a sample result in JSON', () => {
  it('comes back as it was; NaN is null on the way', () => {
    const result = {
      sequences: [
        { tokens: Int32Array.of(5), logprobs: Float32Array.of(-0.5), stopReason: 'stop' },
        { tokens: Int32Array.of(6), stopReason: 'length' },
      ],
      promptLogprobs: Float32Array.of(NaN, -1),
    } as const;
    expect(sampleResultToJson(result).prompt_logprobs).toEqual([null, -1]);
    expect(sampleResultFromJson(sent(sampleResultToJson(result)))).toEqual(result);
  });

  it('refuses logprobs of another length', () => {
    const sequence = { tokens: [1, 2], logprobs: [-1], stop_reason: 'stop' };
    expect(() => sampleResultFromJson({ sequences: [sequence] })).toThrow('sequences[0].logprobs: expected 2, got 1');
  });
});
