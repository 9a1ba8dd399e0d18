import * as tf from '@tensorflow/tfjs-core';
import { arithmeticGradients } from './internal/gradients-arithmetic.js';
import { shapeGradients } from './internal/gradients-shape.js';

/**
 * Registers missing gradients of the tensor operations in losses.
 *
 * `@tensorflow/tfjs-core` comes without gradients in Node: they are in the umbrella package `@tensorflow/tfjs`, or in a module that only
 * bundlers can load. Called by `selectBackend`; calling it again does nothing.
 *
 * @returns The names of the kernels that got a gradient here; empty when another package registered them all.
 */
export function registerGradients(): string[] {
  const missing = [...arithmeticGradients, ...shapeGradients].filter(
    ({ kernelName }) => tf.getGradient(kernelName) == null,
  );
  for (const gradient of missing) tf.registerGradient(gradient);
  return missing.map(({ kernelName }) => kernelName);
}
