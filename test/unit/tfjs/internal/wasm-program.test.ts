import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { LearnerError } from '../../../../src/base/index.js';
import { createTfjsLearner, selectBackend, type Decoder } from '../../../../src/tfjs/index.js';
import { engineFailure, WasmOutOfMemory } from '../../../../src/tfjs/internal/wasm-program.js';
import { SMALL } from '../shapes.js';

const EVENTS = ['uncaughtException', 'unhandledRejection'] as const;
const handlers = () => EVENTS.map((event) => process.listeners(event as 'uncaughtException').length);

describe('the wasm backend', () => {
  let before: number[];
  beforeAll(async () => {
    before = handlers();
    await selectBackend({ backend: 'wasm' });
  });

  it('puts no handler of uncaught errors on the process', () => {
    expect(handlers()).toEqual(before);
  });

  it('says that it is out of memory where it would write over its own data, and goes on', async () => {
    const backend = tf.backend() as unknown as { makeOutput(shape: number[], dtype: 'float32'): tf.TensorInfo };
    // 3.2 GB each, of a heap that ends at 4; never written to.
    const take = () => backend.makeOutput([800_000_000], 'float32');
    const failure = await engineFailure('forwardBackward', LearnerError, () => [take(), take()]).catch(
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(LearnerError);
    expect((failure as Error).message).toMatch(
      /^forwardBackward: the wasm backend is out of memory \(cannot allocate 3,200,000,000 bytes\).*fewer tokens a pass/,
    );
    expect((failure as Error).cause).toBeInstanceOf(WasmOutOfMemory);
    const product = tf.tidy(() => [...tf.matMul(tf.ones([2, 3]), tf.ones([3, 1])).dataSync()]);
    expect(product).toEqual([3, 3]);
  });

  it('refuses a model before work whose training its heap cannot hold, with the numbers', () => {
    const before = tf.memory().numTensors;
    // Its configuration alone is looked at.
    const sized = (vocabSize: number, intermediateSize: number) =>
      ({ config: { ...SMALL, vocabSize, intermediateSize }, parameters: new Map() }) as unknown as Decoder;
    expect(() => createTfjsLearner({ model: sized(10e6, 1e6) })).toThrow(
      new LearnerError(
        'training all of 256,001,632 parameters needs at least 4.5 GB, and on the wasm backend its heap ends at 4.3 GB: ' +
          'train an adapter (lora) or take another backend',
      ),
    );
    expect(() => createTfjsLearner({ model: sized(10e6, 5e6), lora: { rank: 4 } })).toThrow(
      'training an adapter of 640,001,632 parameters needs at least 5.9 GB, and on the wasm backend its heap ends at 4.3 GB',
    );
    expect(tf.memory().numTensors).toBe(before);
  });

  it('says what to do once its program has ended', async () => {
    const ended = () => {
      throw new Error('Aborted(). Build with -sASSERTIONS for more info.');
    };
    await expect(engineFailure('logprobs', LearnerError, ended)).rejects.toThrow(
      /^logprobs: the wasm backend has ended.*Start a new process and continue from the last checkpoint/,
    );
    await expect(
      engineFailure('logprobs', LearnerError, () => {
        throw new RangeError('another error');
      }),
    ).rejects.toThrow(new RangeError('another error'));
  });
});
