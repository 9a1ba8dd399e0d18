import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as tf from '@tensorflow/tfjs-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ModelFileError } from '../../../../src/base/index.js';
import {
  createAdapter,
  createDecoder,
  decodeSafetensors,
  encodeSafetensors,
  loadAdapter,
  saveAdapter,
  saveModel,
  type AdaptedDecoder,
  type Decoder,
  type NamedArray,
} from '../../../../src/tfjs/index.js';
import { KERNEL_BACKENDS, useBackend } from '../backends.js';
import { SMALL } from '../shapes.js';

describe('an adapter in files', () => {
  const root = mkdtempSync(join(tmpdir(), 'rstar2-adapter-'));
  let base: Decoder;
  let model: AdaptedDecoder;
  beforeAll(async () => {
    await useBackend(KERNEL_BACKENDS.at(-1)!);
    base = createDecoder(SMALL, { seed: 'base' });
    model = createAdapter(base, { rank: 2, alpha: 5, targets: ['v_proj', 'up_proj'], rankStabilized: true, seed: 7 });
    for (const [name, matrix] of model.adapter.parameters)
      if (name.includes('lora_B')) tf.tidy(() => matrix.assign(tf.randomNormal(matrix.shape, 0, 1, 'float32', 3)));
  });
  afterAll(() => {
    model.dispose();
    base.dispose();
    rmSync(root, { recursive: true });
  });
  const valuesOf = ({ adapter }: AdaptedDecoder) =>
    Array.from(adapter.parameters, ([name, matrix]) => [name, matrix.dataSync<'float32'>().slice()]);

  /** The files of the adapter with changes to its configuration and its tensors. */
  async function changed(
    name: string,
    fields: { readonly [field: string]: unknown },
    change: (tensors: Map<string, NamedArray>) => void = () => undefined,
  ): Promise<string> {
    const folder = join(root, name);
    await saveAdapter(folder, model);
    const path = join(folder, 'adapter_config.json');
    const config = JSON.parse(readFileSync(path, 'utf8')) as object;
    writeFileSync(path, JSON.stringify({ ...config, ...fields }));
    const tensors = new Map(decodeSafetensors(readFileSync(join(folder, 'adapter_model.safetensors'))).tensors);
    change(tensors);
    writeFileSync(join(folder, 'adapter_model.safetensors'), encodeSafetensors(tensors));
    return folder;
  }

  it('comes back exactly, with what it says of itself', async () => {
    const folder = join(root, 'exact');
    await saveAdapter(folder, model, { baseModel: 'someone/base' });
    expect(readdirSync(folder).sort()).toEqual(['adapter_config.json', 'adapter_model.safetensors']);
    const config = JSON.parse(readFileSync(join(folder, 'adapter_config.json'), 'utf8')) as unknown;
    expect(config).toMatchObject({
      peft_type: 'LORA',
      base_model_name_or_path: 'someone/base',
      r: 2,
      lora_alpha: 5,
      use_rslora: true,
      target_modules: ['v_proj', 'up_proj'],
    });
    const { tensors } = decodeSafetensors(readFileSync(join(folder, 'adapter_model.safetensors')));
    const name = 'base_model.model.model.layers.0.self_attn.v_proj.lora_A.weight';
    expect(tensors.get(name)?.shape).toEqual([2, 16]);
    const before = tf.memory().numTensors;
    const loaded = await loadAdapter(base, folder);
    expect(valuesOf(loaded)).toEqual(valuesOf(model));
    expect({ ...loaded.adapter, parameters: 0 }).toEqual({ ...model.adapter, parameters: 0 });
    loaded.dispose();
    expect(tf.memory().numTensors).toBe(before);
  });

  it('comes back exactly where its matrices are single rows and columns', async () => {
    const [folder, thin] = [
      join(root, 'thin'),
      createAdapter(base, { rank: 1, targets: ['v_proj', 'up_proj'], seed: 7 }),
    ];
    for (const [name, matrix] of thin.adapter.parameters)
      if (name.includes('lora_B')) tf.tidy(() => matrix.assign(tf.randomNormal(matrix.shape, 0, 1, 'float32', 3)));
    await saveAdapter(folder, thin);
    const loaded = await loadAdapter(base, folder);
    expect(valuesOf(loaded)).toEqual(valuesOf(thin));
    tf.dispose([thin, loaded].flatMap(({ adapter }) => [...adapter.parameters.values()]));
  });

  it('is rounded to bfloat16 where that is asked for', async () => {
    const folder = join(root, 'rounded');
    await saveAdapter(folder, model, { dtype: 'BF16' });
    const loaded = await loadAdapter(base, folder);
    const pairs = valuesOf(loaded).map(
      ([, values], i) => [values, valuesOf(model)[i]![1]] as [Float32Array, Float32Array],
    );
    expect(pairs.some(([ours, exact]) => ours.some((value, i) => value !== exact[i]))).toBe(true);
    for (const [ours, exact] of pairs)
      ours.forEach((value, i) => expect(Math.abs(value - exact[i]!)).toBeLessThanOrEqual(Math.abs(exact[i]!) / 256));
    loaded.dispose();
  });

  it.each([
    ['use_dora', true],
    ['bias', 'lora_only'],
    ['modules_to_save', ['lm_head']],
    ['fan_in_fan_out', true],
    ['lora_bias', true],
    ['rank_pattern', { q_proj: 8 }],
    ['alpha_pattern', { q_proj: 8 }],
    ['layers_to_transform', [0]],
    ['trainable_token_indices', [1, 2]],
    ['init_lora_weights', 'pissa'],
    ['peft_type', 'IA3'],
    ['r', 0],
    ['r', '2'],
    ['lora_alpha', null],
    ['use_rslora', 'yes'],
    ['target_modules', ['v_proj', 'lm_head']],
    ['target_modules', ['model.layers.0.self_attn.v_proj']],
    ['target_modules', '.*_proj'],
    ['something_of_a_later_version', 'on'],
  ])('is refused by name: %s of %j', async (field, value) => {
    const folder = await changed('refused', { [field]: value });
    const before = tf.memory().numTensors;
    await expect(loadAdapter(base, folder)).rejects.toThrow(ModelFileError);
    await expect(loadAdapter(base, folder)).rejects.toThrow(`adapter_config.json: ${field}: expected`);
    expect(tf.memory().numTensors).toBe(before);
  });

  it('may list whole names of modules, and say how it was trained', async () => {
    const whole = [0, 1].flatMap((layer) => [`model.layers.${layer}.self_attn.v_proj`, `layers.${layer}.mlp.up_proj`]);
    const loaded = await loadAdapter(
      base,
      await changed('whole', {
        target_modules: whole,
        lora_dropout: 0.05,
        init_lora_weights: 'eva',
        eva_config: { rho: 2 },
      }),
    );
    expect(valuesOf(loaded)).toEqual(valuesOf(model));
    loaded.dispose();
  });

  const NAME = 'base_model.model.model.layers.1.mlp.up_proj.lora_B.weight';
  it.each([
    [
      'a tensor that is missing',
      (tensors: Map<string, NamedArray>) => tensors.delete(NAME),
      /expected a tensor named .*up_proj\.lora_B/,
    ],
    [
      'a tensor of another shape',
      (tensors: Map<string, NamedArray>) => tensors.set(NAME, { shape: [2, 24], values: new Float32Array(48) }),
      /expected shape \[24, 2\], got \[2, 24\]/,
    ],
    [
      'a number that is none',
      (tensors: Map<string, NamedArray>) =>
        tensors.set(NAME, { shape: [24, 2], values: new Float32Array(48).fill(NaN) }),
      /up_proj\.lora_B\.weight: expected finite numbers/,
    ],
    [
      'a tensor too many',
      (tensors: Map<string, NamedArray>) => tensors.set('lm_head', { shape: [1], values: new Float32Array(1) }),
      /^adapter: expected no tensors but those of the configuration, got 1 more: lm_head/,
    ],
  ])('is refused with %s, and no tensor is left behind', async (_, change, message) => {
    const folder = await changed('damaged', {}, (tensors) => void change(tensors));
    const before = tf.memory().numTensors;
    await expect(loadAdapter(base, folder)).rejects.toThrow(ModelFileError);
    await expect(loadAdapter(base, folder)).rejects.toThrow(message);
    expect(tf.memory().numTensors).toBe(before);
  });

  it('replaces neither a model nor is replaced by one, and a model with it is not saved as if it had none', async () => {
    const folder = join(root, 'model');
    await saveModel(folder, base);
    await expect(saveAdapter(folder, model)).rejects.toThrow(
      /expected an adapter's folder or a new folder: .* would be lost/,
    );
    const other = join(root, 'adapter');
    await saveAdapter(other, model);
    writeFileSync(join(other, 'tokenizer.json'), '{}');
    await saveAdapter(other, model);
    expect(readdirSync(other)).toContain('tokenizer.json');
    await expect(saveModel(other, base)).rejects.toThrow(/expected a model's folder or a new folder: .* would be lost/);
    await expect(saveModel(join(root, 'new'), model)).rejects.toThrow('mergeAdapter');
    mkdirSync(join(root, 'nothing'));
    await expect(loadAdapter(base, join(root, 'nothing'))).rejects.toThrow('expected adapter_config.json, found none');
  });
});
