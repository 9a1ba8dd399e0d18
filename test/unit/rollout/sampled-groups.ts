import type { Random, Rollout } from '../../../src/base/index.js';
import type { RolloutTask } from '../../../src/rollout/index.js';
import type { AcceptGroup } from '../../../src/rollout/internal/index.js';
import { createScriptedPolicy, type ScriptedTurn } from '../../../src/testing/scripted-policy.js';
import { prompt, tokenizer } from './conversation.js';

/** Tasks `g0`, `g1`, …, endless unless told; `begun` has those that were read. */
export function countedTasks(over: Partial<RolloutTask> = {}, count = Infinity) {
  const begun: string[] = [];
  function* tasks(): Generator<RolloutTask> {
    for (let i = 0; i < count; i++) {
      begun.push(`g${i}`);
      yield { groupId: `g${i}`, prompt, samples: 2, ...over };
    }
  }
  return { tasks: tasks(), begun };
}

/** The group and the index of the rollout that a turn is of. */
export function rolloutOf({ request }: Pick<ScriptedTurn, 'request'>): {
  readonly groupId: string;
  readonly index: number;
} {
  const [groupId, index] = request.sessionId!.split('/').slice(-2);
  return { groupId: groupId!, index: Number(index) };
}

/** A policy that answers at once with its seed; `before` may wait, or throw. */
export function answeringPolicy(before: (turn: ScriptedTurn) => void | Promise<void> = () => undefined) {
  return createScriptedPolicy({
    tokenizer,
    script: async (turn) => {
      await before(turn);
      return `answer ${String(turn.request.sampling.seed)}`;
    },
  });
}

/** Accepts the groups of these names. */
export function acceptNamed(...names: readonly string[]): AcceptGroup {
  return ([rollout]) =>
    names.includes(rollout!.groupId) ? { kind: 'accepted' } : { kind: 'rejected', cause: 'solved' };
}

/** Something to wait for that the test lets happen. */
export function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = () => undefined as void;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

/** Waits so many turns of the microtask queue as a random draw says. */
export async function randomTicks(random: Random): Promise<void> {
  for (let ticks = random.integer(12); ticks > 0; ticks--) await Promise.resolve();
}

export const idsOf = (rollouts: readonly Rollout[]) => rollouts.map(({ id }) => id);
