import { PolicyError, type Generation, type PolicySnapshot } from '../base/index.js';
import { checkArgument } from '../base/internal/index.js';

/** A policy whose weights change under way: each turn is drawn by the newest. */
export interface SwitchingPolicy extends PolicySnapshot {
  /** Turns from now on are drawn by these weights; those under way end with the ones they have. Older weights go when nobody draws with them. Those it has already change nothing. */
  switchTo(next: PolicySnapshot): void;
}

/** Weights, and how many turns are being drawn with them. */
interface Held {
  readonly snapshot: PolicySnapshot;
  turns: number;
}

/**
 * One policy over snapshots that come one after the other: a rollout under way goes on with newer weights from its next turn on, and its
 * trace says which drew what (`TokenTrace.weightVersions`). An engine that changes weights within a turn says so itself.
 *
 * At most two snapshots are held while no turn lasts longer than a switch to the next.
 */
export function createSwitchingPolicy(first: PolicySnapshot): SwitchingPolicy {
  checkArgument(first, 'first', { generate: 'a function', weightVersion: 'a string', close: 'a function' });
  let current: Held | undefined = { snapshot: first, turns: 0 };
  let last = current;
  const held = new Set([current]);
  const closing: Promise<unknown>[] = [];
  const release = (one: Held) => {
    if (one === current || one.turns > 0 || !held.delete(one)) return;
    const closed = one.snapshot.close();
    closing.push(closed);
    // Told by close().
    closed.catch(() => undefined);
  };
  return {
    get givesEntropies() {
      return last.snapshot.givesEntropies === true;
    },
    get weightVersion() {
      return last.snapshot.weightVersion;
    },
    async generate(request, options): Promise<Generation> {
      if (current === undefined) throw new PolicyError('the policy is closed');
      const drawing = current;
      drawing.turns++;
      try {
        const generation = await drawing.snapshot.generate(request, options);
        const { length } = generation.tokens;
        if (generation.weightVersions !== undefined || length === 0) return generation;
        const { weightVersion: version } = drawing.snapshot;
        return { ...generation, weightVersions: [{ version, start: 0, end: length }] };
      } finally {
        drawing.turns--;
        release(drawing);
      }
    },
    endSession(sessionId) {
      for (const { snapshot } of held) snapshot.endSession?.(sessionId);
    },
    switchTo(next) {
      if (current === undefined) throw new PolicyError('the policy is closed');
      if (next === current.snapshot) return;
      const before = current;
      current = last = { snapshot: next, turns: 0 };
      held.add(current);
      release(before);
    },
    async close() {
      current = undefined;
      // Whoever draws still is told by the snapshot.
      for (const one of held) one.turns = 0;
      for (const one of [...held]) release(one);
      await Promise.all(closing);
    },
  };
}
