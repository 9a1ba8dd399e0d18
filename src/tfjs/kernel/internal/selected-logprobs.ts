import * as tf from '@tensorflow/tfjs-core';
import { sameMemory } from '../../internal/memory/scope.js';
import type { SelectedLogprobs } from '../options.js';

/** The input of a backward pass, for every token. */
export interface Upstream {
  /** ∂L/∂logprob, shape [N]. */
  readonly logprobs: tf.Tensor1D;
  /** ∂L/∂entropy, shape [N]; undefined when nothing depends on the entropy. */
  readonly entropy: tf.Tensor1D | undefined;
}

/** The parts of tfjs's tape that are used here. */
interface TapeNode {
  readonly outputs: readonly tf.Tensor[];
  readonly saved: tf.Tensor[];
}

/**
 * Logprobs and entropies as one differentiable operation that keeps tensors for its backward pass without copying them.
 *
 * `tf.customGrad` has one output only: the two leave stacked and are taken apart here, and on the way back it is known which of them
 * the loss depended on. A gradient that is not there need not be computed, and the tape would give zeros for it. What `customGrad` saves
 * it clones, and on wasm a clone is a copy: of the logits, of the output matrix. Here a tensor is kept under a second name for the same
 * memory and put on the tape's node, which frees it when the tape ends.
 *
 * @param forward - Both outputs, shape [N], and what the backward pass needs.
 * @param backward - The gradient of each input.
 */
export function selectedLogprobs<S extends readonly tf.Tensor[]>(
  inputs: readonly tf.Tensor2D[],
  forward: (...inputs: tf.Tensor2D[]) => SelectedLogprobs & { readonly saved: S },
  backward: (saved: S, upstream: Upstream) => tf.Tensor[],
): SelectedLogprobs {
  const taped = tf.engine().isTapeOn();
  let kept: readonly tf.Tensor[] = [];
  let dependsOnEntropy = false;
  const both = tf.customGrad((...args) => {
    const { logprobs, entropies, saved } = forward(...(args.slice(0, inputs.length) as tf.Tensor2D[]));
    if (taped) kept = saved.map((tensor) => tf.keep(sameMemory(tensor)));
    return {
      value: tf.stack([logprobs, entropies]),
      gradFunc: (dy: tf.Tensor) => {
        const row = (index: number) => takeRow(dy as tf.Tensor2D, index);
        return backward(kept as S, {
          logprobs: row(0),
          entropy: dependsOnEntropy ? row(1) : undefined,
        });
      },
    };
  })(...inputs) as tf.Tensor2D;
  if (taped) {
    const node = (tf.engine().state.activeTape as unknown as readonly TapeNode[]).at(-1);
    if (node?.outputs[0]?.id !== both.id) throw new Error('the tape does not end in the operation just recorded');
    node.saved.push(...kept);
  }
  const take = (row: number): tf.Tensor1D =>
    tf.customGrad((x) => ({
      value: takeRow(x as tf.Tensor2D, row),
      gradFunc: (dy: tf.Tensor) => {
        dependsOnEntropy ||= row === 1;
        return tf.stack(row === 0 ? [dy, tf.zerosLike(dy)] : [tf.zerosLike(dy), dy]);
      },
    }))(both) as tf.Tensor1D;
  return { logprobs: take(0), entropies: take(1) };
}

function takeRow(x: tf.Tensor2D, row: number): tf.Tensor1D {
  return tf.reshape(tf.slice(x, [row, 0], [1, x.shape[1]]), [x.shape[1]]);
}
