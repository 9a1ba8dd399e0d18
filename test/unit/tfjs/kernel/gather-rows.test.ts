import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { registerGradients } from '../../../../src/tfjs/backend/index.js';
import { gatherRows } from '../../../../src/tfjs/kernel/index.js';
import { KERNEL_BACKENDS, useBackend } from '../backends.js';

describe.each(KERNEL_BACKENDS)('rows by id on %s', (backend) => {
  beforeAll(async () => {
    await useBackend(backend);
    registerGradients();
  });

  it('takes rows in the order of the ids, repeated ones too', () => {
    const table = tf.tensor2d([
      [1, 2],
      [3, 4],
      [5, 6],
    ]);
    const rows = gatherRows(table, [2, 0, 2]);
    expect(rows.arraySync()).toEqual([
      [5, 6],
      [1, 2],
      [5, 6],
    ]);
    tf.dispose([table, rows]);
  });

  it('adds the gradients of repeated ids up, and leaves the others zero', () => {
    const before = tf.memory().numTensors;
    const table = tf.zeros<tf.Rank.R2>([4, 2]);
    const upstream = tf.tensor2d([
      [1, 10],
      [2, 20],
      [4, 40],
    ]);
    const [gradient] = tf.grads((t) => gatherRows(t as tf.Tensor2D, Int32Array.of(3, 1, 3)))([table], upstream);
    expect(gradient!.arraySync()).toEqual([
      [0, 0],
      [2, 20],
      [0, 0],
      [5, 50],
    ]);
    tf.dispose([table, upstream, gradient!]);
    expect(tf.memory().numTensors).toBe(before);
  });

  it('takes no rows at all', () => {
    const table = tf.zeros<tf.Rank.R2>([4, 2]);
    const rows = gatherRows(table, []);
    expect(rows.shape).toEqual([0, 2]);
    tf.dispose([table, rows]);
  });

  it('refuses an id outside the table and a table that is none', () => {
    const table = tf.zeros<tf.Rank.R2>([4, 2]);
    expect(() => gatherRows(table, [4])).toThrow('ids[0]: expected an id in [0, 4) to match table [4, 2], got 4');
    expect(() => gatherRows(tf.zeros([4]) as never, [0])).toThrow('table: expected shape [V, H], got [4]');
    table.dispose();
  });
});
