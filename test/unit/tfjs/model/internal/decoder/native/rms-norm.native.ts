import * as tf from '@tensorflow/tfjs-core';
import { describe, it } from 'vitest';
import { rmsNorm } from '../../../../../../../src/tfjs/model/internal/decoder/layers.js';
import {
  applyRotary,
  normedRotary,
  rotaryTables,
} from '../../../../../../../src/tfjs/model/internal/decoder/rotary.js';
import { expectSame } from './measured.js';

const norm = (x: tf.Tensor, gain?: tf.Tensor) => rmsNorm(x as tf.Tensor2D, gain as tf.Tensor1D, 1e-6);
const tables = () =>
  rotaryTables(
    Int32Array.from({ length: 7 }, (_, i) => 3 * i),
    Float64Array.from({ length: 8 }, (_, i) => 100 ** (-i / 8)),
  );

describe('the norms and the rotary embedding on TensorFlow', () => {
  it('norm whole rows', () => expectSame(norm, [[7, 64], [64]]));
  it('norm heads', () => expectSame(norm, [[7, 64], [16]]));
  it('norm with a frozen gain', () =>
    expectSame((x) => rmsNorm(x as tf.Tensor2D, tf.fill([16], 0.5), 1e-6, true), [[7, 64]]));
  it('turn heads', () => expectSame((x) => applyRotary(x as tf.Tensor2D, tables()), [[7, 48]]));
  it.each([48, 16])('norm and turn heads of %i channels together', (width) =>
    expectSame(
      (x, gain) => normedRotary(x as tf.Tensor2D, gain as tf.Tensor1D, 1e-6, tables(), false),
      [[7, width], [16]],
    ),
  );
});
