import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as tf from '@tensorflow/tfjs-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeSafetensors, mergeAdapter, saveAdapter } from '../../src/tfjs/index.js';
import { KERNEL_BACKENDS, useBackend } from '../unit/tfjs/backends.js';
import {
  loadRecordedAdapter,
  logitsOf,
  recordedAdapters,
  takeSteps,
  type RecordedAdapter,
} from './recorded-adapters.js';

const PREFIX = 'base_model.model.';

function farthest(got: ArrayLike<number>, want: Float32Array): number {
  expect(got.length).toBe(want.length);
  return want.reduce((off, value, i) => Math.max(off, Math.abs(got[i]! - value)), 0);
}

describe.each(KERNEL_BACKENDS.flatMap((backend) => recordedAdapters().map((name) => ({ backend, name }))))(
  'peft with $name, on $backend',
  ({ backend, name }) => {
    let recorded: RecordedAdapter;
    let folder: string;
    beforeAll(async () => {
      await useBackend(backend);
      recorded = await loadRecordedAdapter(name);
      folder = await mkdtemp(join(tmpdir(), 'rstar2-lora-'));
    });
    afterAll(async () => {
      recorded.dispose();
      await rm(folder, { recursive: true });
    });

    it('has the same logits within 1e-4, with the adapter beside the weights and worked into them', () => {
      const { values } = recorded.tensors.get('logits')!;
      expect(farthest(logitsOf(recorded, recorded.model), values)).toBeLessThan(1e-4);
      const merged = mergeAdapter(recorded.model);
      expect(farthest(logitsOf(recorded, merged), values)).toBeLessThan(1e-4);
      merged.dispose();
      // The base by itself is another model.
      expect(farthest(logitsOf(recorded, recorded.model.base), values)).toBeGreaterThan(0.1);
    });

    it('writes the file that it read, bit for bit', async () => {
      await saveAdapter(folder, recorded.model);
      const ours = decodeSafetensors(await readFile(join(folder, 'adapter_model.safetensors'))).tensors;
      const theirs = decodeSafetensors(await readFile(`${recorded.folder}/adapter_model.safetensors`)).tensors;
      expect(new Map([...ours].sort())).toEqual(new Map([...theirs].sort()));
    });

    it('has the same losses, gradient norms and matrices after steps of AdamW within 1e-3', async () => {
      const { losses, gradientNorms } = await takeSteps(recorded);
      losses.forEach((loss, step) => expect(Math.abs(loss - recorded.expected.losses[step]!)).toBeLessThan(1e-3));
      gradientNorms.forEach((norm, step) => expect(norm / recorded.expected.gradientNorms[step]!).toBeCloseTo(1, 3));
      // Each step moves every number by about the rate.
      expect(recorded.expected.rate * losses.length).toBeGreaterThan(4e-3);
      for (const [parameter, matrix] of recorded.model.adapter.parameters) {
        const values = tf.tidy(() => tf.transpose(matrix).dataSync<'float32'>());
        expect(farthest(values, recorded.tensors.get(`${PREFIX}${parameter}`)!.values)).toBeLessThan(1e-3);
      }
      expect(recorded.tensors.size).toBe(recorded.model.adapter.parameters.size + 1);
    });
  },
);
