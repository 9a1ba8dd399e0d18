import type { CallOptions } from '../../../../base/index.js';
import type { TinkerAdam, TinkerBatch, TinkerForwardResult } from '../../../wire/messages.js';
import type { TinkerModel } from '../../tinker-model.js';
import { TinkerError } from '../../tinker-error.js';
import type { ExactPath } from '../../objective-plan.js';
import { exactPasses, type PendingGradient } from './passes.js';

/**
 * What has accumulated since the last step: here, as gradients that wait for the step; and with the server, as requests that it has
 * carried out. Those are kept here too: where it is not known any more what the server has (an answer was lost, or the gradient is
 * discarded, for which the protocol has no word), it is given to another model.
 */
export class AccumulatedGradient {
  #waiting: PendingGradient[] = [];
  #sent: TinkerBatch[] = [];
  #isCertain = true;

  get isEmpty(): boolean {
    return this.#waiting.length === 0 && this.#sent.length === 0;
  }

  /** Whether the server has what was sent, and nothing else. */
  get isCertain(): boolean {
    return this.#isCertain;
  }

  /** Waits for the step. */
  wait(gradient: PendingGradient): void {
    this.#waiting.push(gradient);
  }

  /**
   * Sends requests that add to it. Until they are accepted, the server has more than it should.
   *
   * @throws What the server did; where it refused the first of them, it has what it had.
   */
  async offer(
    model: TinkerModel,
    requests: readonly TinkerBatch[],
    options: CallOptions,
  ): Promise<TinkerForwardResult[]> {
    const results: TinkerForwardResult[] = [];
    try {
      this.#isCertain = false;
      for (const request of requests) results.push(await model.forwardBackward(request, options));
      return results;
    } catch (error) {
      this.#isCertain = results.length === 0 && error instanceof TinkerError && !error.answerLost;
      throw error;
    }
  }

  /** They belong to it. */
  accept(requests: readonly TinkerBatch[]): void {
    this.#sent.push(...requests);
    this.#isCertain = true;
  }

  /** Gives what was sent to a model that has nothing. */
  async giveTo(model: TinkerModel, options: CallOptions): Promise<void> {
    for (const request of this.#sent) await model.forwardBackward(request, options);
    this.#isCertain = true;
  }

  /** Sends what waits, and takes the step. @returns The server's metrics. */
  async apply(
    model: TinkerModel,
    path: ExactPath,
    adam: TinkerAdam,
    options: CallOptions,
  ): Promise<{ readonly [name: string]: number }> {
    for (const pass of exactPasses(path, this.#waiting)) await model.forwardBackward(pass, options);
    const metrics = await model.optimStep(adam, options);
    this.#waiting = [];
    this.#sent = [];
    return metrics;
  }

  /** Forgets it. The server has what it has. */
  discard(): void {
    this.#isCertain &&= this.#sent.length === 0;
    this.#waiting = [];
    this.#sent = [];
  }

  /** Begins with a model that has nothing. */
  restart(): void {
    this.discard();
    this.#isCertain = true;
  }
}
