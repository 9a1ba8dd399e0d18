import * as tf from '@tensorflow/tfjs-core';
import { hasSubgroups, runProgram, webGpuBackend, type WebGpuProgram } from '../../../internal/webgpu/backend.js';
import { LOGIT_UNIFORMS, logitUniforms, LOGIT_WGSL, type LogitShape } from './row-gradient.js';

/**
 * Reads each row of logits once and merges what it finds into the state of the row.
 *
 * One workgroup a row. Every thread keeps the largest z of its columns, m, and relative to it Σ e^{z−m} and
 * Σ e^{z−m} (z − m), rescaling when m grows (Milakov & Gimelshein, arXiv 1805.02867); the threads are then merged the
 * same way, first within subgroups where the device has them. From the state (m, s, t): log-sum-exp = m + log s and
 * entropy = log s − t / s, without the cancellation of log-sum-exp − Σ p z.
 *
 * @param logits - Raw logits of some words, [n, v].
 * @param targets - [n], in the numbering of the whole vocabulary.
 * @param state - [n, 4]: m, s, t and the logit of the target once its word was seen.
 * @returns The next state.
 */
export function rowStatistics(
  logits: tf.Tensor2D,
  targets: tf.Tensor1D,
  state: tf.Tensor2D,
  shape: LogitShape,
): tf.Tensor2D {
  const subgroups = hasSubgroups(webGpuBackend()!);
  const program = statisticsProgram(logits.shape, subgroups);
  return runProgram(program, [logits, targets, state], logitUniforms(shape), subgroups);
}

/** The state of a row of which nothing was seen. The largest is finite, so that differences of it are. */
const EMPTY_STATE = [-1e30, 0, 0, 0];

function statisticsProgram([rows, columns]: [number, number], subgroups: boolean): WebGpuProgram {
  const threads = columns >= 1024 ? 256 : 64;
  const width = columns % 4 === 0 ? 4 : 1;
  return {
    variableNames: ['logits', 'targets', 'before'],
    variableComponents: [width, 1, 4],
    outputComponent: 4,
    outputShape: [rows, 4],
    workgroupSize: [threads, 1, 1],
    dispatch: [rows, 1, 1],
    dispatchLayout: { x: [0, 1] },
    uniforms: LOGIT_UNIFORMS,
    shaderKey: `rstar_row_statistics_${width}_${subgroups ? 'subgroups' : 'plain'}`,
    getUserCode: () => statisticsCode(threads, width, subgroups),
  };
}

function statisticsCode(threads: number, width: number, subgroups: boolean): string {
  return `
    ${LOGIT_WGSL}

    // Largest z, sum of e^(z - largest), sum of e^(z - largest) * (z - largest).
    fn merge(a: vec3<f32>, b: vec3<f32>) -> vec3<f32> {
      let largest = max(a.x, b.x);
      let byA = exp(a.x - largest);
      let byB = exp(b.x - largest);
      return vec3<f32>(largest, a.y * byA + b.y * byB,
        (a.z + a.y * (a.x - largest)) * byA + (b.z + b.y * (b.x - largest)) * byB);
    }

    // A comparison or a maximum may lose a NaN; its bits do not lie.
    fn isNotANumber(x: f32) -> bool {
      return (bitcast<u32>(x) & 0x7fffffffu) > 0x7f800000u;
    }

    fn include(part: vec3<f32>, raw: f32) -> vec3<f32> {
      if (isNotANumber(raw)) {
        return vec3<f32>(part.x, raw, raw);
      }
      let z = logit(raw).x;
      // A logit of minus infinity has no weight, and would make 0 * infinity.
      return select(merge(part, vec3<f32>(z, 1.0, 0.0)), part, z < -1e30);
    }

    var<workgroup> parts: array<vec3<f32>, ${threads}>;
    ${subgroups ? 'var<workgroup> leaders: array<atomic<u32>, 8>;' : ''}

    fn main(index: i32) {
      let thread = i32(localIndex);
      // More workgroups may run than there are rows; they repeat the last one.
      let row = min(index / ${threads}, uniforms.outShape[0] - 1);
      let columns = uniforms.logitsShape[1] / ${width};
      var part = vec3<f32>(-1e30, 0.0, 0.0);
      for (var column = thread; column < columns; column += ${threads}) {
        ${width === 4 ? INCLUDE_FOUR : 'part = include(part, logits[row * columns + column]);'}
      }
      ${subgroups ? mergeBySubgroups(threads) : mergeByTree(threads)}
      if (thread == 0) {
        let before = before[row];
        let after = merge(before.xyz, part);
        let target_ = targets[row] - uniforms.start;
        var selected = before.w;
        if (target_ >= 0 && target_ < uniforms.logitsShape[1]) {
          selected = logit(${width === 4 ? 'logits[row * columns + target_ / 4][target_ % 4]' : 'logits[row * columns + target_]'}).x;
        }
        // A driver's logarithm may give a number for NaN, so the largest says it too.
        let largestOrNaN = select(after.x, after.y, isNotANumber(after.y));
        result[row] = vec4<f32>(largestOrNaN, after.yz, selected);
      }
    }
  `;
}

