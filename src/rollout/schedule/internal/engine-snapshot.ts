import { PolicyError, type GenerateRequest, type Generation, type PolicySnapshot } from '../../../base/index.js';
import { followSignal, giveUpOnAbort, type FollowingController } from '../../../io/index.js';
import type { ScheduledPolicy } from '../scheduled-policy.js';

/**
 * A snapshot on engines that are shared: they have its adapter, or a newer one.
 *
 * @param hasOther - Whether the engines have another learner's adapter.
 */
export function engineSnapshot(scheduler: ScheduledPolicy, version: string, hasOther: () => boolean): PolicySnapshot {
  const underWay = new Set<FollowingController>();
  let isClosed = false;
  const closed = () => new PolicyError('policy: expected an open policy, got a closed one');
  return {
    weightVersion: version,
    get capabilities() {
      return scheduler.capabilities ?? {};
    },
    async generate(request: GenerateRequest, call = {}): Promise<Generation> {
      if (isClosed) throw closed();
      if (hasOther()) throw new PolicyError(`policy: the engines have the adapter of another learner than ${version}`);
      const either = followSignal(call.signal);
      underWay.add(either);
      try {
        return await giveUpOnAbort(scheduler.generate(request, { ...call, signal: either.signal }), either.signal);
      } finally {
        underWay.delete(either);
        either.release();
      }
    },
    endSession: (sessionId) => scheduler.endSession?.(sessionId),
    close() {
      isClosed = true;
      for (const controller of underWay) controller.abort(closed());
      return Promise.resolve();
    },
  };
}
