import { FairQueue, QueueTimeout } from '../../internal/fair-queue.js';
import { subIdOf } from '../../internal/code-judge-protocol.js';
import type { Submission, SubmissionResult } from '../../internal/code-judge-protocol.js';
import { mergeLimits } from '../../internal/limits.js';
import type { ServerSettings } from '../options.js';
import { HttpError } from '../../../io/index.js';
import { failed, judgeSubmission } from './judge-submission.js';
import type { JudgeOptions } from './judge-submission.js';
import type { Log } from '../../internal/log.js';
import type { Metrics } from './metrics.js';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** How a call waits in the queue. */
export interface QueuedCall {
  /** The trainer that sent the call: trainers that share a server take turns. */
  readonly trainer: string;
  /** Whether it may wait for as long as a long batch. */
  readonly isLong: boolean;
  readonly signal: AbortSignal;
}

/** The calls of all requests, in fair order, and counts of their results. */
export class SubmissionQueue {
  readonly #queue: FairQueue;
  readonly #judge: JudgeOptions;
  readonly #calls;
  readonly #runSeconds;
  readonly #waitSeconds;

  constructor(
    private readonly settings: ServerSettings,
    private readonly log: Log,
    metrics: Metrics,
  ) {
    this.#queue = new FairQueue(settings.concurrency);
    this.#judge = {
      outputCharacters: settings.outputCharacters,
      limits: settings.limits ?? {},
      ceiling: mergeLimits(settings.limits, settings.ceiling),
      verifyMath: settings.verifyMath,
    };
    this.#calls = metrics.counter('rstar2_sandbox_calls_total', 'Calls by type and result.');
    this.#runSeconds = metrics.histogram('rstar2_sandbox_run_seconds', 'Time that a program ran.', SECONDS);
    this.#waitSeconds = metrics.histogram(
      'rstar2_sandbox_wait_seconds',
      'Time of a call in which its program does not run.',
      SECONDS,
    );
    metrics.gauge('rstar2_sandbox_queue_depth', 'Calls waiting for a free slot.', () => this.waiting);
    metrics.gauge('rstar2_sandbox_running', 'Calls running.', () => this.running);
  }

  get waiting(): number {
    return this.#queue.waiting;
  }

  get running(): number {
    return this.#queue.running;
  }

  /** @throws HttpError if the queue has no place for so many more calls: 413 if it never has, 503 if it may have later. */
  admit(calls: number): void {
    const { maxQueued } = this.settings;
    if (calls > maxQueued) throw new HttpError(413, `a batch of ${calls} calls: at most ${maxQueued} may wait`);
    if (this.waiting + calls > maxQueued) {
      throw new HttpError(503, `${this.waiting} calls are waiting already`, { 'retry-after': '1' });
    }
  }

  /** @returns The result of the submission; `queue_timeout` if no slot was free in time. @throws The signal's reason. */
  async run(one: Submission, call: QueuedCall): Promise<SubmissionResult> {
    const { signal } = call;
    const queuedAt = performance.now();
    const seconds = () => (performance.now() - queuedAt) / 1000;
    const judged = this.inSlot(() => judgeSubmission(this.settings.sandbox, one, this.#judge, { signal }), call);
    const result = await judged.catch((error: unknown) => {
      if (signal.aborted) throw error;
      if (error instanceof QueueTimeout) return failed(subIdOf(one), 'queue_timeout', seconds());
      this.log('error', 'call-failed', { error: error instanceof Error ? error.stack : String(error) });
      return failed(subIdOf(one), 'internal_error', seconds());
    });
    this.#calls({ type: one.type, outcome: result.run_success ? 'ok' : result.reason || 'failed' });
    if (result.reason === 'queue_timeout') return result;
    this.#runSeconds(result.cost);
    this.#waitSeconds(Math.max(0, seconds() - result.cost));
    return result;
  }

  /** Runs other work of a trainer when a slot is free. */
  inSlot<T>(work: () => Promise<T>, { trainer, isLong, signal }: QueuedCall): Promise<T> {
    const startWithinMs = isLong ? this.settings.longQueueTimeoutMs : this.settings.queueTimeoutMs;
    return this.#queue.run(work, { signal, key: trainer, startWithinMs });
  }

  close(): void {
    this.#queue.close(new Error('the server was closed'));
  }
}
