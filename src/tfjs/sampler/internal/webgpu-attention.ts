import type * as tf from '@tensorflow/tfjs-core';
import { runProgram, type WebGpuProgram } from '../../internal/webgpu/backend.js';
import type { HeadLayout } from '../../model/internal/index.js';

/** Most pieces (numbers, or groups of four) of a head: each has a thread of a workgroup. */
const MOST_LANES = 256;

/** @returns Whether the program takes heads of that size. */
export function attendsOnWebGpu(headDim: number): boolean {
  return lanesOf(headDim).lanes <= MOST_LANES;
}

/**
 * The attention of one flat step as one program: a workgroup for each query and head. It reads the keys of the query in chunks of one key a
 * thread, and rescales what it has when a larger score comes (Milakov & Gimelshein, arXiv 1805.02867).
 *
 * @param q - Shape [N, heads · headDim].
 * @param store - Shape [rows, 2 · kvHeads · headDim]: keys, and beside them values.
 * @param places - int32: for each query where its list of rows starts in `places`, and how many it reads; then the lists.
 * @returns Shape [N, heads · headDim].
 */
export function webGpuAttention(
  q: tf.Tensor2D,
  store: tf.Tensor2D,
  places: tf.Tensor1D,
  layout: HeadLayout,
): tf.Tensor2D {
  return runProgram(attentionProgram(q.shape, layout), [q, store, places], []);
}

/** Four numbers at a time, where a head is of whole groups of four. */
function lanesOf(headDim: number): { readonly width: 1 | 4; readonly lanes: number } {
  return headDim % 4 === 0 ? { width: 4, lanes: headDim / 4 } : { width: 1, lanes: headDim };
}

function attentionProgram(outputShape: [number, number], layout: HeadLayout): WebGpuProgram {
  const { heads, kvHeads, headDim } = layout;
  const { width, lanes } = lanesOf(headDim);
  const threads = lanes > 128 ? 256 : 128;
  return {
    variableNames: ['q', 'store', 'places'],
    variableComponents: [width, width, 1],
    outputComponent: width,
    outputShape,
    workgroupSize: [threads, 1, 1],
    dispatch: [outputShape[0] * heads, 1, 1],
    dispatchLayout: { x: [0, 1] },
    uniforms: '',
    shaderKey: `rstar_attention_${heads}_${kvHeads}_${headDim}`,
    getUserCode: () => attentionCode(layout, threads),
  };
}

function attentionCode({ heads, kvHeads, headDim }: HeadLayout, threads: number): string {
  const { width, lanes } = lanesOf(headDim);
  const type = width === 4 ? 'vec4<f32>' : 'f32';
  // So many threads add up the values of one lane, each those of its own keys.
  const parts = Math.floor(threads / lanes);
  const tree = (merged: string) => `
      workgroupBarrier();
      for (var step = ${threads / 2}; step > 0; step = step / 2) {
        if (thread < step) {
          shared_[thread] = ${merged};
        }
        workgroupBarrier();
      }`;
  return `
    var<workgroup> run: vec2<i32>;
    var<workgroup> query: array<${type}, ${lanes}>;
    var<workgroup> shared_: array<f32, ${threads}>;
    var<workgroup> weights: array<f32, ${threads}>;
    var<workgroup> values: array<i32, ${threads}>;
    var<workgroup> mixed: array<${type}, ${threads}>;

    fn main(index: i32) {
      let thread = i32(localIndex);
      let tasks = uniforms.outShape[0] * ${heads};
      let asked = index / ${threads};
      // More workgroups may run than there are tasks; they read the last one and write nothing.
      let task = min(asked, tasks - 1);
      let row = task / ${heads};
      let kvHead = (task - row * ${heads}) / ${heads / kvHeads};
      if (thread == 0) {
        run = vec2<i32>(places[2 * row], places[2 * row + 1]);
      }
      if (thread < ${lanes}) {
        query[thread] = q[task * ${lanes} + thread] * ${1 / Math.sqrt(headDim)};
      }
      // Read this way all threads are known to go through the loop together; and it is a barrier.
      let list = workgroupUniformLoad(&run);
      let lane = thread % ${lanes};
      let part = thread / ${lanes};
      var largest = -1e30;
      var total = 0.0;
      var sum = ${type}(0.0);
      for (var chunk = 0; chunk < list.y; chunk += ${threads}) {
        let count = min(${threads}, list.y - chunk);
        var score = -1e30;
        if (thread < count) {
          let key = (places[list.x + chunk + thread] * ${2 * kvHeads} + kvHead) * ${lanes};
          values[thread] = key + ${kvHeads * lanes};
          var product = ${type}(0.0);
          for (var i = 0; i < ${lanes}; i++) {
            product += query[i] * store[key + i];
          }
          score = ${width === 4 ? 'dot(product, vec4<f32>(1.0))' : 'product'};
        }
        shared_[thread] = score;
        ${tree('max(shared_[thread], shared_[thread + step])')}
        let next = max(largest, shared_[0]);
        let kept = exp(largest - next);
        let weight = select(0.0, exp(score - next), thread < count);
        largest = next;
        total = total * kept + weight;
        weights[thread] = weight;
        workgroupBarrier();
        sum = sum * kept;
        if (part < ${parts}) {
          for (var i = part; i < count; i += ${parts}) {
            sum += weights[i] * store[values[i] + lane];
          }
        }
        // The next chunk writes over what this one reads.
        workgroupBarrier();
      }
      mixed[thread] = sum;
      shared_[thread] = total;
      ${tree('shared_[thread] + shared_[thread + step]')}
      if (asked < tasks && thread < ${lanes}) {
        var whole = mixed[thread];
        for (var i = 1; i < ${parts}; i++) {
          whole += mixed[i * ${lanes} + thread];
        }
        result[task * ${lanes} + thread] = whole / shared_[0];
      }
    }
  `;
}
