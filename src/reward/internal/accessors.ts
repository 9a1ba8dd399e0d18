import type { Rollout } from '../../base/index.js';

/** Reads something out of the caller's own rollout. */
export type RolloutAccessor<R, T> = (rollout: R) => T;

/** @returns What the policy wrote, turn after turn; tool responses are not its words. */
export function writtenText(rollout: Pick<Rollout, 'turns'>): string {
  return rollout.turns.map(({ text }) => text).join('\n');
}

/** @returns `metadata.groundTruth`, as text. @throws TypeError if there is none. */
export function metadataGroundTruth(rollout: Pick<Rollout, 'id' | 'metadata'>): string {
  const truth = rollout.metadata?.['groundTruth'];
  if (typeof truth === 'string') return truth;
  if (typeof truth === 'number') return String(truth);
  const got = truth === undefined ? 'none' : typeof truth;
  throw new TypeError(`rollout ${JSON.stringify(rollout.id)}: metadata.groundTruth: expected a string, got ${got}`);
}

/** @returns The tokens the policy generated. @throws TypeError if the rollout carries no tokens. */
export function generatedLength(rollout: Pick<Rollout, 'id' | 'tokens'>): number {
  const mask = rollout.tokens?.responseMask;
  if (mask === undefined) throw new TypeError(`rollout ${JSON.stringify(rollout.id)}: tokens: expected them, got none`);
  return mask.reduce((count, counted) => count + counted, 0);
}
