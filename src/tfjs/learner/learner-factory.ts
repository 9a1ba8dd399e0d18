import type { LearnerFactory, LearnerModel, CallOptions, Seed } from '../../base/index.js';
import { checkArgument, checkCapabilities } from '../../base/internal/index.js';
import type { Decoder } from '../model/decoder.js';
import { TFJS_CAPABILITIES } from './internal/capabilities.js';
import { createOwnedLearner, type TfjsLearner, type TfjsLearnerOptions } from './tfjs-learner.js';

/** Options of {@link createTfjsLearnerFactory}: those of each learner, and where models come from. */
export interface TfjsLearnerFactoryOptions extends Omit<TfjsLearnerOptions, 'model' | 'lora'> {
  /**
   * By the name that `createLearner` asks for; each call makes a model of its own, which its learner then owns. Adapters
   * share one, made with seed 0 whatever their own, for as long as one of them is open.
   */
  readonly baseModels: {
    /** Makes the model of that name. */
    readonly [name: string]: (seed: Seed) => Decoder | Promise<Decoder>;
  };
}

/**
 * An engine on the current tfjs backend: as many models as its memory holds, each with an optimizer of its own. Learners with
 * an adapter (`lora`) share their base's weights, and have `reference` among their `capabilities`.
 *
 * @example
 * const factory = createTfjsLearnerFactory({ baseModels: { small: (seed) => createDecoder(config, { seed }) } });
 * const learner = await factory.createLearner({ baseModel: 'small', seed: 1 });
 */
export function createTfjsLearnerFactory(settings: TfjsLearnerFactoryOptions): LearnerFactory & {
  /** Gives one more learner, with a model of its own. */
  createLearner(model: LearnerModel): Promise<TfjsLearner>;
} {
  checkArgument(settings, 'options', { baseModels: 'an object' });
  const { baseModels, ...options } = settings;
  const open = new Set<TfjsLearner>();
  const share = sharedBases();
  return {
    capabilities: TFJS_CAPABILITIES,
    baseModels: Object.keys(baseModels),
    async createLearner(request: LearnerModel, { signal }: CallOptions = {}) {
      signal?.throwIfAborted();
      checkCapabilities(TFJS_CAPABILITIES, { model: request });
      if (!Object.hasOwn(baseModels, request.baseModel)) {
        const known = Object.keys(baseModels).map((name) => JSON.stringify(name));
        throw new RangeError(
          `model.baseModel: expected one of ${known.join(', ')}, got ${JSON.stringify(request.baseModel)}`,
        );
      }
      const { baseModel, lora, seed = 0 } = request;
      const make = baseModels[baseModel]!;
      const owned = lora === undefined ? { model: await make(seed), release: undefined } : await share(baseModel, make);
      const release = owned.release ?? (() => owned.model.dispose());
      const { model } = owned;
      try {
        const learner = createOwnedLearner({ ...options, model, ...(lora && { lora: { ...lora, seed } }) }, () => {
          open.delete(learner);
          release();
        });
        open.add(learner);
        return learner;
      } catch (error) {
        release();
        throw error;
      }
    },
    async close() {
      for (const learner of [...open]) await learner.close();
    },
  };
}

/** Bases that adapters share, each for as long as one of them is open. */
function sharedBases() {
  const bases = new Map<string, { readonly model: Promise<Decoder>; users: number }>();
  return async (name: string, make: (seed: Seed) => Decoder | Promise<Decoder>) => {
    const base = bases.get(name) ?? { model: Promise.resolve(make(0)), users: 0 };
    bases.set(name, base);
    base.users++;
    const leave = () => {
      base.users--;
      if (base.users === 0) bases.delete(name);
      return base.users === 0;
    };
    try {
      const model = await base.model;
      return { model, release: () => void (leave() && model.dispose()) };
    } catch (error) {
      leave();
      throw error;
    }
  };
}
