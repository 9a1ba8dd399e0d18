import * as tf from '@tensorflow/tfjs-core';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ModelFileError } from '../../../../src/base/index.js';
import {
  createDecoder,
  decodeSafetensors,
  decoderConfig,
  encodeSafetensors,
  loadModel,
  openModelDirectory,
  saveModel,
  type Decoder,
  type NamedArray,
} from '../../../../src/tfjs/index.js';
import { configToHuggingFace } from '../../../../src/tfjs/model/hugging-face-config.js';
import type { LoadProgress } from '../../../../src/tfjs/model/load-model.js';
import { KERNEL_BACKENDS, useBackend } from '../backends.js';

const config = decoderConfig({
  vocabSize: 11,
  hiddenSize: 6,
  numHiddenLayers: 2,
  numAttentionHeads: 4,
  numKeyValueHeads: 2,
  headDim: 4,
  intermediateSize: 10,
  attentionBias: 'qkv',
  qkNorm: false,
  ropeScaling: { kind: 'linear', factor: 2 },
  maxPositionEmbeddings: 32,
  tieWordEmbeddings: false,
});

/** Every parameter's numbers, by name. */
const weights = ({ parameters }: Decoder) =>
  Object.fromEntries(Array.from(parameters, ([name, parameter]) => [name, [...parameter.dataSync<'float32'>()]]));

