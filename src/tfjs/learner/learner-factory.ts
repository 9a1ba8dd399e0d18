import type { LearnerFactory, LearnerModel, CallOptions, Seed } from '../../base/index.js';
import { checkArgument, checkCapabilities } from '../../base/internal/index.js';
import type { Decoder } from '../model/decoder.js';
import { TFJS_CAPABILITIES } from './internal/capabilities.js';
import { createTfjsLearner, type TfjsLearner, type TfjsLearnerOptions } from './tfjs-learner.js';

/** Options of {@link createTfjsLearnerFactory}: those of each learner, and where models come from. */
export interface TfjsLearnerFactoryOptions extends Omit<TfjsLearnerOptions, 'model'> {
  /** By the name that `createLearner` asks for; each call makes a model of its own, which its learner then owns. */
  readonly baseModels: {
    /** Makes the model of that name. */
    readonly [name: string]: (seed: Seed) => Decoder | Promise<Decoder>;
  };
}

/**
 * An engine on the current tfjs backend: as many models as its memory holds, each with an optimizer of its own.
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
      const model = await baseModels[request.baseModel]!(request.seed ?? 0);
      const learner = createTfjsLearner({ ...options, model });
      open.add(learner);
      const close = learner.close.bind(learner);
      learner.close = async () => {
        if (!open.delete(learner)) return;
        await close();
        model.dispose();
      };
      return learner;
    },
    async close() {
      for (const learner of [...open]) await learner.close();
    },
  };
}
