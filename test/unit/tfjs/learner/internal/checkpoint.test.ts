import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as tf from '@tensorflow/tfjs-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memoryStorage } from '../../../../../src/recipe/index.js';
import { AdamW } from '../../../../../src/tfjs/learner/internal/adamw.js';
import { readCheckpoint, writeCheckpoint } from '../../../../../src/tfjs/learner/internal/checkpoint.js';
import { createDecoder, loadModel } from '../../../../../src/tfjs/index.js';
import { KERNEL_BACKENDS, useBackend } from '../../backends.js';
import { TINY } from '../../shapes.js';

const config = TINY;

describe.each(KERNEL_BACKENDS)('a checkpoint in shards, on %s', (backend) => {
  let folder: string;
  beforeAll(async () => {
    await useBackend(backend);
    folder = mkdtempSync(join(tmpdir(), 'rstar2-checkpoint-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(['directory', 'storage'])(
    'gives weights and moments back exactly from a %s, and leaves no tensor behind',
    async (place) => {
      const model = createDecoder(config, { seed: 'saved' });
      const optimizer = new AdamW();
      tf.tidy(() =>
        optimizer.step(model.parameters, new Map(Array.from(model.parameters, ([name, p]) => [name, tf.square(p)]))),
      );
      const path = join(folder, place);
      const storage = place === 'storage' ? memoryStorage() : undefined;
      await writeCheckpoint(path, model, optimizer, { maxShardBytes: 300, storage });
      const files = storage === undefined ? readdirSync(path) : await storage.list(path);
      for (const stem of ['model', 'optimizer']) {
        expect(files).toContain(`${stem}.safetensors.index.json`);
        expect(files.filter((name) => name.startsWith(`${stem}-0000`)).length).toBeGreaterThan(1);
      }
      const other = createDecoder(config, { seed: 'other' });
      const resumed = new AdamW();
      const before = tf.memory().numTensors;
      await readCheckpoint(path, other, resumed, { withOptimizer: true, storage });
      const numbers = (tensors: ReadonlyMap<string, tf.Tensor>) =>
        Array.from(tensors, ([name, tensor]) => [name, ...tensor.dataSync()]).sort();
      expect(numbers(other.parameters)).toEqual(numbers(model.parameters));
      expect(numbers(resumed.state().moments)).toEqual(numbers(optimizer.state().moments));
      expect(resumed.steps).toBe(1);
      expect(tf.memory().numTensors).toBe(before + resumed.state().moments.size);
      await readCheckpoint(path, other, resumed, { withOptimizer: false, storage });
      expect([resumed.steps, tf.memory().numTensors]).toEqual([0, before]);
      const loaded = await loadModel({ path, name: place, storage });
      expect(numbers(loaded.parameters)).toEqual(numbers(model.parameters));
      for (const each of [optimizer, resumed, model, other, loaded]) each.dispose();
    },
  );
});
