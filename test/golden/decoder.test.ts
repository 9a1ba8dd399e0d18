import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as tf from '@tensorflow/tfjs-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PackedBatch } from '../../src/index.js';
import { createSampler, decodeSafetensors, loadModel, type Decoder } from '../../src/tfjs/index.js';
import { checkBatch } from '../../src/objective/index.js';
import { lossAndGradients } from '../../src/tfjs/learner/internal/batch-gradients.js';
import { countedTokens } from '../../src/base/internal/tokens/counted-tokens.js';
import { KERNEL_BACKENDS, useBackend } from '../unit/tfjs/backends.js';

/** Recorded from transformers by test/recordings/decoder.py. */
const recordings = fileURLToPath(new URL('../recordings/decoder/', import.meta.url));
const cases = readdirSync(recordings).sort();

interface Expected {
  readonly batch: {
    readonly [name in 'tokens' | 'offsets' | 'responseMask' | 'advantages' | 'lossWeights' | 'oldLogprobs']: number[];
  } & { readonly clipLow: number; readonly clipHigh: number };
  readonly loss: number;
  readonly greedy: { readonly prompt: number[]; readonly tokens: number[]; readonly margins: number[] };
}

/** The greatest distance from what was recorded, and the greatest size of that. */
function compare(got: ArrayLike<number>, want: Float32Array): { readonly off: number; readonly size: number } {
  expect(got.length).toBe(want.length);
  let [off, size] = [0, 0];
  want.forEach((value, i) => {
    const distance = Math.abs(got[i]! - value);
    off = Number.isNaN(distance) ? Infinity : Math.max(off, distance);
    size = Math.max(size, Math.abs(value));
  });
  return { off, size };
}

it('there is a model of every architecture, with shards, both versions of config.json, and every kind of head', () => {
  expect(cases.length).toBe(9);
});

describe.each(KERNEL_BACKENDS.flatMap((backend) => cases.map((name) => ({ backend, name }))))(
  'transformers with $name, on $backend',
  ({ backend, name }) => {
    const folder = `${recordings}${name}`;
    const expected = JSON.parse(readFileSync(`${folder}/expected.json`, 'utf8')) as Expected;
    const { tensors } = decodeSafetensors(readFileSync(`${folder}/expected.safetensors`));
    const tokens = Int32Array.from(expected.batch.tokens);
    const offsets = Int32Array.from(expected.batch.offsets);
    let model: Decoder;
    beforeAll(async () => {
      await useBackend(backend);
      model = await loadModel(folder);
    });
    afterAll(() => model.dispose());

    it('has the same logits within 1e-4', () => {
      const logits = tf.tidy(() =>
        tf.matMul(model.hidden(tokens, offsets), tf.transpose(model.outputWeight)).dataSync<'float32'>(),
      );
      expect(compare(logits, tensors.get('logits')!.values).off).toBeLessThan(1e-4);
    });

    it('has the same gradient of a clipped loss for every parameter within 1e-3', async () => {
      const { clipLow, clipHigh, responseMask, ...numbers } = expected.batch;
      const batch: PackedBatch = {
        tokens,
        offsets,
        rollouts: Int32Array.from(offsets.subarray(1), (_, sequence) => sequence),
        responseMask: Uint8Array.from(responseMask),
        oldLogprobs: Float32Array.from(numbers.oldLogprobs),
        advantages: Float32Array.from(numbers.advantages),
        lossWeights: Float32Array.from(numbers.lossWeights),
        temperature: 1,
      };
      const objective = { loss: { kind: 'clip', clipLow, clipHigh } } as const;
      const { loss, metrics, gradients } = await lossAndGradients(
        model,
        batch,
        countedTokens(batch, model.config),
        checkBatch(batch, objective),
      );
      expect(loss).toBeCloseTo(expected.loss, 5);
      // The loss would be another one without its clip.
      expect(metrics['actor/pg_clipfrac']).toBeGreaterThan(0.1);
      const off: string[] = [];
      for (const [parameter, { shape: inFile }] of model.parameters) {
        const recorded = tensors.get(`gradient.${parameter}`)!;
        const isTurned = recorded.shape.length === 2 && !/embed_tokens|lm_head/.test(parameter);
        const gradient = tf.tidy(() => {
          const ours = gradients.get(parameter)!;
          return (isTurned ? tf.transpose(ours) : ours).dataSync<'float32'>();
        });
        expect(inFile).toEqual(isTurned ? recorded.shape.toReversed() : recorded.shape);
        const { off: distance, size } = compare(gradient, recorded.values);
        if (!(distance <= 1e-3 * size) || size === 0) off.push(`${parameter}: ${distance} of ${size}`);
      }
      tf.dispose([...gradients.values()]);
      expect(off).toEqual([]);
      expect([...tensors.keys()].filter((key) => key.startsWith('gradient.'))).toHaveLength(model.parameters.size);
    });

    it('has the same greedy text of 200 tokens, up to where two logits are as good as equal', async () => {
      const { prompt, tokens, margins } = expected.greedy;
      const sampler = createSampler(model);
      const generation = await sampler.generate({
        tokens: Int32Array.from(prompt),
        sampling: { temperature: 0, maxTokens: tokens.length, stopTokens: [] },
      });
      await sampler.close();
      const undecided = margins.findIndex((margin) => margin < 1e-3);
      const sure = undecided < 0 ? tokens.length : undecided;
      expect(sure).toBeGreaterThan(20);
      expect([...generation.tokens.subarray(0, sure)]).toEqual(tokens.slice(0, sure));
    });
  },
);
