import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { runNatively } from '../../../../../src/tfjs/internal/native/operations.js';
import { RowMatrix } from '../../../../../src/tfjs/internal/native/row-matrix.js';
import { useBackend } from '../../backends.js';

describe('RowMatrix', () => {
  beforeAll(() => useBackend('tensorflow'));

  it('is written in place, and read by rows; others stay as they are', () => {
    const at = tf.tensor2d([3, 1], [1, 2], 'int32');
    const rows = tf.tensor3d([1, 2, 3, 4], [1, 2, 2]);
    const matrices: RowMatrix[] = [];
    const [read, other] = runNatively([at, rows], (run, places, values) => {
      for (let i = 0; i < 2; i++) matrices.push(new RowMatrix(run, run.zeros([4, 2])));
      matrices[0]!.write(run, places, values);
      return [matrices[0]!.read(run, places), matrices[1]!.read(run, places)];
    });
    const [all] = runNatively([], (run) => [run.reshape(matrices[0]!.all(run), [-1])]);
    expect(read!.shape).toEqual([1, 2, 2]);
    expect([...read!.dataSync()]).toEqual([1, 2, 3, 4]);
    expect([...other!.dataSync()]).toEqual([0, 0, 0, 0]);
    expect([...all!.dataSync()]).toEqual([0, 0, 3, 4, 0, 0, 1, 2]);
    for (const matrix of matrices) matrix.dispose();
    tf.dispose([at, rows, read!, other!, all!]);
  });
});
