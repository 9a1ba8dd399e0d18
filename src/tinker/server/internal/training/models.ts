import { HttpError } from '../../../../io/index.js';
import type { ServerLimits } from '../../options.js';
import { wordsOf, type Answer } from '../answer.js';
import type { Engine, EngineLearner } from '../engine/engine.js';
import type { Futures } from '../futures.js';
import { learnerModelOf, type TrainingRun } from '../runs/records.js';
import { RequestQueue, type QueuedRequest } from './request-queue.js';

/** A model that a client trains. */
export interface Model {
  readonly run: TrainingRun;
  readonly session: string;
  /** Rejects if the engine could not create it. */
  readonly learner: Promise<EngineLearner>;
  readonly queue: RequestQueue;
  /** Requests that are not over. */
  busy: number;
}

/** The models that are loaded. */
export class Models {
  readonly #models = new Map<string, Model>();
  /** Number of models that are being unloaded: the engine still has them. */
  #leaving = 0;

  constructor(
    private readonly engine: Engine,
    private readonly futures: Futures,
    private readonly limits: ServerLimits,
  ) {}

  /**
   * @param prepare - Called with the learner before any request.
   * @throws HttpError 400 if too many models are loaded.
   */
  create(
    run: TrainingRun,
    { session, seed }: { readonly session: string; readonly seed?: number | undefined },
    prepare?: (learner: EngineLearner) => Promise<void>,
  ): Model {
    const loaded = this.#models.size + this.#leaving;
    if (loaded >= this.limits.maxModels)
      throw new HttpError(400, `${loaded} models are loaded, the maximum: unload one`);
    const learner = this.#make(run, session, seed, prepare);
    const model = { run, session, learner, queue: new RequestQueue(this.futures, this.limits), busy: 0 };
    this.#models.set(run.run, model);
    learner.catch(() => this.#models.delete(run.run));
    return model;
  }

  async #make(
    run: TrainingRun,
    session: string,
    seed: number | undefined,
    prepare: ((learner: EngineLearner) => Promise<void>) | undefined,
  ): Promise<EngineLearner> {
    const learner = await this.engine.createLearner({ ...learnerModelOf(run), seed }, session);
    try {
      await prepare?.(learner);
      return learner;
    } catch (error) {
      await learner.close();
      throw error;
    }
  }

  find(id: string): Model | undefined {
    return this.#models.get(id);
  }

  /** @throws HttpError 404 for a model that is not loaded. */
  get(id: string): Model {
    const model = this.find(id);
    if (model === undefined)
      throw new HttpError(
        404,
        `model ${id.slice(0, 200)} is not loaded: it was unloaded, its session expired, or the server was restarted`,
      );
    return model;
  }

  /** @returns Those of a session. */
  of(session: string): readonly Model[] {
    return [...this.#models.values()].filter((one) => one.session === session);
  }

  /**
   * Queues a request of a model.
   *
   * @returns Its future's name.
   * @throws What `RequestQueue.submit` throws.
   */
  submit(model: Model, request: QueuedRequest, work: (learner: EngineLearner) => Promise<Answer>): string {
    return model.queue.submit(request, async () => {
      model.busy++;
      try {
        return await work(await model.learner);
      } finally {
        model.busy--;
        model.run.lastRequest = new Date().toISOString();
      }
    });
  }

  /** Forgets the requests whose outcomes are not kept any more. */
  sweep(): void {
    for (const { queue } of this.#models.values()) queue.sweep();
  }

  /** Unloads a model and refuses its waiting requests. */
  async unload(model: Model, reason: string): Promise<void> {
    this.#models.delete(model.run.run);
    model.queue.close(new HttpError(404, `model ${model.run.run}: ${reason}`));
    this.#leaving++;
    try {
      await model.learner.then(
        (learner) => learner.close(),
        () => undefined,
      );
    } finally {
      this.#leaving--;
    }
  }

  /** Unloads the models of a session, or all. @throws AggregateError for models that fail to close, once the others have. */
  async close(reason: string, session?: string): Promise<void> {
    const closed = session === undefined ? [...this.#models.values()] : this.of(session);
    const ends = await Promise.allSettled(closed.map((model) => this.unload(model, reason)));
    const failures = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
    if (failures.length > 0) throw new AggregateError(failures, failures.map(wordsOf).join('; '));
  }
}
