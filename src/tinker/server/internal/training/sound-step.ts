import { crossEntropyBatch, LearnerError, type Learner, type OptimizerReport } from '../../../../base/index.js';

/**
 * Looks at what a step has made of a model: numbers too large leave weights that nothing can be computed with, or moments that
 * never move them again, and no engine need notice.
 *
 * @param maxGradientNorm - The norm to which the gradient was scaled down.
 * @throws RangeError where the square of its gradient is no float32, or the logprobs that it gives now are not finite.
 */
export async function requireSound(
  learner: Learner,
  { gradientNorm = 0, learningRate }: OptimizerReport,
  maxGradientNorm: number,
): Promise<void> {
  const [tokens, offsets] = [Int32Array.of(0, 0), Int32Array.of(0, 2)];
  const logprob = await learner
    .logprobs(crossEntropyBatch({ tokens, offsets, weights: [0, 1] }))
    .then((logprobs) => logprobs[1])
    .catch((error: unknown) => {
      // A learner refuses to give logprobs that are not finite; what may pass is the engine's failure.
      if (error instanceof LearnerError && !error.retryable) return NaN;
      throw error;
    });
  const squared = Math.fround(Math.min(gradientNorm, maxGradientNorm) ** 2);
  if (Number.isFinite(squared) && Number.isFinite(logprob)) return;
  throw new RangeError(
    `optim_step: learning rate ${learningRate} and gradient norm ${gradientNorm} leave a model that cannot be trained; load a checkpoint`,
  );
}
