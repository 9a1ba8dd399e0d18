import {
  crossEntropyBatch,
  LearnerError,
  type Learner,
  type OptimizerParameters,
  type OptimizerReport,
} from '../../../../base/index.js';
import { errorMessage } from '../../../../base/internal/index.js';

/** The outcome of an optimizer step. */
export type StepOutcome =
  | { readonly kind: 'sound'; readonly report: OptimizerReport }
  /** The step is taken, and nothing more can be computed with the model until it loads other weights. */
  | { readonly kind: 'unsound'; readonly reason: string };

/**
 * Takes an optimizer step, and looks at what it has made of the model: numbers too large leave weights that nothing can be computed
 * with, or moments that never move them again, and no engine need notice. Such are gradients whose squared norm is no float32, and
 * weights that give logprobs which are not finite.
 *
 * @throws What `learner.optimizerStep` throws: the model is then what it was.
 */
export async function soundStep(
  learner: Pick<Learner, 'optimizerStep' | 'logprobs'>,
  parameters: OptimizerParameters,
): Promise<StepOutcome> {
  const report = await learner.optimizerStep(parameters);
  const { gradientNorm = 0, learningRate } = report;
  const [tokens, offsets] = [Int32Array.of(0, 0), Int32Array.of(0, 2)];
  try {
    const logprobs = await learner.logprobs(crossEntropyBatch({ tokens, offsets, weights: [0, 1] }));
    const squared = Math.fround(Math.min(gradientNorm, parameters.maxGradientNorm ?? Infinity) ** 2);
    if (Number.isFinite(squared) && Number.isFinite(logprobs[1])) return { kind: 'sound', report };
  } catch (error) {
    // A learner refuses to give logprobs that are not finite; what may pass is the engine's failure.
    if (!(error instanceof LearnerError) || error.retryable) return { kind: 'unsound', reason: errorMessage(error) };
  }
  const reason = `optim_step: learning rate ${learningRate} and gradient norm ${gradientNorm} leave a model that cannot be trained; load a checkpoint`;
  return { kind: 'unsound', reason };
}
