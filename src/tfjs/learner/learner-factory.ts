import type { LearnerFactory, LearnerModel, CallOptions, Seed } from '../../base/index.js';
import { checkArgument, checkCapabilities, parseOptions } from '../../base/internal/index.js';
import { adapterOptionsSchema } from '../model/adapter.js';
import type { Decoder } from '../model/decoder.js';
import { TFJS_CAPABILITIES, trainingSchema } from './internal/learner-settings.js';
import { ModelLearner } from './internal/model-learner.js';
import { openPool, type WorkerPool } from '../workers/internal/index.js';
import type { TfjsLearner, TfjsLearnerOptions } from './tfjs-learner.js';

/** Options of {@link createTfjsLearnerFactory}: those of each learner, and the models. */
export interface TfjsLearnerFactoryOptions extends Omit<TfjsLearnerOptions, 'model' | 'lora'> {
  /**
   * Functions that create models, by the name for `createLearner`. Each call creates a new model, which its learner owns. Adapters share
   * one base model, created with seed 0, while one of them is open.
   */
  readonly baseModels: {
    /** Creates the model. */
    readonly [name: string]: (seed: Seed) => Decoder | Promise<Decoder>;
  };
}

/**
 * Creates an engine on the current tfjs backend: any number of models that fit its memory, each with its own optimizer. Learners with an
 * adapter (`lora`) share their base's weights, and have the capability `reference`.
 *
 * @example
 * const factory = createTfjsLearnerFactory({ baseModels: { small: (seed) => createDecoder(config, { seed }) } });
 * const learner = await factory.createLearner({ baseModel: 'small', seed: 1 });
 */
export function createTfjsLearnerFactory(options: TfjsLearnerFactoryOptions): LearnerFactory & {
  /** Creates a learner with its own model. */
  createLearner(model: LearnerModel): Promise<TfjsLearner>;
} {
  checkArgument(options, 'options', { baseModels: 'an object' });
  const { baseModels, ...rest } = options;
  for (const name of Object.keys(baseModels)) checkArgument(baseModels, 'options.baseModels', { [name]: 'a function' });
  const { workers, ...settings } = parseOptions(trainingSchema, rest);
  const open = new Set<TfjsLearner>();
  const sharedBase = shareBases(workers);
  return {
    capabilities: TFJS_CAPABILITIES,
    baseModels: Object.keys(baseModels),
    async createLearner(request: LearnerModel, { signal }: CallOptions = {}) {
      signal?.throwIfAborted();
      checkCapabilities(TFJS_CAPABILITIES, { model: request });
      const { baseModel, seed = 0 } = request;
      if (!Object.hasOwn(baseModels, baseModel)) {
        const known = Object.keys(baseModels).map((name) => JSON.stringify(name));
        throw new RangeError(`model.baseModel: expected one of ${known.join(', ')}, got ${JSON.stringify(baseModel)}`);
      }
      const lora = request.lora && parseOptions(adapterOptionsSchema, { ...request.lora, seed }, 'model.lora');
      const make = baseModels[baseModel]!;
      const base = await (lora === undefined ? ownBase(make, seed, workers) : sharedBase(baseModel, make));
      try {
        const learner = new ModelLearner(base.model, { ...settings, lora }, base.pool, () => {
          open.delete(learner);
          return base.release();
        });
        open.add(learner);
        return learner;
      } catch (error) {
        await base.release();
        throw error;
      }
    },
    async close() {
      for (const learner of [...open]) await learner.close();
    },
  };
}

type MakeModel = TfjsLearnerFactoryOptions['baseModels'][string];

/** The model of a learner, and how to release it. */
interface Base {
  readonly model: Decoder;
  readonly pool: WorkerPool | undefined;
  readonly release: () => void | Promise<void>;
}

async function ownBase(make: MakeModel, seed: Seed, workers: number | undefined): Promise<Base> {
  const model = await make(seed);
  try {
    const pool = openPool(workers, model.config);
    const release = () => {
      model.dispose();
      return pool?.close();
    };
    return { model, pool, release };
  } catch (error) {
    model.dispose();
    throw error;
  }
}

/** @returns Gives the base of that name to one more, made for the first of those that have it at a time. */
function shareBases(workers: number | undefined): (name: string, make: MakeModel) => Promise<Base> {
  const bases = new Map<string, { readonly base: Promise<Base>; users: number }>();
  return async (name, make) => {
    const shared = bases.get(name) ?? { base: ownBase(make, 0, workers), users: 0 };
    bases.set(name, shared);
    shared.users++;
    const leave = () => {
      shared.users--;
      if (shared.users === 0) bases.delete(name);
    };
    try {
      const { release, ...base } = await shared.base;
      return {
        ...base,
        release: () => {
          leave();
          return shared.users === 0 ? release() : undefined;
        },
      };
    } catch (error) {
      leave();
      throw error;
    }
  };
}
