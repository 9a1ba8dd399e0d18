import { crossEntropyBatch, type Learner, type OptimizerReport } from '../../../base/index.js';

/**
 * Looks at what a step has made of a model: numbers too large leave weights that nothing can be computed with, and no engine
 * need notice.
 *
 * @throws RangeError where its gradient, or the logprobs that it gives now, are not finite.
 */
export async function requireSound(learner: Learner, { gradientNorm = 0, learningRate }: OptimizerReport) {
  const [tokens, offsets] = [Int32Array.of(0, 0), Int32Array.of(0, 2)];
  const logprobs = await learner.logprobs(crossEntropyBatch({ tokens, offsets, weights: [0, 1] }));
  if (Number.isFinite(gradientNorm) && Number.isFinite(logprobs[1])) return;
  throw new RangeError(
    `optim_step: learning rate ${learningRate} and gradient norm ${gradientNorm} made a model whose logprobs are not finite; load a checkpoint`,
  );
}
