import * as tf from '@tensorflow/tfjs-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAdapter, createDecoder, createSampler, mergeAdapter, type Decoder } from '../../../../src/tfjs/index.js';
import { KERNEL_BACKENDS, useBackend } from '../backends.js';
import { SMALL } from '../shapes.js';

const tokens = Int32Array.of(3, 1, 4, 1, 5, 9, 2, 6);
const offsets = Int32Array.of(0, 5, 8);
const hidden = (model: Decoder) => tf.tidy(() => model.hidden(tokens, offsets).dataSync<'float32'>());
const farthest = (a: Float32Array, b: Float32Array) =>
  a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i]!)), 0);

/** An adapter that does something: B is no longer zero. */
function adapted(base: Decoder, seed: number) {
  const model = createAdapter(base, { rank: 3, alpha: 6, seed });
  for (const [name, matrix] of model.adapter.parameters)
    if (name.includes('lora_B')) tf.tidy(() => matrix.assign(tf.randomNormal(matrix.shape, 0, 0.2, 'float32', seed)));
  return model;
}

describe.each(KERNEL_BACKENDS)('createAdapter on %s', (backend) => {
  let base: Decoder;
  beforeAll(async () => {
    await useBackend(backend);
    base = createDecoder(SMALL, { seed: 'base' });
  });
  afterAll(() => base.dispose());

  it('says that it was disposed of, and leaves the base alive', () => {
    const model = createAdapter(base, { rank: 2 });
    model.dispose();
    const error = new TypeError('model: expected a model, got one that was disposed of');
    for (const use of [() => hidden(model), () => mergeAdapter(model), () => createSampler(model)])
      expect(use).toThrow(error);
    expect(() => hidden(base)).not.toThrow();
  });

  it('computes at first what the base does, and has the shapes and the start of PEFT', () => {
    const before = tf.memory().numTensors;
    const model = createAdapter(base, { rank: 2, targets: ['q_proj', 'down_proj'] });
    expect(farthest(hidden(model), hidden(base))).toBe(0);
    expect(model.adapter).toMatchObject({ rank: 2, alpha: 32, scale: 16, targets: ['q_proj', 'down_proj'] });
    expect([...model.adapter.parameters.keys()].slice(0, 4)).toEqual([
      'model.layers.0.self_attn.q_proj.lora_A.weight',
      'model.layers.0.self_attn.q_proj.lora_B.weight',
      'model.layers.0.mlp.down_proj.lora_A.weight',
      'model.layers.0.mlp.down_proj.lora_B.weight',
    ]);
    expect(model.adapter.parameters.size).toBe(8);
    expect(model.trainable).toBe(model.adapter.parameters);
    const a = model.adapter.parameters.get('model.layers.0.mlp.down_proj.lora_A.weight')!;
    const b = model.adapter.parameters.get('model.layers.0.mlp.down_proj.lora_B.weight')!;
    expect([a.shape, b.shape]).toEqual([
      [24, 2],
      [2, 16],
    ]);
    const bound = 1 / Math.sqrt(24);
    const values = a.dataSync<'float32'>();
    expect(values.every((value) => Math.abs(value) <= bound)).toBe(true);
    expect(Math.max(...values)).toBeGreaterThan(0.8 * bound);
    expect(Math.min(...values)).toBeLessThan(-0.8 * bound);
    expect([...b.dataSync()].every((value) => value === 0)).toBe(true);
    model.dispose();
    expect(tf.memory().numTensors).toBe(before);
  });

  it('starts alike with equal seeds, and otherwise with others', () => {
    const models = [1, 1, 2].map((seed) => createAdapter(base, { rank: 2, seed }));
    const [one, same, other] = models.map(({ adapter }) => [...adapter.parameters.values()][0]!.dataSync<'float32'>());
    expect(one).toEqual(same);
    expect(one).not.toEqual(other);
    for (const model of models) model.dispose();
  });

  it('scales by alpha over the root of the rank where it is asked for', () => {
    const model = createAdapter(base, { rank: 4, alpha: 6, rankStabilized: true });
    expect(model.adapter.scale).toBe(3);
    model.dispose();
  });

  it('merges to a model that computes the same and shares what is not adapted; several stand over one base', async () => {
    const before = tf.memory();
    const untouched = hidden(base);
    const [one, two] = [adapted(base, 1), adapted(base, 2)];
    expect(farthest(hidden(one), untouched)).toBeGreaterThan(0.1);
    expect(farthest(hidden(one), hidden(two))).toBeGreaterThan(0.1);
    expect(hidden(one.base)).toEqual(untouched);
    const merged = mergeAdapter(one);
    expect(merged.adapter).toBeUndefined();
    expect(farthest(hidden(merged), hidden(one))).toBeLessThan(1e-5);
    expect(hidden(base)).toEqual(untouched);
    // Fourteen matrices anew; two of each adapter.
    expect(tf.memory().numDataBuffers - before.numDataBuffers).toBe(14 + 2 * 28);

    const samplers = [createSampler(one), createSampler(merged), createSampler(base)];
    const request = { tokens, sampling: { temperature: 0, maxTokens: 12, stopTokens: [] } };
    const [unmerged, worked, plain] = await Promise.all(samplers.map((sampler) => sampler.generate(request)));
    expect(unmerged!.tokens).toEqual(worked!.tokens);
    expect(farthest(unmerged!.logprobs, worked!.logprobs)).toBeLessThan(1e-4);
    expect(unmerged!.tokens).not.toEqual(plain!.tokens);
    for (const sampler of samplers) await sampler.close();

    one.dispose();
    expect(farthest(hidden(two), untouched)).toBeGreaterThan(0.1);
    two.dispose();
    merged.dispose();
    expect(hidden(base)).toEqual(untouched);
    expect(tf.memory().numDataBuffers).toBe(before.numDataBuffers);
    expect(tf.memory().numTensors).toBe(before.numTensors);
  });

  it('names what it cannot do', () => {
    const before = tf.memory().numTensors;
    expect(() => createAdapter(base, { rank: 0 })).toThrow('options.rank');
    expect(() => createAdapter(base, { rank: 1, alpha: -1 })).toThrow('options.alpha');
    expect(() => createAdapter(base, { rank: 1, targets: [] })).toThrow('options.targets');
    expect(() => createAdapter(base, { rank: 1, targets: ['lm_head'] })).toThrow('options.targets');
    const model = createAdapter(base, { rank: 1 });
    expect(() => createAdapter(model, { rank: 1 })).toThrow('base: expected a model without an adapter');
    expect(() => mergeAdapter(base as never)).toThrow('model.adapter: expected an object, got undefined');
    model.dispose();
    expect(tf.memory().numTensors).toBe(before);
  });
});
