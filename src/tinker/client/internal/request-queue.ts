import { limitConcurrency } from '../../../io/index.js';
import { RequestLife } from './request-life.js';

/** A request of a model, before it is handed in and after. */
export interface QueuedRequest {
  readonly life: RequestLife;
  /** Hands it in when it is its turn; again under the same sequence id. */
  handIn<T>(submit: (sequenceId: number) => Promise<T>, signal: AbortSignal): Promise<T>;
}

/**
 * The requests of one model: handed in one after the other, that is their order, and numbered as their bytes go out. One that was
 * aborted before, or given up while it was only asked to come again, leaves no hole, for which servers would wait.
 */
export class RequestQueue {
  readonly #turn = limitConcurrency(1);
  #last = 0;

  add(): QueuedRequest {
    let sequenceId: number | undefined;
    const life = new RequestLife(() => (sequenceId ??= ++this.#last));
    const giveBack = () => {
      if (life.mayBeKnown || sequenceId !== this.#last) return;
      this.#last--;
      sequenceId = undefined;
    };
    return {
      life,
      handIn: (submit, signal) => this.#turn(() => submit(sequenceId ?? this.#last + 1).finally(giveBack), signal),
    };
  }
}
