import * as tf from '@tensorflow/tfjs-core';
import { sameMemory } from './same-memory.js';

/**
 * Keeps tensors from the forward to the backward pass of a `tf.customGrad` without copying them.
 *
 * `customGrad`'s own `save` clones, and on wasm a clone is a copy: of the logits, of the output matrix. Here a tensor is
 * kept under a second name for the same memory and put on the tape's node, which frees it when the tape ends.
 */
export interface SharedSave<T extends readonly tf.Tensor[]> {
  /** Call once, inside the forward function. */
  hold(tensors: T): void;
  /** Call with what `customGrad` returned. */
  attach(value: tf.Tensor): void;
  /** @returns What was saved; for the gradient function. */
  tensors(): T;
}

/** The parts of tfjs's tape that are used here. */
interface TapeNode {
  readonly outputs: readonly tf.Tensor[];
  readonly saved: tf.Tensor[];
}

export function sharedSave<T extends readonly tf.Tensor[]>(): SharedSave<T> {
  const taped = tf.engine().isTapeOn();
  let saved: tf.Tensor[] = [];
  return {
    hold: (tensors) => {
      if (taped) saved = tensors.map((tensor) => tf.keep(sameMemory(tensor)));
    },
    attach: (value) => {
      if (!taped) return;
      const tape = tf.engine().state.activeTape as unknown as readonly TapeNode[];
      const node = tape.at(-1);
      if (node?.outputs[0]?.id !== value.id) throw new Error('the tape does not end in the operation just recorded');
      node.saved.push(...saved);
    },
    tensors: () => saved as readonly tf.Tensor[] as T,
  };
}
