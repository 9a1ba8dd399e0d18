import type { CallOptions } from '../../../../base/index.js';
import type { TinkerModel } from '../../tinker-model.js';
import { askEngine } from './engine-failure.js';

/** The weights that training started from, made when they are first asked for: an adapter that is never trained adds nothing. */
export class ReferenceModel {
  readonly #makeModel: (options: CallOptions) => Promise<TinkerModel>;
  #model: Promise<TinkerModel> | undefined;

  constructor(makeModel: (options: CallOptions) => Promise<TinkerModel>) {
    this.#makeModel = makeModel;
  }

  /** @throws LearnerError where it cannot be made; the next call tries again. */
  get(signal: AbortSignal | undefined): Promise<TinkerModel> {
    this.#model ??= askEngine('logprobs', signal, () => this.#makeModel({ signal })).catch((error: unknown) => {
      this.#model = undefined;
      throw error;
    });
    return this.#model;
  }

  /** Gives it up where there is one; who asks for it then is given another. */
  async giveUp(): Promise<void> {
    const given = this.#model;
    this.#model = undefined;
    const model = await given?.catch(() => undefined);
    if (model !== undefined) await giveUp(model);
  }
}

/** Nothing comes of a model that cannot be given up: its server has forgotten it, or will. */
export async function giveUp(model: TinkerModel): Promise<void> {
  await model.unload().catch(() => undefined);
}
