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
  /** Adds an engine, or several that begin together. @throws RangeError if a name is taken; PolicyError once closed. */
  addEngine(...engines: readonly ScheduledEngine[]): void;
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
 * One policy over many engines: requests wait in one queue, and go to an engine when its KV cache has room for what its rollouts are expected to hold.
 * A session's turns stay on one engine, whose cache has them.
 *
 * A turn of an engine that fails, stalls, refuses it, or gives an invalid answer goes on elsewhere: from the tokens that were emitted with their logprobs, or
 * anew with the same seed. The engine is suspended for a while if it answers no other turn either. A refusal of all engines is the answer.
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
    addEngine(...added) {
      for (const engine of added) parseOptions(scheduledEngineSchema, engine, 'engine');
      fleet.add(added);
    },
    removeEngine: (name) => fleet.remove(name),
    status: () => fleet.status(),
    occupancy: () => fleet.occupancy(),
    close: () => fleet.close(),
  };
}
