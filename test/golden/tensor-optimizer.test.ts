import * as tf from '@tensorflow/tfjs-core';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { AdamW, type AdamWOptions } from '../../src/tfjs/learner/internal/adamw.js';
import { clipFactor, globalNorm } from '../../src/tfjs/learner/internal/gradient-norm.js';
import { learningRateFactor } from '../../src/base/index.js';
import { KERNEL_BACKENDS, useBackend } from '../unit/tfjs/backends.js';

interface Recorded {
  readonly adamw: readonly {
    readonly options: AdamWOptions;
    readonly start: number[];
    readonly shape: number[];
    readonly steps: readonly { readonly gradient: number[]; readonly parameter: number[] }[];
  }[];
  readonly clipping: readonly {
    readonly maxNorm: number;
    readonly before: number[][];
    readonly norm: number;
    readonly after: number[][];
  }[];
  readonly schedule: readonly {
    readonly warmupSteps: number;
    readonly totalSteps: number;
    readonly finalShare: number;
    readonly factors: number[];
  }[];
}

const path = new URL('../recordings/torch-optimizer.json', import.meta.url);
const recorded = JSON.parse(readFileSync(path, 'utf8')) as Recorded;

/** Asserts equality up to float32's rounding. */
const expectClose = (got: ArrayLike<number>, want: readonly number[]) => {
  expect(got).toHaveLength(want.length);
  want.forEach((value, i) => expect(Math.abs(got[i]! - value)).toBeLessThan(2e-6 * Math.max(1, Math.abs(value))));
};

describe.each(KERNEL_BACKENDS)('against PyTorch, on %s', (backend) => {
  beforeAll(() => useBackend(backend));

  it.each(recorded.adamw)(
    'AdamW moves a parameter as torch.optim.AdamW: $options',
    ({ options, start, shape, steps }) => {
      const before = tf.memory().numTensors;
      const parameter = tf.tidy(() => tf.variable(tf.tensor(start, shape)));
      const optimizer = new AdamW(options);
      for (const { gradient, parameter: expected } of steps) {
        const tensor = tf.tensor(gradient, shape);
        optimizer.step(new Map([['w', parameter]]), new Map([['w', tensor]]));
        tensor.dispose();
        expectClose(parameter.dataSync(), expected);
      }
      optimizer.dispose();
      parameter.dispose();
      expect(tf.memory().numTensors).toBe(before);
    },
  );

  it.each(recorded.clipping)('clips to $maxNorm as clip_grad_norm_', async ({ maxNorm, before, norm, after }) => {
    const gradients = before.map((values) => tf.tensor1d(values));
    const measured = await globalNorm(gradients);
    expect(measured).toBeCloseTo(norm, 4);
    const factor = clipFactor(measured, maxNorm);
    before.forEach((values, i) =>
      expectClose(
        values.map((value) => value * factor),
        after[i]!,
      ),
    );
    tf.dispose(gradients);
  });
});

describe('learningRateFactor', () => {
  it.each(recorded.schedule)('warms up and follows the cosine as LinearLR and CosineAnnealingLR', (recording) => {
    const { factors, ...schedule } = recording;
    const got = factors.map((_, i) => learningRateFactor({ kind: 'cosine', ...schedule }, i + 1));
    expectClose(got, factors);
  });
});