/** Four columns at once: one rescaling for all of them. */
const INCLUDE_FOUR = `
        let raw = logits[row * columns + column];
        let z = max(vec4<f32>(logit(raw.x).x, logit(raw.y).x, logit(raw.z).x, logit(raw.w).x), vec4<f32>(-1e30));
        let largest = max(part.x, max(max(z.x, z.y), max(z.z, z.w)));
        let scale = exp(part.x - largest);
        let distance = z - largest;
        let weight = select(exp(distance), vec4<f32>(0.0), z <= vec4<f32>(-1e30));
        part = vec3<f32>(largest, part.y * scale + dot(weight, vec4<f32>(1.0)),
          (part.z + part.y * (part.x - largest)) * scale + dot(weight, distance));
        let isBroken = (bitcast<vec4<u32>>(raw) & vec4<u32>(0x7fffffffu)) > vec4<u32>(0x7f800000u);
        if (any(isBroken)) {
          let nan = select(select(select(raw.x, raw.y, isBroken.y), raw.z, isBroken.z), raw.w, isBroken.w);
          part = vec3<f32>(part.x, nan, nan);
        }`;

function mergeByTree(threads: number): string {
  return `
      parts[thread] = part;
      workgroupBarrier();
      for (var step = ${threads / 2}; step > 0; step = step / 2) {
        if (thread < step) {
          parts[thread] = merge(parts[thread], parts[thread + step]);
        }
        workgroupBarrier();
      }
      part = parts[0];`;
}

/**
 * Each subgroup merges in registers and leaves one part. A subgroup's place in the list is its leader's rank among the
 * leaders, so that the order of the sum is the same in every run whatever order subgroups come in.
 */
function mergeBySubgroups(threads: number): string {
  const words = Math.ceil(threads / 32);
  return `
      let largest = subgroupMax(part.x);
      let scale = exp(part.x - largest);
      let sums = vec3<f32>(largest, subgroupAdd(part.y * scale),
        subgroupAdd((part.z + part.y * (part.x - largest)) * scale));
      let leads = subgroupElect();
      if (leads) {
        atomicOr(&leaders[localIndex / 32u], 1u << (localIndex % 32u));
      }
      workgroupBarrier();
      var rank = 0u;
      var count = 0u;
      for (var word = 0u; word < ${words}u; word++) {
        let bits = atomicLoad(&leaders[word]);
        count += countOneBits(bits);
        if (word < localIndex / 32u) {
          rank += countOneBits(bits);
        } else if (word == localIndex / 32u) {
          rank += countOneBits(bits & ((1u << (localIndex % 32u)) - 1u));
        }
      }
      if (leads) {
        parts[rank] = sums;
      }
      workgroupBarrier();
      part = parts[0];
      for (var i = 1u; i < count; i++) {
        part = merge(part, parts[i]);
      }`;
}

/** @returns The states of rows of which nothing was seen, [n, 4]. */
export function rowStates(count: number): tf.Tensor2D {
  return tf.tile(tf.tensor2d([EMPTY_STATE]), [count, 1]);
}

/** @returns The values that a token's loss needs, from the final states of rows; shapes [n]. */
export function statisticsOf(states: tf.Tensor2D): {
  readonly selected: tf.Tensor1D;
  readonly logSumExp: tf.Tensor1D;
  readonly entropy: tf.Tensor1D;
} {
  const column = (k: number): tf.Tensor1D =>
    tf.reshape(tf.slice(states, [0, k], [states.shape[0], 1]), [states.shape[0]]);
  const [largest, sum, moment] = [column(0), column(1), column(2)];
  const log = tf.log<tf.Tensor1D>(sum);
  return { selected: column(3), logSumExp: tf.add(largest, log), entropy: tf.sub(log, tf.div(moment, sum)) };
}
