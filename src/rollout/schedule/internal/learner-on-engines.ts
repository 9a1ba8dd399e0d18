import type { CallOptions, Learner, PolicySnapshot } from '../../../base/index.js';

/** What becomes of a learner's adapter. */
export interface AdapterPublisher {
  /**
   * Gives the engines the adapter as it is now.
   *
   * @param label - A part of its name.
   * @returns Its name.
   */
  readonly publish: (label: string, signal: AbortSignal | undefined) => Promise<string>;
  /** @returns A policy that draws with it. */
  readonly snapshot: (version: string) => PolicySnapshot;
}

/** @returns The learner, whose `policy()` publishes its adapter where that has changed. */
export function learnerOnEngines(learner: Learner, { publish, snapshot }: AdapterPublisher): Learner {
  /** The name of the weights as they are now. */
  let version: Promise<string> | undefined;
  let label = 'start';
  return {
    capabilities: learner.capabilities,
    forwardBackward: (...call) => learner.forwardBackward(...call),
    async optimizerStep(...call) {
      version = undefined;
      const report = await learner.optimizerStep(...call);
      label = `step${report.step}`;
      return report;
    },
    ...(learner.discardGradients && { discardGradients: (call) => learner.discardGradients!(call) }),
    logprobs: (...call) => learner.logprobs(...call),
    saveCheckpoint: (...call) => learner.saveCheckpoint(...call),
    saveAdapter: (...call) => learner.saveAdapter!(...call),
    async loadCheckpoint(...call) {
      version = undefined;
      label = 'loaded';
      await learner.loadCheckpoint(...call);
    },
    async policy({ signal }: CallOptions = {}) {
      const publishing = (version ??= publish(label, signal));
      try {
        return snapshot(await publishing);
      } catch (error) {
        if (version === publishing) version = undefined;
        throw error;
      }
    },
    close: () => learner.close(),
  };
}
