import * as z from 'zod';
import type { GenerateOptions, GenerateRequest, Generation, Policy } from '../../base/index.js';
import { parseOptions } from '../../base/internal/index.js';
import type { EngineOccupancy } from './internal/occupancy-log.js';
import { EngineFleet } from './internal/engine-fleet.js';
import {
  scheduledEngineSchema,
  scheduledOptionsSchema,
  type ScheduledEngine,
  type ScheduledPolicyOptions,
  type ScheduledPolicyStatus,
} from './scheduled-options.js';

/** A policy over many engines. */
export interface ScheduledPolicy extends Policy {
  /** Adds an engine. @throws RangeError if its name is taken; PolicyError once closed. */
  addEngine(engine: ScheduledEngine): void;
  /** Removes an engine; its turns go elsewhere. Unknown names are ignored. */
  removeEngine(name: string): void;
  /** @returns Its state now. */
  status(): ScheduledPolicyStatus;
  /** @returns The tokens in the KV cache of each engine since the first request, as far as this policy knows it; those that were removed are left out. Also once closed. */
  occupancy(): readonly EngineOccupancy[];
  /** Turns under way are rejected; the engines' policies are closed. */
  close(): Promise<void>;
}

/**
 * One policy over many engines: requests wait in one queue, and go to an engine when its KV cache has room for what its rollouts will come
 * to hold (the scheduler that arXiv 2508.20722 describes). A session's turns stay on one engine, whose cache has them.
 *
 * An engine that fails, stalls, or gives an invalid answer is left alone for a while, and its turns go on elsewhere: from the tokens that were emitted with
 * their logprobs, or anew with the same seed. An engine's refusal that is not `retryable` is the answer.
 *
 * @throws TypeError, RangeError for bad options. Its `generate` rejects with the last engine's PolicyError once `retry` is used up.
 *
 * @example
 * const policy = createScheduledPolicy([{ name: 'a', policy: engineA }, { name: 'b', policy: engineB }]);
 */
export function createScheduledPolicy(
  engines: readonly ScheduledEngine[],
  options: ScheduledPolicyOptions = {},
): ScheduledPolicy {
  parseOptions(z.array(scheduledEngineSchema), engines, 'engines');
  const fleet = new EngineFleet(parseOptions(scheduledOptionsSchema, options));
  fleet.add(engines);
  return {
    givesEntropies: engines.length > 0 && engines.every(({ policy }) => policy.givesEntropies === true),
    get capabilities() {
      return fleet.capabilities;
    },
    generate: (request: GenerateRequest, call: GenerateOptions = {}): Promise<Generation> =>
      fleet.generate(request, call),
    endSession: (sessionId) => fleet.endSession(sessionId),
    addEngine(engine) {
      parseOptions(scheduledEngineSchema, engine, 'engine');
      fleet.add([engine]);
    },
    removeEngine: (name) => fleet.remove(name),
    status: () => fleet.status(),
    occupancy: () => fleet.occupancy(),
    close: () => fleet.close(),
  };
}
