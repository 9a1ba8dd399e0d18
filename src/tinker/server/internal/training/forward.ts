import { LearnerError, type Learner, type PackedBatch } from '../../../../base/index.js';
import { callInOrder, errorMessage } from '../../../../base/internal/index.js';
import { splitMicroBatches } from '../../../../batch/index.js';
import { policyLoss } from '../../../../objective/index.js';
import type { TinkerForwardRequest, TinkerForwardResult } from '../../../wire/messages.js';
import { readLossBatch, type BatchLimits, type LossBatch } from './loss-batch.js';
import { LARGEST_LOG_RATIO } from './token-losses.js';

/** How requests are computed. */
export interface ForwardLimits extends BatchLimits {
  /** Tokens of one pass; a request of more takes several. */
  readonly maxTokensPerPass: number;
}

/** What a batch asks of a learner. */
export type BatchLearner = Pick<Learner, 'capabilities' | 'forwardBackward' | 'logprobs' | 'discardGradients'>;

const CROSS_ENTROPY = { kind: 'cross-entropy' } as const;

/** Largest Σ|∂loss/∂log π| of a request: float32 needs the rest of its range for the products of the chain rule. */
const LARGEST_GRADIENT = 1e32;

/**
 * Answers `forward` and `forward_backward`. The loss is the sum over tokens, weighted, whatever it is. Its gradient is applied
 * as that of −Σ w·log π with w = −∂loss/∂log π, which is exact for every loss that depends on the logprobs alone.
 *
 * @throws RangeError, TypeError or CapabilityError for what does not fit, before any gradient is added: ratios and gradients that
 *   float32 has no numbers for among it. LearnerError when the engine failed: in a request of several passes, the gradient that
 *   had accumulated is then dropped, and the message says so.
 */
export async function runForward(
  learner: BatchLearner,
  request: TinkerForwardRequest,
  limits: ForwardLimits,
): Promise<TinkerForwardResult> {
  const read = readLossBatch(request, limits);
  const { forwardOnly } = request;
  // Its derivative is known without the logprobs.
  const isOnePass = !forwardOnly && request.loss === 'cross_entropy';
  const logprobs = isOnePass
    ? await applied(learner, read.batch, limits)
    : await inPasses(learner, read.batch, limits, (part) => learner.logprobs(part));
  const { loss, gradient } = lossOf(read, logprobs);
  if (!forwardOnly && !isOnePass)
    await applied(learner, { ...read.batch, lossWeights: Float32Array.from(gradient, (value) => -value || 0) }, limits);
  return {
    outputType: 'ArrayRecord',
    outputs: request.data.map(({ tokens }, i) => {
      const start = read.batch.offsets[i]! + 1;
      const data = logprobs.subarray(start, start + tokens.length);
      return { logprobs: { dtype: 'float32', data, shape: [data.length] } };
    }),
    metrics: { 'loss:sum': loss },
  };
}

/** @returns Σ_t weights[t] · loss(token t), and its derivative with respect to each logprob, shape [N]. */
function lossOf(read: LossBatch, logprobs: Float32Array) {
  const { loss, batch, counted, weights, sampled, advantages } = read;
  const bad = logprobs.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0) throw new LearnerError(`the model gives logprobs that are not finite: ${logprobs[bad]}`);
  requireRatios(read, logprobs);
  const { offsets } = batch;
  const tokens = { responseMask: counted, offsets, logprobs, oldLogprobs: sampled, advantages, lossWeights: weights };
  return policyLoss(tokens, { loss });
}

/** @throws RangeError for a token whose logprob has risen so far that its ratio, which is in the loss, is no number. */
function requireRatios(
  { loss, batch, counted, weights, sampled, advantages }: LossBatch,
  logprobs: Float32Array,
): void {
  // A loss without a ratio has no limit to one.
  if (!('logRatioLimit' in loss)) return;
  const far = logprobs.findIndex(
    (now, t) => counted[t]! * weights[t]! * advantages[t]! !== 0 && now - sampled[t]! > LARGEST_LOG_RATIO,
  );
  if (far < 0) return;
  const sequence = batch.offsets.findLastIndex((start) => start <= far);
  const place = far - batch.offsets[sequence]! - 1;
  throw new RangeError(
    `data[${sequence}].loss_fn_inputs.logprobs[${place}]: expected at least ${logprobs[far]! - LARGEST_LOG_RATIO} (${LARGEST_LOG_RATIO} below what the token has now), got ${sampled[far]}`,
  );
}

/** Adds the gradient of a batch. @returns Its logprobs, shape [N]. @throws RangeError for one that float32 has no room for. */
async function applied(learner: BatchLearner, batch: PackedBatch, limits: ForwardLimits): Promise<Float32Array> {
  const size = batch.lossWeights.reduce((sum, weight) => sum + Math.abs(weight), 0);
  if (!(size <= LARGEST_GRADIENT))
    throw new RangeError(
      `data: expected a loss whose gradient by the logprobs, Σ|∂loss/∂log π|, is at most ${LARGEST_GRADIENT}, got ${size}`,
    );
  let passes = 0;
  try {
    return await inPasses(learner, batch, limits, async (part) => {
      const { logprobs } = await learner.forwardBackward(part, CROSS_ENTROPY);
      passes++;
      return logprobs;
    });
  } catch (cause) {
    if (passes === 0) throw cause;
    const isDropped = learner.discardGradients !== undefined;
    await learner.discardGradients?.();
    const left = isDropped ? 'the gradient that had accumulated was dropped' : 'parts of its gradient have been added';
    throw new LearnerError(`pass ${passes + 1} failed, and ${left}: ${errorMessage(cause)}`, { cause });
  }
}

/** Calls for a batch, in parts of whole sequences that fit one pass. @returns What the calls give, in place, shape [N]. */
async function inPasses(
  { capabilities: { concurrentBatches = 1 } }: Pick<BatchLearner, 'capabilities'>,
  batch: PackedBatch,
  { maxTokensPerPass }: ForwardLimits,
  call: (part: PackedBatch) => Promise<Float32Array>,
): Promise<Float32Array> {
  const longest = batch.offsets.reduce((most, end, i) => Math.max(most, end - (batch.offsets[i - 1] ?? 0)), 0);
  const values = new Float32Array(batch.tokens.length);
  const parts = splitMicroBatches(batch, { maxTokens: Math.max(maxTokensPerPass, longest) });
  const found = await callInOrder(parts, concurrentBatches, call);
  parts.forEach(({ rollouts, offsets }, p) =>
    rollouts.forEach((sequence, i) =>
      values.set(found[p]!.subarray(offsets[i], offsets[i + 1]), batch.offsets[sequence]),
    ),
  );
  return values;
}
