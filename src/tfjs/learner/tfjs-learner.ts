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
  /** The model; it or its adapter is trained in place. The caller disposes of it. */
  readonly model: Decoder;
  /**
   * Adds an adapter, as `createAdapter` does, and trains only that; it is freed with the learner. `model` of the learner has it.
   */
  readonly lora?: AdapterOptions | undefined;
  /** Default: PyTorch's AdamW (0.9, 0.999, 1e-8, 0.01) at the paper's learning rate, 1e-6. */
  readonly optimizer?: Omit<OptimizerParameters, 'maxGradientNorm'> | undefined;
  /** Default: constant after 20 warm-up steps, as the paper trains. */
  readonly schedule?: LearningRateSchedule | undefined;
  /** Gradients are scaled down to this global norm; Infinity disables this. Default 1. */
  readonly maxGradientNorm?: number | undefined;
  /**
   * Number of worker threads for batches and generation, on the backends `wasm` and `cpu` in Node; 1 uses the calling thread. Results are
   * the same. Each worker has a copy of the weights; optimizer and gradients are in the calling thread. Default on `wasm`: the number of
   * cores, or as many as fit half of the memory; 1 for models with less than a million parameters and on other backends.
   */
  readonly workers?: number | undefined;
}

/** The in-process `Learner`. */
export interface TfjsLearner extends Learner {
  readonly model: Decoder;
  /** Number of computing threads: worker threads, or 1 for the calling thread. */
  readonly workers: number;
  optimizerStep(
    parameters?: OptimizerParameters,
    options?: CallOptions,
  ): Promise<OptimizerReport & { readonly gradientNorm: number }>;
  discardGradients(): Promise<void>;
  policy(options?: CallOptions): Promise<Sampler>;
}

/**
 * Creates a `Learner` on the current tfjs backend: AdamW, warm-up and global-norm clipping. It trains all weights, or only an adapter
 * (`lora`, or a model with an adapter); then the model without the adapter is the reference.
 *
 * The loss uses the logprob kernel, so logits are computed only for counted tokens and never all at once. `policy()` copies nothing: it
 * shares the weights until the next `optimizerStep` creates new ones. While the policy is open, the old weights need 4 more bytes per
 * parameter.
 *
 * With `workers`, `forwardBackward` may be called several times without waiting. Gradients are added in the order of the calls; `optimizerStep`,
 * `discardGradients` and `loadCheckpoint` wait for all of them. A failed call adds nothing, and the step then uses only the other calls;
 * await the calls to notice this. If a worker dies, `forwardBackward` and `logprobs` reject with a LearnerError, and policies with a
 * PolicyError; create another learner then.
 *
 * @throws TypeError or RangeError naming the option; TypeError for a model that was disposed of, and (rejecting) from every
 *   call after `close`; LearnerError on wasm if training the model needs more memory than its heap.
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
