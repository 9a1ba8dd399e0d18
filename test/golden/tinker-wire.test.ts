import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { adamToJson, loraToJson, sampleRequestToJson } from '../../src/tinker/wire/index.js';
import { checkForward, checkForwardResult, checkSampleResult, readBody, type RecordedWire } from './tinker-wire.js';

describe.each(['0.19', '0.25', '0.38'])('the wire of the official SDK %s', (version) => {
  const path = new URL(`../recordings/tinker-wire/sdk-${version}.json`, import.meta.url);
  const { sdk, bodies, forward, forwardResult, sampleResult } = JSON.parse(readFileSync(path, 'utf8')) as RecordedWire;

  it('is that of this version', () => {
    expect(sdk.startsWith(`${version}.`)).toBe(true);
    for (const cases of [forward, forwardResult, sampleResult]) expect(cases.length).toBe(8);
  });

  it('is read as the SDK means it and written as the SDK writes it', () => {
    forward.forEach(checkForward);
    forwardResult.forEach(checkForwardResult);
    sampleResult.forEach(checkSampleResult);
  });

  it.each(Object.keys(bodies))('is taken by our server: %s', (route) => {
    expect(readBody(route, bodies[route])).toBeTypeOf('object');
  });

  it('means what our client says', () => {
    const learningRates = { learningRate: 0.5, beta1: 0.1, beta2: 0.95, epsilon: 1e-6, weightDecay: 0.01 };
    const adam_params = adamToJson({ ...learningRates, maxGradientNorm: 1.5 });
    expect(bodies.optimStep).toMatchObject({ model_id: 'm', seq_id: 2, adam_params });
    expect(bodies.createModel).toMatchObject({ lora_config: loraToJson({ rank: 8, seed: 3, trainUnembed: false }) });
    const sample = sampleRequestToJson({
      samplingSessionId: 's',
      sequenceId: 5,
      prompt: Int32Array.of(1, 2, 3),
      samples: 2,
      sampling: { maxTokens: 5, seed: 7, stop: [8, 9], temperature: 0.5, topK: 4, topP: 0.9 },
      promptLogprobs: true,
    });
    expect(bodies.asample).toMatchObject(sample);
  });
});
