import type { Learner, Objective, OptimizerParameters, PackedBatch } from '../../base/index.js';
import { splitMiniBatches, splitMicroBatches } from '../../batch/index.js';
import { mergeLossReports } from '../../objective/index.js';
import { callInOrder, checkCapabilities, sequenceLengths } from '../../base/internal/index.js';

/** Options of {@link updatePolicy}. */
export interface UpdateOptions {
  readonly objective: Objective;
  /** Optimizer steps on one batch of rollouts. From the second step on, ratios differ from 1, so clipping has an effect. Default 1. */
  readonly miniBatches?: number | undefined;
  /** Most tokens of one forward and backward pass; it bounds memory and does not change the result. */
  readonly maxTokensPerPass: number;
  /** Seed that assigns rollouts to mini-batches. */
  readonly seed: string;
  /** Parameters of optimizer step i of this batch; counts from 1. Default: the learner's own. */
  readonly optimizer?: ((update: number) => OptimizerParameters) | undefined;
  /**
   * Gives the reference logprobs of a KL term, shape [N]. Default: the learner's own reference (an
   * adapter switched off).
   */
  readonly referenceLogprobs?: ((batch: PackedBatch) => Promise<Float32Array>) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Metrics of a batch: means over its optimizer steps. */
export interface UpdateMetrics {
  readonly loss: number;
  /** In nats per token; absent if the learner does not measure it. */
  readonly entropy?: number;
  /** KL from the sampling policy, in nats per token. */
  readonly kl: number;
  readonly clipFraction?: number;
  /** KL from the reference, if the objective has a KL term. */
  readonly referenceKl?: number;
  /** Share of tokens that the objective's `offPolicyMask` removed, if it has one. */
  readonly 'actor/off_policy_masked_fraction'?: number;
  /** Before clipping; absent if the engine does not report it. */
  readonly gradientNorm?: number;
  readonly learningRate: number;
}

const MASKED_FRACTION = 'actor/off_policy_masked_fraction';

/** verl's names of what a loss report measures, and ours. */
const MEASURED = {
  entropy: 'actor/entropy',
  kl: 'actor/ppo_kl',
  clipFraction: 'actor/pg_clipfrac',
  referenceKl: 'actor/kl_loss',
  [MASKED_FRACTION]: MASKED_FRACTION,
} as const;

/**
 * Pack → policy loss → update: one optimizer step for each mini-batch, whose gradient is accumulated over micro-batches.
 *
 * @returns undefined for a batch without sequences, which causes no optimizer step.
 * @throws Errors of the learner; CapabilityError for a KL term without a reference.
 *
 * @example
 * await updatePolicy(learner, batch, { objective: grpoRoc(), maxTokensPerPass: 16384, seed: 'step-12' });
 */
export async function updatePolicy(
  learner: Learner,
  batch: PackedBatch,
  options: UpdateOptions,
): Promise<UpdateMetrics | undefined> {
  const { objective, miniBatches = 1, maxTokensPerPass, seed, optimizer, signal } = options;
  const {
    referenceLogprobs = (micro: PackedBatch) => learner.logprobs(micro, { weights: 'reference' as const, signal }),
  } = options;
  if (batch.rollouts.length === 0) return undefined;
  checkCapabilities(learner.capabilities, { batch, objective });
  const { concurrentBatches = 1 } = learner.capabilities;
  const updates: Measured[] = [];
  for (const mini of splitMiniBatches(batch, { count: miniBatches, seed })) {
    const reports = await orDiscard(learner, async () => {
      const micros = microBatches(mini, maxTokensPerPass);
      const withReference = async (micro: PackedBatch) =>
        objective.kl === undefined ? micro : { ...micro, referenceLogprobs: await referenceLogprobs(micro) };
      const whole = await callInOrder(micros, concurrentBatches, withReference);
      return callInOrder(whole, concurrentBatches, (micro) => learner.forwardBackward(micro, objective, { signal }));
    });
    const { loss, metrics } = mergeLossReports(reports);
    const { gradientNorm, learningRate } = await learner.optimizerStep(optimizer?.(updates.length + 1), { signal });
    const measured = Object.entries(MEASURED).map(([ours, verl]) => [ours, metrics[verl]] as const);
    updates.push({ loss, ...Object.fromEntries(measured), gradientNorm, learningRate });
  }
  return meansOf(updates) as unknown as UpdateMetrics;
}

/** The metrics of one optimizer step, where it was measured. */
type Measured = Readonly<Record<string, number | undefined>>;

function meansOf(updates: readonly Measured[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const update of updates)
    for (const [name, value] of Object.entries(update))
      if (value !== undefined) sums[name] = (sums[name] ?? 0) + value / updates.length;
  return sums;
}

/** @returns Parts of at most `maxTokensPerPass` tokens. @throws RangeError for a longer sequence. */
export function microBatches(batch: PackedBatch, maxTokensPerPass: number): PackedBatch[] {
  const longest = sequenceLengths(batch.offsets).reduce((most, length) => Math.max(most, length), 0);
  if (longest > maxTokensPerPass)
    throw new RangeError(
      `options.maxTokensPerPass: expected at least ${longest} (longest sequence), got ${maxTokensPerPass}`,
    );
  return splitMicroBatches(batch, { maxTokens: maxTokensPerPass });
}

/** Gathers a gradient; if that fails, discards the gathered part, so that the step can be repeated. */
export async function orDiscard<T>(learner: Learner, gather: () => Promise<T>): Promise<T> {
  try {
    return await gather();
  } catch (error) {
    // The first error is reported, not one of the clean-up.
    await learner.discardGradients?.().catch(() => undefined);
    throw error;
  }
}
