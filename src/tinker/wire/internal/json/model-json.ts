import * as z from 'zod';
import { PROTOCOL_ADAM, type TinkerAdam, type TinkerLora } from '../../messages.js';
import { optional } from './schemas.js';

/** Adam's numbers, with the protocol's defaults. */
export const adamSchema = z
  .strictObject({
    learning_rate: z.number().default(PROTOCOL_ADAM.learningRate),
    beta1: z.number().default(PROTOCOL_ADAM.beta1),
    beta2: z.number().default(PROTOCOL_ADAM.beta2),
    eps: z.number().default(PROTOCOL_ADAM.epsilon),
    weight_decay: z.number().default(PROTOCOL_ADAM.weightDecay),
    grad_clip_norm: z.number().default(PROTOCOL_ADAM.maxGradientNorm),
  })
  .transform((json): TinkerAdam => ({
    learningRate: json.learning_rate,
    beta1: json.beta1,
    beta2: json.beta2,
    epsilon: json.eps,
    weightDecay: json.weight_decay,
    maxGradientNorm: json.grad_clip_norm,
  }));

export function adamToJson(adam: TinkerAdam): z.input<typeof adamSchema> {
  return {
    learning_rate: adam.learningRate,
    beta1: adam.beta1,
    beta2: adam.beta2,
    eps: adam.epsilon,
    weight_decay: adam.weightDecay,
    grad_clip_norm: adam.maxGradientNorm,
  };
}

/** An adapter; what may be trained is, where nothing is said. */
export const loraSchema = z
  .strictObject({
    rank: z.int(),
    seed: optional(z.int()),
    train_unembed: z.boolean().default(true),
    train_mlp: z.boolean().default(true),
    train_attn: z.boolean().default(true),
  })
  .transform((json): TinkerLora => ({
    rank: json.rank,
    seed: json.seed,
    trainUnembed: json.train_unembed,
    trainMlp: json.train_mlp,
    trainAttention: json.train_attn,
  }));

export function loraToJson(lora: TinkerLora): z.input<typeof loraSchema> {
  return {
    rank: lora.rank,
    seed: lora.seed,
    train_unembed: lora.trainUnembed ?? true,
    train_mlp: lora.trainMlp ?? true,
    train_attn: lora.trainAttention ?? true,
  };
}
