import type {
  LearnerCapabilities,
  LearnerModel,
  Learner,
  LearnerFactory,
  OptimizerParameters,
} from '../../../../base/index.js';
import { limitConcurrency, type Limiter } from '../../../../io/index.js';
import type { TinkerSampleRequest, TinkerSampleResult } from '../../../wire/messages.js';
import type { TinkerBaseModel } from '../../options.js';
import { runSample } from '../sampling/sample.js';
import { soundStep, type StepOutcome } from './sound-step.js';
import { Turns } from './turns.js';

/** What computes for a server: a learner factory whose learners are used by several clients at once. */
export interface Engine {
  readonly baseModels: readonly string[];
  readonly capabilities: LearnerCapabilities;
  /** @param tenant - The client whose time it takes: clients take turns by passes, and making a learner is one. */
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
  /** With several keys, a tenant is the user of one, and each may draw `maxConcurrentSamples` answers at once. */
  readonly apiKey?: string | { readonly [user: string]: string } | undefined;
}

/** An engine over the learners of a factory, in their own thread. */
export function engineOf({ factory, models, limits, apiKey }: EngineSettings): Engine {
  const turns = new Turns();
  const limiters = new Map<string, Limiter>();
  const limiterOf = (tenant: string): Limiter => {
    const place = typeof apiKey === 'object' ? tenant : '';
    const limiter = limiters.get(place) ?? limitConcurrency(limits.maxConcurrentSamples);
    limiters.set(place, limiter);
    return limiter;
  };
  return {
    baseModels: factory.baseModels,
    capabilities: factory.capabilities,
    createLearner: async (model, tenant) => {
      // The other half would wait in the learner's own queue, where no other client gets ahead of it.
      const inTurn = <T>({ concurrentBatches = 1 }: LearnerCapabilities, work: () => Promise<T>): Promise<T> =>
        turns.pass(tenant, work, Math.ceil(concurrentBatches / 2));
      const learner = await inTurn(factory.capabilities, () => factory.createLearner(model));
      const { capabilities } = learner;
      const pass = <T>(work: () => Promise<T>): Promise<T> => inTurn(capabilities, work);
      const drawing = limiterOf(tenant);
      return {
        capabilities,
        forwardBackward: (batch, objective) => pass(() => learner.forwardBackward(batch, objective)),
        logprobs: (batch) => pass(() => learner.logprobs(batch)),
        step: (parameters) => pass(() => soundStep(learner, parameters)),
        ...(learner.discardGradients === undefined ? {} : { discardGradients: () => learner.discardGradients!() }),
        saveCheckpoint: (location) => learner.saveCheckpoint(location),
        loadCheckpoint: (location, options) => pass(() => learner.loadCheckpoint(location, options)),
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
