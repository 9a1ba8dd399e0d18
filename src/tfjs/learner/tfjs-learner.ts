import type {
  CallOptions,
  Learner,
  LearningRateSchedule,
  OptimizerParameters,
  OptimizerReport,
} from '../../base/index.js';
import { checkArgument, parseOptions } from '../../base/internal/index.js';
import { requireLive } from '../model/internal/index.js';
import type { AdapterOptions } from '../model/adapter.js';
import type { Decoder } from '../model/decoder.js';
import type { Sampler } from '../sampler/sampler.js';
import { learnerSchema } from './internal/learner-settings.js';
import { ModelLearner } from './internal/model-learner.js';
import { openPool } from '../workers/internal/index.js';

/** Options of {@link createTfjsLearner}. */
export interface TfjsLearnerOptions {
  /** Trained in place, or its adapter is; the caller's, who disposes of it. */
  readonly model: Decoder;
  /**
   * Puts an adapter beside the model, as `createAdapter` does, and trains that alone; it goes with the learner. `model` of the
   * learner has it.
   */
  readonly lora?: AdapterOptions | undefined;
  /** Default: PyTorch's AdamW (0.9, 0.999, 1e-8, 0.01) at the paper's learning rate, 1e-6. */
  readonly optimizer?: Omit<OptimizerParameters, 'maxGradientNorm'> | undefined;
  /** Default: constant after 20 warm-up steps, as the paper trains. */
  readonly schedule?: LearningRateSchedule | undefined;
  /** Gradients are scaled down to this global norm; Infinity lets every norm through. Default 1. */
  readonly maxGradientNorm?: number | undefined;
  /**
   * Worker threads that compute batches and generate side by side, on the backends `wasm` and `cpu` in Node; 1 for the calling thread alone. Results
   * are the same. Each worker has a copy of the weights; optimizer and gradients are in the calling thread. Default: on `wasm` as many as there
   * are cores, or as fit half of the memory; 1 for models of less than a million parameters and on other backends.
   */
  readonly workers?: number | undefined;
}

/** The in-process `Learner`. */
export interface TfjsLearner extends Learner {
  readonly model: Decoder;
  /** How many threads compute: worker threads, or 1 for the calling one. */
  readonly workers: number;
  optimizerStep(
    parameters?: OptimizerParameters,
    options?: CallOptions,
  ): Promise<OptimizerReport & { readonly gradientNorm: number }>;
  discardGradients(): Promise<void>;
  policy(options?: CallOptions): Promise<Sampler>;
}

/**
 * A `Learner` on the current tfjs backend: AdamW, warm-up and global-norm clipping. It trains all weights, or an adapter
 * (`lora`, or a model that has one): only that has gradients and moments then, and the model without it is the reference.
 *
 * The loss goes through the logprob kernel, so that logits are computed for counted tokens only and never all at once.
 * `policy()` copies nothing: it shares the weights until the next `optimizerStep` makes new ones, which then stand beside
 * the old (4 bytes a parameter) for as long as the policy is open.
 *
 * With `workers`, `forwardBackward` may be called several times without waiting. Gradients are added in the order of the calls; `optimizerStep`,
 * `discardGradients` and `loadCheckpoint` wait for all of them. A call that fails adds nothing, and the step is that of the others: wait for the calls
 * to know. If a worker dies, `forwardBackward` and `logprobs` reject with a LearnerError, and the policies with a PolicyError; make
 * another learner then.
 *
 * @throws TypeError or RangeError naming the option; TypeError for a model that was disposed of, and (rejecting) from every
 *   call after `close`; LearnerError on wasm for a model whose training its heap cannot hold.
 *
 * @example
 * const learner = createTfjsLearner({ model: await loadModel('models/qwen3'), lora: { rank: 8 } });
 */
export function createTfjsLearner(options: TfjsLearnerOptions): TfjsLearner {
  checkArgument(options, 'options', { model: { config: 'an object', parameters: 'a Map' } });
  const { model, ...rest } = options;
  const { workers, ...settings } = parseOptions(learnerSchema, rest);
  requireLive(model);
  const pool = openPool(workers, model.config);
  return new ModelLearner(model, settings, pool, () => pool?.close());
}
