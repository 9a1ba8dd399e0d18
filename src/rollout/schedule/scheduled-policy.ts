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
  /** Adds one or more engines. @throws RangeError for a name that exists; PolicyError after `close`. */
  addEngine(...engines: readonly ScheduledEngine[]): void;
  /** Removes an engine; its turns go to other engines. Unknown names are ignored. */
  removeEngine(name: string): void;
  /** @returns The current state. */
  status(): ScheduledPolicyStatus;
  /** @returns The tokens in the KV cache of each engine over time, as this policy knows it, without removed engines. Also after `close`. */
  occupancy(): readonly EngineOccupancy[];
  /** Rejects running turns and closes the engines' policies. */
  close(): Promise<void>;
}

/**
 * Creates one policy over many engines. Requests wait in one queue, and go to an engine when its KV cache has enough free space for the
 * expected lengths of its rollouts. A session's turns stay on one engine, because its cache has them.
 *
 * If an engine fails, stalls, refuses a turn, or gives an invalid answer, the turn continues on another engine: after the streamed tokens
 * if they had logprobs, else from its start with the same seed. An engine that answers no other turn either is suspended for some time. If
 * all engines refuse a turn, it is rejected.
 *
 * @throws TypeError, RangeError for bad options. Its `generate` rejects with the last engine's PolicyError after all retries.
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
