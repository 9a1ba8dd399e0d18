import type { RolloutOutcome } from '../../../base/index.js';
import { runAgentLoop } from './agent-loop.js';
import { startConversation } from '../conversation/conversation-start.js';
import { prepareLoop, roomAfter } from './prepare-loop.js';
import type { RolloutPlan } from './rollout-plan.js';
import { runGroup, type GroupRun } from './run-group.js';
import { scoreGroup } from './score-group.js';
import { LoopSpan } from './trace/loop-span.js';
import type { ResolvedRolloutOptions, RolloutTask } from '../../rollout-options.js';

/** A group to roll out. */
export interface PlannedGroup {
  readonly task: RolloutTask;
  readonly plans: readonly RolloutPlan[];
}

/** What all groups of a run share, worked out once. */
export interface RolloutRun {
  /**
   * @param where - The task, for messages.
   * @throws RangeError for a prompt too long for the model, ModelFileError where the chat template refuses it.
   */
  plan(task: RolloutTask, where: string): PlannedGroup;
  /** Rolls a group out and scores it. @returns One outcome each, in order. */
  run(group: PlannedGroup, options: Pick<GroupRun, 'onEnd' | 'signal'>): Promise<readonly RolloutOutcome[]>;
}

/** @throws RangeError for tools and tokenizers that the loop cannot run with. */
export function openRolloutRun(options: ResolvedRolloutOptions): RolloutRun {
  const { tools, stopTokens, format } = prepareLoop(options);
  return {
    plan(task, where) {
      const { groupId, prompt, samples, overProvision = 0, metadata } = task;
      const session = globalThis.crypto.randomUUID();
      const start = startConversation(format, prompt);
      const maxTokens = Math.min(options.maxTokens, roomAfter(start.tokens, format, `${where}.prompt`));
      const plans = Array.from({ length: samples + overProvision }, (_, index) => ({
        ...{ groupId, prompt, format, start, maxTokens, metadata },
        id: `${groupId}/${index}`,
        maxTurns: options.maxTurns,
        seed: `${options.seed}/${groupId}/${index}`,
        // Two runs at once may share a policy and group names, and a group may be begun anew, but never in the same session.
        sessionId: `${session}/${groupId}/${index}`,
      }));
      return { task, plans };
    },
    async run({ task, plans }, { onEnd, signal }) {
      const span = options.tracing && (await LoopSpan.open(options.tracing));
      const runOne: GroupRun['runOne'] = (plan, signal) =>
        runAgentLoop(plan, { options, tools, stopTokens, signal, span });
      const outcomes = await runGroup(plans, { enough: task.samples, runOne, onEnd, signal });
      return scoreGroup(task.groupId, outcomes, options, signal);
    },
  };
}
