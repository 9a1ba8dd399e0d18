import * as z from 'zod';
import {
  CapabilityError,
  type CallOptions,
  type LearnerCapabilities,
  type LearnerModel,
  type OptimizerParameters,
} from '../../../../base/index.js';
import { integerSeed } from '../../../../base/internal/index.js';
import { ATTENTION, MLP, PROTOCOL_ADAM, type TinkerAdam, type TinkerLora } from '../../../wire/messages.js';
import { TinkerError } from '../../tinker-error.js';
import type { TinkerModel } from '../../tinker-model.js';
import { giveUp } from './trained-model.js';

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

/**
 * An adapter in the protocol's words, which has three kinds of matrices and no alpha.
 *
 * @returns undefined where all weights are trained.
 * @throws CapabilityError for what these words cannot say.
 */
export function toTinkerLora({ lora, seed }: LearnerModel): TinkerLora | undefined {
  if (lora === undefined) return undefined;
  const { rank, alpha, targets } = lora;
  if (alpha !== undefined)
    throw new CapabilityError('lora', `model.lora.alpha: cannot be set (the server has its own), got ${alpha}`);
  return {
    rank,
    ...(seed !== undefined && { seed: integerSeed(seed, 2 ** 31) }),
    ...(targets !== undefined && toKinds(targets)),
  };
}

function toKinds(targets: readonly string[]): Partial<TinkerLora> {
  const hasAll = (group: readonly string[]) => group.every((name) => targets.includes(name));
  const kinds = { trainAttention: hasAll(ATTENTION), trainMlp: hasAll(MLP), trainUnembed: targets.includes('lm_head') };
  const meant = [
    ...(kinds.trainAttention ? ATTENTION : []),
    ...(kinds.trainMlp ? MLP : []),
    ...(kinds.trainUnembed ? ['lm_head'] : []),
  ];
  if (targets.length === 0 || targets.some((name) => !meant.includes(name)))
    throw new CapabilityError(
      'lora',
      `model.lora.targets: expected all of ${ATTENTION.join(', ')}, or of ${MLP.join(', ')}, or lm_head, or some of these ` +
        `groups (what the protocol can say), got ${targets.join(', ') || 'none'}`,
    );
  return kinds;
}

/** Statuses of servers that cannot say what a model is. */
const WITHOUT_INFO = [404, 405, 501];

/**
 * Looks, before anything is trained, whether a model has the adapter that was asked for, as far as the server says it.
 *
 * @param rank - Undefined where the server was to choose.
 * @throws TinkerError for another rank; the model is given up.
 */
export async function requireRank(model: TinkerModel, rank: number | undefined, options: CallOptions): Promise<void> {
  if (rank === undefined) return;
  const { loraRank } = await model.info(options).catch((error: unknown) => {
    if (error instanceof TinkerError && WITHOUT_INFO.includes(error.status ?? 0)) return { loraRank: undefined };
    throw error;
  });
  if (loraRank === undefined || loraRank === rank) return;
  await giveUp(model);
  throw new TinkerError(`the model ${model.id}: expected an adapter of rank ${rank}, got one of rank ${loraRank}`);
}
