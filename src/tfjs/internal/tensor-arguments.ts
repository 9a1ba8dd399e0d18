import * as tf from '@tensorflow/tfjs-core';

/**
 * Checks a float32 tensor argument at the door.
 *
 * @param sizes - One per axis: a number that it must have, or a letter for any.
 * @param against - The source of the numbers, for the message.
 * @throws TypeError for anything but a float32 tensor; RangeError for another rank or size.
 */
export function expectTensor(
  name: string,
  value: unknown,
  sizes: readonly (number | string)[],
  against?: string,
): asserts value is tf.Tensor {
  if (!(value instanceof tf.Tensor)) throw new TypeError(`${name}: expected a tensor`);
  const { shape } = value as tf.Tensor;
  if (value.dtype !== 'float32') throw new TypeError(`${name}: expected a float32 tensor, got ${value.dtype}`);
  const fits =
    value.rank === sizes.length && sizes.every((size, axis) => typeof size === 'string' || size === shape[axis]);
  if (fits) return;
  const match = against === undefined ? '' : ` to match ${against}`;
  throw new RangeError(`${name}: expected shape ${showShape(sizes)}${match}, got ${showShape(shape)}`);
}

/** @returns `[2048, 256]`. */
export function showShape(shape: readonly (number | string)[]): string {
  return `[${shape.join(', ')}]`;
}