describe.each(KERNEL_BACKENDS)('loadModel on %s', (backend) => {
  let root: string;
  let model: Decoder;
  beforeAll(async () => {
    await useBackend(backend);
    root = mkdtempSync(join(tmpdir(), 'rstar2-load-'));
    model = createDecoder(config, { seed: 'load' });
    await saveModel(join(root, 'whole'), model);
  });
  afterAll(() => {
    model.dispose();
    rmSync(root, { recursive: true });
  });
  /** A folder with one file of weights, changed. */
  const changed = (
    name: string,
    change: (tensors: Map<string, NamedArray>) => void,
    json: object = configToHuggingFace(config),
  ) => {
    const folder = mkdtempSync(join(root, `${name}-`));
    const tensors = new Map(decodeSafetensors(readFileSync(join(root, 'whole/model.safetensors'))).tensors);
    change(tensors);
    writeFileSync(join(folder, 'model.safetensors'), encodeSafetensors(tensors));
    writeFileSync(join(folder, 'config.json'), JSON.stringify(json));
    return folder;
  };

  it.each([
    ['whole', {}, ['config.json', 'model.safetensors']],
    ['in shards', { maxShardBytes: 2500 }, undefined],
  ])('gives back what saveModel wrote: %s', async (name, options, files) => {
    const folder = join(root, name);
    await saveModel(folder, model, options);
    if (files === undefined) expect(readdirSync(folder).length).toBeGreaterThan(3);
    else expect(readdirSync(folder).sort()).toEqual(files);
    const before = tf.memory().numTensors;
    const seen: LoadProgress[] = [];
    const loaded = await loadModel(await openModelDirectory(folder), { onProgress: (progress) => seen.push(progress) });
    expect(loaded.config).toEqual(config);
    expect(weights(loaded)).toEqual(weights(model));
    expect(seen.map((progress) => progress.kind === 'load' && progress.tensor)).toEqual([...model.parameters.keys()]);
    const bytes = 4 * model.parameterCount;
    expect(seen.at(-1)).toMatchObject({ kind: 'load', loadedBytes: bytes, totalBytes: bytes });
    loaded.dispose();
    expect(tf.memory().numTensors).toBe(before);
  });

  it('reads matrices that are longer than a piece, from a folder in bfloat16', async () => {
    const wide = createDecoder(
      decoderConfig({ ...config, hiddenSize: 1030, intermediateSize: 1100, numHiddenLayers: 1 }),
      { seed: 'wide' },
    );
    await saveModel(join(root, 'wide'), wide, { dtype: 'BF16', maxShardBytes: 3e6 });
    const loaded = await loadModel(join(root, 'wide'));
    let furthest = 0;
    for (const [name, parameter] of wide.parameters) {
      const [ours, read] = [parameter, loaded.parameters.get(name)!].map((tensor) => tensor.dataSync<'float32'>());
      for (let i = 0; i < ours!.length; i++)
        furthest = Math.max(furthest, Math.abs(read![i]! - ours![i]!) / (Math.abs(ours![i]!) || 1));
    }
    expect(furthest).toBeGreaterThan(0);
    expect(furthest).toBeLessThanOrEqual(2 ** -8);
    wide.dispose();
    loaded.dispose();
  });

  it('holds a head in the files against the embedding, where the two are said to be one', async () => {
    const tied = configToHuggingFace({ ...config, tieWordEmbeddings: true });
    const copy = changed('twin', (all) => all.set('lm_head.weight', all.get('model.embed_tokens.weight')!), tied);
    (await loadModel(copy)).dispose();
    await expect(loadModel(changed('other-head', () => undefined, tied))).rejects.toThrow(
      'weights: lm_head.weight: expected the numbers of model.embed_tokens.weight, because config.json has tie_word_embeddings: true, got others',
    );
    const missing = changed('no-head', (all) => all.delete('lm_head.weight'));
    await expect(loadModel(missing)).rejects.toThrow('weights: expected a tensor named lm_head.weight');
  });

  it.each<[string, (tensors: Map<string, NamedArray>) => void]>([
    [
      'weights: expected a tensor named model.layers.1.self_attn.k_proj.bias',
      (all) => all.delete('model.layers.1.self_attn.k_proj.bias'),
    ],
    [
      'weights: model.norm.weight: expected shape [6], got [2, 3]',
      (all) => all.set('model.norm.weight', { shape: [2, 3], values: new Float32Array(6) }),
    ],
    [
      'got 1 more: model.layers.0.self_attn.q_norm.weight',
      (all) => all.set('model.layers.0.self_attn.q_norm.weight', { shape: [1], values: new Float32Array(1) }),
    ],
    [
      'model.safetensors: lm_head.weight: expected finite numbers, got NaN or infinity',
      (all) => all.set('lm_head.weight', { shape: [11, 6], values: new Float32Array(66).fill(NaN, 60) }),
    ],
  ])('refuses by name what does not fit, and leaves no tensor behind: %s', async (message, change) => {
    const folder = changed('damaged', change);
    const before = tf.memory().numTensors;
    const refusal = await loadModel(folder).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ModelFileError);
    expect((refusal as Error).message).toContain(message);
    expect(tf.memory().numTensors).toBe(before);
  });

  it('takes what is surplus where it is asked to', async () => {
    const folder = changed('surplus', (all) =>
      all.set('value_head.weight', { shape: [1], values: Float32Array.of(1) }),
    );
    (await loadModel(folder, { unused: 'ignore' })).dispose();
    await expect(loadModel(folder)).rejects.toThrow('got 1 more: value_head.weight');
  });

  it('refuses a model that is not computed, and a folder that is none', async () => {
    const moe = changed('moe', () => undefined, { model_type: 'qwen3_moe' });
    await expect(loadModel(moe)).rejects.toThrow(ModelFileError);
    await expect(loadModel(moe)).rejects.toThrow('config.json: model_type: expected one of qwen3, qwen2, llama');
    const deep = changed('deep', () => undefined, { ...configToHuggingFace(config), num_hidden_layers: 1e9 });
    await expect(loadModel(deep)).rejects.toThrow('config.numHiddenLayers');
    rmSync(join(moe, 'config.json'));
    await expect(loadModel(moe)).rejects.toThrow('expected config.json, found none');
  });

  it('ends where it is told to, and leaves no tensor behind', async () => {
    const before = tf.memory().numTensors;
    const abort = new AbortController();
    const reason = new Error('enough');
    const tensors: string[] = [];
    const onProgress = (progress: LoadProgress) => {
      if (progress.kind === 'load') tensors.push(progress.tensor);
      if (tensors.length === 3) abort.abort(reason);
    };
    await expect(loadModel(join(root, 'whole'), { signal: abort.signal, onProgress })).rejects.toBe(reason);
    expect(tensors).toHaveLength(3);
    expect(tf.memory().numTensors).toBe(before);
  });
});
