import type { RolloutOutcome } from '../base/index.js';
import { parseOptions, requireEntropies } from '../base/internal/index.js';
import { followSignal } from '../io/index.js';
import { runAgentLoop } from './internal/agent-loop.js';
import { scoreGroup } from './internal/score-group.js';
import { startConversation, type ConversationFormat } from './internal/conversation-start.js';
import { prepareLoop, roomAfter } from './internal/prepare-loop.js';
import type { RolloutPlan } from './internal/rollout-plan.js';
import {
  rolloutOptionsSchema,
  rolloutTasksSchema,
  type ResolvedRolloutOptions,
  type RolloutOptions,
  type RolloutTask,
} from './rollout-options.js';

/**
 * Rolls out every task: the policy writes turns, its tool calls are run as soon as they are generated, and it reads the
 * answers, until it stops or a budget runs out. All rollouts run side by side; the policy and the tools batch and queue.
 *
 * - `stop`: a turn without a tool call ended the rollout.
 * - `length`: the response budget ran out, in a turn or with a tool response that leaves no room to go on.
 * - `max-turns`: the last turn allowed still called tools. They were run, but nothing reads them.
 *
 * A turn's `text` is what was generated without the token that ends it, such as `<|im_end|>`; the token trace has it. A tool response
 * that no turn reads is in the turn's record, not in the trace.
 *
 * What users and tools wrote never becomes a control token (`Tokenizer.controlTokens`): an `<|im_end|>` in it ends no message.
 *
 * What was generated is never encoded again, whatever the chat template makes of earlier turns; where it would write them
 * otherwise, the trace says so (`tokens.drift`).
 *
 * @returns One outcome for every sample, in the order of the tasks: a rollout, or the cause that the machine failed with.
 * @throws TypeError, RangeError for bad options and prompts too long for the model, ModelFileError where the chat template
 *   refuses a prompt, before any work. Later, after every session was ended: the signal's reason when aborted; what the policy
 *   threw, when that is no `ExternalError`; BrokenToolError when a tool has a bug; ModelFileError where the chat template has
 *   no place at all for what follows a turn (`examineTemplate` finds that before).
 * @remarks Source: arXiv 2508.20722, section 3 (multi-turn rollout); message layout as Qwen's chat template.
 */
export async function runRollouts(tasks: readonly RolloutTask[], options: RolloutOptions): Promise<RolloutOutcome[]> {
  parseOptions(rolloutTasksSchema, tasks, 'tasks');
  const resolved = parseOptions(rolloutOptionsSchema, options);
  requireEntropies(resolved.entropies, resolved.policy);
  const { tools, stopTokens, format } = prepareLoop(resolved);
  const groups = planRollouts(tasks, resolved, format);
  const total = groups.reduce((sum, { length }) => sum + length, 0);
  const stop = followSignal(resolved.signal);
  let completed = 0;

  async function runOne(plan: RolloutPlan): Promise<RolloutOutcome> {
    stop.signal.throwIfAborted();
    const outcome = await runAgentLoop(plan, { options: resolved, tools, stopTokens, signal: stop.signal });
    completed++;
    resolved.onProgress?.({ completed, total, outcome });
    return outcome;
  }

  /** The run is lost with one of its parts; the others must not go on for nothing, and are waited for. */
  async function all<T>(parts: readonly Promise<T>[]): Promise<T[]> {
    const settled = await Promise.allSettled(
      parts.map((part) =>
        part.catch((error: unknown) => {
          stop.abort(error);
          throw error;
        }),
      ),
    );
    return settled.map((result) => {
      if (result.status === 'fulfilled') return result.value;
      throw stop.signal.reason as Error;
    });
  }

  try {
    const outcomes = await all(
      groups.map(async (group) => scoreGroup(group[0]!.groupId, await all(group.map(runOne)), resolved, stop.signal)),
    );
    return outcomes.flat();
  } finally {
    stop.letGo();
  }
}

function planRollouts(
  tasks: readonly RolloutTask[],
  options: ResolvedRolloutOptions,
  format: ConversationFormat,
): RolloutPlan[][] {
  const seen = new Set<string>();
  const run = globalThis.crypto.randomUUID();
  return tasks.map((task, position) => {
    if (seen.has(task.groupId))
      throw new RangeError(
        `tasks.${position}.groupId: expected a unique name, got ${JSON.stringify(task.groupId)} twice`,
      );
    seen.add(task.groupId);
    const start = startConversation(format, task.prompt);
    const room = roomAfter(start.tokens, format, `tasks.${position}.prompt`);
    return Array.from({ length: task.samples }, (_, index) => ({
      id: `${task.groupId}/${index}`,
      groupId: task.groupId,
      prompt: task.prompt,
      format,
      start,
      maxTokens: Math.min(options.maxTokens, room),
      maxTurns: options.maxTurns,
      metadata: task.metadata,
      seed: `${options.seed}/${task.groupId}/${index}`,
      // Two runs at once may share a policy and group names, but never a session.
      sessionId: `${run}/${task.groupId}/${index}`,
    }));
  });
}
