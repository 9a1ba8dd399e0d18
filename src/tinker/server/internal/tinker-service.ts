import { ByteBudget } from '../../../io/index.js';
import { wordsOf } from './answer.js';
import type { Engine } from './engine/engine.js';
import { Futures } from './futures.js';
import { ModelRequests } from './training/model-requests.js';
import { Models } from './training/models.js';
import type { Parts, ServiceSettings } from './parts.js';
import { Samplers } from './sampling/samplers.js';
import { SamplingRequests } from './sampling/sampling-requests.js';
import { Sessions } from './sessions.js';
import type { TrainingRuns } from './runs/training-runs.js';

/** The protocol for one key, without HTTP: sessions, models, sampling sessions, checkpoints, and the results of requests. */
export class TinkerService {
  /** Memory of all requests, those of other services too: their bodies, waiting requests, kept results, and answers that are being sent. */
  readonly memory: ByteBudget;
  readonly futures: Futures;
  readonly models: ModelRequests;
  readonly sampling: SamplingRequests;
  readonly #sessions: Sessions;
  readonly #models: Models;
  readonly #samplers: Samplers;

  /** @param beside - A service that it shares memory with. */
  constructor(
    readonly settings: ServiceSettings,
    readonly engine: Engine,
    readonly runs: TrainingRuns,
    beside?: TinkerService,
  ) {
    const { limits, log } = settings;
    this.memory = beside?.memory ?? new ByteBudget({ maxBytes: limits.maxPendingBytes, status: 429 });
    this.futures = new Futures(limits, this.memory, beside?.futures.early, log);
    this.#sessions = new Sessions(limits);
    this.#models = new Models(engine, this.futures, limits);
    this.#samplers = new Samplers(limits, this.futures);
    const parts: Parts = { settings, engine, runs, futures: this.futures, sessions: this.#sessions };
    this.sampling = new SamplingRequests(parts, this.#samplers);
    this.models = new ModelRequests(parts, this.#models, this.sampling);
  }

  createSession() {
    return { type: 'create_session', session_id: this.#sessions.create().id };
  }

  heartbeat(session: string) {
    this.#sessions.require(session);
    return { type: 'session_heartbeat' };
  }

  /** Its client is done: its models and sampling sessions go. */
  async finishSession(id: string): Promise<void> {
    this.#sessions.close(id);
    await this.#end(id, 'its session has ended');
  }

  /** How often `sweep` is to be called, in milliseconds. */
  get sweepMs(): number {
    return this.#sessions.sweepMs;
  }

  get sessionIds(): readonly string[] {
    return this.#sessions.ids;
  }

  session(id: string) {
    this.#sessions.require(id);
    const training_run_ids = this.#models.of(id).map(({ run }) => run.run);
    return { training_run_ids, sampler_ids: this.#samplers.of(id).map((sampler) => sampler.id) };
  }

  /** Removes what has expired: sessions whose clients are gone, results, weights without samplers, checkpoints, runs without any. */
  async sweep(): Promise<void> {
    this.futures.sweep();
    this.models.sweep();
    this.#samplers.sweep();
    this.#sessions.forgetSamplers((id) => this.#samplers.has(id));
    const isBusy = (id: string) =>
      this.#models.of(id).some(({ busy }) => busy > 0) || this.#samplers.of(id).some(({ running }) => running > 0);
    const expired = this.#sessions.sweep(isBusy);
    await Promise.all(expired.map((session) => this.#expire(session)));
    await this.runs.sweep();
    await this.runs.forgetUnused((run) => this.#models.find(run) !== undefined);
  }

  async close(): Promise<void> {
    this.#samplers.close();
    await this.#models.close('the server was closed');
  }

  /** Never rejects: no client asks for a deleted session again. */
  async #expire(session: string): Promise<void> {
    const { log } = this.settings;
    log({ level: 'warn', message: `session ${session} ended: no heartbeat` });
    await this.#end(session, 'its session expired').catch((error: unknown) =>
      log({ level: 'error', message: `session ${session}: ${wordsOf(error)}` }),
    );
  }

  async #end(session: string, reason: string): Promise<void> {
    this.#samplers.close(session);
    await this.#models.close(reason, session);
  }
}
