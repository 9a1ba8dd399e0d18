import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { nativeBackend } from '../../../../../src/tfjs/internal/native/backend.js';
import { runNatively } from '../../../../../src/tfjs/internal/native/operations.js';
import { useBackend } from '../../backends.js';

/** How many values TensorFlow's binding has. */
const count = () => (nativeBackend()!.binding as unknown as { getNumOfTensors(): number }).getNumOfTensors();

describe('runNatively', () => {
  beforeAll(() => useBackend('tensorflow'));

  it('gives the results as tensors, and frees everything else', () => {
    const x = tf.tensor2d([1, 2, 3, 4, 5, 6], [2, 3]);
    const run = () =>
      runNatively([x], (operations, value) => {
        const [doubled] = operations.within(() => [
          operations.mul(operations.map('Square', value), operations.scalar(2)),
        ]);
        return [doubled, operations.reduce('Mean', operations.roll(operations.slice(value, 1, 1), 1))];
      });
    tf.dispose(run());
    const before = count();
    const [doubled, mean] = run();
    expect([...doubled!.dataSync()]).toEqual([2, 8, 18, 32, 50, 72]);
    expect(mean!.shape).toEqual([1, 1]);
    expect(mean!.dataSync()[0]).toBe(5);
    tf.dispose([doubled!, mean!]);
    expect(count()).toBe(before);
    x.dispose();
  });

  it('frees what it has made if an operation fails', () => {
    const x = tf.tensor2d([1, 2], [1, 2]);
    x.dataSync();
    const run = () =>
      runNatively([x], (operations, value) => [operations.matMul(operations.map('Square', value), value)]);
    expect(run).toThrow(/Matrix size-incompatible/);
    const before = count();
    expect(run).toThrow();
    expect(count()).toBe(before);
    x.dispose();
  });
});
