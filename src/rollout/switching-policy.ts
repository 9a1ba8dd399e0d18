import { PolicyError, type Generation, type PolicySnapshot } from '../base/index.js';
import { checkArgument } from '../base/internal/index.js';

/** A policy whose weights can change: each turn is generated with the newest weights. */
export interface SwitchingPolicy extends PolicySnapshot {
  /**
   * New turns are generated with these weights; running turns end with their weights. A snapshot is closed when no turn uses it. Switching
   * to the current snapshot does nothing.
   */
  switchTo(next: PolicySnapshot): void;
}

/** Weights, and how many turns are being generated with them. */
interface OpenSnapshot {
  readonly snapshot: PolicySnapshot;
  turns: number;
}

/**
 * Creates one policy over successive snapshots. A running rollout continues with newer weights from its next turn, and its trace has the
 * version of every token (`TokenTrace.weightVersions`). An engine that changes weights within a turn reports this itself.
 *
 * At most two snapshots are open, unless a turn lasts longer than the time between two switches.
 */
export function createSwitchingPolicy(first: PolicySnapshot): SwitchingPolicy {
  checkArgument(first, 'first', { generate: 'a function', weightVersion: 'a string', close: 'a function' });
  let current: OpenSnapshot | undefined = { snapshot: first, turns: 0 };
  let last = current;
  const open = new Set([current]);
  const closing: Promise<unknown>[] = [];
  const release = (one: OpenSnapshot) => {
    if (one === current || one.turns > 0 || !open.delete(one)) return;
    const closed = one.snapshot.close();
    closing.push(closed);
    // close() reports it.
    closed.catch(() => undefined);
  };
  return {
    get givesEntropies() {
      return last.snapshot.givesEntropies === true;
    },
    get capabilities() {
      return last.snapshot.capabilities ?? {};
    },
    get weightVersion() {
      return last.snapshot.weightVersion;
    },
    async generate(request, options): Promise<Generation> {
      if (current === undefined) throw new PolicyError('the policy is closed');
      const used = current;
      used.turns++;
      try {
        const generation = await used.snapshot.generate(request, options);
        const { length } = generation.tokens;
        if (generation.weightVersions !== undefined || length === 0) return generation;
        return { ...generation, weightVersions: [{ version: used.snapshot.weightVersion, start: 0, end: length }] };
      } finally {
        used.turns--;
        release(used);
      }
    },
    endSession(sessionId) {
      for (const { snapshot } of open) snapshot.endSession?.(sessionId);
    },
    switchTo(next) {
      if (current === undefined) throw new PolicyError('the policy is closed');
      if (next === current.snapshot) return;
      const before = current;
      current = last = { snapshot: next, turns: 0 };
      open.add(current);
      release(before);
    },
    async close() {
      current = undefined;
      // Turns under way get the snapshot's own error.
      for (const one of open) one.turns = 0;
      for (const one of [...open]) release(one);
      await Promise.all(closing);
    },
  };
}
