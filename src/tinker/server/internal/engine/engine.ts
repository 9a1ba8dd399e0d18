import type {
  LearnerCapabilities,
  LearnerModel,
  Learner,
  LearnerFactory,
  OptimizerParameters,
} from '../../../../base/index.js';
import { limitConcurrency } from '../../../../io/index.js';
import type { TinkerSampleRequest, TinkerSampleResult } from '../../../wire/messages.js';
import type { TinkerBaseModel } from '../../options.js';
import { runSample } from '../sampling/sample.js';
import { soundStep, type StepOutcome } from './sound-step.js';
import { Turns } from './turns.js';

/** What computes for a server: a learner factory whose learners are used by several clients at once. */
export interface Engine {
  readonly baseModels: readonly string[];
  readonly capabilities: LearnerCapabilities;
  /** @param tenant - The client whose time it takes: clients take turns by passes. */
  createLearner(model: LearnerModel, tenant: string): Promise<EngineLearner>;
}

/** A learner of the engine. */
export interface EngineLearner extends Pick<
  Learner,
  'capabilities' | 'forwardBackward' | 'logprobs' | 'discardGradients' | 'saveCheckpoint' | 'loadCheckpoint' | 'close'
> {
  /** Takes an optimizer step, and looks at what it has made of the model. */
  step(parameters: OptimizerParameters): Promise<StepOutcome>;
  policy(): Promise<EngineSampler>;
}

/** Weights to draw from, which never change. */
export interface EngineSampler {
  /** Answers `asample`; `runSample` says what it throws. */
  sample(request: TinkerSampleRequest): Promise<TinkerSampleResult>;
  close(): Promise<void>;
}

/** What an engine is made of. */
interface EngineSettings {
  readonly factory: LearnerFactory;
  readonly models: { readonly [name: string]: TinkerBaseModel };
  readonly limits: { readonly maxConcurrentSamples: number };
}

/** An engine over the learners of a factory, in their own thread. */
export function engineOf({ factory, models, limits }: EngineSettings): Engine {
  const turns = new Turns();
  const drawing = limitConcurrency(limits.maxConcurrentSamples);
  return {
    baseModels: factory.baseModels,
    capabilities: factory.capabilities,
    createLearner: async (model, tenant) => {
      const learner = await factory.createLearner(model);
      const { capabilities } = learner;
      // One that takes several batches at once computes elsewhere, and has an order of its own.
      const pass = <T>(work: () => Promise<T>): Promise<T> =>
        (capabilities.concurrentBatches ?? 1) > 1 ? work() : turns.pass(tenant, work);
      return {
        capabilities,
        forwardBackward: (batch, objective) => pass(() => learner.forwardBackward(batch, objective)),
        logprobs: (batch) => pass(() => learner.logprobs(batch)),
        step: (parameters) => pass(() => soundStep(learner, parameters)),
        ...(learner.discardGradients === undefined ? {} : { discardGradients: () => learner.discardGradients!() }),
        saveCheckpoint: (location) => learner.saveCheckpoint(location),
        loadCheckpoint: (location, options) => learner.loadCheckpoint(location, options),
        policy: async () => {
          const policy = await learner.policy();
          return {
            sample: (request) => turns.sample(() => runSample(policy, request, models[model.baseModel] ?? {}, drawing)),
            close: () => policy.close(),
          };
        },
        close: () => learner.close(),
      };
    },
  };
}
