import { describe, expect, it } from 'vitest';
import { adamToJson, endpoints, loraToJson, parseBody } from '../../../../../../src/tinker/wire/index.js';

describe('the bodies of the protocol', () => {
  it('fill in Adam’s defaults', () => {
    const { adam_params } = parseBody(endpoints.optimStep.request, { model_id: 'm', adam_params: {} });
    expect(adam_params).toEqual({
      learningRate: 1e-4,
      beta1: 0.9,
      beta2: 0.95,
      epsilon: 1e-12,
      weightDecay: 0,
      maxGradientNorm: 0,
    });
    expect(
      parseBody(endpoints.optimStep.request, { model_id: 'm', adam_params: adamToJson(adam_params) }),
    ).toMatchObject({
      adam_params,
    });
  });

  it('carry an adapter', () => {
    const lora = { rank: 8, seed: 3, trainUnembed: false, trainMlp: true, trainAttention: true };
    const body = { session_id: 's', model_seq_id: 0, base_model: 'b', lora_config: loraToJson(lora) };
    expect(parseBody(endpoints.createModel.request, body).lora_config).toEqual(lora);
  });

  it('of requests refuse what is unknown, of answers pass over it', () => {
    const request = { session_id: 's', typ: 'x' };
    expect(() => parseBody(endpoints.sessionHeartbeat.request, request)).toThrow('unknown option "typ"');
    expect(parseBody(endpoints.optimStep.answer, { request_id: '7', status: 'pending' })).toEqual({ request_id: '7' });
  });

  it('say where something is wrong', () => {
    const body = { model_id: 'm', adam_params: { learning_rate: 'fast' } };
    expect(() => parseBody(endpoints.optimStep.request, body)).toThrow(
      'adam_params.learning_rate: expected number, got "fast"',
    );
  });
});
