import * as z from 'zod';
import {
  crossEntropyBatch,
  type Learner,
  type MetricRecord,
  type OptimizerParameters,
  type Rollout,
  type TokenTrace,
} from '../../base/index.js';
import { callInOrder, parseOptions, checkArgument } from '../../base/internal/index.js';
import type { ConversationLayout } from '../../rollout/internal/index.js';
import { concatenateSequences } from '../data/pack-sequences.js';
import { microBatches, orDiscard } from './update-policy.js';
import { stepShape } from '../internal/step-schemas.js';

const optionsSchema = z.strictObject({ ...stepShape, optimizer: z.looseObject({}).optional() });

/** Options of {@link sftStep}. */
export interface SftStepOptions {
  /** Counts from 1; for the record. */
  readonly step: number;
  /** For the record. Default `sft`. */
  readonly stage?: string | undefined;
  /** Most tokens of one forward and backward pass; it bounds memory and does not change the result. */
  readonly maxTokensPerPass: number;
  /** Default: the learner's own. */
  readonly optimizer?: OptimizerParameters | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * One step of supervised fine-tuning: cross-entropy on the assistant's tokens, averaged over the batch, and one optimizer step.
 *
 * @param sequences - From `trainingSequences` for conversations, or `sequencesOfRollout` for a rollout.
 * @returns `loss` (nats a token), `gradientNorm`, `learningRate`, `tokensPerSecond`, `seconds`.
 * @throws RangeError for sequences without a token to learn, or one longer than a pass; TypeError or RangeError for bad options.
 *
 * @example
 * const record = await sftStep(learner, sequences, { step: 1, maxTokensPerPass: 16384 });
 */
export async function sftStep(
  learner: Learner,
  sequences: readonly ConversationLayout[],
  options: SftStepOptions,
): Promise<MetricRecord> {
  parseOptions(optionsSchema, options);
  const { step, stage = 'sft', maxTokensPerPass, optimizer, signal } = options;
  const started = performance.now();
  const batch = sftBatch(sequences);
  const { concurrentBatches = 1 } = learner.capabilities;
  const reports = await orDiscard(learner, () =>
    callInOrder(microBatches(batch, maxTokensPerPass), concurrentBatches, (part) =>
      learner.forwardBackward(part, { kind: 'cross-entropy' }, { signal }),
    ),
  );
  const loss = reports.reduce((sum, report) => sum + report.loss, 0);
  const { gradientNorm = null, learningRate } = await learner.optimizerStep(optimizer, { signal });
  const seconds = (performance.now() - started) / 1000;
  return { step, stage, loss, gradientNorm, learningRate, tokensPerSecond: batch.tokens.length / seconds, seconds };
}

function sftBatch(sequences: readonly ConversationLayout[]) {
  const { tokens, offsets, mask } = concatenateSequences(sequences);
  // Nothing precedes a sequence's first token.
  for (const start of offsets.subarray(0, -1)) mask[start] = 0;
  const learnt = mask.reduce((sum, counts) => sum + counts, 0);
  if (learnt === 0) throw new RangeError('sequences: expected a token to learn, got none');
  return crossEntropyBatch({ tokens, offsets, weights: Float32Array.from(mask, (counts) => counts / learnt) });
}

/**
 * Converts a rollout to sequences for `sftStep`: a recorded demonstration, or a correct rollout (rejection sampling). Each path has one
 * sequence, and each generated token is trained on in one of them.
 *
 * @throws TypeError for a path without tokens.
 *
 * @example
 * await sftStep(learner, rollouts.flatMap(sequencesOfRollout), { step: 1, maxTokensPerPass: 16384 });
 */
export function sequencesOfRollout({
  tokens,
  branches = [],
}: Pick<Rollout, 'tokens' | 'branches'>): ConversationLayout[] {
  const paths = [layoutOf(tokens, 'rollout.tokens')];
  for (const [i, branch] of branches.entries()) paths.push(layoutOf(branch.tokens, `rollout.branches.${i}.tokens`));
  return paths.filter(({ mask }, i) => i === 0 || mask.includes(1));
}

/**
 * The same for a rollout with one path.
 *
 * @throws TypeError for a rollout without tokens; RangeError for one with branches.
 *
 * @example
 * await sftStep(learner, rollouts.map(sequenceOfRollout), { step: 1, maxTokensPerPass: 16384 });
 */
export function sequenceOfRollout({ tokens, branches = [] }: Pick<Rollout, 'tokens' | 'branches'>): ConversationLayout {
  if (branches.length > 0)
    throw new RangeError(
      `rollout.branches: expected no branches (use sequencesOfRollout for them), got ${branches.length}`,
    );
  return layoutOf(tokens, 'rollout.tokens');
}

function layoutOf(tokens: TokenTrace | undefined, path: string): ConversationLayout {
  checkArgument(tokens, path, { ids: 'an array', responseMask: 'an array' });
  return { tokens: tokens!.ids, mask: tokens!.responseMask };
}
