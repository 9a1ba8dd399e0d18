import * as z from 'zod';
import type { LearnerCapabilities, OptimizerParameters } from '../../../../base/index.js';
import { PROTOCOL_ADAM } from '../../../wire/index.js';
import type { TinkerAdam } from '../../../wire/messages.js';

/** Adam's numbers; the defaults are the protocol's. */
export const adamSchema = z.strictObject({
  learningRate: z.number().nonnegative().default(PROTOCOL_ADAM.learningRate),
  beta1: z.number().min(0).lt(1).default(PROTOCOL_ADAM.beta1),
  beta2: z.number().min(0).lt(1).default(PROTOCOL_ADAM.beta2),
  epsilon: z.number().positive().default(PROTOCOL_ADAM.epsilon),
  weightDecay: z.number().nonnegative().default(PROTOCOL_ADAM.weightDecay),
  maxGradientNorm: z.union([z.number().positive(), z.literal(Infinity)]).default(Infinity),
});

/** Adam's numbers, all of them. */
export type FilledAdam = z.output<typeof adamSchema>;

/** @returns What of a step can be set: the norm only where the server honours it. */
export function optimizerParametersOf(honoursMaxGradientNorm: boolean): LearnerCapabilities['optimizerParameters'] {
  const all = Object.keys(adamSchema.shape) as (keyof OptimizerParameters)[];
  return all.filter((name) => name !== 'maxGradientNorm' || honoursMaxGradientNorm);
}

/** In the protocol's words, where a norm of 0 is none. */
export function toTinkerAdam({ maxGradientNorm, ...adam }: FilledAdam): TinkerAdam {
  return { ...adam, maxGradientNorm: maxGradientNorm === Infinity ? 0 : maxGradientNorm };
}

/** @returns The gradient's norm, under the names that servers have for it. */
export function gradientNormOf(metrics: { readonly [name: string]: number }): number | undefined {
  return Object.entries(metrics).find(([name]) => /(^|\/)grad_norm$/.test(name))?.[1];
}
