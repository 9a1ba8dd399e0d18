import type { CallOptions, Learner, PolicySnapshot } from '../../../base/index.js';
import { followSignal, giveUpOnAbort, type FollowingController } from '../../../io/index.js';

/** What becomes of a learner's adapter. */
export interface AdapterPublisher {
  /**
   * Gives the engines the adapter as it is now.
   *
   * @param label - A part of its name.
   * @returns Its name.
   */
  readonly publish: (label: string, signal: AbortSignal) => Promise<string>;
  /** Aborted when nothing is published any more. */
  readonly closed: AbortSignal;
  /** @returns A policy that draws with it. */
  readonly snapshot: (version: string) => PolicySnapshot;
}

/** An update that callers of `policy()` wait for. */
interface Publishing {
  readonly name: Promise<string>;
  /** Ends it. */
  readonly controller: FollowingController;
  /** Number of callers that have not given up. */
  callers: number;
}

/** @returns The learner, whose `policy()` publishes its adapter where that has changed. */
export function learnerOnEngines(learner: Learner, { publish, closed, snapshot }: AdapterPublisher): Learner {
  /** The update to the weights as they are now. */
  let current: Publishing | undefined;
  let label = 'start';

  const begin = (): Publishing => {
    const controller = followSignal(closed);
    return { name: publish(label, controller.signal).finally(() => controller.release()), controller, callers: 0 };
  };
  const changing = async <T>(change: () => Promise<T>): Promise<T> => {
    current = undefined;
    try {
      return await change();
    } finally {
      // An update that began meanwhile may have the weights of before.
      current = undefined;
    }
  };

  return {
    capabilities: learner.capabilities,
    forwardBackward: (...call) => learner.forwardBackward(...call),
    optimizerStep: (...call) =>
      changing(async () => {
        const report = await learner.optimizerStep(...call);
        label = `step${report.step}`;
        return report;
      }),
    ...(learner.discardGradients && { discardGradients: (call) => learner.discardGradients!(call) }),
    logprobs: (...call) => learner.logprobs(...call),
    saveCheckpoint: (...call) => learner.saveCheckpoint(...call),
    saveAdapter: (...call) => learner.saveAdapter!(...call),
    loadCheckpoint: (...call) =>
      changing(async () => {
        label = 'loaded';
        await learner.loadCheckpoint(...call);
      }),
    async policy({ signal }: CallOptions = {}) {
      signal?.throwIfAborted();
      closed.throwIfAborted();
      const own = (current ??= begin());
      own.callers++;
      try {
        return snapshot(await giveUpOnAbort(own.name, signal));
      } catch (error) {
        // The update goes on while another caller waits for it.
        if (--own.callers === 0) {
          if (current === own) current = undefined;
          own.controller.abort(error);
        }
        throw error;
      }
    },
    close: () => learner.close(),
  };
}
