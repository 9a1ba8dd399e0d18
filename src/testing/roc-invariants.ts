import { errorMessage } from '../base/internal/index.js';
import type { Rollout } from '../base/index.js';

/** The request to a sampler under test, with the names of `rocDownsample`'s options. */
export interface RocRequest {
  /** n, the rollouts kept of each group. */
  readonly keep: number;
  readonly seed: string;
  readonly minimumPositives: number;
  readonly minimumNegatives: number;
  readonly worldSize: number;
}

/**
 * A sampler under test. For another rollout type, convert the rollouts here.
 *
 * @returns Indices of the kept rollouts.
 */
export type RocSampler = (rollouts: readonly Rollout[], request: RocRequest) => readonly number[];

/** One group of a batch, by the sign of the reward; indices into the batch, ascending. */
export interface SignedGroup {
  readonly label: string;
  readonly members: readonly number[];
  readonly positives: readonly number[];
  readonly negatives: readonly number[];
}

/** One batch, the request, and the sampler's answer. */
export interface RocCase {
  readonly rollouts: readonly Rollout[];
  readonly request: RocRequest;
  readonly sample: RocSampler;
  readonly kept: readonly number[];
  readonly groups: readonly SignedGroup[];
}

/**
 * Invariants of every answer of a Resample-on-Correct sampler. Each throws an Error that says what is wrong and where.
 *
 * Those that count rollouts of a group look at what is kept with a world size of 1; `world-size` ties the others to it.
 */
export const ROC_INVARIANTS = {
  /** The input is not changed; the other invariants rely on this. */
  purity: ({ rollouts, request, sample }: RocCase) => {
    const copy = structuredClone(rollouts);
    sample(copy, request);
    expectThat(JSON.stringify(copy) === JSON.stringify(rollouts), 'expected the input to be left as it was');
  },
  /** Indices are distinct, in range and ascending: the input's order is kept. */
  'input-order': ({ rollouts, kept }: RocCase) => {
    kept.forEach((index, i) => {
      expectThat(Number.isInteger(index) && index >= 0 && index < rollouts.length, `${index} is no index of the input`);
      expectThat(i === 0 || kept[i - 1]! < index, `expected ascending indices, got ${kept[i - 1]} before ${index}`);
    });
  },
  /** Every group gives exactly min(n, size). */
  'group-size': (roc: RocCase) => {
    const kept = undivided(roc);
    for (const { label, members } of roc.groups) {
      const expected = Math.min(roc.request.keep, members.length);
      const got = countOf(kept, members);
      expectThat(got === expected, `group ${quote(label)} of ${members.length}: expected ${expected} kept, got ${got}`);
    }
  },
  /** Of a group larger than n, ⌊N · n / (P + N)⌋ negatives and the rest positives, but for the minimums. */
  quotas: (roc: RocCase) => {
    const kept = undivided(roc);
    for (const group of roc.groups) {
      const { keep, minimumNegatives, minimumPositives } = roc.request;
      if (group.members.length <= keep) continue;
      const share = Math.floor((group.negatives.length * keep) / group.members.length);
      const raised = Math.max(share, Math.min(minimumNegatives, group.negatives.length));
      const expected = Math.min(raised, keep - Math.min(minimumPositives, group.positives.length));
      const got = countOf(kept, group.negatives);
      expectThat(got === expected, `group ${quote(group.label)}: expected ${expected} negatives, got ${got}`);
    }
  },
  /** A minimum is satisfied in every group that has enough rollouts. */
  minimums: (roc: RocCase) => {
    const kept = undivided(roc);
    for (const { label, positives, negatives } of roc.groups) {
      const least = { positives: roc.request.minimumPositives, negatives: roc.request.minimumNegatives };
      for (const [sign, members] of Object.entries({ positives, negatives }) as [
        'positives' | 'negatives',
        number[],
      ][]) {
        const got = countOf(kept, members);
        const honoured = got >= Math.min(least[sign], members.length);
        expectThat(honoured, `group ${quote(label)}: expected at least ${least[sign]} ${sign}, got ${got}`);
      }
    }
  },
  /** The world size divides the number of kept rollouts; as few rollouts as possible are removed, in whole groups. */
  'world-size': (roc: RocCase) => {
    const { kept, groups } = roc;
    const { worldSize } = roc.request;
    expectThat(kept.length % worldSize === 0, `expected a multiple of ${worldSize} kept, got ${kept.length}`);
    const before = undivided(roc);
    for (const { label, members } of groups) {
      const [had, has] = [membersOf(before, members), membersOf(kept, members)];
      const whole = has.length === 0 || had.join() === has.join();
      expectThat(whole, `group ${quote(label)}: expected ${quote(had.join())} or none, got ${quote(has.join())}`);
    }
    const sizes = groups.map(({ members }) => countOf(before, members));
    const most = largestMultiple(sizes, worldSize);
    expectThat(kept.length === most, `expected ${most} kept in whole groups, got ${kept.length}`);
  },
  /** Equal arguments give equal answers. */
  determinism: ({ rollouts, request, sample, kept }: RocCase) => {
    const again = sample(rollouts, request);
    expectThat(again.join() === kept.join(), `expected ${quote(kept.join())} again, got ${quote(again.join())}`);
  },
  /** Moving groups about, or taking them apart where they are interleaved, changes nothing. */
  'group-order': ({ rollouts, request, sample, kept, groups }: RocCase) => {
    const reordered = groups.toReversed().flatMap(({ members }) => members);
    const moved = sample(
      reordered.map((index) => rollouts[index]!),
      request,
    ).map((index) => reordered[index]!);
    const got = moved.toSorted((a, b) => a - b).join();
    expectThat(got === kept.join(), `groups reordered: expected ${quote(kept.join())}, got ${quote(got)}`);
  },
  /** What is kept of a group does not depend on the other groups. */
  'group-independence': (roc: RocCase) => {
    const kept = undivided(roc);
    for (const { label, members } of roc.groups) {
      const alone = roc.sample(
        members.map((index) => roc.rollouts[index]!),
        { ...roc.request, worldSize: 1 },
      );
      const [expected, got] = [membersOf(kept, members).join(), alone.map((index) => members[index]!).join()];
      expectThat(got === expected, `group ${quote(label)} alone: expected ${quote(expected)}, got ${quote(got)}`);
    }
  },
  /** A reward that is not finite is refused, and the message names the rollout. */
  'non-finite-rewards': ({ rollouts, request, sample }: RocCase) => {
    const index = Math.floor(rollouts.length / 2);
    for (const reward of [NaN, Infinity, -Infinity]) {
      if (rollouts.length === 0) return;
      const broken = rollouts.map((rollout, i) => (i === index ? { ...rollout, reward } : rollout));
      const message = messageOf(() => sample(broken, request));
      expectThat(
        message?.includes(rollouts[index]!.id) === true,
        `reward ${reward}: expected an error that names ${quote(rollouts[index]!.id)}, got ${message ?? 'none'}`,
      );
    }
  },
} as const satisfies { readonly [name: string]: (roc: RocCase) => void };

