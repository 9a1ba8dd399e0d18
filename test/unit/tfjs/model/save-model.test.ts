import type * as tf from '@tensorflow/tfjs-core';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDecoder, decodeSafetensors, saveModel, type Decoder } from '../../../../src/tfjs/index.js';
import { useBackend } from '../backends.js';
import { TINY } from '../shapes.js';

const config = TINY;

describe('saveModel', () => {
  let root: string;
  let model: Decoder;
  beforeAll(async () => {
    await useBackend('cpu');
    root = mkdtempSync(join(tmpdir(), 'rstar2-save-'));
    model = createDecoder(config, { seed: 'save' });
  });
  afterAll(() => {
    model.dispose();
    rmSync(root, { recursive: true });
  });
  const folderWith = (name: string, files: { readonly [file: string]: string }) => {
    mkdirSync(join(root, name));
    for (const [file, text] of Object.entries(files)) writeFileSync(join(root, name, file), text);
    return join(root, name);
  };

  it('names shards as transformers does, and says in the index what lies where', async () => {
    const folder = join(root, 'shards');
    await saveModel(folder, model, { maxShardBytes: 200 });
    const index = JSON.parse(readFileSync(join(folder, 'model.safetensors.index.json'), 'utf8')) as {
      metadata: object;
      weight_map: { [name: string]: string };
    };
    const shards = [...new Set(Object.values(index.weight_map))];
    expect(shards).toEqual(shards.map((_, i) => `model-0000${i + 1}-of-0000${shards.length}.safetensors`));
    expect(shards.length).toBeGreaterThan(2);
    expect(index.metadata).toEqual({ total_size: 4 * model.parameterCount });
    for (const [name, file] of Object.entries(index.weight_map))
      expect(decodeSafetensors(readFileSync(join(folder, file))).tensors.has(name)).toBe(true);
    expect(JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8'))).toMatchObject({ torch_dtype: 'float32' });
  });

  it('rounds to bfloat16 as PyTorch does: to the nearest, halfway to the even one', async () => {
    const values = Float32Array.of(1, 1.00390625, 1.01171875, -1.004, 3.38e38, 1e-40, 0.1);
    const small = createDecoder({ ...config, hiddenSize: 1 }, { seed: 1 });
    small.parameters.get('model.embed_tokens.weight')!.dataSync<'float32'>().set(values);
    await saveModel(join(root, 'bf16'), small, { dtype: 'BF16' });
    small.dispose();
    const { tensors } = decodeSafetensors(readFileSync(join(root, 'bf16', 'model.safetensors')));
    // What torch.tensor(values).to(torch.bfloat16) holds; the last but one is below the least normal number.
    expect([...tensors.get('model.embed_tokens.weight')!.values]).toEqual([
      1, 1, 1.015625, -1.0078125, 3.3762391092936863e38, 9.183549615799121e-41, 0.10009765625,
    ]);
    expect(JSON.parse(readFileSync(join(root, 'bf16', 'config.json'), 'utf8'))).toMatchObject({
      torch_dtype: 'bfloat16',
    });
  });

  it("keeps the folder's tokenizer, or takes another model's, and drops old weights", async () => {
    const old = { 'tokenizer.json': '{"old": 1}', 'model-00001-of-00002.safetensors': '', 'chat_template.jinja': 'x' };
    const folder = folderWith('old', old);
    await saveModel(folder, model);
    expect(readdirSync(folder).sort()).toEqual([
      'chat_template.jinja',
      'config.json',
      'model.safetensors',
      'tokenizer.json',
    ]);
    expect(readFileSync(join(folder, 'tokenizer.json'), 'utf8')).toBe('{"old": 1}');
    const base = folderWith('base', { 'tokenizer.json': '{"base": 1}', 'config.json': '{}', 'README.md': 'base' });
    await saveModel(folder, model, { tokenizerFrom: base });
    expect(readdirSync(folder).sort()).toEqual(['config.json', 'model.safetensors', 'tokenizer.json']);
    expect(readFileSync(join(folder, 'tokenizer.json'), 'utf8')).toBe('{"base": 1}');
  });

  it('replaces no folder of other things', async () => {
    const folder = folderWith('home', { 'thesis.tex': 'years of work' });
    await expect(saveModel(folder, model)).rejects.toThrow(
      "home: expected a model's folder or a new folder: thesis.tex would be lost",
    );
    expect(readdirSync(folder)).toEqual(['thesis.tex']);
  });

  it('leaves the old folder as it was, and nothing else, when it is told to end', async () => {
    const folder = folderWith('kept', { 'config.json': 'old' });
    const abort = new AbortController();
    const parameters = new Map(model.parameters);
    const name = 'model.layers.0.mlp.up_proj.weight';
    const ending = Object.create(parameters.get(name)!, {
      data: { value: () => (abort.abort(new Error('enough')), model.parameters.get(name)!.data()) },
    }) as tf.Variable;
    parameters.set(name, ending);
    await expect(saveModel(folder, { config, parameters }, { signal: abort.signal })).rejects.toThrow('enough');
    expect(readFileSync(join(folder, 'config.json'), 'utf8')).toBe('old');
    expect(readdirSync(root).filter((name) => name.startsWith('kept'))).toEqual(['kept']);
  });

  it('names an option that is out of range', async () => {
    await expect(saveModel(join(root, 'bad'), model, { maxShardBytes: 0 })).rejects.toThrow('options.maxShardBytes');
    await expect(saveModel(join(root, 'bad'), model, { dtype: 'F16' as never })).rejects.toThrow('options.dtype');
    expect(readdirSync(root)).not.toContain('bad');
  });
});