/** The names of the invariants. */
export type RocInvariant = keyof typeof ROC_INVARIANTS;

/**
 * Checks one answer of a sampler.
 *
 * @param except - Invariants that the sampler need not satisfy.
 * @throws Error that starts with the name of the first invariant that is broken.
 */
export function checkRocInvariants(
  sample: RocSampler,
  rollouts: readonly Rollout[],
  request: RocRequest,
  except: readonly RocInvariant[] = [],
): void {
  const kept = sample(structuredClone(rollouts), request);
  const roc = { rollouts, request, sample, kept, groups: signedGroups(rollouts) };
  for (const name of Object.keys(ROC_INVARIANTS) as RocInvariant[]) {
    if (except.includes(name)) continue;
    try {
      ROC_INVARIANTS[name](roc);
    } catch (cause) {
      throw new Error(`${name}: ${errorMessage(cause)}`, { cause });
    }
  }
}

/** @returns The groups of a batch, in order of first appearance. */
export function signedGroups(rollouts: readonly Rollout[]): SignedGroup[] {
  const labels = new Set(rollouts.map((rollout) => rollout.groupId));
  const where = (test: (rollout: Rollout) => boolean) =>
    rollouts.flatMap((rollout, index) => (test(rollout) ? [index] : []));
  return Array.from(labels, (label) => ({
    label,
    members: where(({ groupId }) => groupId === label),
    positives: where(({ groupId, reward }) => groupId === label && reward! > 0),
    negatives: where(({ groupId, reward }) => groupId === label && reward! <= 0),
  }));
}

/** What is kept when nothing has to divide. */
function undivided({ rollouts, request, sample, kept }: RocCase): readonly number[] {
  return request.worldSize === 1 ? kept : sample(rollouts, { ...request, worldSize: 1 });
}

/** The largest multiple of the world size that whole groups add up to. */
function largestMultiple(sizes: readonly number[], worldSize: number): number {
  const sums = sizes.reduce((known, size) => new Set([...known].flatMap((sum) => [sum, sum + size])), new Set([0]));
  return Math.max(...[...sums].filter((sum) => sum % worldSize === 0));
}

function membersOf(kept: readonly number[], members: readonly number[]): number[] {
  return kept.filter((index) => members.includes(index));
}

function countOf(kept: readonly number[], members: readonly number[]): number {
  return membersOf(kept, members).length;
}

function messageOf(run: () => unknown): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    return errorMessage(error);
  }
}

function expectThat(condition: boolean, message: string): void {
  if (!condition) throw new Error(message);
}

function quote(text: string): string {
  return JSON.stringify(text);
}
